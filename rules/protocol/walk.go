package protocol

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/schema"
	"mvdan.cc/sh/v3/syntax"
)

// A walker collects the steps of one script.
type walker struct {
	protocol *schema.Protocol
	script   *shell.Script
	roles    *role.Map

	stack     []syntax.Node
	variables map[string]*syntax.Word // last assigned values
	under     map[syntax.Node]int     // the numbers of conditions
	tests     map[syntax.Node]bool    // whether a condition tests for a file
	found     []Step
	others    map[string]bool // commands of the protocol's program that are not steps
}

func newWalker(t *Text, s *shell.Script) *walker {
	return &walker{protocol: t.Protocol, roles: t.Roles, script: s, variables: map[string]*syntax.Word{}, under: map[syntax.Node]int{}, tests: map[syntax.Node]bool{}, others: map[string]bool{}}
}

// steps returns the steps of the script, in order.
func (w *walker) steps() []Step {
	syntax.Walk(w.script.File, func(n syntax.Node) bool {
		if n == nil {
			w.stack = w.stack[:len(w.stack)-1]
			return true
		}
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil && n.Value != nil {
				w.variables[n.Name.Value] = n.Value
			}
		case *syntax.Stmt:
			w.statement(n)
		}
		w.stack = append(w.stack, n)
		return true
	})
	return w.found
}

// statement adds the steps of one statement: those of its command, then those of its redirections.
func (w *walker) statement(s *syntax.Stmt) {
	call, _ := s.Cmd.(*syntax.CallExpr)
	var words []string
	if call != nil {
		words = w.words(call)
		if action, task, ok := w.taskStep(words); ok {
			w.add(s, call, Step{Action: action, Task: task})
		} else if name := w.otherCommand(words); name != "" {
			w.others[name] = true
		}
		switch {
		case len(words) > 0 && words[0] == "tee":
			w.tee(s, call, words)
		case len(words) > 2 && (words[0] == "cp" || words[0] == "mv"):
			if to := words[len(words)-1]; w.isOutput(to) {
				w.add(s, call, Step{Action: Write, Path: to})
			}
		}
	}
	for _, r := range s.Redirs {
		if r.Word == nil || r.N != nil && r.N.Value != "1" {
			continue
		}
		switch r.Op {
		case syntax.AppOut, syntax.AppAll:
			w.addWrite(s, r, w.text(r.Word), true, w.printed(s))
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll:
			w.addWrite(s, r, w.text(r.Word), false, w.printed(s))
		}
	}
}

// tee adds steps for the files that tee writes: the output of the preceding command in the pipe.
func (w *walker) tee(s *syntax.Stmt, call *syntax.CallExpr, words []string) {
	appends := false
	for _, word := range words[1:] {
		appends = appends || word == "-a" || word == "--append"
	}
	printed := w.cat(s, words)
	for i, word := range words[1:] {
		if !strings.HasPrefix(word, "-") {
			w.addWrite(s, call.Args[i+1], word, appends, printed)
		}
	}
}

// upstream returns the statement whose output a pipe passes to another one, or nil.
func (w *walker) upstream(s *syntax.Stmt) *syntax.Stmt {
	var part syntax.Node = s
	for i := len(w.stack) - 1; i >= 0; i-- {
		pipe, ok := w.stack[i].(*syntax.BinaryCmd)
		if !ok {
			if _, ok := w.stack[i].(*syntax.Stmt); !ok {
				return nil
			}
			part = w.stack[i]
			continue
		}
		if pipe.Op != syntax.Pipe && pipe.Op != syntax.PipeAll {
			return nil
		}
		if pipe.Y == part {
			return last(pipe.X)
		}
		part = pipe
	}
	return nil
}

// last returns the last command of a pipe.
func last(s *syntax.Stmt) *syntax.Stmt {
	for {
		pipe, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok || pipe.Op != syntax.Pipe && pipe.Op != syntax.PipeAll {
			return s
		}
		s = pipe.Y
	}
}

// addWrite adds a step for a written file that is the manifest or an output.
func (w *walker) addWrite(s *syntax.Stmt, at syntax.Node, to string, appends bool, printed Print) {
	step := Step{Action: Write, Path: to}
	switch {
	case w.isManifest(to) && appends:
		step.Action, step.Print = Append, printed
	case w.isManifest(to):
		step.Action, step.Print = Overwrite, printed
	case !w.isOutput(to):
		return
	}
	w.add(s, at, step)
}

// isManifest reports whether a path is that of the manifest: by name, or by its placeholder or variable.
func (w *walker) isManifest(to string) bool {
	return path.Base(to) == w.protocol.Ledger ||
		strings.HasSuffix(strings.ToUpper(strings.TrimRight(to, "}_")), w.protocol.LedgerToken)
}

// isOutput reports whether a path is that of an output file.
func (w *walker) isOutput(to string) bool {
	if strings.HasSuffix(to, ".md") && strings.Contains(strings.ToUpper(to), w.protocol.OutputToken) {
		return true
	}
	for _, dir := range w.protocol.Outputs {
		if strings.HasSuffix(to, ".md") && strings.Contains(to, dir) {
			return true
		}
	}
	return false
}

// add adds a step of a statement, with its surroundings.
func (w *walker) add(s *syntax.Stmt, at syntax.Node, step Step) {
	step.At = w.script.Range(at)
	if r, ok := at.(*syntax.Redirect); ok {
		step.At.End = w.script.Range(r.Word).End // without the here-document
	}
	step.Bad = w.roles.IsDiscouraged(step.At.Start)
	for _, n := range w.stack {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			step.Inside = true
		case *syntax.IfClause, *syntax.WhileClause, *syntax.CaseClause:
			step.Under, step.Guard = w.condition(n, step.Under), step.Guard || w.testsFile(n)
		case *syntax.BinaryCmd:
			if n.Op == syntax.OrStmt || n.Op == syntax.AndStmt && w.testsFile(n) {
				step.Under, step.Guard = w.condition(n, step.Under), step.Guard || w.testsFile(n)
			}
		}
	}
	w.found = append(w.found, step)
}

// condition returns the number of a condition, unless it is nested.
func (w *walker) condition(n syntax.Node, outer int) int {
	if outer != 0 {
		return outer
	}
	if w.under[n] == 0 {
		w.under[n] = len(w.under) + 1
	}
	return w.under[n]
}

// testsFile reports whether a condition begins with a test for a file.
func (w *walker) testsFile(n syntax.Node) bool {
	tests, known := w.tests[n]
	if !known {
		const enough = 200 // bytes
		text := w.script.Text[n.Pos().Offset():n.End().Offset()]
		text = text[:min(len(text), enough)]
		tests = strings.Contains(text, " -f ") || strings.Contains(text, " -e ") || strings.Contains(text, " -s ")
		w.tests[n] = tests
	}
	return tests
}
