package script

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

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
