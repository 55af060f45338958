package script

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

// A clickCommand is a function with a decorator of click.
type clickCommand struct {
	Interface
	name     string // of the function
	names    []string
	children []*clickCommand
	isChild  bool
	isGroup  bool
	uncommon string
	at       *python.Stmt
}

func (c *clickCommand) fail(reason string) {
	if c.uncommon == "" {
		c.uncommon = reason
	}
}

// click returns the command line of a script that uses click.
func (p *pythonFile) click() *Interface {
	v := &evaluator{pythonFile: p, globals: scope{}, visited: visits{}, active: calls{}, relevant: map[string]bool{}}
	v.run(p.file.Body)
	commands := map[string]*clickCommand{}
	var order []*clickCommand
	for _, s := range p.file.Body {
		if s.Kind != python.Function || len(s.Decorators) == 0 {
			continue
		}
		if c := v.clickCommand(s, commands); c != nil {
			commands[s.Text] = c
			order = append(order, c)
		}
	}
	unknown := func(reason string) *Interface { return &Interface{Library: "click", Reason: reason} }
	if reason := p.addedCommands(commands); reason != "" {
		return unknown(reason)
	}
	var root *clickCommand
	for _, c := range order {
		if c.isChild {
			continue
		}
		if root != nil {
			return unknown("there are several commands")
		}
		root = c
	}
	if root == nil {
		return unknown("the command is not found")
	}
	i := root.finish(0)
	return &i
}

// addedCommands reads group.add_command(command).
func (p *pythonFile) addedCommands(commands map[string]*clickCommand) (reason string) {
	python.Walk(p.file.Body, func(e *python.Expr) bool {
		if e.Kind != python.Call || e.X.Kind != python.Attribute || e.X.Text != "add_command" {
			return true
		}
		group := commands[p.dotted(e.X.X)]
		if group == nil || len(e.List) == 0 || commands[p.dotted(e.List[0])] == nil {
			reason = "commands are added that are not known"
			return true
		}
		c := commands[p.dotted(e.List[0])]
		for _, arg := range e.List[1:] {
			if arg.Kind == python.Keyword {
				arg = arg.X
			}
			if arg.Kind == python.String {
				c.names = []string{arg.Text}
			}
		}
		if !c.isChild {
			c.isChild = true
			group.children = append(group.children, c)
		}
		return true
	})
	return reason
}

// clickCommand reads the decorators of a function.
func (v *evaluator) clickCommand(s *python.Stmt, commands map[string]*clickCommand) *clickCommand {
	var c *clickCommand
	for _, d := range s.Decorators {
		callee, args := d, []*python.Expr(nil)
		if d.Kind == python.Call {
			callee, args = d.X, d.List
		}
		name := v.dotted(callee)
		last := name[strings.LastIndexByte(name, '.')+1:]
		if last != "command" && last != "group" {
			continue
		}
		parent := commands[strings.TrimSuffix(name, "."+last)]
		if !strings.HasPrefix(name, "click.") && parent == nil {
			continue
		}
		c = &clickCommand{name: s.Text, isGroup: last == "group", at: s}
		c.Library, c.Bundles, c.Interspersed = "click", true, last != "group"
		base := strings.ToLower(strings.ReplaceAll(s.Text, "_", "-"))
		c.names = []string{base}
		for _, suffix := range []string{"-command", "-cmd", "-group", "-grp"} { // click 8.2 removes it
			if short, ok := strings.CutSuffix(base, suffix); ok {
				c.names = append(c.names, short)
			}
		}
		v.clickKeywords(c, args)
		if parent != nil {
			c.isChild = true
			parent.children = append(parent.children, c)
		}
	}
	if c == nil {
		return nil
	}
	for _, d := range s.Decorators {
		v.clickDecorator(c, d)
	}
	if !slices.ContainsFunc(c.Options, func(o Option) bool { return slices.Contains(o.Names, "--help") }) {
		c.Options = append(c.Options, Option{Names: []string{"--help"}, Help: "show the help"})
	}
	return c
}

func (v *evaluator) clickKeywords(c *clickCommand, args []*python.Expr) {
	for i, arg := range args {
		switch {
		case arg.Kind == python.String && i == 0:
			c.names = []string{arg.Text}
		case arg.Kind != python.Keyword:
			c.fail("the settings of a command are computed")
		case arg.Text == "name":
			c.names = []string{v.text(arg.X)}
		case arg.Text == "invoke_without_command" || arg.Text == "no_args_is_help":
			if is, _ := v.flag(arg.X, true); is && arg.Text[0] == 'i' {
				c.SubcommandRequired = false
				c.Reason = "optional"
			}
		case arg.Text == "help", arg.Text == "short_help", arg.Text == "epilog", arg.Text == "hidden", arg.Text == "deprecated", arg.Text == "chain" && false:
		case arg.Text == "context_settings":
			if arg.X.Kind == python.Call || strings.Contains(v.file.Source[arg.Start:arg.End], "ignore_unknown") || strings.Contains(v.file.Source[arg.Start:arg.End], "allow_") || arg.X.Kind == python.Name {
				c.Unknown, c.Surplus = PassedOn, PassedOn
			}
			if strings.Contains(v.file.Source[arg.Start:arg.End], "help_option_names") {
				c.Options = append(c.Options, Option{Names: []string{"-h", "--help"}})
			}
		default:
			c.fail("the setting " + arg.Text + " of a command is not read")
		}
	}
}

