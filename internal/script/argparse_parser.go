package script

import (
	"slices"

	"github.com/skilllint/skilllint/internal/script/python"
)

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
