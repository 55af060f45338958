package behavior

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"mvdan.cc/sh/v3/syntax"
)

// maxDepth is how deep code in strings of other code is read.
const maxDepth = 6

// A shellReader follows values through the commands of a script. It never runs them.
type shellReader struct {
	*reader
	place     func(syntax.Node) analysis.Range
	vars      map[string]Value
	files     map[string]Value
	functions map[string]*syntax.Stmt
	called    map[string]bool
	depth     int
	checked   bool  // a checksum or a signature was verified
	open      bool  // a connection is open
	cloned    Value // the repository that was cloned last
	unpacked  Value // the archive that was unpacked last
	inParts   bool  // the text did not parse as a whole
	from      int   // offset of the pipe that a command is part of; -1: none
}

func newShellReader(r *reader) *shellReader {
	return &shellReader{reader: r, from: -1, vars: map[string]Value{"IFS": {text: " "}}, files: map[string]Value{}, functions: map[string]*syntax.Stmt{}, called: map[string]bool{}}
}

// shell reads a text of commands.
func (r *reader) shell(text []byte, offset int, info string) {
	s := newShellReader(r)
	scripts := r.parser.Read(text, offset, info)
	s.inParts = len(scripts) > 1
	for i := range scripts {
		s.place = scripts[i].Range
		s.file(scripts[i].File, Value{})
	}
	s.uncalled()
}

// line reads commands in a string of other code, which is reported at a place.
func (s *shellReader) line(text string, at analysis.Range, in Value) Value {
	if s.depth >= maxDepth || text == "" {
		return Value{}
	}
	file := s.parser.ParseText(text)
	if file == nil {
		return Value{}
	}
	was := s.place
	s.place = func(syntax.Node) analysis.Range { return at }
	from := s.from
	s.from = -1
	s.depth++
	out := s.file(file, in)
	s.depth--
	s.place, s.from = was, from
	return out
}

func (s *shellReader) file(file *syntax.File, in Value) Value { return s.stmts(file.Stmts, in) }

// uncalled reads the functions that no command called.
func (s *shellReader) uncalled() {
	for name, body := range s.functions {
		if !s.called[name] {
			s.stmt(body, Value{})
		}
	}
}

func (s *shellReader) stmts(stmts []*syntax.Stmt, in Value) Value {
	var out Value
	for _, st := range stmts {
		out = out.and(s.stmt(st, in))
	}
	return out
}

// stmt reads a command with its redirections, and returns its output.
func (s *shellReader) stmt(st *syntax.Stmt, in Value) Value {
	if s.steps++; s.steps > mostSteps || st == nil {
		return Value{}
	}
	var target, device string
	for _, r := range st.Redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut:
			w := s.word(r.Word)
			if shell.IsDevice(w.text) {
				in.is |= Socket
				s.open = s.open || r.Op == syntax.RdrInOut
			} else {
				in = in.and(s.read(w))
			}
			if r.Op == syntax.RdrInOut && shell.IsDevice(w.text) {
				device = w.text
			}
		case syntax.WordHdoc:
			in = in.and(s.word(r.Word)).and(Value{is: written})
		case syntax.Hdoc, syntax.DashHdoc:
			in = in.and(s.word(r.Hdoc)).and(Value{is: written})
		case syntax.DplIn:
			if s.open && r.Word.Lit() > "2" {
				in.is |= Socket
			}
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.DplOut:
			switch w := s.word(r.Word); {
			case shell.IsDevice(w.text):
				device = w.text
			case r.Op != syntax.DplOut && !strings.HasPrefix(w.text, "/dev/"):
				target = w.text
			}
		}
	}
	out := s.command(st.Cmd, in)
	if device != "" {
		s.toDevice(out, device, st)
	}
	if target != "" {
		s.write(target, out, s.place(st), ">")
		return Value{}
	}
	return out
}

// toDevice notes what is written to a connection.
func (s *shellReader) toDevice(v Value, device string, st *syntax.Stmt) {
	host, _, _ := strings.Cut(device[len("/dev/tcp/"):], "/")
	switch {
	case v.Has(shellOutput):
		s.add(Act{Does: OpensShell, At: s.place(st), To: host, By: device[:len("/dev/tcp")]})
	case v.Has(sensitive):
		s.add(Act{Does: Sends, At: s.place(st), Of: v, To: host, By: device[:len("/dev/tcp")]})
	}
}

