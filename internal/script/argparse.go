package script

import (
	"slices"
	"strconv"
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

// flag returns the value of a keyword of a call that is True or False.
func (v *evaluator) flag(e *python.Expr, standard bool) (is, ok bool) {
	l, known := v.eval(e).(literal)
	if !known || l.kind != python.Constant {
		return standard, false
	}
	return l.text == "True", true
}

func (v *evaluator) newParser(e *python.Expr) value {
	p := &argParser{branch: v.branch}
	p.Library, p.Abbreviations, p.Bundles, p.Interspersed = "argparse", true, true, true
	for _, arg := range e.List {
		switch arg.Kind {
		case python.Keyword:
			v.parserKeyword(p, arg)
		case python.DoubleStar, python.Star:
			p.fail("the parser's settings are computed")
		}
	}
	return p
}

func (v *evaluator) parserKeyword(p *argParser, arg *python.Expr) {
	switch arg.Text {
	case "prog", "description", "epilog", "usage", "formatter_class", "exit_on_error", "help", "suggest_on_error", "color", "aliases", "argument_default", "deprecated":
	case "add_help":
		is, ok := v.flag(arg.X, true)
		if p.noHelp = !is; !ok {
			p.fail("add_help is computed")
		}
	case "allow_abbrev":
		is, ok := v.flag(arg.X, true)
		if p.Abbreviations = is; !ok {
			p.fail("allow_abbrev is computed")
		}
	case "parents":
		parents, ok := v.eval(arg.X).(sequence)
		if !ok {
			p.fail("parents are computed")
		}
		for _, x := range parents {
			parent, ok := x.(*argParser)
			if !ok || parent.hasSubs {
				p.fail("a parent is not known")
				continue
			}
			if parent.uncommon != "" {
				p.fail(parent.uncommon)
			}
			p.Options = append(p.Options, parent.Options...)
			p.Positionals = append(p.Positionals, parent.Positionals...)
			p.Groups = append(p.Groups, parent.Groups...)
			parent.ended = true
		}
	default:
		p.fail("the setting " + arg.Text + " of the parser is not read")
	}
}

// setAttribute assigns to an attribute of a parser.
func (v *evaluator) setAttribute(target *python.Expr, x value) bool {
	switch of := v.evalName(target.X).(type) {
	case *argParser:
		switch target.Text {
		case "epilog", "description", "usage", "prog", "formatter_class":
		default:
			of.fail("an attribute of the parser changes")
		}
		return true
	case *argSubparsers:
		if l, ok := x.(literal); ok && target.Text == "required" {
			of.parser.SubcommandRequired = l.text == "True"
		}
		return true
	}
	return false
}

func (v *evaluator) evalName(e *python.Expr) value {
	switch e.Kind {
	case python.Name:
		return v.lookup(e.Text)
	case python.Attribute:
		return v.lookup(v.dotted(e))
	}
	return nil
}

// change reports whether a parser may be changed here.
func (v *evaluator) change(p *argParser) {
	switch {
	case v.branch > p.branch:
		p.fail("options depend on conditions")
	case p.ended:
		p.fail("the parser changes after its use")
	}
}

func (v *evaluator) parserMethod(p *argParser, e *python.Expr) value {
	switch e.X.Text {
	case "add_argument":
		v.addArgument(p, -1, e)
	case "add_argument_group":
		return &argGroup{p, -1}
	case "add_mutually_exclusive_group":
		v.change(p)
		p.Groups = append(p.Groups, v.newGroup(e))
		return &argGroup{p, len(p.Groups) - 1}
	case "add_subparsers":
		return v.addSubparsers(p, e)
	case "parse_args":
		v.parse(p, e)
	case "parse_known_args":
		v.parse(p, e)
		p.Unknown, p.Surplus = PassedOn, PassedOn
		return sequence{nil, nil}
	case "set_defaults", "print_help", "print_usage", "error", "exit", "format_help", "format_usage", "get_default":
	default:
		p.fail("the method " + e.X.Text + " of the parser is not read")
	}
	return nil
}

func (v *evaluator) newGroup(e *python.Expr) Group {
	g := Group{Exclusive: true}
	for _, arg := range e.List {
		if arg.Kind == python.Keyword && arg.Text == "required" {
			g.Required, _ = v.flag(arg.X, false)
		}
	}
	return g
}

func (v *evaluator) groupMethod(g *argGroup, e *python.Expr) value {
	switch e.X.Text {
	case "add_argument":
		v.addArgument(g.parser, g.index, e)
	case "add_argument_group":
		return g
	case "add_mutually_exclusive_group":
		g.parser.Groups = append(g.parser.Groups, v.newGroup(e))
		return &argGroup{g.parser, len(g.parser.Groups) - 1}
	default:
		g.parser.fail("the method " + e.X.Text + " of a group is not read")
	}
	return nil
}

func (v *evaluator) addSubparsers(p *argParser, e *python.Expr) value {
	v.change(p)
	if p.hasSubs {
		p.fail("there are two sets of subcommands")
	}
	p.hasSubs = true
	p.subs = &argSubparsers{parser: p}
	for _, arg := range e.List {
		if arg.Kind != python.Keyword {
			p.fail("the settings of the subcommands are computed")
			continue
		}
		switch arg.Text {
		case "required":
			is, ok := v.flag(arg.X, false)
			if p.SubcommandRequired = is; !ok {
				p.fail("required is computed")
			}
		case "dest", "help", "title", "description", "metavar", "prog":
		default:
			p.fail("the setting " + arg.Text + " of the subcommands is not read")
		}
	}
	return p.subs
}

func (v *evaluator) subparsersMethod(s *argSubparsers, e *python.Expr) value {
	if e.X.Text != "add_parser" {
		s.parser.fail("the method " + e.X.Text + " of the subcommands is not read")
		return nil
	}
	v.change(s.parser)
	sub := v.newParser(&python.Expr{Kind: python.Call, X: e.X, List: e.List}).(*argParser)
	name, ok := literal{}, false
	if len(e.List) > 0 {
		name, ok = v.argument(e.List[0]).(literal)
	}
	if !ok || name.kind != python.String {
		s.parser.fail("names of subcommands are computed")
		return sub
	}
	entry := argSub{names: []string{name.text}, call: e, parser: sub}
	for _, arg := range e.List {
		switch {
		case arg.Kind != python.Keyword:
		case arg.Text == "aliases":
			aliases, ok := texts(v.eval(arg.X))
			if !ok {
				s.parser.fail("names of subcommands are computed")
			}
			entry.names = append(entry.names, aliases...)
		case arg.Text == "help":
			entry.help = v.text(arg.X)
		}
	}
	s.list = append(s.list, entry)
	return sub
}

// texts returns the values of a list of literals.
func texts(x value) ([]string, bool) {
	items, ok := x.(sequence)
	if !ok {
		return nil, false
	}
	list := make([]string, 0, len(items))
	for _, item := range items {
		l, ok := item.(literal)
		if !ok || l.kind == python.Constant {
			return nil, false
		}
		list = append(list, l.text)
	}
	return list, true
}

// text returns the value of an expression that is a text, or "".
func (v *evaluator) text(e *python.Expr) string {
	if l, ok := v.eval(e).(literal); ok && l.kind == python.String {
		return l.text
	}
	return ""
}

// parse records that a parser parses the arguments of the script.
func (v *evaluator) parse(p *argParser, e *python.Expr) {
	for _, arg := range e.List {
		if arg.Kind == python.Keyword && arg.Text == "namespace" {
			continue
		}
		switch x := v.argument(arg).(type) {
		case argvTail:
		case literal:
			if !isNone(x) {
				v.fail("other arguments are parsed")
			}
		default:
			if v.depth == 0 && v.locals != nil && arg.Kind == python.Name && x == nil { // a parameter of an entry
				continue
			}
			v.fail("the arguments are changed before they are parsed")
		}
	}
	if !slices.Contains(v.parsed, p) {
		v.parsed = append(v.parsed, p)
	}
}

// addArgument adds an option or positional.
func (v *evaluator) addArgument(p *argParser, group int, e *python.Expr) {
	v.change(p)
	o := Option{Arity: 1, Range: pythonRange(e)}
	var names []string
	a := argument{Option: &o, nargs: "1"}
	for _, arg := range e.List {
		switch arg.Kind {
		case python.Keyword:
			v.argumentKeyword(p, &a, arg)
		case python.Star, python.DoubleStar:
			p.fail("the settings of an option are computed")
		default:
			l, ok := v.eval(arg).(literal)
			if !ok || l.kind != python.String {
				p.fail("names of options are computed")
				return
			}
			names = append(names, l.text)
		}
	}
	if len(names) == 0 {
		if a.dest == "" {
			p.fail("an option has no name")
			return
		}
		names = []string{a.dest}
	}
	if a.isTyped {
		o.Choices = nil
	}
	if strings.HasPrefix(names[0], "-") {
		o.Names = names
		a.finish(p)
		p.Options = append(p.Options, o)
	} else {
		v.addPositional(p, &a, names[0])
	}
	if group >= 0 {
		p.Groups[group].Names = append(p.Groups[group].Names, names[0])
	}
}

// An argument is an option or positional whose keywords are read.
type argument struct {
	*Option
	nargs   string // "1", "?", "*", "+", "..." or a number
	dest    string
	metavar string
	action  string
	isTyped bool // a function converts its value before choices are compared
}

func (v *evaluator) argumentKeyword(p *argParser, a *argument, arg *python.Expr) {
	x := v.eval(arg.X)
	l, isLiteral := x.(literal)
	switch arg.Text {
	case "help":
		a.Help = l.text
	case "metavar":
		a.metavar = l.text
	case "dest":
		a.dest = l.text
	case "const", "version", "deprecated":
	case "default":
		if isLiteral {
			a.Default = l.text
		}
	case "required":
		is, ok := v.flag(arg.X, false)
		if a.Required = is; !ok {
			p.fail("required is computed")
		}
	case "choices":
		a.Choices, _ = texts(x)
	case "type":
		switch v.dotted(arg.X) {
		case "int":
			a.Type = Int
		case "float":
			a.Type = Float
		case "str":
		default:
			a.isTyped = true
		}
	case "nargs":
		if s, ok := x.(symbol); ok {
			l.text = map[symbol]string{"argparse.REMAINDER": "...", "argparse.OPTIONAL": "?", "argparse.ZERO_OR_MORE": "*", "argparse.ONE_OR_MORE": "+"}[s]
			isLiteral = l.text != ""
		}
		if a.nargs = l.text; !isLiteral {
			p.fail("nargs is computed")
		}
	case "action":
		if a.action = l.text; !isLiteral || l.kind != python.String {
			if a.action = ""; v.dotted(arg.X) == "argparse.BooleanOptionalAction" {
				a.action = "boolean"
			}
		}
		if a.action == "" {
			p.fail("an action is defined in the script")
		}
	default:
		p.fail("the setting " + arg.Text + " of an option is not read")
	}
}

// arity returns the arity for nargs.
func (a *argument) arity(p *argParser) Arity {
	switch a.nargs {
	case "?":
		return Optional
	case "*":
		return ZeroOrMore
	case "+":
		return OneOrMore
	case "...":
		return Remainder
	}
	n, err := strconv.Atoi(a.nargs)
	if err != nil || n < 0 || n > 100 {
		p.fail("nargs is not known")
		return 1
	}
	return Arity(n)
}

// finish sets the arity of an option.
func (a *argument) finish(p *argParser) {
	switch a.action {
	case "", "store", "append", "extend":
		a.Arity = a.arity(p)
	case "store_true", "store_false", "store_const", "append_const", "count", "help", "version":
		a.Arity = 0
	case "boolean":
		a.Arity = 0
		for _, n := range slices.Clone(a.Names) {
			if rest, ok := strings.CutPrefix(n, "--"); ok {
				a.Names = append(a.Names, "--no-"+rest)
			}
		}
	default:
		p.fail("the action " + a.action + " is not known")
	}
	if a.Arity == Remainder {
		p.Unknown, p.Surplus = PassedOn, PassedOn
	}
}

func (v *evaluator) addPositional(p *argParser, a *argument, name string) {
	if p.hasSubs {
		p.fail("positionals follow the subcommands")
	}
	if a.metavar != "" {
		name = a.metavar
	}
	pos := Positional{Name: name, Min: 1, Max: 1, Choices: a.Choices, Type: a.Type, Help: a.Help, Range: a.Range}
	if a.action != "" && a.action != "store" && a.action != "append" && a.action != "extend" {
		p.fail("an action of a positional is not read")
	}
	switch arity := a.arity(p); arity {
	case Optional:
		pos.Min = 0
	case ZeroOrMore:
		pos.Min, pos.Max = 0, -1
	case OneOrMore:
		pos.Max = -1
	case Remainder:
		pos.Min, pos.Max = 0, -1
		p.Unknown, p.Surplus = PassedOn, PassedOn
	default:
		pos.Min, pos.Max = int(arity), int(arity)
	}
	p.Positionals = append(p.Positionals, pos)
}

// finish returns the interface of a parser.
func (p *argParser) finish(depth int) Interface {
	i := p.Interface
	i.Known, i.Reason = p.uncommon == "", p.uncommon
	if !p.noHelp {
		i.Options = append(slices.Clip(i.Options), Option{Names: []string{"-h", "--help"}, Help: "show the help"})
	}
	if p.subs != nil {
		for _, s := range p.subs.list {
			if depth > maxCalls {
				i.Known, i.Reason = false, "subcommands are nested too deeply"
				break
			}
			inner := s.parser.finish(depth + 1)
			if i.Unknown != Rejected {
				inner.Unknown, inner.Surplus = i.Unknown, i.Surplus
			}
			i.Subcommands = append(i.Subcommands, Subcommand{Names: s.names, Interface: &inner, Help: s.help, Range: pythonRange(s.call)})
		}
	}
	return i
}
