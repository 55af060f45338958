package links

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/yuin/goldmark/ast"
)

// A program runs scripts that a file of the project defines.
type program byte

const (
	npm   program = iota // package.json
	makes                // Makefile
)

// A run is a command that runs a script of a program.
type run struct {
	program program
	name    string
	at      analysis.Location
}

// maxRuns limits the commands per file.
const maxRuns = 200

// runFact computes the npm scripts and make targets that instructions mention, in order.
var runFact = analysis.NewFact("run", "the npm scripts and make targets that instructions name",
	analysis.PerDocument, analysis.Instructions|analysis.CursorRule, readRuns)

func readRuns(pass *analysis.Pass) ([]run, error) {
	r := &runReader{doc: pass.Document}
	if r.doc.Body == nil || !bytes.Contains(r.doc.Source, []byte("npm run")) && !bytes.Contains(r.doc.Source, []byte("make ")) {
		return nil, analysis.ErrNoFact
	}
	for i := range r.doc.Fences {
		r.fence(&r.doc.Fences[i])
	}
	for _, n := range r.doc.Leaves() {
		if !n.IsRaw() && bytes.IndexByte(r.doc.Around(n), '`') >= 0 {
			r.spans(n)
		}
	}
	roles := role.Of(r.doc)
	r.found = slices.DeleteFunc(r.found, func(x run) bool { return roles.IsWrong(x.at.Range.Start) })
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	sorting.By(r.found, func(a, b run) int { return a.at.Range.Start - b.at.Range.Start })
	return r.found, nil
}

type runReader struct {
	doc   *analysis.Document
	found []run
}

// fence adds the commands of a shell block, up to the first one that changes the directory.
func (r *runReader) fence(f *analysis.Fence) {
	if !shell.Is(f.Info) {
		return
	}
	lines := f.Node.Lines()
	for i := range lines.Len() {
		at := lines.At(i)
		if !r.commands(analysis.Range{Start: at.Start, End: at.Stop}) {
			return
		}
	}
}

// spans adds the code spans of a block that are commands.
func (r *runReader) spans(block ast.Node) {
	for _, at := range r.doc.CodeSpans(block) {
		if line := r.doc.LineRange(r.doc.LineOf(at.Start)); !r.isDenied(line, at) {
			r.commands(at)
		}
	}
}

// isDenied reports whether the surrounding words state that a command does not exist or belongs to another project.
func (r *runReader) isDenied(line, at analysis.Range) bool {
	const around, above = 200, 40 // bytes on the line, and before the line
	before := r.doc.Text(analysis.Range{Start: min(max(0, line.Start, at.Start-around), max(0, at.Start-above)), End: at.Start})
	after := r.doc.Text(analysis.Range{Start: min(line.End, at.End), End: min(line.End, at.End+around)})
	words := strings.FieldsFunc(strings.ToLower(before+" "+after), func(c rune) bool { return strings.ContainsRune(" \t*_`\"(),.:;/", c) })
	return slices.ContainsFunc(words, func(w string) bool {
		return strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") || slices.Contains(denials, w) ||
			slices.ContainsFunc(joinedDenials, func(part string) bool { return strings.Contains(w, part) })
	})
}

// denials are words that indicate that a command may not exist.
var denials = []string{"no", "not", "never", "without", "instead", "avoid", "old", "removed", "renamed", "deprecated", "legacy", "missing", "future", "planned", "todo",
	"add", "adds", "create", "define", "your", "their", "user", "users", "user's", "consumer", "consumers", "if", "e", "g", "example", "examples", "like", "such",
	"generated", "app", "project's", "template", "scaffolded", "anymore", "gone",
	"kein", "keine", "nicht", "pas", "aucun", "aucune", "sin", "não", "нет", "не"}

// joinedDenials are denials in languages without spaces between words.
var joinedDenials = []string{"没", "不", "无", "無", "ない", "ません", "なし", "없", "않"}

// commands adds the commands of a line. It returns false if the line changes the directory.
func (r *runReader) commands(at analysis.Range) bool {
	for at.Start < at.End {
		text := r.doc.Text(at)
		end := strings.IndexAny(text, ";|&\n")
		if end < 0 {
			end = len(text)
		}
		words := wordsOf(text[:end], at.Start)
		if len(words) > 0 && slices.Contains([]string{"cd", "pushd", "git", "npx", "npm"}, words[0].text) && isMove(words) {
			return false
		}
		r.command(words)
		at.Start += end + 1
	}
	return true
}

// isMove reports whether a command changes to another directory or project.
func isMove(words []commandWord) bool {
	switch words[0].text {
	case "cd", "pushd":
		return true
	}
	return len(words) > 1 && slices.Contains([]string{"clone", "init", "create"}, words[1].text) || words[0].text == "npx" && strings.Contains(words[min(1, len(words)-1)].text, "create")
}

// A commandWord is a word of a command with its range.
type commandWord struct {
	text string
	at   analysis.Range
}

// wordsOf returns the words of a command, without a prompt and a comment.
func wordsOf(text string, start int) []commandWord {
	var words []commandWord
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' || text[i] == '\r' {
			i++
			continue
		}
		from := i
		for i < len(text) && text[i] != ' ' && text[i] != '\t' && text[i] != '\r' {
			i++
		}
		switch word := text[from:i]; {
		case word[0] == '#':
			return words
		case len(words) > 0 || word != "$":
			words = append(words, commandWord{word, analysis.Range{Start: start + from, End: start + i}})
		}
	}
	return words
}

// command adds the scripts that a command runs.
func (r *runReader) command(words []commandWord) {
	if len(words) < 2 || len(r.found) > maxRuns {
		return
	}
	first := words[0].text
	isNPM := (first == "npm" || first == "pnpm") && (words[1].text == "run" || words[1].text == "run-script" && first == "npm") && len(words) > 2
	for i, w := range words {
		if isNPM && w.text == "--" {
			words = words[:i]
			break
		}
		if selects(w.text, isNPM) {
			return
		}
	}
	switch {
	case isNPM && len(words) > 2:
		r.add(npm, words[2])
	case first == "make":
		for _, w := range words[1:] {
			if strings.ContainsAny(w.text, "='\"$<") {
				break // value of a variable, which may have several words
			}
			r.add(makes, w)
		}
	}
}

// selects reports whether an option selects another directory, package or file. For make, any option may do so.
func selects(word string, isNPM bool) bool {
	if !isNPM {
		return word[0] == '-'
	}
	for _, option := range []string{"-w", "-ws", "-C", "-r", "-F", "--workspace", "--prefix", "--filter", "--dir", "--recursive", "--if-present"} {
		if word == option || len(option) > 2 && strings.HasPrefix(word, option) {
			return true
		}
	}
	return false
}

// add adds the name of a script, unless it is a placeholder.
func (r *runReader) add(of program, w commandWord) {
	name := w.text
	for i := range len(name) {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || i > 0 && strings.IndexByte(":_.-", c) >= 0) {
			return
		}
	}
	last := name[len(name)-1]
	if last == '.' || last == ':' || last == '-' || slices.Contains([]string{"script", "name", "target", "command", "task", "foo", "bar", "x", "xxx", "sure"}, name) {
		return
	}
	r.found = append(r.found, run{of, strings.Clone(name), r.doc.At(w.at)})
}
