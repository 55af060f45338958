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
	Checked:      "2026-11-29",
	instructions: opencodeInstructions,
	subagents:    true,
	servers:      []serverFile{{"opencode.json", "mcp"}, {"opencode.jsonc", "mcp"}},
}

// opencodeNames are the names of its instruction files. Only files with the first existing name apply.
var opencodeNames = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// An opencodeFiles has what differs between OpenCode and Kilo Code, which is made of its code.
type opencodeFiles struct {
	client     string
	home       []string // files in the home directory; the first existing one applies
	configured func(b *builder, dirs []string) []pattern
	load       func(b *builder, at string, own bool) []Piece // own: the user names the file, not the project
}

// A pattern finds instruction files.
type pattern struct {
	text string
	own  bool // the user names it, not the project
}

func opencodeInstructions(b *builder) {
	b.opencode(opencodeFiles{"OpenCode", []string{".config/opencode/AGENTS.md", ".claude/CLAUDE.md"}, (*builder).opencodeConfigured, (*builder).opencodeFile})
}

func (b *builder) opencode(c opencodeFiles) {
	var files, own []string
	add := func(at string) {
		if !slices.Contains(files, at) {
			files = append(files, at)
		}
	}
	if b.Home != "" {
		i := slices.IndexFunc(c.home, func(name string) bool { return b.exists(path.Join(b.Home, name)) })
		if i >= 0 {
			own = []string{path.Join(b.Home, c.home[i])}
			add(own[0])
		}
	}
	dirs := upwards(b.Start, b.Project)
	b.opencodeProject(c.client, dirs, add)
	for _, p := range c.configured(b, dirs) {
		for _, at := range b.opencodeFind(p.text, dirs) {
			add(at)
			if p.own && !isBelow(b.Project, at) {
				own = append(own, at)
			}
		}
	}
	for n, at := range files {
		if pieces := c.load(b, at, slices.Contains(own, at)); len(pieces) > 0 {
			if n > 0 && len(b.out.Pieces) > 0 {
				b.frame("\n")
			}
			b.frame("Instructions from: " + at + "\n")
			b.write(pieces...)
		}
	}
	if len(b.out.Files) > 0 && !b.exists(path.Join(b.Project, ".git")) {
		b.addNote("without a repository, " + c.client + " also reads the directories above, up to the root of the file system; they are not read here")
	}
	b.opencodeLater(c, files)
}

// opencodeProject adds the files of a project, which have one name in all directories.
func (b *builder) opencodeProject(client string, dirs []string, add func(at string)) {
	chosen := ""
	for _, name := range opencodeNames {
		loops := slices.ContainsFunc(dirs, func(dir string) bool { return b.from.Loops(path.Join(dir, name)) })
		for _, dir := range dirs {
			switch at := path.Join(dir, name); {
			case !b.exists(at):
			case loops:
				b.addFile(at, noFile, Omitted, "a file of its name is a link to itself, and "+client+" reads none of them")
			case chosen == "" || chosen == name:
				chosen = name
				add(at)
			default:
				b.addFile(at, noFile, Omitted, client+" reads files of one name only, here "+chosen)
			}
		}
	}
}

func (b *builder) opencodeFile(at string, _ bool) []Piece {
	text, size, ok := b.read(at)
	text = strings.TrimPrefix(text, "\ufeff")
	return b.addText(at, text, size, ok)
}

// addText adds a file that was read with ok. It returns its text, if there is any.
func (b *builder) addText(at, text string, size int, ok bool) []Piece {
	i := b.addFile(at, noFile, Loaded, "")
	f := &b.out.Files[i]
	f.Size = size
	switch {
	case !ok:
		f.State, f.Reason = Omitted, "it cannot be read"
	case text == "":
		f.State = Empty
	default:
		return []Piece{{i, text}}
	}
	return nil
}

// opencodeConfigured returns the patterns of instructions in the configuration.
func (b *builder) opencodeConfigured(dirs []string) []pattern {
	var files []string
	if b.Home != "" {
		files = append(files, path.Join(b.Home, ".config/opencode/opencode.json"), path.Join(b.Home, ".config/opencode/opencode.jsonc"))
	}
	for _, at := range []string{"", ".opencode"} {
		for _, dir := range slices.Backward(dirs) {
			files = append(files, path.Join(dir, at, "opencode.json"), path.Join(dir, at, "opencode.jsonc"))
		}
	}
	var patterns []pattern
	for _, at := range files {
		patterns = append(patterns, b.patternsOf(at, false)...)
	}
	return patterns
}

// patternsOf returns the patterns of instructions in a configuration file.
func (b *builder) patternsOf(at string, own bool) []pattern {
	var patterns []pattern
	for _, v := range readSettings(b.from, at).Get("instructions").Strings() {
		patterns = append(patterns, pattern{v.Text, own})
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
func (b *builder) opencodeLater(c opencodeFiles, loaded []string) {
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
			if pieces := c.load(b, at, false); len(pieces) > 0 {
				b.out.Files[pieces[0].File].State = OnDemand
				b.out.Later = append(append(b.out.Later, Piece{clientText, "Instructions from: " + at + "\n"}), pieces...)
			}
			break
		}
	}
}
