package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// opencode reads one file of the home directory, then all files with one name from the working directory up to the
// repository root, then those of its configuration.
var opencode = &Client{
	ID:           "opencode",
	Title:        "OpenCode",
	Version:      "1.18.33",
	Grade:        loader.Measured,
	Source:       "opencode serve with a local model server, run; its program, read",
	Checked:      "2026-11-23",
	instructions: opencodeInstructions,
	subagents:    true,
	servers:      []serverFile{{"opencode.json", "mcp"}, {"opencode.jsonc", "mcp"}},
}

// opencodeNames are the names of its instruction files. Only files with the first existing name apply.
var opencodeNames = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

func opencodeInstructions(b *builder) {
	var files []string
	add := func(at string) {
		if !slices.Contains(files, at) {
			files = append(files, at)
		}
	}
	if b.Home != "" {
		for _, name := range []string{".config/opencode/AGENTS.md", ".claude/CLAUDE.md"} {
			if at := path.Join(b.Home, name); b.exists(at) {
				add(at)
				break
			}
		}
	}
	dirs := upwards(b.Start, b.Project)
	chosen := ""
	for _, name := range opencodeNames {
		loops := slices.ContainsFunc(dirs, func(dir string) bool { return b.from.Loops(path.Join(dir, name)) })
		for _, dir := range dirs {
			switch at := path.Join(dir, name); {
			case !b.exists(at):
			case loops:
				b.addFile(at, noFile, Omitted, "a file of its name is a link to itself, and OpenCode reads none of them")
			case chosen == "" || chosen == name:
				chosen = name
				add(at)
			default:
				b.addFile(at, noFile, Omitted, "OpenCode reads files of one name only, here "+chosen)
			}
		}
	}
	for _, pattern := range b.opencodeConfigured(dirs) {
		for _, at := range b.opencodeFind(pattern, dirs) {
			add(at)
		}
	}
	for n, at := range files {
		if piece, ok := b.opencodeFile(at); ok {
			if n > 0 && len(b.out.Pieces) > 0 {
				b.frame("\n")
			}
			b.write(Piece{clientText, "Instructions from: " + at + "\n"}, piece)
		}
	}
	if len(b.out.Files) > 0 && !b.exists(path.Join(b.Project, ".git")) {
		b.addNote("without a repository, OpenCode also reads the directories above, up to the root of the file system; they are not read here")
	}
	b.opencodeLater(files)
}

func (b *builder) opencodeFile(at string) (Piece, bool) {
	text, size, ok := b.read(at)
	text = strings.TrimPrefix(text, "\ufeff")
	i := b.addFile(at, noFile, Loaded, "")
	f := &b.out.Files[i]
	f.Size = size
	switch {
	case !ok:
		f.State, f.Reason = Omitted, "it cannot be read"
	case text == "":
		f.State = Empty
	}
	return Piece{i, text}, text != ""
}

// opencodeConfigured returns the patterns of instructions in the configuration.
func (b *builder) opencodeConfigured(dirs []string) []string {
	var files []string
	if b.Home != "" {
		files = append(files, path.Join(b.Home, ".config/opencode/opencode.json"), path.Join(b.Home, ".config/opencode/opencode.jsonc"))
	}
	for _, dir := range slices.Backward(dirs) {
		files = append(files, path.Join(dir, "opencode.json"), path.Join(dir, "opencode.jsonc"))
	}
	for _, dir := range slices.Backward(dirs) {
		files = append(files, path.Join(dir, ".opencode/opencode.json"), path.Join(dir, ".opencode/opencode.jsonc"))
	}
	var patterns []string
	for _, at := range files {
		for _, v := range readSettings(b.from, at).Get("instructions").Strings() {
			if !slices.Contains(patterns, v.Text) {
				patterns = append(patterns, v.Text)
			}
		}
	}
	return patterns
}

// opencodeFind returns the files that match a pattern; relative patterns apply to each directory.
func (b *builder) opencodeFind(pattern string, dirs []string) []string {
	switch home, ok := strings.CutPrefix(pattern, "~/"); {
	case strings.HasPrefix(pattern, "https://"), strings.HasPrefix(pattern, "http://"):
		b.addNote("the instructions at " + pattern + " are not fetched here")
		return nil
	case ok && b.Home == "":
		b.addNote("the instructions " + pattern + " are not read without the home directory (--home)")
		return nil
	case ok:
		pattern = path.Join(b.Home, home)
	}
	if path.IsAbs(pattern) {
		return findFiles(b.from, path.Dir(pattern), path.Base(pattern), true)
	}
	var found []string
	for _, dir := range dirs {
		found = append(found, findFiles(b.from, dir, pattern, true)...)
	}
	return found
}

// opencodeLater adds the files between the working directory and the file of the request, those nearest to it first.
func (b *builder) opencodeLater(loaded []string) {
	if b.For == noFor || !isBelow(b.Start, b.For) {
		return
	}
	dirs := upwards(path.Dir(b.For), b.Start)
	for _, dir := range dirs[:len(dirs)-1] {
		for _, name := range opencodeNames {
			at := path.Join(dir, name)
			if !b.exists(at) {
				continue
			}
			if at == b.For || slices.Contains(loaded, at) {
				break
			}
			if piece, ok := b.opencodeFile(at); ok {
				b.out.Files[piece.File].State = OnDemand
				b.out.Later = append(b.out.Later, Piece{clientText, "Instructions from: " + at + "\n"}, piece)
			}
			break
		}
	}
}
