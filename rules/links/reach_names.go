package links

import (
	"bytes"
	"iter"
	"net/url"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A nameIndex finds the files and directories of a bundle by names in a text, ignoring case. links/case reports
// differences in case.
type nameIndex struct {
	files   map[string][]*file  // by base name
	stems   map[string][]*file  // by base name without extension
	folders map[string][]string // by base name
	exts    map[string]bool
	odd     []oddName // names that are not words
	queried map[string]bool

	patterns int // number of compared patterns
}

// An oddName is a file name that requires a search of the whole text.
type oddName struct {
	file    *file
	written [][]byte
}

// A match is the target of a mention: a directory, a file, or all files with a prefix or suffix. The zero match stands for
// all files, as found by a program that lists directories.
type match struct {
	dir        string
	file       *file
	end, begin string
	cased      analysis.Range // range in which the text refers to file in another case
}

func nameFiles(b *bundle) *nameIndex {
	n := &nameIndex{files: map[string][]*file{}, stems: map[string][]*file{}, folders: map[string][]string{}, exts: map[string]bool{}, queried: map[string]bool{}}
	folders := map[string]bool{b.dir: true}
	for _, f := range b.files {
		if f == b.start {
			continue
		}
		base := strings.ToLower(path.Base(f.rel))
		if isWord(base) {
			n.files[base] = append(n.files[base], f)
		} else {
			n.odd = append(n.odd, oddName{f, [][]byte{[]byte(base), []byte(strings.ToLower(url.PathEscape(base)))}})
		}
		ext := path.Ext(base)
		n.exts[ext] = true
		stem := strings.TrimSuffix(base, ext)
		n.stems[stem] = append(n.stems[stem], f)
		for dir := path.Dir(f.rel); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
			name := strings.ToLower(path.Base(dir))
			n.folders[name] = append(n.folders[name], dir)
		}
	}
	return n
}

func isWord(name string) bool {
	for i := range len(name) {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return !strings.HasSuffix(name, ".")
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '+' || c == '@' || c == '~'
}

// words returns the offsets of the words of a text.
func words(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		for at := 0; at < len(text); at++ {
			from := at
			for at < len(text) && isNameByte(lower(text[at])) {
				at++
			}
			if at > from && !yield(from, at) {
				return
			}
		}
	}
}

// Limits of the odd names that each text is searched for, and of the patterns that are compared with all names. Anything
// beyond a limit is assumed to match.
const (
	maxOddNames = 32
	maxPatterns = 200
)

// matches calls found for each match in a text.
func (n *nameIndex) matches(text []byte, code bool, found func(match)) {
	written := text
	text = bytes.ToLower(text)
	for i, o := range n.odd {
		if i >= maxOddNames || bytes.Contains(text, o.written[0]) || bytes.Contains(text, o.written[1]) {
			found(match{file: o.file})
		}
	}
	var last []byte
	for from, at := range words(text) {
		if n.isPlain(text[from:at]) && !code {
			last = text[from:at]
			continue
		}
		for from+1 < at && text[from] == '@' && n.files[string(text[from:at])] == nil { // a file reference
			from++
		}
		w := word{text: string(text[from:at]), rest: text[at:], last: string(last), code: code, from: from}
		if len(written) == len(text) {
			w.written = written
		}
		if from > 0 {
			w.before = text[from-1]
		}
		n.word(w, found)
		last = text[from:at]
	}
}

// isPlain reports whether a word cannot be a name, in any context. Most words are plain.
func (n *nameIndex) isPlain(w []byte) bool {
	return bytes.IndexByte(w, '.') < 0 && bytes.IndexByte(w, '-') < 0 && bytes.IndexByte(w, '_') < 0 &&
		n.files[string(w)] == nil && n.stems[string(w)] == nil && n.folders[string(w)] == nil
}

// A word is a run of characters that names may contain.
type word struct {
	text   string
	before byte
	rest   []byte // the following text
	last   string // the preceding word
	dotted bool   // the name of a member follows, as in "package.module"
	code   bool   // in a program, not in prose

	written []byte // the whole text, or nil
	from    int    // offset of the word in written
}

func (n *nameIndex) word(w word, found func(match)) {
	if strings.IndexByte("*}>)", w.before) >= 0 && w.before != 0 && n.isFirst("$"+w.text) {
		n.ending(w, found)
	}
	if end := computedEnd(w); end != "" && n.isFirst("$"+end) {
		computed := w
		computed.text = end
		n.ending(computed, found)
	}
	if strings.HasSuffix(w.text, "-") || strings.HasSuffix(w.text, "_") {
		if len(w.rest) > 0 && strings.IndexByte("<{*$[", w.rest[0]) >= 0 && len(w.text) > 3 && n.isFirst("^"+w.text) {
			n.pattern(match{begin: w.text}, found)
		}
	}
	if w.code && listsDirs(w.text) && n.isFirst("") {
		found(match{})
	}
	text := strings.TrimRight(w.text, ".")
	w.rest = append([]byte(w.text[len(text):]), w.rest[:min(len(w.rest), 16)]...)
	w.text = text
	if files := n.files[text]; files != nil {
		if m, ok := otherCase(w, files); ok {
			found(m)
			return
		}
		n.reach(n.files, text, found)
		return
	}
	n.names(w, found)
	if strings.Contains(text, ".") {
		n.pieces(w, found)
	}
}

