package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// gemini adds the file of the home directory to its system prompt, and the files from the repository root to the
// working directory to the first message. It expands imports.
var gemini = &Client{
	ID:           "gemini",
	Title:        "Gemini CLI",
	Version:      "0.61.0",
	Grade:        loader.Measured,
	Source:       "gemini with a local model server, run; its published source, read",
	Checked:      "2026-11-29",
	instructions: geminiInstructions,
	subagents:    true,
	servers:      []serverFile{{".gemini/settings.json", "mcpServers"}},
}

func geminiInstructions(b *builder) {
	names := b.geminiNames()
	var user, project []string
	if b.Home != "" {
		for _, name := range names {
			if at := path.Join(b.Home, ".gemini", name); b.exists(at) {
				user = append(user, at)
			}
		}
	}
	project = b.geminiFiles(b.Start, names)
	seen := map[string]bool{}
	first := func(at string) bool { // one file may have several paths
		real := b.from.Real(at)
		defer func() { seen[real] = true }()
		return !seen[real]
	}
	user = slices.DeleteFunc(user, func(at string) bool { return !b.geminiFirst(at, first) })
	project = slices.DeleteFunc(project, func(at string) bool { return !b.geminiFirst(at, first) })
	if pieces := b.geminiContext(user); len(pieces) > 0 {
		b.frame("<loaded_context>\n")
		b.write(pieces...)
		b.frame("\n</loaded_context>")
	}
	if pieces := b.geminiContext(project); len(pieces) > 0 {
		b.frame("\n<loaded_context>\n<project_context>\n")
		b.write(pieces...)
		b.frame("\n</project_context>\n</loaded_context>")
	}
	if b.For != noFor {
		later := slices.DeleteFunc(b.geminiFiles(path.Dir(b.For), names), func(at string) bool { return !first(at) })
		b.out.Later = b.geminiContext(later)
	}
}

// geminiFirst reports whether a file is read, and adds it as omitted if it is another path of an earlier one.
func (b *builder) geminiFirst(at string, first func(string) bool) bool {
	if first(at) {
		return true
	}
	b.addFile(at, noFile, Omitted, "it is the same file as an earlier one")
	return false
}

// geminiNames returns the names of instruction files: those in the settings, and the default name.
func (b *builder) geminiNames() []string {
	var names []string
	files := []string{path.Join(b.Start, ".gemini/settings.json")}
	if b.Home != "" {
		files = append(files, path.Join(b.Home, ".gemini/settings.json"))
	}
	for _, at := range files {
		v := readSettings(b.from, at).Lookup("context", "fileName")
		if v == nil {
			continue
		}
		values := v.Strings()
		if v.Kind == analysis.String {
			values = []*analysis.Value{v}
		}
		for _, name := range values {
			if clean := path.Clean(strings.TrimFunc(name.Text, isJSSpace)); clean != "." && !slices.Contains(names, clean) {
				names = append(names, clean)
			}
		}
		break
	}
	if !slices.Contains(names, "GEMINI.md") {
		names = append(names, "GEMINI.md")
	}
	return names
}

// geminiFiles returns the instruction files from a directory up to its repository root, sorted by path.
func (b *builder) geminiFiles(dir string, names []string) []string {
	dirs := upwards(dir, b.Project)
	root := slices.IndexFunc(dirs, func(dir string) bool { return b.exists(path.Join(dir, ".git")) })
	if root < 0 {
		root = slices.Index(dirs, b.Start)
	}
	var found []string
	for _, dir := range dirs[:root+1] {
		if b.Home != "" && dir == path.Join(b.Home, ".gemini") {
			break
		}
		for _, name := range names {
			if at := path.Join(dir, name); b.exists(at) {
				found = append(found, at)
			}
		}
	}
	slices.SortFunc(found, compareUTF16)
	return found
}

// geminiContext returns the texts of files with their imports, each between two lines with its path.
func (b *builder) geminiContext(files []string) []Piece {
	var all []Piece
	for _, at := range files {
		i := b.addFile(at, noFile, Empty, "")
		text, size, ok := b.read(at)
		b.out.Files[i].Size = size
		if !ok {
			b.out.Files[i].State, b.out.Files[i].Reason = Omitted, "it cannot be read"
			continue
		}
		imports := geminiImports{builder: b, client: "Gemini CLI", root: b.geminiImportRoot(path.Dir(at)), code: codeRegions}
		imports.allows = imports.isAllowed
		pieces := trim(imports.expand(text, i, path.Dir(at), nil), isJSSpace)
		if len(pieces) == 0 {
			continue
		}
		b.out.Files[i].State = Loaded
		if len(all) > 0 {
			all = append(all, Piece{clientText, "\n\n"})
		}
		all = append(all, Piece{clientText, "--- Context from: " + at + " ---\n"})
		all = append(all, pieces...)
		all = append(all, Piece{clientText, "\n--- End of Context from: " + at + " ---"})
	}
	return all
}
