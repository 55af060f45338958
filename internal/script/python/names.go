package python

import (
	"slices"
	"strings"
)

// Undefined returns the names that nothing defines, in order. It returns none if names may be defined in another way: by
// "import *", exec, globals and the like. The order of statements does not matter: a name that is assigned anywhere in
// its scope, or in one around it, is defined.
func Undefined(file *File) []*Expr {
	for _, other := range []string{"NameError", "builtins", "sys.modules", "__getattr__"} {
		if strings.Contains(file.Source, other) {
			return nil
		}
	}
	r := &nameReader{file: file, supports2: slices.ContainsFunc([]string{"PY2", "py2", "PY3", "sys.version", "version_info"}, func(test string) bool {
		return strings.Contains(file.Source, test)
	})}
	r.module = r.scope(module, nil)
	r.body(file.Body, r.module)
	if r.unknown {
		return nil
	}
	var found []*Expr
	for _, u := range r.uses {
		if !u.scope.defines(u.name.Text) && !isBuiltin(u.name.Text) && !(r.supports2 && hasWord(builtin2, u.name.Text)) {
			found = append(found, u.name)
		}
	}
	return found
}

type nameKind uint8

const (
	module nameKind = iota
	function
	class
	comprehension
)

// A scope has the names that a module, function, class or comprehension defines.
type scope struct {
	kind    nameKind
	names   map[string]bool
	globals map[string]bool // that the function declares as global
	parent  *scope
}

// defines reports whether a name is defined where the scope uses it. Functions do not see the names of their class.
func (s *scope) defines(name string) bool {
	for visible := true; s != nil; s = s.parent {
		if s.names[name] && (s.kind != class || visible) {
			return true
		}
		visible = s.kind == comprehension && visible
	}
	return false
}

// A use is a name in a scope.
type use struct {
	name  *Expr
	scope *scope
}

type nameReader struct {
	file    *File
	module  *scope
	uses    []use
	unknown bool

	supports2 bool // the script tests for the version of Python
}

func (r *nameReader) scope(k nameKind, parent *scope) *scope {
	return &scope{kind: k, names: map[string]bool{}, parent: parent}
}

// bind defines a name in a scope.
func (r *nameReader) bind(name string, s *scope) {
	for s.kind == comprehension { // of a walrus
		s = s.parent
	}
	if s.globals[name] {
		s = r.module
	}
	s.names[name] = true
}

// target defines the names of a target.
func (r *nameReader) target(e *Expr, s *scope) {
	if e == nil {
		return
	}
	switch e.Kind {
	case Name:
		r.bind(e.Text, s)
	case Tuple, List:
		for _, x := range e.List {
			r.target(x, s)
		}
	case Star:
		r.target(e.X, s)
	default:
		r.expr(e, s)
	}
}

func (r *nameReader) body(body []*Stmt, s *scope) {
	for _, stmt := range body {
		for stmt != nil {
			stmt = r.statement(stmt, s)
		}
	}
}

// statement reads a statement. It returns the next "elif", because a chain of them may be long.
func (r *nameReader) statement(stmt *Stmt, s *scope) *Stmt {
	switch stmt.Kind {
	case Function, Class:
		r.definition(stmt, s)
		return nil
	case Import, ImportFrom:
		for _, n := range stmt.Names {
			name := n.As
			if name == "" {
				name, _, _ = strings.Cut(n.Name, ".")
			}
			r.unknown = r.unknown || name == "*"
			r.bind(name, s)
		}
		return nil
	case Match:
		r.unknown = true
	case Other:
		r.unknown = r.unknown || stmt.Text == "type"
		return nil
	}
	for _, t := range stmt.Targets {
		r.target(t, s)
	}
	r.expr(stmt.Value, s)
	for _, e := range stmt.Args {
		r.expr(e, s)
	}
	if stmt.Kind != Try || len(stmt.Handlers) == 0 || len(stmt.Body) != 1 || !isName(stmt.Body[0]) { // otherwise it tests the name, or raises an error
		r.body(stmt.Body, s)
	}
	for i := range stmt.Handlers {
		h := &stmt.Handlers[i]
		r.expr(h.Type, s)
		r.bind(h.Name, s)
		r.body(h.Body, s)
	}
	if stmt.Kind == If && len(stmt.Else) == 1 && stmt.Else[0].Kind == If {
		return stmt.Else[0]
	}
	r.body(stmt.Else, s)
	r.body(stmt.Finally, s)
	return nil
}

// isName reports whether a statement is only a name.
func isName(stmt *Stmt) bool {
	return stmt.Kind == ExprStmt && stmt.Value != nil && stmt.Value.Kind == Name
}

// definition reads a function or class. Annotations are not read, because Python may not evaluate them.
func (r *nameReader) definition(stmt *Stmt, s *scope) {
	r.bind(stmt.Text, s)
	if after := stmt.NameStart + len(stmt.Text); after < len(r.file.Source) && r.file.Source[after] == '[' {
		r.unknown = true // type parameters are names
	}
	for _, e := range stmt.Decorators {
		r.expr(e, s)
	}
	for _, e := range stmt.Args {
		r.expr(e, s)
	}
	inner := r.scope(function, s)
	if stmt.Kind == Class {
		inner.kind = class
	}
	r.params(stmt.Params, s, inner)
	inner.globals = globals(stmt.Body)
	r.body(stmt.Body, inner)
}

func (r *nameReader) params(params []Param, outer, inner *scope) {
	for i := range params {
		r.expr(params[i].Default, outer)
		inner.names[params[i].Name] = true
	}
}

// globals returns the names that a function declares as global.
func globals(body []*Stmt) map[string]bool {
	found := map[string]bool{}
	WalkStmts(body, func(s *Stmt) bool {
		if s.Kind == Other && s.Text == "global" {
			for _, n := range s.Names {
				found[n.Name] = true
			}
		}
		return s.Kind != Function && s.Kind != Class
	})
	return found
}

// expr reads an expression.
func (r *nameReader) expr(e *Expr, s *scope) {
	for e != nil { // a chain of operators or calls may be long
		switch e.Kind {
		case Name:
			switch e.Text {
			case "globals", "locals", "vars", "exec", "eval":
				r.unknown = true
			}
			r.uses = append(r.uses, use{e, s})
			return
		case Lambda:
			inner := r.scope(function, s)
			r.params(e.Params, s, inner)
			r.expr(e.X, inner)
			return
		case Comprehension:
			inner := r.scope(comprehension, s)
			for _, x := range e.List {
				if x != e.Z { // also a condition, which may then define a name
					r.loop(x, inner)
				}
			}
			s = inner
		case Walrus:
			r.bind(e.X.Text, s)
			r.expr(e.Y, s)
			return
		}
		for _, x := range e.List {
			r.expr(x, s)
		}
		r.expr(e.Y, s)
		r.expr(e.Z, s)
		e = e.X
	}
}

// loop defines the names of a target of a comprehension.
func (r *nameReader) loop(e *Expr, s *scope) {
	switch e.Kind {
	case Name:
		s.names[e.Text] = true
	case Tuple, List:
		for _, x := range e.List {
			r.loop(x, s)
		}
	case Star:
		r.loop(e.X, s)
	}
}
