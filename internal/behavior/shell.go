package behavior

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"mvdan.cc/sh/v3/syntax"
)

// A shellReader tracks values through the commands of a script.
type shellReader struct {
	*reader
	place     func(syntax.Node) analysis.Range
	vars      map[string]Value
	files     map[string]Value
	functions map[string]*syntax.Stmt
	declared  []string // names of functions, in order
	called    map[string]bool
	results   map[string]Value   // outputs of calls, by function and arguments
	active    map[string][]Label // labels of the arguments of calls that are being read, by function
	calls     int                // depth of calls of functions
	depth     int                // depth of code in strings of code
	dir       string             // the working directory; empty: that in which the script starts
	checked   bool               // a checksum or a signature was verified
	open      bool               // a connection is open
	cloned    Value              // the last cloned repository
	unpacked  Value              // the last unpacked archive
	isPartial bool               // the text did not parse as a whole
	pipeStart int                // start of the pipe that contains the command; -1: none
}

func newShellReader(r *reader) *shellReader {
	s := &shellReader{reader: r, pipeStart: -1, vars: map[string]Value{"IFS": {text: " "}}, files: map[string]Value{}, functions: map[string]*syntax.Stmt{},
		called: map[string]bool{}, results: map[string]Value{}, active: map[string][]Label{}}
	s.takeKept()
	return s
}

// readShell reads a shell script.
func (r *reader) readShell(text []byte, offset int, info string) {
	s := newShellReader(r)
	scripts := r.parse(text, offset, info)
	s.isPartial = len(scripts) > 1
	for i := range scripts {
		s.place = scripts[i].Range
		s.file(scripts[i].File, Value{})
	}
	s.readUncalled()
	r.keepAll(s, false, analysis.Range{Start: offset, End: offset + len(text)})
}

// leaveCut records a gap at code of which a part is missing.
func (b *budget) leaveCut(code Value, at analysis.Range) {
	if code.Has(cut) {
		b.leave(at, TooLong)
	}
}

// parse parses a shell script. Lines that exceed a limit of the parser are gaps.
func (r *reader) parse(text []byte, offset int, info string) []shell.Script {
	read := func() ([]shell.Script, []analysis.Range) { return r.parser.Read(text, offset, info) }
	if len(text) == len(r.doc.Source) {
		read = func() ([]shell.Script, []analysis.Range) { return r.parser.ReadFile(text) }
	}
	scripts, refused := read()
	for _, at := range refused {
		r.leave(at, TooLong)
	}
	return scripts
}

// readLine reads commands in a string of other code, at the range of that string.
func (s *shellReader) readLine(code Value, at analysis.Range, in Value) Value {
	text := code.text
	if s.leaveCut(code, at); text == "" || !s.allows(s.depth+1, mostEmbedded, TooDeep, at) {
		return Value{}
	}
	file, refused := s.parser.ParseText(text)
	if refused {
		s.leave(at, TooLong)
	}
	if file == nil {
		return Value{}
	}
	was := s.place
	s.place = func(syntax.Node) analysis.Range { return at }
	from := s.pipeStart
	s.pipeStart = -1
	s.depth++
	out := s.file(file, in)
	s.depth--
	s.place, s.pipeStart = was, from
	return out
}

func (s *shellReader) file(file *syntax.File, in Value) Value { return s.stmts(file.Stmts, in) }

// readUncalled reads the functions that no command called, in the order of their declarations.
func (s *shellReader) readUncalled() {
	for i := 0; i < len(s.declared); i++ { // reading a function can declare others
		if name := s.declared[i]; !s.called[name] {
			s.called[name] = true
			s.stmt(s.functions[name], Value{})
		}
	}
}

func (s *shellReader) stmts(stmts []*syntax.Stmt, in Value) Value {
	var out Value
	for _, st := range stmts {
		out = out.join(s.stmt(st, in))
	}
	return out
}

// stmt reads a command with its redirections, and returns its output.
func (s *shellReader) stmt(st *syntax.Stmt, in Value) Value {
	if st == nil || !s.spend(1, func() analysis.Range { return s.place(st) }) {
		return Value{}
	}
	var target, device string
	for _, r := range st.Redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut:
			w := s.word(r.Word)
			if shell.IsDevice(w.text) {
				in.labels |= Socket
				s.open = s.open || r.Op == syntax.RdrInOut
			} else {
				in = in.join(s.read(w))
			}
			if r.Op == syntax.RdrInOut && shell.IsDevice(w.text) {
				device = w.text
			}
		case syntax.WordHdoc:
			in = in.join(s.word(r.Word)).join(Value{labels: written})
		case syntax.Hdoc, syntax.DashHdoc:
			in = in.join(s.word(r.Hdoc)).join(Value{labels: written})
		case syntax.DplIn:
			if s.open && r.Word.Lit() > "2" {
				in.labels |= Socket
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
		s.writeDevice(out, device, st)
	}
	if target != "" {
		s.write(target, out, s.place(st), ">")
		return Value{}
	}
	return out
}