// clickDecorator reads a decorator of a command.
func (v *evaluator) clickDecorator(c *clickCommand, d *python.Expr) {
	callee, args := d, []*python.Expr(nil)
	if d.Kind == python.Call {
		callee, args = d.X, d.List
	}
	name := v.dotted(callee)
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case last == "command" || last == "group":
	case name == "click.option":
		v.clickOption(c, d, args)
	case name == "click.argument":
		v.clickArgument(c, d, args)
	case name == "click.version_option":
		c.Options = append(c.Options, Option{Names: []string{"--version"}, Range: pythonRange(d)})
	case name == "click.pass_context", name == "click.pass_obj", name == "functools.wraps":
	default:
		c.fail("a decorator is not read")
	}
}

func (v *evaluator) clickOption(c *clickCommand, d *python.Expr, args []*python.Expr) {
	o := Option{Arity: 1, Range: pythonRange(d)}
	isFlag, prompts := false, false
	for _, arg := range args {
		if arg.Kind == python.Star || arg.Kind == python.DoubleStar {
			c.fail("the settings of an option are computed")
			return
		}
		if arg.Kind == python.Keyword {
			isFlag, prompts = v.clickSetting(c, &o, arg, isFlag, prompts)
			continue
		}
		name := v.text(arg)
		switch {
		case name == "":
			c.fail("names of options are computed")
			return
		case strings.Contains(name, "/") && strings.HasPrefix(name, "-"):
			isFlag = true
			for _, n := range strings.Split(name, "/") {
				o.Names = append(o.Names, strings.TrimSpace(n))
			}
		case strings.HasPrefix(name, "-"):
			o.Names = append(o.Names, name)
		}
	}
	if isFlag {
		o.Arity = 0
	}
	if prompts {
		o.Required = false
	}
	if len(o.Names) == 0 {
		c.fail("an option has no name")
		return
	}
	c.Options = append(c.Options, o)
}

// clickSetting reads a keyword of an option or argument.
func (v *evaluator) clickSetting(c *clickCommand, o *Option, arg *python.Expr, isFlag, prompts bool) (flag, prompt bool) {
	l, known := v.eval(arg.X).(literal)
	switch arg.Text {
	case "required":
		o.Required = l.text == "True"
		if !known {
			c.fail("required is computed")
		}
	case "is_flag", "count":
		if !known {
			c.fail(arg.Text + " is computed")
		}
		return isFlag || l.text == "True", prompts
	case "flag_value":
		return true, prompts
	case "prompt":
		return isFlag, true
	case "default":
		o.Default = l.text
		if !isNone(l) {
			o.Required = false
		}
	case "help":
		o.Help = l.text
	case "nargs":
		n, err := strconv.Atoi(l.text)
		if err != nil || n == 0 || n > 100 {
			c.fail("nargs is computed")
		}
		if o.Arity = Arity(n); n < 0 {
			o.Arity = ZeroOrMore
		}
	case "envvar":
		o.Required = false
	case "type":
		v.clickType(o, arg.X)
	case "cls", "callback", "is_eager", "expose_value":
		if arg.Text == "cls" {
			c.fail("a class of options is not read")
		}
	}
	return isFlag, prompts
}

func (v *evaluator) clickType(o *Option, e *python.Expr) {
	name := v.dotted(e)
	if e.Kind == python.Call {
		name = v.dotted(e.X)
	}
	switch name {
	case "int", "click.INT":
		o.Type = Int
	case "float", "click.FLOAT":
		o.Type = Float
	case "click.Choice":
		if len(e.List) > 0 {
			o.Choices, _ = texts(v.eval(e.List[0]))
		}
		for _, arg := range e.List[min(1, len(e.List)):] {
			if arg.Kind == python.Keyword && arg.Text == "case_sensitive" {
				o.Choices = nil
			}
		}
	}
}

func (v *evaluator) clickArgument(c *clickCommand, d *python.Expr, args []*python.Expr) {
	o := Option{Arity: 1, Required: true, Range: pythonRange(d)}
	pos := Positional{Min: 1, Max: 1, Range: o.Range}
	required := false
	for _, arg := range args {
		switch arg.Kind {
		case python.Keyword:
			v.clickSetting(c, &o, arg, false, false)
			required = required || arg.Text == "required"
		case python.String:
			if pos.Name == "" {
				pos.Name = arg.Text
			}
		default:
			c.fail("names of arguments are computed")
		}
	}
	pos.Choices, pos.Type, pos.Help = o.Choices, o.Type, o.Help
	switch {
	case o.Arity == ZeroOrMore:
		pos.Max = -1
		pos.Min = 0
		if required && o.Required {
			pos.Min = 1
		}
	case !o.Required:
		pos.Min, pos.Max = 0, int(o.Arity)
	default:
		pos.Min, pos.Max = int(o.Arity), int(o.Arity)
	}
	// Decorators are in the order of the arguments.
	c.Positionals = append(c.Positionals, pos)
}

func (c *clickCommand) finish(depth int) Interface {
	i := c.Interface
	optional := i.Reason == "optional"
	i.Known, i.Reason = c.uncommon == "", c.uncommon
	if c.isGroup {
		i.SubcommandRequired = !optional && len(c.children) > 0
		if len(c.children) == 0 {
			i.Known, i.Reason = false, "subcommands are not found"
		}
	}
	for _, child := range c.children {
		if depth > maxCalls {
			break
		}
		inner := child.finish(depth + 1)
		i.Subcommands = append(i.Subcommands, Subcommand{Names: child.names, Interface: &inner, Help: docstring(child.at.Body),
			Range: span(child.at.NameStart, child.at.NameStart+len(child.at.Text))})
	}
	return i
}

// docstring returns the first line of the description of a function.
func docstring(body []*python.Stmt) string {
	if len(body) == 0 || body[0].Kind != python.ExprStmt || body[0].Value.Kind != python.String {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(body[0].Value.Text), "\n")
	return line
}
