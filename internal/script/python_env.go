package script

import (
	"slices"

	"github.com/skilllint/skilllint/internal/script/python"
)

// environment collects the environment variables that are read.
func (p *pythonFile) environment() {
	if !p.modules["os"] {
		return
	}
	p.scanEnvironment(p.file.Body, nil)
}

// scanEnvironment reads statements. caught are the variables whose absence the surrounding code handles; "*" is all.
func (p *pythonFile) scanEnvironment(body []*python.Stmt, caught []string) {
	for i, s := range body {
		if s.Kind == python.If {
			for s != nil {
				p.scanEnvironmentIf(s, caught)
				if len(s.Else) == 1 && s.Else[0].Kind == python.If {
					s = s.Else[0]
					continue
				}
				p.scanEnvironment(s.Else, append(slices.Clip(caught), p.testedVariables(s.Value)...))
				break
			}
			continue
		}
		s.Exprs(func(e *python.Expr) { p.variables(e, caught, s, body[i+1:]) })
		inner := caught
		if s.Kind == python.Try && slices.ContainsFunc(s.Handlers, func(h python.Handler) bool {
			return h.Type == nil || p.catchesKey(h.Type)
		}) {
			inner = []string{"*"}
		}
		p.scanEnvironment(s.Body, inner)
		for _, h := range s.Handlers {
			p.scanEnvironment(h.Body, caught)
		}
		p.scanEnvironment(s.Else, caught)
		p.scanEnvironment(s.Finally, caught)
	}
}

func (p *pythonFile) scanEnvironmentIf(s *python.Stmt, caught []string) {
	tested := p.testedVariables(s.Value)
	p.variables(s.Value, append(slices.Clip(caught), tested...), s, nil)
	p.scanEnvironment(s.Body, append(slices.Clip(caught), tested...))
}

func (p *pythonFile) catchesKey(e *python.Expr) bool {
	if e.Kind == python.Tuple {
		return slices.ContainsFunc(e.List, p.catchesKey)
	}
	switch p.dotted(e) {
	case "KeyError", "LookupError", "Exception", "BaseException":
		return true
	}
	return false
}

// testedVariables returns the variables that a condition tests.
func (p *pythonFile) testedVariables(e *python.Expr) []string {
	var names []string
	python.WalkExpr(e, func(e *python.Expr) bool {
		switch {
		case e.Kind == python.Compare && (e.Text == "in" || e.Text == "not in") && e.X.Kind == python.String && p.dotted(e.Y) == "os.environ":
			names = append(names, e.X.Text)
		case e.Kind == python.Call:
			if name, _ := p.getenv(e); name != "" {
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// getenv returns the variable that a call reads, and whether it has a default.
func (p *pythonFile) getenv(call *python.Expr) (name string, hasDefault bool) {
	switch p.dotted(call.X) {
	case "os.getenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault":
		if len(call.List) > 0 && call.List[0].Kind == python.String {
			return call.List[0].Text, len(call.List) > 1
		}
	}
	return "", false
}

// variables adds the variables that an expression of a statement reads. after are the statements after it.
func (p *pythonFile) variables(e *python.Expr, caught []string, s *python.Stmt, after []*python.Stmt) {
	isTarget := s.Kind == python.Delete || slices.Contains(s.Targets, e)
	python.WalkExpr(e, func(e *python.Expr) bool {
		switch {
		case e.Kind == python.Subscript && e.Y.Kind == python.String && p.dotted(e.X) == "os.environ":
			if !isTarget {
				tolerant := slices.Contains(caught, "*") || slices.Contains(caught, e.Y.Text)
				p.addVariable(Variable{e.Y.Text, !tolerant, pythonRange(e.Y)})
			}
		case e.Kind == python.Compare && (e.Text == "in" || e.Text == "not in") && e.X.Kind == python.String && p.dotted(e.Y) == "os.environ":
			p.addVariable(Variable{e.X.Text, false, pythonRange(e.X)})
		case e.Kind == python.Call:
			if name, hasDefault := p.getenv(e); name != "" {
				required := !hasDefault && s.Kind == python.Assign && s.Value == e && len(s.Targets) == 1 && s.Targets[0].Kind == python.Name && failsWithout(s.Targets[0].Text, after)
				p.addVariable(Variable{name, required, pythonRange(e.List[0])})
			} else {
				p.wrappedVariable(e)
			}
		}
		return true
	})
}

// wrappedVariable adds a variable that is read with a function of the script, such as get_env("NAME"), or a setting with a
// name of its own.
func (p *pythonFile) wrappedVariable(call *python.Expr) {
	for _, arg := range call.List {
		if arg.Kind == python.String && isVariableName(arg.Text) {
			p.addVariable(Variable{arg.Text, false, pythonRange(arg)})
		}
	}
}

// isVariableName reports whether a text is like the name of an environment variable: capitals and underscores.
func isVariableName(s string) bool {
	letters, underscore := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case c == '_' && i > 0:
			underscore = true
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return letters > 2 && underscore
}

func (p *pythonFile) addVariable(v Variable) {
	p.Script.addVariable(v)
}

// failsWithout reports whether the next statements end the script if a name has no value.
func failsWithout(name string, after []*python.Stmt) bool {
	for _, s := range after[:min(len(after), 3)] {
		if s.Kind == python.If && s.Value.Kind == python.Unary && s.Value.Text == "not" && s.Value.X.Kind == python.Name && s.Value.X.Text == name {
			if slices.ContainsFunc(s.Body, isEnd) {
				return true
			}
		}
	}
	return false
}

// isEnd reports whether a statement ends the script: it raises an error, or calls exit.
func isEnd(s *python.Stmt) bool {
	return s.Kind == python.Raise || s.Kind == python.ExprStmt && s.Value.Kind == python.Call && isExit(s.Value.X)
}

// isExit reports whether a function ends the script.
func isExit(e *python.Expr) bool {
	return e.Kind == python.Name && (e.Text == "exit" || e.Text == "quit") ||
		e.Kind == python.Attribute && e.X.Kind == python.Name && (e.X.Text == "sys" && e.Text == "exit" || e.X.Text == "os" && e.Text == "_exit")
}