// writeDevice adds acts for output to a connection.
func (s *shellReader) writeDevice(v Value, device string, st *syntax.Stmt) {
	host, _, _ := strings.Cut(device[len("/dev/tcp/"):], "/")
	switch {
	case v.Has(shellOutput):
		s.add(Act{Kind: OpensShell, At: s.place(st), To: trust.Peer(host), By: device[:len("/dev/tcp")]})
	case v.Has(sensitive):
		s.add(Act{Kind: Sends, At: s.place(st), Of: v, To: trust.Peer(host), By: device[:len("/dev/tcp")]})
	}
}

// command reads a command without its redirections.
func (s *shellReader) command(cmd syntax.Command, in Value) Value {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return s.call(c, in)
	case *syntax.BinaryCmd:
		return s.binary(c, in)
	case *syntax.Block:
		return s.stmts(c.Stmts, in)
	case *syntax.Subshell:
		return s.stmts(c.Stmts, in)
	case *syntax.IfClause:
		out := s.stmts(c.Cond, in).join(s.stmts(c.Then, in))
		if c.Else != nil {
			out = out.join(s.command(c.Else, in))
		}
		return out
	case *syntax.WhileClause:
		return s.stmts(c.Cond, in).join(s.stmts(c.Do, in))
	case *syntax.ForClause:
		if w, ok := c.Loop.(*syntax.WordIter); ok {
			var all Value
			for _, item := range w.Items {
				all = all.join(s.word(item))
			}
			s.set(w.Name.Value, all)
		}
		return s.stmts(c.Do, in)
	case *syntax.CaseClause:
		var out Value
		for _, item := range c.Items {
			out = out.join(s.stmts(item.Stmts, in))
		}
		return out
	case *syntax.FuncDecl:
		for _, name := range c.Names { // in zsh
			s.declare(name.Value, c.Body)
		}
		if c.Name != nil {
			s.declare(c.Name.Value, c.Body)
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			s.assign(a)
		}
		if len(c.Args) == 1 && c.Args[0].Naked && c.Args[0].Name == nil && c.Args[0].Value != nil && c.Args[0].Value.Lit() == "-p" {
			return environment
		}
	case *syntax.TimeClause:
		return s.stmt(c.Stmt, in)
	case *syntax.CoprocClause:
		return s.stmt(c.Stmt, in)
	}
	return Value{}
}

// binary reads commands in a pipe, or joined by && and ||. The parser nests them to the left, possibly very deep.
func (s *shellReader) binary(c *syntax.BinaryCmd, in Value) Value {
	list := []*syntax.BinaryCmd{c}
	for {
		left, ok := list[len(list)-1].X.Cmd.(*syntax.BinaryCmd)
		if !ok || len(list[len(list)-1].X.Redirs) > 0 {
			break
		}
		list = append(list, left)
	}
	isPipe := func(c *syntax.BinaryCmd) bool { return c.Op == syntax.Pipe || c.Op == syntax.PipeAll }
	was := s.pipeStart
	defer func() { s.pipeStart = was }()
	out := Value{}
	for i := len(list) - 1; i >= 0; i-- {
		b := list[i]
		if isPipe(b) && s.pipeStart < 0 {
			s.pipeStart = s.place(b).Start
		}
		if i == len(list)-1 {
			out = s.stmt(b.X, in)
		}
		if isPipe(b) {
			out = s.stmt(b.Y, out)
			continue
		}
		s.pipeStart = was
		out = out.join(s.stmt(b.Y, in))
	}
	return out
}

func (s *shellReader) declare(name string, body *syntax.Stmt) {
	if s.functions[name] == nil {
		s.declared = append(s.declared, name)
	}
	s.functions[name] = body
}

// set sets a variable.
func (s *shellReader) set(name string, v Value) {
	if s.vars[name] != v {
		s.vars[name] = v
		clear(s.results)
	}
}

// setFile sets the content of a file.
func (s *shellReader) setFile(path string, v Value) {
	if s.files[path] != v {
		s.files[path] = v
		clear(s.results)
	}
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
			v = v.join(s.word(item.Value)).join(Value{text: " "})
		}
	}
	if len(v.text) == 4 && strings.HasPrefix(v.text, "${") && v.text[2] >= '0' && v.text[2] <= '9' {
		v.text = "${" + a.Name.Value + "}" // arguments differ between calls
	}
	if a.Append {
		v = s.vars[a.Name.Value].join(v)
	}
	s.set(a.Name.Value, v)
}

// read returns the content of a path.
func (s *shellReader) read(path Value) Value {
	if v, ok := s.files[path.text]; ok {
		return v
	}
	if v, ok := s.files[path.text+"/"]; ok && v.Has(Credential) {
		return v
	}
	if path.Has(secretPath) {
		return Value{labels: Credential | output, secret: path.secret}
	}
	if s.dir != "" && s.namesCredentials {
		if p := trust.CredentialIn(strings.TrimSuffix(s.inDir(path.text), ".")); p != "" {
			return Value{labels: Credential | output, secret: p}
		}
	}
	if path.Has(output) { // process substitution
		return path
	}
	return Value{labels: output}
}

// write records the content that is written to a path.
func (s *shellReader) write(path string, v Value, at analysis.Range, by string) {
	if s.allows(len(s.files), mostFiles, TooMuch, at) {
		s.setFile(path, s.files[path].join(v))
	}
	s.add(Act{Kind: Writes, At: at, Of: v, To: path, By: by})
}
