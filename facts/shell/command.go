package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// A Command is a simple command with its words.
type Command struct {
	Range   analysis.Range
	Words   []Word // the program and its arguments
	Dir     string // the directory that commands before it changed to, as written; empty: none
	Writes  []Word // files that redirections write
	Partial bool   // the text around it does not parse, or uses "|" for alternatives, so arguments may be missing
}

// A Word is a word of a command.
type Word struct {
	Text   string // its value, if it is literal; variables without a known value as "${NAME}", the directory of the script as ScriptDir, other expansions as "$(…)"
	Range  analysis.Range
	Gap    bool // a placeholder or expansion takes the place of a value
	Many   bool // it may be any number of words
	Quoted bool // it begins with a quotation mark
}

// Variables are the literal values of variables that earlier commands set.
type Variables map[string]string

// maxValue limits the length of the value of a variable, as values may contain others.
const maxValue = 512

// Commands returns the simple commands of a script in order, also those in substitutions. Variables that the script sets are
// added to vars.
func (s *Script) Commands(vars Variables) []Command {
	w := &commandWalker{text: s.Text, written: s.written, place: s.Range, vars: vars}
	w.stmts(s.File.Stmts)
	return w.found
}

// CommandsIn returns the commands of a text that is not a part of a file. Their ranges are in the text. It returns none for
// texts that do not parse.
func CommandsIn(text string, vars Variables) []Command {
	file := parseBlock(text)
	if file == nil {
		return nil
	}
	w := &commandWalker{text: text, written: text, vars: vars, place: func(n syntax.Node) analysis.Range {
		return analysis.Range{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
	}}
	w.stmts(file.Stmts)
	return w.found
}

// Relocate converts all ranges of a command.
func (c *Command) Relocate(convert func(analysis.Range) analysis.Range) {
	c.Range = convert(c.Range)
	for _, words := range [][]Word{c.Words, c.Writes} {
		for i := range words {
			words[i].Range = convert(words[i].Range)
		}
	}
}

type commandWalker struct {
	text, written string
	place         func(syntax.Node) analysis.Range
	vars          Variables
	dir           string
	found         []Command
}

func (w *commandWalker) stmts(stmts []*syntax.Stmt) {
	for _, st := range stmts {
		w.stmt(st)
	}
}

func (w *commandWalker) stmt(st *syntax.Stmt) {
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(c, st.Redirs)
	case *syntax.BinaryCmd:
		w.binary(c)
	case *syntax.Block:
		w.stmts(c.Stmts)
	case *syntax.Subshell:
		w.inside(c.Stmts)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			w.stmts(c.Cond)
			w.stmts(c.Then)
		}
	case *syntax.WhileClause:
		w.stmts(c.Cond)
		w.stmts(c.Do)
	case *syntax.ForClause:
		if loop, ok := c.Loop.(*syntax.WordIter); ok {
			delete(w.vars, loop.Name.Value)
			for _, item := range loop.Items {
				w.substitutions(item)
			}
		}
		w.stmts(c.Do)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			w.stmts(item.Stmts)
		}
	case *syntax.FuncDecl:
		if c.Body != nil {
			dir := w.dir
			w.stmt(c.Body)
			w.dir = dir
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			w.stmt(c.Stmt)
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			w.assign(a)
		}
	}
}

// inside walks commands whose change of directory does not last.
func (w *commandWalker) inside(stmts []*syntax.Stmt) {
	dir := w.dir
	w.stmts(stmts)
	w.dir = dir
}

// binary walks commands joined by operators. The parser nests them to the left, possibly very deep.
func (w *commandWalker) binary(c *syntax.BinaryCmd) {
	list := []*syntax.BinaryCmd{c}
	for {
		left, ok := list[len(list)-1].X.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		list = append(list, left)
	}
	slices.Reverse(list)
	w.stmt(list[0].X)
	for _, b := range list {
		from := len(w.found)
		w.stmt(b.Y)
		if at := int(b.OpPos.Offset()); b.Op == syntax.Pipe && at > 0 && at+1 < len(w.text) && !isSpace(w.text[at-1]) && !isSpace(w.text[at+1]) {
			for i := max(0, from-1); i < len(w.found); i++ { // json|yaml
				w.found[i].Partial = true
			}
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\\' }

func (w *commandWalker) call(c *syntax.CallExpr, redirs []*syntax.Redirect) {
	for _, a := range c.Assigns {
		w.assign(a)
	}
	if len(c.Args) == 0 {
		return
	}
	cmd := Command{Range: w.place(c), Dir: w.dir}
	for _, arg := range c.Args {
		w.substitutions(arg)
		cmd.Words = append(cmd.Words, w.word(arg))
	}
	for _, r := range redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			cmd.Writes = append(cmd.Writes, w.word(r.Word))
		}
	}
	w.found = append(w.found, cmd)
	w.changeDir(cmd.Words)
}

// creators are commands that create another project, which later commands are usually about.
var creators = []string{"git clone", "npm init", "npm create", "pnpm create", "yarn create", "bun create"}

// changeDir follows a command that changes the directory.
func (w *commandWalker) changeDir(words []Word) {
	if len(words) > 1 && slices.Contains(creators, words[0].Text+" "+words[1].Text) || words[0].Text == "npx" && len(words) > 1 && strings.Contains(words[1].Text, "create") {
		w.dir = "<project>"
	}
	if words[0].Text != "cd" && words[0].Text != "pushd" {
		return
	}
	to := "~"
	for _, word := range words[1:] {
		if to = word.Text; to != "--" {
			break
		}
	}
	if to == "" || to == "-" {
		to = "$(…)"
	}
	if strings.IndexByte("/~$<{", to[0]) < 0 {
		to = path.Join(w.dir, to)
	}
	w.dir = to
}

func (w *commandWalker) assign(a *syntax.Assign) {
	if a.Value == nil || a.Name == nil {
		return
	}
	w.substitutions(a.Value)
	value := w.word(a.Value)
	if a.Append || value.Many || len(value.Text) > maxValue || strings.Contains(value.Text, "$(") || strings.Contains(value.Text, ScriptDir) || strings.Contains(value.Text, "${"+a.Name.Value+"}") {
		delete(w.vars, a.Name.Value)
		return
	}
	w.vars[a.Name.Value] = value.Text
}

// substitutions walks the commands inside a word.
func (w *commandWalker) substitutions(word *syntax.Word) {
	for _, part := range word.Parts {
		w.part(part)
	}
}

func (w *commandWalker) part(part syntax.WordPart) {
	switch p := part.(type) {
	case *syntax.CmdSubst:
		w.inside(p.Stmts)
	case *syntax.ProcSubst:
		w.inside(p.Stmts)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			w.part(inner)
		}
	}
}

