package script

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script/python"
)

// typer returns the command line of a script that uses typer.
func (p *pythonFile) typer() *Interface {
	v := &evaluator{pythonFile: p, globals: scope{}, visited: visits{}, active: calls{}, relevant: map[string]bool{}}
	apps := map[string]bool{}
	unknown := func(reason string) *Interface { return &Interface{Library: "typer", Reason: reason} }
	var commands []*clickCommand
	for _, s := range p.file.Body {
		if s.Kind == python.Assign && s.Value.Kind == python.Call && p.dotted(s.Value.X) == "typer.Typer" && s.Targets[0].Kind == python.Name {
			apps[s.Targets[0].Text] = true
			for _, arg := range s.Value.List {
				if !slices.Contains(typerSettings, arg.Text) {
					return unknown("the setting " + arg.Text + " of the application is not read")
				}
			}
		}
		if s.Kind != python.Function {
			continue
		}
		for _, d := range s.Decorators {
			callee, args := calleeOf(d)
			switch {
			case callee.Kind != python.Attribute || !apps[p.dotted(callee.X)]:
			case callee.Text != "command":
				return unknown("a callback is not read")
			default:
				c := v.typerCommand(s)
				v.clickKeywords(c, args)
				commands = append(commands, c)
			}
		}
	}
	if strings.Contains(p.file.Source, "add_typer") || len(apps) != 1 || len(commands) == 0 {
		return unknown("the commands are not found")
	}
	if len(commands) == 1 {
		i := commands[0].finish(0)
		return &i
	}
	root := &clickCommand{isGroup: true, children: commands}
	root.Library = "typer"
	root.Options = []Option{{Names: []string{"--help"}}, {Names: []string{"--install-completion"}}, {Names: []string{"--show-completion"}}}
	i := root.finish(0)
	return &i
}

// typerSettings are the settings of an application that do not change its command line.
var typerSettings = []string{"help", "name", "no_args_is_help", "add_completion", "rich_markup_mode", "pretty_exceptions_enable"}

// calleeOf returns the function of a decorator, and the arguments if it is called.
func calleeOf(d *python.Expr) (callee *python.Expr, args []*python.Expr) {
	if d.Kind == python.Call {
		return d.X, d.List
	}
	return d, nil
}

// typerCommand reads the parameters of a function.
func (v *evaluator) typerCommand(s *python.Stmt) *clickCommand {
	c := &clickCommand{name: s.Text, names: []string{strings.ReplaceAll(s.Text, "_", "-")}, at: s}
	c.Library, c.Bundles, c.Interspersed = "typer", true, true
	for i := range s.Params {
		v.typerParam(c, &s.Params[i])
	}
	c.Options = append(c.Options, Option{Names: []string{"--help"}}, Option{Names: []string{"--install-completion"}}, Option{Names: []string{"--show-completion"}})
	return c
}

func (v *evaluator) typerParam(c *clickCommand, param *python.Param) {
	kind, call, standard := v.typerDeclaration(param)
	name := ""
	if call != nil {
		name = v.dotted(call.X)
	}
	text := ""
	if kind != nil {
		text = v.file.Source[kind.Start:kind.End]
	}
	switch {
	case strings.Contains(text, "Context"):
	case name == "typer.Option", name == "" && standard != nil:
		o := Option{Names: []string{"--" + strings.ReplaceAll(param.Name, "_", "-")}, Arity: 1, Required: standard == nil, Range: paramRange(param)}
		if call != nil {
			v.typerNames(c, &o, call)
		}
		typerType(&o, text, "--"+strings.ReplaceAll(param.Name, "_", "-"))
		c.Options = append(c.Options, o)
	case name == "typer.Argument", name == "":
		pos := Positional{Name: strings.ToUpper(param.Name), Min: 1, Max: 1, Range: paramRange(param)}
		if standard != nil {
			pos.Min = 0
		}
		if strings.Contains(strings.ToLower(text), "list[") {
			pos.Max = -1
		}
		c.Positionals = append(c.Positionals, pos)
	default:
		c.fail("a parameter is not read")
	}
}

func paramRange(param *python.Param) analysis.Range {
	return span(param.Start, param.Start+len(param.Name))
}

// typerDeclaration returns the type of a parameter, the call that declares it, and its default:
// "x: Annotated[int, typer.Option()] = 1", or "x: int = typer.Option(1)".
func (v *evaluator) typerDeclaration(param *python.Param) (kind, call, standard *python.Expr) {
	kind, standard = param.Type, param.Default
	if kind != nil && kind.Kind == python.Subscript && strings.HasSuffix("."+v.dotted(kind.X), ".Annotated") && kind.Y.Kind == python.Tuple {
		for _, x := range kind.Y.List[1:] {
			if x.Kind == python.Call {
				call = x
			}
		}
		return kind.Y.List[0], call, standard
	}
	if standard == nil || standard.Kind != python.Call {
		return kind, nil, standard
	}
	call, standard = standard, nil
	if len(call.List) > 0 && call.List[0].Kind != python.Keyword {
		if first := call.List[0]; first.Kind != python.Constant || first.Text != "..." {
			standard = first
		}
		call = &python.Expr{Kind: python.Call, X: call.X, List: call.List[1:], Start: call.Start, End: call.End}
	}
	for _, arg := range call.List {
		if arg.Kind == python.Keyword && arg.Text == "default" {
			standard = arg.X
		}
	}
	return kind, call, standard
}

// typerType sets what depends on the type of an option. A flag without names of its own has a negation.
func typerType(o *Option, text, name string) {
	switch text {
	case "bool":
		if len(o.Names) == 1 && o.Names[0] == name {
			o.Names = append(o.Names, "--no-"+name[2:])
		}
		o.Arity = 0
	case "int":
		o.Type = Int
	case "float":
		o.Type = Float
	}
}

// typerNames reads the names in typer.Option("--name", "-n").
func (v *evaluator) typerNames(c *clickCommand, o *Option, call *python.Expr) {
	var names []string
	for _, arg := range call.List {
		switch arg.Kind {
		case python.String:
			names = append(names, strings.Split(arg.Text, "/")...)
		case python.Keyword:
			if arg.Text == "is_flag" || arg.Text == "count" || arg.Text == "parser" || arg.Text == "click_type" || arg.Text == "callback" {
				c.fail("the setting " + arg.Text + " of an option is not read")
			}
			if arg.Text == "prompt" || arg.Text == "envvar" {
				o.Required = false
			}
		default:
			c.fail("names of options are computed")
		}
	}
	if len(names) > 0 {
		o.Names = names
	}
}
