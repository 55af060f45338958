package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// continueCLI reads one file of the working directory, and the rules of the working directory and the home directory
// that always apply.
var continueCLI = &Client{
	ID:           "continue",
	Title:        "Continue",
	Version:      "1.5.47",
	Grade:        loader.Measured,
	Source:       "cn with a local model server, its system prompt recorded; its program, read",
	Checked:      "2026-11-29",
	instructions: continueInstructions,
}

// continueNames are the names of its instruction files. The first existing one applies.
var continueNames = []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"}

func continueInstructions(b *builder) {
	var pieces []Piece
	add := func(p Piece) {
		if len(pieces) > 0 {
			pieces = append(pieces, Piece{clientText, "\n\n"})
		}
		pieces = append(pieces, p)
	}
	chosen := ""
	for _, name := range continueNames {
		switch at := path.Join(b.Start, name); {
		case !b.exists(at):
		case chosen != "":
			b.addFile(at, noFile, Omitted, "Continue reads one file, here "+chosen)
		default:
			chosen = name
			text, size, ok := b.read(at)
			for _, p := range b.addText(at, text, size, ok) {
				add(p)
			}
		}
	}
	dirs := []string{path.Join(b.Start, ".continue/rules")}
	if b.Home != "" {
		dirs = append(dirs, path.Join(b.Home, ".continue/rules"))
	}
	var rules []string
	for _, dir := range dirs {
		for _, at := range continueFiles(b.from, dir) {
			if p, ok := b.continueRule(at, rules); ok {
				rules = append(rules, p.Text)
				add(p)
			}
		}
	}
	for _, dir := range upwards(b.Start, b.Project)[1:] {
		for _, name := range continueNames {
			if at := path.Join(dir, name); b.isFile(at) {
				b.addFile(at, noFile, Omitted, "Continue reads the file of the working directory only")
			}
		}
	}
	if len(pieces) == 0 {
		return
	}
	b.frame("\n\n<context name=\"userRules\">\n")
	b.write(pieces...)
	b.frame("\n</context>")
}

// continueRule adds a rule, and returns its text if it always applies and differs from the rules before it.
func (b *builder) continueRule(at string, before []string) (Piece, bool) {
	source, size, ok := b.read(at)
	if !ok {
		return Piece{}, false
	}
	fields, text := continueFields(strings.ReplaceAll(source, "\r\n", "\n"))
	if isTruthy(fields.Get("invokable")) {
		return Piece{}, false // a command
	}
	i := b.addFile(at, noFile, Loaded, "")
	f := &b.out.Files[i]
	f.Size = size
	always := fields.Get("alwaysApply")
	switch {
	case always != nil && (always.Kind != jsyaml.Bool || !isTruthy(always)):
		f.State, f.Reason = Omitted, "alwaysApply is not true"
	case always == nil && isTruthy(fields.Get("globs")):
		f.State, f.Reason = Omitted, "it applies to the files of globs, which the command line does not support"
	case always == nil && isTruthy(fields.Get("regex")):
		f.State, f.Reason = Omitted, "it applies to texts that match regex, which the command line does not support"
	case strings.TrimFunc(text, isJSSpace) == "":
		f.State = Empty
	case slices.Contains(before, text):
		f.State, f.Reason = Omitted, "its text is the same as that of an earlier rule"
	}
	return Piece{i, text}, f.State == Loaded
}

// isTruthy reports whether JavaScript treats a value as true.
func isTruthy(v *jsyaml.Value) bool {
	switch {
	case v == nil, v.Kind == jsyaml.Undefined, v.Kind == jsyaml.Null:
		return false
	case v.Kind == jsyaml.Bool:
		return strings.EqualFold(v.Text, "true")
	case v.Kind == jsyaml.Int, v.Kind == jsyaml.Float:
		return v.Number != 0 && v.Number == v.Number
	case v.Kind == jsyaml.String:
		return v.Text != ""
	}
	return true
}

// continueFields returns the YAML between the first two lines "---" of a text, and the text after them.
func continueFields(text string) (fields *jsyaml.Value, body string) {
	fields = &jsyaml.Value{}
	_, start, ok := loader.NextDashes(text, 0)
	if !ok {
		return fields, text
	}
	end, rest, ok := loader.NextDashes(text, start)
	if !ok {
		return fields, text
	}
	parsed, err := npmyaml.Load(text[start:end])
	if err != nil {
		return fields, text
	}
	var parts []string // without the white space after other lines "---"
	for {
		next, after, ok := loader.NextDashes(text, rest)
		if !ok {
			break
		}
		parts = append(parts, text[rest:next])
		rest = after
	}
	return parsed, strings.TrimFunc(strings.Join(append(parts, text[rest:]), "---"), isJSSpace)
}

// continueFiles returns the Markdown files of a directory, then those of its directories, as Node.js lists them.
func continueFiles(from Source, dir string) []string {
	var found []string
	dirs := []string{dir}
	for i := 0; i < len(dirs) && i < maxDirectories; i++ {
		for _, e := range from.List(dirs[i]) {
			at := path.Join(dirs[i], e.Name)
			switch e.Kind {
			case catalog.Directory, catalog.LinkedDir:
				dirs = append(dirs, at)
			case catalog.File, catalog.LinkedFile:
				if strings.HasSuffix(e.Name, ".md") {
					found = append(found, at)
				}
			}
		}
	}
	return found
}