// ending matches files by the suffix of their names: "*.html", "{name}.html", "<name>-page.html".
func (n *nameIndex) ending(w word, found func(match)) {
	switch {
	case n.exts[w.text]:
		if w.code || w.text != ".md" {
			n.pattern(match{end: w.text}, found)
		}
	case len(w.text) > 4 && strings.IndexByte("-_.", w.text[0]) >= 0:
		n.pattern(match{end: w.text}, found)
	}
}

func (n *nameIndex) pattern(m match, found func(match)) {
	if n.patterns++; n.patterns > maxPatterns {
		if n.patterns > maxPatterns+1 {
			return
		}
		m = match{}
	}
	found(m)
}

// pieces matches the parts of "package.module" and "module.py".
func (n *nameIndex) pieces(w word, found func(match)) {
	parts := strings.Split(w.text, ".")
	if len(parts) > 8 {
		return
	}
	for i, part := range parts {
		p := w
		p.text, p.dotted = part, i < len(parts)-1
		if i > 0 {
			p.before, p.last = '/', parts[i-1]
		}
		if i < len(parts)-1 {
			p.rest = []byte("." + parts[i+1])
		}
		if part != "" && (w.code || i == 0 || n.folders[parts[i-1]] != nil) {
			n.names(p, found)
		}
	}
}

// names matches directories, and files without their extension.
func (n *nameIndex) names(w word, found func(match)) {
	if n.folders[w.text] != nil && n.meansDir(w) {
		for _, dir := range n.folders[w.text] {
			found(match{dir: dir})
		}
		delete(n.folders, w.text)
	}
	if n.stems[w.text] != nil && n.meansFile(w) {
		n.reach(n.stems, w.text, found)
	}
}

func (n *nameIndex) reach(by map[string][]*file, name string, found func(match)) {
	for _, f := range by[name] {
		found(match{file: f})
	}
	delete(by, name)
}

func (n *nameIndex) isFirst(what string) bool {
	if n.queried[what] {
		return false
	}
	n.queried[what] = true
	return true
}

// meansDir reports whether a word that is the name of a directory refers to it: "assets/" without a file name,
// `assets`, "the assets folder".
func (n *nameIndex) meansDir(w word) bool {
	if w.code {
		return !w.dotted && (w.last != "from" || !bytes.HasPrefix(w.rest, []byte(" import")))
	}
	rest := w.rest
	if len(rest) > 0 && (rest[0] == '/' || rest[0] == '\\') {
		return len(rest) == 1 || !isNameByte(rest[1]) || rest[1] == '.'
	}
	if isMarked(w) {
		return true
	}
	for _, noun := range []string{" folder", " director", " dir "} {
		if bytes.HasPrefix(bytes.TrimLeft(rest, "`*\""), []byte(noun)) {
			return true
		}
	}
	return false
}

func isMarked(w word) bool {
	return strings.IndexByte("`\"'*/[(", w.before) >= 0 && w.before != 0 && len(w.rest) > 0 && strings.IndexByte("`\"'*])", w.rest[0]) >= 0
}

// meansFile reports whether a word that is the name of a file without its extension refers to it: always in programs, which
// import it; in prose if it is not a plain word, or is marked as a name.
func (n *nameIndex) meansFile(w word) bool {
	switch {
	case w.code, strings.ContainsAny(w.text, "_-0123456789") && len(w.text) > 3:
		return true
	case w.last == "import" || w.last == "from" || w.last == "-m":
		return true
	}
	switch w.text {
	case "checklist", "glossary", "cheatsheet", "playbook", "runbook", "faq":
		return true
	}
	return isMarked(w) || w.before == '/'
}

// listsDirs reports whether a word of a program is a function that lists directories.
func listsDirs(w string) bool {
	switch w {
	case "listdir", "os.listdir", "iterdir", "scandir", "os.scandir", "os.walk", "readdir", "readdirsync", "fs.readdirsync", "fs.readdir", "rglob", "glob", "glob.glob", "globsync", "walkdir",
		"import_module", "importlib.import_module", "__import__":
		return true
	}
	return strings.HasSuffix(w, ".iterdir") || strings.HasSuffix(w, ".glob") || strings.HasSuffix(w, ".rglob") || strings.HasSuffix(w, ".readdirsync") || strings.HasSuffix(w, ".readdir")
}

// computedEnd returns the end of a name that a program computes: ".json" in name + ".json", "%s.json" and "$name.json".
func computedEnd(w word) string {
	dot := strings.IndexByte(w.text, '.')
	switch {
	case !w.code || dot < 0:
		return ""
	case dot == 0 && (w.before == '"' || w.before == '\'' || w.before == '`'), dot == 1 && w.before == '%', w.before == '$':
		return w.text[dot:]
	}
	return ""
}
