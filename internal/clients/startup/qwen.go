package startup

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// qwen reads the files of each name from the repository root to the working directory, after that of the home directory,
// then .qwen/QWEN.local.md and rules. It expands imports.
var qwen = &Client{
	ID:           "qwen",
	Title:        "Qwen Code",
	Version:      "0.24.4",
	Grade:        loader.Measured,
	Source:       "loadServerHierarchicalMemory, run; its published source, read",
	Checked:      "2026-11-28",
	instructions: qwenInstructions,
	servers:      []serverFile{{".qwen/settings.json", "mcpServers"}},
}

func qwenInstructions(b *builder) {
	var files []string
	add := func(at string) {
		if b.exists(at) && !slices.Contains(files, at) {
			files = append(files, at)
		}
	}
	root := b.qwenRoot()
	for _, name := range b.qwenNames() {
		if b.Home != "" {
			add(path.Join(b.Home, ".qwen", name))
		}
		if b.Start == b.Home {
			add(path.Join(b.Home, name))
			continue
		}
		dirs := upwards(b.Start, b.Project)
		if n := slices.Index(dirs, path.Join(b.Home, ".qwen")); n >= 0 && b.Home != "" {
			dirs = dirs[:n]
		}
		for _, dir := range slices.Backward(dirs) {
			add(path.Join(dir, name))
		}
	}
	if root != "" {
		add(path.Join(root, ".qwen/QWEN.local.md"))
	}
	seen := map[string]bool{}
	var pieces []Piece
	for _, at := range files {
		if real := b.from.Real(at); seen[real] {
			b.addFile(at, noFile, Omitted, "it is the same file as an earlier one")
			continue
		} else {
			seen[real] = true
		}
		if text := b.qwenFile(at); len(text) > 0 {
			pieces = append(pieces, b.qwenSection(pieces, "Context", b.Start, at, text)...)
		}
	}
	if root == "" {
		root = b.Start
	}
	if b.Home != "" {
		pieces = b.qwenRules(pieces, path.Join(b.Home, ".qwen/rules"), root)
	}
	if dir := path.Join(root, ".qwen/rules"); dir != path.Join(b.Home, ".qwen/rules") {
		pieces = b.qwenRules(pieces, dir, root)
	}
	b.write(pieces...)
	if len(pieces) > 0 {
		b.addNote("Qwen Code also reads the directory above the repository, without a repository all directories above; they are not read here")
	}
}

// qwenNames returns the names of instruction files: those in the settings, or the default names.
func (b *builder) qwenNames() []string {
	for _, dir := range []string{b.Start, b.Home} {
		if dir == "" {
			continue
		}
		v := readSettings(b.from, path.Join(dir, ".qwen/settings.json")).Lookup("context", "fileName")
		var names []string
		for _, name := range v.Strings() {
			names = append(names, strings.TrimFunc(name.Text, isJSSpace))
		}
		if len(names) > 0 {
			return names
		}
	}
	return []string{"QWEN.md", "AGENTS.md"}
}

// qwenRoot returns the nearest directory with .git at or above the working directory, or "".
func (b *builder) qwenRoot() string {
	for _, dir := range upwards(b.Start, b.Project) {
		if b.exists(path.Join(dir, ".git")) {
			return dir
		}
	}
	return ""
}

// qwenFile returns the text of a file with its imports.
func (b *builder) qwenFile(at string) []Piece {
	i := b.addFile(at, noFile, Empty, "")
	text, size, ok := b.read(at)
	b.out.Files[i].Size = size
	if !ok {
		b.out.Files[i].State, b.out.Files[i].Reason = Omitted, "it cannot be read"
		return nil
	}
	imports := geminiImports{builder: b, client: "Qwen Code", root: b.geminiImportRoot(path.Dir(at)), code: markedCode, keeps: true}
	imports.allows = func(target, dir string) bool {
		for _, scheme := range []string{"file://", "http://", "https://"} {
			if strings.HasPrefix(target, scheme) {
				return false
			}
		}
		return isBelow(imports.root, resolve(dir, target))
	}
	pieces := trim(imports.expand(text, i, path.Dir(at), []string{at}), isJSSpace)
	if len(pieces) > 0 {
		b.out.Files[i].State = Loaded
	}
	return pieces
}

