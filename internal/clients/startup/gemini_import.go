package startup

import (
	"net/url"
	"path"
	"slices"
	"strings"
)

// geminiDepth limits how deeply imports can be nested.
const geminiDepth = 5

// geminiImports expands the imports of one instruction file, for Gemini CLI and for Qwen Code, which is made of its code.
type geminiImports struct {
	*builder
	client string
	root   string                        // imports from outside it are rejected
	code   func(text string) []span      // parts without imports
	allows func(target, dir string) bool // reports whether an import is inside of root
	keeps  bool                          // an import of a file that does not exist remains as written
}

// geminiImportRoot returns the nearest directory with .git at or above a directory, or the directory itself.
func (b *builder) geminiImportRoot(dir string) string {
	top := b.Project
	if b.Home != "" && !isBelow(b.Project, dir) {
		top = b.Home
	}
	for _, at := range upwards(dir, top) {
		if b.exists(path.Join(at, ".git")) {
			return at
		}
	}
	return dir
}

// expand returns the pieces of a file's text. chain has the files through which the file was imported.
func (g geminiImports) expand(text string, file int, dir string, chain []string) []Piece {
	if len(chain) >= geminiDepth {
		return []Piece{{file, text}}
	}
	var pieces []Piece
	code := g.code(text)
	done := 0
	for _, at := range geminiImportSpans(text) {
		target := text[at.start+1 : at.end]
		pieces = append(pieces, Piece{file, text[done:at.start]})
		done = at.end
		for len(code) > 0 && code[0].end <= at.start {
			code = code[1:]
		}
		if len(code) > 0 && code[0].start <= at.start {
			pieces = append(pieces, Piece{file, text[at.start:at.end]})
			continue
		}
		pieces = append(pieces, g.include(target, file, dir, chain)...)
	}
	return append(pieces, Piece{file, text[done:]})
}

// include returns the text that replaces an import.
func (g geminiImports) include(target string, file int, dir string, chain []string) []Piece {
	at := resolve(dir, target)
	comment := func(words string) []Piece { return []Piece{{clientText, "<!-- " + words + " -->"}} }
	failed := func(state State, why string) []Piece {
		g.addFile(at, file, state, g.client+" puts an error message in its place")
		return comment("Import failed: " + target + " - " + why)
	}
	if !g.allows(target, dir) {
		return failed(Omitted, "Path traversal attempt")
	}
	if slices.Contains(chain, at) {
		g.addFile(at, file, Omitted, "it imports itself")
		return comment("File already processed: " + target)
	}
	if !g.exists(at) {
		message := g.missingError(at)
		if g.keeps && strings.HasPrefix(message, "ENOENT") {
			if path.Ext(target) != "" { // not @someone
				g.addFile(at, file, Missing, "it does not exist, or is outside of what may be read")
			}
			return []Piece{{file, "@" + target}}
		}
		return failed(Missing, message)
	}
	if !g.isFile(at) {
		return failed(Omitted, "EISDIR: illegal operation on a directory, read")
	}
	text, size, ok := g.read(at)
	if !ok || len(g.out.Files) >= maxFiles {
		g.room = 0
		return nil
	}
	i := g.addFile(at, file, Loaded, "")
	g.out.Files[i].Size = size
	pieces := []Piece{{clientText, "<!-- Imported from: " + target + " -->\n"}}
	pieces = append(pieces, g.expand(text, i, path.Dir(at), append(slices.Clone(chain), at))...)
	return append(pieces, Piece{clientText, "\n<!-- End of import from: " + target + " -->"})
}

// missingError returns the error of Node.js for a path that does not exist.
func (g geminiImports) missingError(at string) string {
	if g.keeps && g.from.Loops(at) {
		return "ELOOP: too many symbolic links encountered, access '" + at + "'"
	}
	for dir := path.Dir(at); dir != "/"; dir = path.Dir(dir) {
		if g.isFile(dir) {
			return "ENOTDIR: not a directory, access '" + at + "'"
		}
	}
	return "ENOENT: no such file or directory, access '" + at + "'"
}

// isAllowed reports whether an import is inside the repository, both as written and with its links resolved.
func (g geminiImports) isAllowed(target, dir string) bool {
	for _, scheme := range []string{"file://", "http://", "https://"} {
		if strings.HasPrefix(target, scheme) {
			return false
		}
	}
	if strings.ContainsRune(target, 0) {
		return false
	}
	at := resolve(dir, target)
	if decoded, err := url.PathUnescape(at); err == nil {
		at = path.Clean(decoded)
	}
	root := g.from.Real(g.root)
	for rest := at; ; rest = path.Dir(rest) { // search the nearest existing path
		real := g.from.Real(rest)
		switch {
		case real != "":
			return isBelow(root, path.Join(real, strings.TrimPrefix(at, rest)))
		case g.from.Leaves(rest), g.from.Loops(rest), rest == "/", rest == ".":
			return false
		}
	}
}

// A span is a part of a text.
type span struct{ start, end int }

// geminiImportSpans returns the imports of a text, from "@" to the next white space.
func geminiImportSpans(text string) []span {
	const space = " \t\n\r"
	var found []span
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '@')
		if next < 0 {
			break
		}
		i += next
		if i > 0 && !strings.ContainsRune(space, rune(text[i-1])) {
			i++
			continue
		}
		end := len(text)
		if n := strings.IndexAny(text[i+1:], space); n >= 0 {
			end = i + 1 + n
		}
		if end > i+1 && (strings.IndexByte("./", text[i+1]) >= 0 || isLetter(text[i+1])) {
			found = append(found, span{i, end})
		}
		i = end + 1
	}
	return found
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// codeRegions returns the matches of /(`+)([\s\S]*?)\1/g. If a run of backticks has no match, the expression backtracks
// to one backtick less.
func codeRegions(text string) []span {
	runs := backtickRuns(text)
	longest := make([]int, len(runs)+1) // by run: the maximum length of it and the following runs
	for i := len(runs) - 1; i >= 0; i-- {
		longest[i] = max(longest[i+1], runs[i].end-runs[i].start)
	}
	var found []span
	for i := 0; i < len(runs); {
		start, size := runs[i].start, runs[i].end-runs[i].start
		n := size
		for n > 0 && size-n < n && longest[i+1] < n {
			n--
		}
		switch {
		case n == 0:
			i++
		case size-n >= n:
			found = append(found, span{start, start + 2*n})
			if runs[i].start += 2 * n; runs[i].start == runs[i].end {
				i++
			}
		default:
			for i++; runs[i].end-runs[i].start < n; i++ {
			}
			found = append(found, span{start, runs[i].start + n})
			if runs[i].start += n; runs[i].start == runs[i].end {
				i++
			}
		}
	}
	return found
}

func backtickRuns(text string) []span {
	var runs []span
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '`')
		if next < 0 {
			break
		}
		start := i + next
		for i = start; i < len(text) && text[i] == '`'; i++ {
		}
		runs = append(runs, span{start, i})
	}
	return runs
}