// word returns the value of a word.
func (w *commandWalker) word(word *syntax.Word) Word {
	v := Word{Range: w.place(word)}
	if word == nil || len(word.Parts) == 0 {
		return v
	}
	from, end := int(word.Pos().Offset()), min(int(word.End().Offset()), len(w.text))
	v.Quoted = from < end && (w.text[from] == '"' || w.text[from] == '\'')
	if w.text != w.written && from < end && w.text[from:end] != w.written[from:end] {
		v.Text, v.Gap = strings.Trim(w.written[from:end], `"'`), true
		v.Many = isList(v.Text) && v.Text[0] == '<'
		return v
	}
	var b strings.Builder
	w.parts(&b, &v, word.Parts, false)
	v.Text = b.String()
	v.Gap = v.Gap || strings.ContainsAny(v.Text, "{}…") || strings.Contains(v.Text, "...")
	v.Many = v.Many || v.Gap && v.Text != "" && strings.IndexByte("{[", v.Text[0]) >= 0 && isList(v.Text)
	return v
}

func (w *commandWalker) parts(b *strings.Builder, v *Word, parts []syntax.WordPart, quoted bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(Unescape(p.Value))
			v.Many = v.Many || !quoted && strings.ContainsAny(p.Value, "*?")
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			w.parts(b, v, p.Parts, true)
		case *syntax.ParamExp:
			w.parameter(b, v, p, quoted)
		default: // substitutions, arithmetic
			if from, end := int(p.Pos().Offset()), int(p.End().Offset()); from < end && end <= len(w.text) && isScriptDir(w.text[from:end]) {
				b.WriteString(ScriptDir)
			} else {
				b.WriteString("$(…)")
			}
			v.Gap, v.Many = true, v.Many || !quoted
		}
	}
}

// ScriptDir stands for the directory of the script that runs a command.
const ScriptDir = "${dirname}"

// isScriptDir reports whether a substitution is that of the directory of the script: $(dirname "$0"), $(cd "$(dirname "$0")" && pwd)
func isScriptDir(text string) bool {
	return (strings.HasPrefix(text, "$(dirname ") || strings.HasPrefix(text, "$(cd ") && strings.Contains(text, "dirname ")) &&
		(strings.Contains(text, "$0") || strings.Contains(text, "${BASH_SOURCE"))
}

// mayBeOption reports whether an expansion has a default that is an option, or an alternative that is only sometimes there.
func mayBeOption(e *syntax.Expansion) bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return true
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		return e.Word != nil && (strings.HasPrefix(e.Word.Lit(), "-") || len(e.Word.Parts) == 0)
	}
	return false
}

func (w *commandWalker) parameter(b *strings.Builder, v *Word, p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	value, known := w.vars[name]
	switch {
	case p.Index != nil, name == "@", name == "*":
		v.Gap, v.Many = true, true
	case known && p.Exp == nil && p.Repl == nil && p.Slice == nil && !p.Length && !p.Excl && b.Len() < maxValue:
		b.WriteString(value)
		v.Gap = v.Gap || strings.ContainsAny(value, "$<{")
		return
	default:
		v.Gap, v.Many = true, v.Many || !quoted && (isList(name) || mayBeOption(p.Exp))
	}
	b.WriteString("${" + name + "}")
}

// isList reports whether the name of a variable or placeholder suggests that it holds several arguments.
func isList(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"arg", "opt", "flag", "param", "extra", "files", "paths", "cmd", "command"}, func(s string) bool { return strings.Contains(name, s) })
}