// command reads a command without its redirections.
func (s *shellReader) command(cmd syntax.Command, in Value) Value {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return s.call(c, in)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			was := s.from
			if s.from < 0 {
				s.from = s.place(c).Start
			}
			out := s.stmt(c.Y, s.stmt(c.X, in))
			s.from = was
			return out
		}
		return s.stmt(c.X, in).and(s.stmt(c.Y, in))
	case *syntax.Block:
		return s.stmts(c.Stmts, in)
	case *syntax.Subshell:
		return s.stmts(c.Stmts, in)
	case *syntax.IfClause:
		out := s.stmts(c.Cond, in).and(s.stmts(c.Then, in))
		if c.Else != nil {
			out = out.and(s.command(c.Else, in))
		}
		return out
	case *syntax.WhileClause:
		return s.stmts(c.Cond, in).and(s.stmts(c.Do, in))
	case *syntax.ForClause:
		if w, ok := c.Loop.(*syntax.WordIter); ok {
			var all Value
			for _, item := range w.Items {
				all = all.and(s.word(item))
			}
			s.vars[w.Name.Value] = all
		}
		return s.stmts(c.Do, in)
	case *syntax.CaseClause:
		var out Value
		for _, item := range c.Items {
			out = out.and(s.stmts(item.Stmts, in))
		}
		return out
	case *syntax.FuncDecl:
		for _, name := range c.Names { // of zsh
			s.functions[name.Value] = c.Body
		}
		if c.Name != nil {
			s.functions[c.Name.Value] = c.Body
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			s.assign(a)
		}
		if len(c.Args) == 1 && c.Args[0].Naked && c.Args[0].Name == nil && c.Args[0].Value != nil && c.Args[0].Value.Lit() == "-p" {
			return Value{is: Environment, what: "environment variables"}
		}
	case *syntax.TimeClause:
		return s.stmt(c.Stmt, in)
	case *syntax.CoprocClause:
		return s.stmt(c.Stmt, in)
	}
	return Value{}
}

func (s *shellReader) assign(a *syntax.Assign) {
	if a.Name == nil || a.Naked {
		return
	}
	v := Value{}
	if a.Value != nil {
		v = s.word(a.Value)
	}
	if a.Array != nil {
		for _, item := range a.Array.Elems {
			v = v.and(s.word(item.Value)).and(Value{text: " "})
		}
	}
	if len(v.text) == 4 && strings.HasPrefix(v.text, "${") && v.text[2] >= '0' && v.text[2] <= '9' {
		v.text = "${" + a.Name.Value + "}" // an argument has another value each time
	}
	if a.Append {
		v = s.vars[a.Name.Value].and(v)
	}
	s.vars[a.Name.Value] = v
}

// word returns the value of a word.
func (s *shellReader) word(w *syntax.Word) Value {
	if w == nil {
		return Value{}
	}
	v := s.parts(w.Parts)
	s.steps += len(v.text) / 64
	if !s.stored {
		return v
	}
	if p := credentialIn(v.text); p != "" {
		v.is, v.what = v.is|secretPath, p
	}
	return v
}

func (s *shellReader) parts(parts []syntax.WordPart) Value {
	var v Value
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			v = v.and(Value{text: shell.Unescape(p.Value)})
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				if strings.Count(text, `\x`)+strings.Count(text, `\1`) >= 6 {
					v.is |= Decoded
				}
				if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`); err == nil {
					text = plain
				}
			}
			v = v.and(Value{text: text})
		case *syntax.DblQuoted:
			v = v.and(s.parts(p.Parts))
		case *syntax.ParamExp:
			v = v.and(s.variable(p))
		case *syntax.CmdSubst:
			v = v.and(s.substituted(s.stmts(p.Stmts, Value{})))
		case *syntax.ProcSubst:
			if p.Op == syntax.CmdIn {
				v = v.and(s.substituted(s.stmts(p.Stmts, Value{})))
			} else {
				s.stmts(p.Stmts, Value{is: output})
			}
		case *syntax.ArithmExp:
			v = v.and(Value{text: "0"})
		}
	}
	return v
}

func (s *shellReader) substituted(v Value) Value {
	v.is |= output
	v.text = strings.TrimRight(v.text, "\n")
	return v
}

// variable returns the value of a variable, or its default.
func (s *shellReader) variable(p *syntax.ParamExp) Value {
	if p.Param == nil || p.Length {
		return Value{text: "0"}
	}
	name := p.Param.Value
	v, known := s.vars[name]
	if !known && p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
		if v = s.word(p.Exp.Word); v.text != "" {
			if isSecretName(name) {
				v.is, v.what = v.is|Secret, "$"+name
			}
			return v
		}
	}
	if known && v.text != "" {
		return v
	}
	v.text = "${" + name + "}"
	if name == "HOME" {
		v.text = "~"
	}
	if isSecretName(name) {
		v.is, v.what = v.is|Secret, "$"+name
	}
	return v
}

// read returns what reading a path yields.
func (s *shellReader) read(path Value) Value {
	if v, ok := s.files[path.text]; ok {
		return v
	}
	if path.Has(secretPath) {
		return Value{is: Credential | output, what: path.what}
	}
	if path.Has(output) { // process substitution
		return path
	}
	return Value{is: output}
}

// write notes what is written to a path.
func (s *shellReader) write(path string, v Value, at analysis.Range, by string) {
	if len(s.files) < mostActs {
		s.files[path] = s.files[path].and(v)
	}
	s.add(Act{Does: Writes, At: at, Of: v, To: path, By: by})
}
