package links

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
)

// A program runs scripts that a file of the project defines.
type program byte

const (
	npm   program = iota // package.json
	makes                // Makefile
	just                 // justfile
)

// programs describe what a program runs, and what it does if that does not exist.
var programs = [...]struct{ what, effect string }{
	npm:   {"npm script", "npm stops with \"Missing script\""},
	makes: {"make target", "make stops with \"No rule to make target\""},
	just:  {"just recipe", "just stops with \"Justfile does not contain recipe\""},
}

// A run is a command that runs a script of a program.
type run struct {
	program program
	name    string
	at      analysis.Location
}

// maxRuns limits the commands per file.
const maxRuns = 200

// runFact computes the scripts, targets and recipes that instructions mention, in order.
var runFact = analysis.NewFact("run", "the npm scripts, make targets and just recipes that instructions name",
	analysis.PerDocument, analysis.Instructions|analysis.CursorRule, readRuns, invocation.Fact.Analyzer)

func readRuns(pass *analysis.Pass) ([]run, error) {
	r := &runReader{doc: pass.Document}
	for _, c := range invocation.Fact.Of(pass) {
		if c.Form == invocation.Block || c.Form == invocation.Span && !r.isDenied(r.doc.LineRange(c.Line), c.Range) {
			r.command(&c)
		}
	}
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return r.found, nil
}

type runReader struct {
	doc   *analysis.Document
	found []run
}

// isDenied reports whether the surrounding words state that a command does not exist or belongs to another project.
func (r *runReader) isDenied(line, at analysis.Range) bool {
	const around, above = 200, 40 // bytes on the line, and before the line
	start := min(max(0, line.Start, at.Start-around), max(0, at.Start-above))
	text := r.doc.Text(analysis.Range{Start: start, End: min(line.End, at.End+around)})
	if start > 0 {
		text = text[max(0, strings.IndexAny(text, " \n")):] // not a part of a word
	}
	return role.StatusIn(text)&^(role.Foreign|role.Owned|role.Told) != 0
}

// command adds the scripts that a command runs in the directory of the text.
func (r *runReader) command(c *invocation.Invocation) {
	words := c.Words
	if len(words) < 2 || len(r.found) > maxRuns || c.Dir != "" {
		return
	}
	first := words[0].Text
	isNPM := (first == "npm" || first == "pnpm") && (words[1].Text == "run" || words[1].Text == "run-script" && first == "npm") && len(words) > 2
	for i, w := range words {
		if isNPM && w.Text == "--" {
			words = words[:i]
			break
		}
		if first == "just" && i > 1 {
			break // arguments of the recipe
		}
		if w.Text == "" || selects(w.Text, isNPM) {
			return
		}
	}
	switch {
	case isNPM && len(words) > 2:
		r.add(npm, words[2])
	case first == "npm" && words[1].Text == "test":
		r.add(npm, words[1])
	case first == "just":
		r.add(just, words[1]) // others may be its arguments
	case first == "make":
		for _, w := range words[1:] {
			if strings.ContainsAny(w.Text, "='\"$< ") {
				break
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
func (r *runReader) add(of program, w shell.Word) {
	name := w.Text
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
	r.found = append(r.found, run{of, strings.Clone(name), r.doc.At(w.Range)})
}
