package link

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// bundled are the directories of a skill that the specification defines.
var bundled = []string{"scripts/", "references/", "assets/"}

// code adds the words of a code span that are paths.
func (r *targetReader) code(span *ast.CodeSpan) {
	for n := span.FirstChild(); n != nil; n = n.NextSibling() {
		text, ok := n.(*ast.Text)
		if !ok {
			continue
		}
		if isMember(r.doc.Source[max(0, text.Segment.Start-1):text.Segment.Stop]) {
			return
		}
		for _, at := range wordsIn(r.doc.Source, text.Segment.Start, text.Segment.Stop) {
			if r.isOfOther(r.doc.Source[text.Segment.Start:at.Start]) {
				continue
			}
			program := r.programs[at.Start]
			if program != "" {
				at = r.withoutDot(at)
			}
			r.path(at, program, program != "" && hasHidden(r.doc.Text(at)), false)
		}
	}
}

// isMember reports whether a text ends in inline code with a member of JSON, which shows how a configuration is written.
func isMember(text []byte) bool {
	text = text[bytes.LastIndexByte(text, '\n')+1:]
	code := bytes.LastIndex(text, []byte("`\""))
	return code >= 0 && bytes.Contains(text[code:], []byte(`":`)) && bytes.IndexByte(text[code+1:], '`') < 0
}

// isOfOther reports whether the code before a path is a call whose first argument names another skill, to which the path is relative:
// read_skill_file("other", "references/x.md").
func (r *targetReader) isOfOther(before []byte) bool {
	paren := bytes.LastIndexByte(before, '(')
	if paren < 0 {
		return false
	}
	name, _, ok := bytes.Cut(before[paren+1:], []byte(","))
	if !ok || !bytes.Contains(bytes.ToLower(before), []byte("skill")) {
		return false
	}
	if i := bytes.IndexByte(name, '='); i >= 0 {
		name = name[i+1:]
	}
	skill := strings.Trim(string(name), " \"'")
	own := r.doc.Data.Get("name")
	return skill != "" && !strings.ContainsAny(skill, "/. \"'<{$") && !strings.Contains("/"+r.doc.File.Rel, "/"+skill+"/") && !(own.IsString() && own.Text == skill)
}

// path adds a word of code if it is a path. known is true if the caller has decided that it is one, and ordered if a block of
// commands contains it.
func (r *targetReader) path(at analysis.Range, program string, known, ordered bool) {
	at.End = at.Start + len(withoutLine(r.doc.Text(at)))
	word := r.doc.Text(at)
	if !known && !isPath(word) || r.isStandIn(word) {
		return
	}
	if t, ok := parseTarget(FormCode, word, word); ok {
		t.Program, t.Ordered = program, ordered && program != ""
		r.add(t, at)
	}
}

// isStandIn reports whether the first directory of a path is a name in capitals that the document assigns or uses as a variable:
// "DIR = the directory of the scripts".
func (r *targetReader) isStandIn(word string) bool {
	name, _, ok := strings.Cut(word, "/")
	if !ok || name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return false
	}
	isVariable, known := r.capitals[name]
	if !known {
		isVariable = slices.ContainsFunc([]string{name + " = ", name + "=", "$" + name, "${" + name + "}"}, func(use string) bool {
			return len(r.capitals) < maxCapitals && bytes.Contains(r.doc.Source, []byte(use))
		})
		r.capitals[name] = isVariable
	}
	return isVariable
}

const maxCapitals = 100 // names that are searched in a document

// withoutLine returns a path without a line number or a name of a test, as in "a.go:12" and "test_a.py::TestA".
func withoutLine(word string) string {
	path, line, ok := strings.Cut(word, ":")
	if ok && (strings.HasPrefix(line, ":") || line != "" && strings.Trim(line, "0123456789:-") == "") {
		return path
	}
	return word
}

func inBundled(word string) bool {
	for word = strings.TrimPrefix(word, "./"); strings.HasPrefix(word, "../"); {
		word = word[len("../"):]
	}
	for _, dir := range bundled {
		if strings.HasPrefix(word, dir) && len(word) > len(dir) {
			return true
		}
	}
	return false
}

