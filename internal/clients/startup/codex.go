package startup

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/syntax/tomltree"
	"github.com/skilllint/skilllint/internal/utf8replace"
)

// codex joins one file of each directory from the project root to the working directory, up to 32 KiB.
var codex = &Client{
	ID:           "codex",
	Title:        "Codex",
	Version:      "0.171.0",
	Grade:        loader.Measured,
	Source:       "codex debug prompt-input, run; its published source, read",
	Checked:      "2026-11-28",
	instructions: codexInstructions,
	servers:      []serverFile{{".codex/config.toml", "mcp_servers"}},
}

const codexLimit = 32 << 10 // project_doc_max_bytes

func codexInstructions(b *builder) {
	names := []string{"AGENTS.override.md", "AGENTS.md"}
	b.frame("\n\n<INSTRUCTIONS>\n")
	started := b.codexUser(names)
	c := b.codexConfig(names)
	b.out.Limit = c.limit
	left, project := c.limit, false
	dirs := upwards(b.Start, b.codexRoot(c.markers))
	if b.codexHasLoop(dirs, c.names) {
		dirs = nil
	}
	for _, dir := range slices.Backward(dirs) {
		at := b.firstFile(dir, c.names)
		if at == "" {
			continue
		}
		head, size, ok := b.from.Head(at, left)
		if !ok {
			continue
		}
		i := b.addFile(at, noFile, Loaded, "")
		f := &b.out.Files[i]
		f.Size = int(size)
		text := string(utf8replace.Text(head))
		switch {
		case left == 0:
			f.State, f.Reason = Omitted, "the files before it fill the "+quote.Count(c.limit)+" bytes that Codex reads"
			continue
		case strings.TrimFunc(text, unicode.IsSpace) == "":
			f.State = Empty
			continue
		case f.Size > left:
			f.State = Truncated
			f.Reason = fmt.Sprintf("Codex reads %s bytes of all files together, which leaves %s of %s", quote.Count(c.limit), quote.Count(left), quote.Count(f.Size))
		}
		switch {
		case started && !project:
			b.frame("\n\n--- project-doc ---\n\n")
		case started:
			b.frame("\n\n")
		}
		b.write(Piece{i, text})
		left -= len(head)
		started, project = true, true
	}
	b.frame("\n</INSTRUCTIONS>")
	heading := "# AGENTS.md instructions"
	switch {
	case !started:
		b.out.Pieces = nil
		return
	case project:
		heading += " for " + b.Start
	}
	b.out.Pieces[0].Text = heading + b.out.Pieces[0].Text
}

// codexUser adds the file of the home directory, and reports whether one with text exists.
func (b *builder) codexUser(names []string) bool {
	if b.Home == "" {
		return false
	}
	for _, name := range names {
		at := path.Join(b.Home, ".codex", name)
		text, size, ok := b.read(at)
		if !ok {
			continue
		}
		i := b.addFile(at, noFile, Empty, "")
		b.out.Files[i].Size = size
		if text = strings.TrimFunc(text, unicode.IsSpace); text != "" {
			b.out.Files[i].State = Loaded
			b.write(Piece{i, text})
			return true
		}
	}
	return false
}

// A codexConfig is the part of config.toml about instruction files.
type codexConfig struct {
	limit   int
	names   []string
	markers []string
}

// codexConfig returns the configuration in the home directory. The configuration of a project applies only if the
// user trusts the project, which its files do not show.
func (b *builder) codexConfig(names []string) codexConfig {
	c := codexConfig{codexLimit, names, []string{".git"}}
	for _, dir := range upwards(b.Start, b.Project) {
		for _, key := range []string{"project_doc_max_bytes", "project_doc_fallback_filenames"} {
			if at := path.Join(dir, ".codex/config.toml"); b.toml(at).Get(key) != nil {
				b.addNote(at + " sets " + key + ", which applies in trusted projects; here, it is ignored")
			}
		}
	}
	if b.Home == "" {
		return c
	}
	config := b.toml(path.Join(b.Home, ".codex/config.toml"))
	if v := config.Get("project_doc_max_bytes"); v != nil && v.Kind == analysis.Number {
		if n, err := strconv.Atoi(v.Text); err == nil && n >= 0 {
			c.limit = n
		}
	}
	for _, v := range config.Get("project_doc_fallback_filenames").Strings() {
		if v.Text != "" && !slices.Contains(c.names, v.Text) {
			c.names = append(slices.Clone(c.names), v.Text)
		}
	}
	if v := config.Get("project_root_markers"); v != nil && v.Kind == analysis.List {
		c.markers = nil
		for _, marker := range v.Strings() {
			c.markers = append(c.markers, marker.Text)
		}
	}
	return c
}

func (b *builder) toml(at string) *analysis.Value {
	source, ok := b.from.Read(at)
	if !ok {
		return nil
	}
	return tomltree.Parse(source).Root
}

// codexRoot returns the nearest directory with a marker at or above the working directory, or the working directory.
func (b *builder) codexRoot(markers []string) string {
	for _, dir := range upwards(b.Start, b.Project) {
		if slices.ContainsFunc(markers, func(m string) bool { return b.exists(path.Join(dir, m)) }) {
			return dir
		}
	}
	return b.Start
}

// codexHasLoop reports whether a file is a link to itself. If so, Codex reads no instructions of the project.
func (b *builder) codexHasLoop(dirs, names []string) bool {
	for _, dir := range slices.Backward(dirs) {
		for _, name := range names {
			at := path.Join(dir, name)
			if b.from.Loops(at) {
				b.addFile(at, noFile, Omitted, "it is a link to itself, and Codex reads no instructions of the project")
				return true
			}
			if b.isFile(at) {
				break
			}
		}
	}
	return false
}

// firstFile returns the first existing file of a directory, or "".
func (b *builder) firstFile(dir string, names []string) string {
	for _, name := range names {
		if at := path.Join(dir, name); b.isFile(at) {
			return at
		}
	}
	return ""
}