// qwenSection returns a text between two lines with the path of its file, relative to a directory.
func (b *builder) qwenSection(before []Piece, kind, dir, at string, text []Piece) []Piece {
	shown := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, relative(dir, at))
	var pieces []Piece
	if len(before) > 0 {
		pieces = append(pieces, Piece{clientText, "\n\n"})
	}
	pieces = append(pieces, Piece{clientText, "--- " + kind + " from: " + shown + " ---\n"})
	pieces = append(pieces, text...)
	return append(pieces, Piece{clientText, "\n--- End of " + kind + " from: " + shown + " ---"})
}

// relative returns a path as seen from a directory; both are absolute.
func relative(dir, at string) string {
	up := ""
	for !isBelow(dir, at) {
		dir, up = path.Dir(dir), up+"../"
	}
	return up + strings.TrimPrefix(strings.TrimPrefix(at, dir), "/")
}

// qwenRules adds the rules of a directory that apply to all files. Links are not followed.
func (b *builder) qwenRules(pieces []Piece, dir, root string) []Piece {
	files := slices.DeleteFunc(findFiles(b.from, dir, "**/*.md", true), func(at string) bool { return b.isLink(at) })
	slices.SortFunc(files, compareUTF16)
	for _, at := range files {
		text, size, ok := b.read(at)
		if !ok {
			continue
		}
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff"))
		header, body := "", text
		if rest, ok := strings.CutPrefix(text, "---\n"); ok {
			if yaml, after, ok := strings.Cut(rest+"\n", "\n---\n"); ok {
				header, body = yaml, strings.TrimSuffix(after, "\n")
			}
		}
		body = strings.TrimFunc(qwenWithoutComments(body), isJSSpace)
		if body == "" {
			continue
		}
		i := b.addFile(at, noFile, Loaded, "")
		b.out.Files[i].Size = size
		var paths []string
		for _, v := range yamltree.Parse([]byte(header), analysis.Range{End: len(header)}).Root.Get("paths").Strings() {
			paths = append(paths, v.Text)
		}
		if len(paths) == 0 {
			pieces = append(pieces, b.qwenSection(pieces, "Rule", root, at, []Piece{{i, body}})...)
			continue
		}
		b.out.Files[i].State, b.out.Files[i].Reason = OnDemand, "for "+strings.Join(paths, ", ")
		if rel, ok := strings.CutPrefix(b.For, strings.TrimSuffix(root, "/")+"/"); ok && slices.ContainsFunc(paths, func(p string) bool { return matches(p, rel) }) {
			b.out.Later = append(b.out.Later, b.qwenSection(b.out.Later, "Rule", root, at, []Piece{{i, body}})...)
		}
	}
	return pieces
}

func (b *builder) isLink(at string) bool {
	return b.from.Real(at) != path.Join(b.from.Real(path.Dir(at)), path.Base(at))
}

// qwenWithoutComments removes HTML comments until there are none, then their unclosed openings.
func qwenWithoutComments(text string) string {
	const passes = 20 // more are needed only if comments are nested in the markers of comments
	for range passes {
		var b strings.Builder
		rest := text
		for {
			before, after, ok := strings.Cut(rest, "<!--")
			_, outside, closed := strings.Cut(after, "-->")
			if !ok || !closed {
				break
			}
			b.WriteString(before)
			rest = outside
		}
		if b.WriteString(rest); b.Len() == len(text) {
			break
		}
		text = b.String()
	}
	return strings.ReplaceAll(text, "<!--", "")
}