// isPath reports whether a word of code is certainly a path: in a bundled directory, of a file with an extension in
// another directory, or of an installed skill.
func isPath(word string) bool {
	if inBundled(word) || IsInstalled(word) {
		return true
	}
	name := word[strings.LastIndexByte(word, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	first, _, _ := strings.Cut(strings.TrimPrefix(word, "./"), "/")
	return hasDirectory(strings.TrimPrefix(word, "./")) && dot > 0 && len(name)-dot <= maxExtension && isWordByte(name[len(name)-1]) && !strings.Contains(first, ".")
}

// maxExtension is the length of the longest extension with its dot.
const maxExtension = 9

// hasDirectory reports whether a word consists of a directory and a name in it.
func hasDirectory(word string) bool {
	if n := strings.IndexByte(word, '/'); n <= 0 || n == len(word)-1 || !isWordByte(word[0]) || len(word) > maxPath {
		return false
	}
	for i := range len(word) {
		if c := word[i]; c < 0x80 && !isWordByte(c) && strings.IndexByte("/._-+", c) < 0 {
			return false
		}
	}
	return !strings.Contains(word, "//")
}

// hasHidden is hasDirectory for paths whose first directory may be hidden.
func hasHidden(word string) bool { return hasDirectory(strings.TrimPrefix(word, ".")) }

// IsInstalled reports whether a path is in a directory of a machine where clients install skills.
func IsInstalled(word string) bool {
	for _, start := range []string{"~/", "/mnt/", "/home/", "/Users/", "/workspaces/"} {
		if strings.HasPrefix(word, start) {
			return strings.Contains(word, "/skills/")
		}
	}
	return false
}

// wordsIn returns the ranges of words separated by white space and quotes, without trailing punctuation.
func wordsIn(source []byte, start, end int) []analysis.Range {
	var found []analysis.Range
	for at := start; at < end; {
		if isBreak(source[at]) {
			at++
			continue
		}
		from := at
		for at < end && !isBreak(source[at]) {
			at++
		}
		word := bytes.TrimRight(source[from:at], ".,:!?"+wideMarks)
		found = append(found, analysis.Range{Start: from, End: from + len(word)})
	}
	return found
}

// wideMarks are the punctuation marks of languages without spaces.
const wideMarks = "。，、：；！？）」』】》"

func isBreak(c byte) bool { return strings.IndexByte(" \t\r\n\"'`()[],;|&<>=", c) >= 0 }

// A rootVariable is a variable in the syntax used before a path, and its name.
type rootVariable struct{ written, name string }

// rootVariables are the variables whose value is a directory of the tree.
var rootVariables = []rootVariable{
	{"${CLAUDE_SKILL_DIR}/", "CLAUDE_SKILL_DIR"},
	{"${CLAUDE_PLUGIN_ROOT}/", "CLAUDE_PLUGIN_ROOT"},
	{"${SKILL_ROOT}/", "SKILL_ROOT"},
	{"{baseDir}/", "baseDir"},
}

// variables adds the paths that follow a variable, also in code. They always refer to files.
func (r *targetReader) variables() {
	if bytes.IndexByte(r.doc.Source, '{') < 0 {
		return
	}
	for _, v := range rootVariables {
		for at := 0; ; {
			n := bytes.Index(r.doc.Source[at:], []byte(v.written))
			if n < 0 {
				break
			}
			from := at + n + len(v.written)
			at = from
			for at < len(r.doc.Source) && !isBreak(r.doc.Source[at]) {
				at++
			}
			word := bytes.TrimRight(r.doc.Source[from:at], ".,:!?*_\\"+wideMarks)
			if isMember(r.doc.Source[max(0, from-contextSize):from]) {
				continue
			}
			if t, ok := parseTarget(FormVariable, string(word), string(word)); ok && t.Path != "" {
				t.Base = v.name
				r.add(t, analysis.Range{Start: from, End: from + len(word)})
			}
		}
	}
}
