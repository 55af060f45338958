package script

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

// An argParser is an argparse.ArgumentParser.
type argParser struct {
	Interface
	branch   int // of the evaluator, when it was created
	ended    bool
	noHelp   bool
	hasSubs  bool
	subs     *argSubparsers
	uncommon string // why it is unknown
}

func (p *argParser) fail(reason string) {
	if p.uncommon == "" {
		p.uncommon = reason
	}
}

// An argGroup is a group of arguments of a parser.
type argGroup struct {
	parser *argParser
	index  int // in Groups; -1: only for the help
}

// An argSubparsers is the subparsers of a parser.
type argSubparsers struct {
	parser *argParser
	list   []argSub
}

type argSub struct {
	names  []string
	help   string
	call   *python.Expr
	parser *argParser
}

// isParserCall reports whether a method defines the command line. If a script calls one where the evaluator does not get to, its
// interface is unknown.
func isParserCall(method string) bool {
	switch method {
	case "add_argument", "add_subparsers", "add_parser", "add_mutually_exclusive_group", "add_argument_group", "parse_args", "parse_known_args",
		"parse_intermixed_args", "parse_known_intermixed_args", "add_option", "add_help_option", "register":
		return true
	}
	return false
}

// argparse returns the command line of a script that uses argparse.
func (p *pythonFile) argparse() *Interface {
	v := &evaluator{pythonFile: p, globals: scope{}, visited: visits{}, active: calls{}, relevant: p.parserFunctions()}
	v.run(p.file.Body)
	if len(v.parsed) == 0 && v.broken == "" {
		v.entries()
	}
	unread := false
	python.Walk(p.file.Body, func(e *python.Expr) bool {
		if e.Kind == python.Call && e.X.Kind == python.Attribute && !v.visited[e] && isParserCall(e.X.Text) {
			unread = unread || !strings.HasPrefix(e.X.Text, "parse_")
		}
		return !unread
	})
	unknown := func(reason string) *Interface { return &Interface{Library: "argparse", Reason: reason} }
	switch {
	case v.broken != "":
		return unknown(v.broken)
	case len(v.parsed) == 0:
		return unknown("the parser is not found")
	case len(v.parsed) > 1:
		return unknown("there are several parsers")
	case unread:
		return unknown("options are added in code that is not read")
	case p.readsArguments():
		return unknown("sys.argv is read as well")
	}
	i := v.parsed[0].finish(0)
	return &i
}

// parserFunctions returns the functions that take part in building parsers.
func (p *pythonFile) parserFunctions() map[string]bool {
	relevant := map[string]bool{}
	callers := map[string][]string{} // by callee
	var work []string
	mark := func(name string) {
		if !relevant[name] {
			relevant[name] = true
			work = append(work, name)
		}
	}
	for name, f := range p.functions {
		if f == nil {
			continue
		}
		python.Walk(f.Body, func(e *python.Expr) bool {
			switch {
			case e.Kind == python.Attribute && isParserCall(e.Text), e.Kind == python.Call && p.isParserClass(p.dotted(e.X)):
				mark(name)
			case e.Kind == python.Call && e.X.Kind == python.Name && p.functions[e.X.Text] != nil:
				callers[e.X.Text] = append(callers[e.X.Text], name)
			}
			return true
		})
	}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[name] {
			mark(c)
		}
	}
	return relevant
}

// entries evaluates functions and methods that parse arguments, if no statement of the module calls them.
func (v *evaluator) entries() {
	try := func(f *python.Stmt) {
		if v.active[f] > 0 {
			return
		}
		v.locals = scope{}
		for _, param := range f.Params {
			v.locals[param.Name] = argvTail{}
		}
		v.run(f.Body)
		v.locals = nil
	}
	for _, s := range v.file.Body {
		switch {
		case s.Kind == python.Function && v.functions[s.Text] == s && v.relevant[s.Text] && s.Text == "main":
			try(s)
		case s.Kind == python.Class:
			for _, m := range s.Body {
				if m.Kind == python.Function {
					try(m)
				}
			}
		}
	}
}

// isParserClass reports whether a name is ArgumentParser, or a class of the script that extends it and changes only messages.
func (p *pythonFile) isParserClass(name string) bool {
	if name == "argparse.ArgumentParser" {
		return true
	}
	if name == "" || strings.Contains(name, ".") {
		return false
	}
	for _, s := range p.file.Body[:min(len(p.file.Body), 500)] {
		if s.Kind == python.Class && s.Text == name {
			return len(s.Args) == 1 && p.dotted(s.Args[0]) == "argparse.ArgumentParser" && !slices.ContainsFunc(s.Body, func(m *python.Stmt) bool {
				return m.Kind == python.Function && m.Text != "error" && m.Text != "exit" && m.Text != "format_help" && m.Text != "print_help" && m.Text != "_print_message"
			})
		}
	}
	return false
}
