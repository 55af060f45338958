package script

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A commanderFile is a script that uses commander.
type commanderFile struct {
	*jsFile
	commands []*commanderCommand
	vars     map[string]*commanderCommand
	read     int // tokens before it are read
	// positional is set if options of the program must precede the subcommand.
	positional bool
	reason     string
}

// A commanderCommand is a command, or the program.
type commanderCommand struct {
	*Interface
	names    []string
	parent   *commanderCommand
	children []*commanderCommand
	at       int // token
	acts     bool
}

// commander returns the command line of a script that uses commander.
func (f *jsFile) commander() *Interface {
	c := &commanderFile{jsFile: f, vars: map[string]*commanderCommand{}}
	for name, module := range f.names {
		if module == "commander" || module == "commander:program" {
			if len(c.commands) == 0 {
				c.create(0)
			}
			c.vars[name] = c.commands[0]
		}
	}
	for i := 0; i < len(f.tokens) && c.reason == ""; i++ {
		if f.tokens[i].kind == jsName && i >= c.read && !f.is(i-1, ".") {
			c.expression(i)
		}
	}
	var root *commanderCommand
	for _, command := range c.commands {
		switch {
		case command.parent != nil || len(command.Options) == 1 && len(command.Positionals) == 0 && len(command.children) == 0:
		case root != nil:
			c.fail("commands are built in code that is not read")
		default:
			root = command
		}
	}
	if root == nil {
		c.fail("the options are not found")
	}
	if c.reason != "" {
		return &Interface{Library: "commander", Reason: c.reason}
	}
	return c.finish(root, nil)
}

func (c *commanderFile) fail(reason string) {
	if c.reason == "" {
		c.reason = reason
	}
}

func (c *commanderFile) create(at int, names ...string) *commanderCommand {
	command := &commanderCommand{names: names, at: at, Interface: &Interface{Known: true, Library: "commander", Bundles: true, Interspersed: true,
		Surplus: Ignored, Options: []Option{{Names: []string{"-h", "--help"}}}}} // surplus arguments are ignored before version 13
	c.commands = append(c.commands, command)
	return command
}

// Limits of the commands that are read.
const (
	maxInherited = 200 // options of the commands above one
	maxAbove     = 10  // commands above one
)

// finish returns the interface of a command, with the options of the commands above it.
func (c *commanderFile) finish(command *commanderCommand, inherited []Option) *Interface {
	i := command.Interface
	if !i.Known || len(inherited) > maxInherited {
		i.Known = false
		return i
	}
	own := i.Options
	if !c.positional {
		i.Options = append(i.Options[:len(i.Options):len(i.Options)], inherited...)
		inherited = append(inherited[:len(inherited):len(inherited)], own[1:]...)
	}
	if len(command.children) == 0 {
		return i
	}
	i.Surplus, i.SubcommandRequired = Rejected, !command.acts
	if command.acts || len(i.Positionals) > 0 {
		i.Surplus = PassedOn // the word is an argument of the command itself
	}
	for k := range i.Options {
		i.Options[k].Required = i.Options[k].Required && c.positional // or after the subcommand
	}
	for _, child := range command.children {
		i.Subcommands = append(i.Subcommands, Subcommand{Names: child.names, Interface: c.finish(child, inherited), Range: span(c.at(child.at).start, c.at(child.at).end)})
	}
	i.Subcommands = append(i.Subcommands, Subcommand{Names: []string{"help"}, Interface: &Interface{Reason: "it shows help"}})
	return i
}

// expression reads an expression that begins with a name: a command, or one that is created.
func (c *commanderFile) expression(i int) {
	command, next := c.vars[c.at(i).text], i+1
	switch {
	case c.at(i).text == "new":
		open := i + 2
		if c.is(i+2, ".") {
			open = i + 4
		}
		if c.at(open-1).text != "Command" || !c.is(open, "(") {
			return
		}
		name, _ := c.jsFile.text(open + 1)
		command, next = c.create(i, name), c.at(open).match+1
	case command == nil || c.is(i+1, ":"):
		return
	case !c.is(i+1, "."):
		if (c.is(i-1, "(") || c.is(i-1, ",")) && (c.is(i+1, ")") || c.is(i+1, ",")) {
			c.fail("options are added in code that is not read")
		}
		return
	}
	last, end := c.chain(command, next)
	c.read = max(c.read, end)
	switch k := i - 2; {
	case !c.is(i-1, "="):
		if c.is(i-1, "return") && c.at(i).text == "new" {
			c.fail("commands are built in code that is not read")
		}
	case c.is(k-1, ":"): // const name: Type = …
		c.vars[c.at(k-2).text] = last
	case c.at(k).kind == jsName:
		c.vars[c.at(k).text] = last
	}
}

// chain reads the calls after a command: .option(…).action(…)
func (c *commanderFile) chain(command *commanderCommand, i int) (last *commanderCommand, end int) {
	for c.is(i, ".") && c.at(i+1).kind == jsName && c.is(i+2, "(") && c.at(i+2).match > 0 {
		command = c.method(command, c.at(i+1).text, i+1)
		i = c.at(i+2).match + 1
	}
	return command, i
}

// method reads a call of a method, and returns the command that it returns. k is the token of its name.
func (c *commanderFile) method(command *commanderCommand, name string, k int) *commanderCommand {
	text, _ := c.jsFile.text(k + 2)
	switch name {
	case "command":
		return c.subcommand(command, k)
	case "addCommand":
		c.addCommand(command, k)
	case "alias":
		command.names = append(command.names, text)
	case "aliases":
		command.names = append(command.names, c.texts(k+2)...)
	case "name":
		if command.names = append(command.names, text); command.names[0] == "" {
			command.names = command.names[1:]
		}
	case "action":
		command.acts = true
	case "enablePositionalOptions":
		c.positional = true
	case "allowUnknownOption":
		command.Unknown = PassedOn
	case "allowExcessArguments":
		command.Surplus = Ignored
	case "option", "requiredOption", "addOption":
		c.option(command, name, k)
	case "version":
		o := Option{Names: []string{"-V", "--version"}}
		if flags, ok := c.jsFile.text(k + 4); ok && strings.HasPrefix(flags, "-") {
			o = commanderOption(flags)
		}
		command.Options = append(command.Options, o)
	case "argument", "arguments", "addArgument":
		c.argument(command, name, k)
	case "addHelpOption", "createCommand", "passThroughOptions", "parseOptions", "helpOption":
		c.fail(name + " is not read")
	}
	return command
}

// addCommand adds a command that is a variable, or that is created in place.
func (c *commanderFile) addCommand(command *commanderCommand, k int) {
	if child := c.vars[c.at(k+2).text]; child != nil && c.isAny(k+3, ")", ",") {
		c.attach(command, child)
	} else if c.is(k+2, "new", "Command", "(") {
		name, _ := c.jsFile.text(k + 5)
		child, _ := c.chain(c.create(k, name), c.at(k+4).match+1)
		c.attach(command, child)
	} else {
		c.fail("commands are built in code that is not read")
	}
}

// argument adds the arguments that a call of a method declares.
func (c *commanderFile) argument(command *commanderCommand, method string, k int) {
	var choices []string
	text, ok := c.jsFile.text(k + 2)
	if method == "addArgument" && c.is(k+2, "new", "Argument", "(") {
		text, ok = c.jsFile.text(k + 5)
		_, choices = c.settings(k+4, c.at(k+1).match)
	}
	if !ok {
		c.fail("an argument is computed")
	}
	command.arguments(text, choices, span(c.at(k+2).start, c.at(k+2).end))
}

// option adds the option of a call of option(…), requiredOption(…) or addOption(new Option(…)).
func (c *commanderFile) option(command *commanderCommand, method string, k int) {
	text, ok := c.jsFile.text(k + 2)
	required := method == "requiredOption" && !c.hasDefault(k)
	var choices []string
	if method == "addOption" {
		if ok = c.is(k+2, "new", "Option", "("); ok {
			text, ok = c.jsFile.text(k + 5)
			required, choices = c.settings(k+4, c.at(k+1).match)
		}
	}
	if !ok || !strings.HasPrefix(text, "-") {
		c.fail("an option is computed")
		return
	}
	o := commanderOption(text)
	o.Required, o.Choices, o.Range = required, choices, span(c.at(k).start, c.at(c.at(k+1).match).end)
	command.Options = append(command.Options, o)
}

// settings returns whether an option is mandatory, and its choices, from the calls after "new Option(…)".
func (c *commanderFile) settings(open, end int) (required bool, choices []string) {
	for i := c.at(open).match + 1; i < end && c.is(i, ".") && c.is(i+2, "("); i = c.at(i+2).match + 1 {
		switch c.at(i + 1).text {
		case "makeOptionMandatory":
			required = !c.is(i+3, "false")
		case "default", "env":
			return false, choices
		case "choices":
			choices = c.texts(i + 3)
		}
	}
	return required, choices
}

// texts returns the values of an array of strings, or nil.
func (f *jsFile) texts(open int) []string {
	var all []string
	for i := open + 1; f.is(open, "[") && i < f.at(open).match; i += 2 {
		text, ok := f.text(i)
		if !ok || !f.is(i+1, ",") && i+1 != f.at(open).match {
			return nil
		}
		all = append(all, text)
	}
	return all
}

// attach makes a command a subcommand.
func (c *commanderFile) attach(parent, child *commanderCommand) {
	above := 0
	for p := parent; p != nil; p = p.parent {
		if above++; p == child || above > maxAbove {
			c.fail("commands are built in code that is not read")
			return
		}
	}
	if child.parent != nil || len(child.names) == 0 || child.names[0] == "" {
		c.fail("commands are built in code that is not read")
		return
	}
	child.parent = parent
	parent.children = append(parent.children, child)
}

// subcommand reads .command("name <argument>").
func (c *commanderFile) subcommand(parent *commanderCommand, k int) *commanderCommand {
	text, ok := c.jsFile.text(k + 2)
	words := strings.Fields(text)
	if !ok || len(words) == 0 {
		c.fail("the name of a command is computed")
		return parent
	}
	child := c.create(k, strings.Split(words[0], "|")...)
	c.attach(parent, child)
	if _, isText := c.jsFile.text(k + 4); isText { // a program of its own
		*child.Interface = Interface{Reason: "it is another program"}
		return parent
	}
	for i := k + 3; i < min(k+20, c.at(k+1).match); i++ {
		if c.is(i, "isDefault") {
			parent.acts, parent.Unknown = true, PassedOn
		}
	}
	child.arguments(strings.Join(words[1:], " "), nil, span(c.at(k+2).start, c.at(k+2).end))
	return child
}

// arguments adds positionals: <one> [two] [more...]
func (command *commanderCommand) arguments(text string, choices []string, at analysis.Range) {
	for word := range strings.FieldsSeq(text) {
		p := Positional{Name: strings.Trim(word, "<>[]."), Max: 1, Choices: choices, Range: at}
		if strings.HasPrefix(word, "<") || !strings.HasPrefix(word, "[") {
			p.Min = 1
		}
		if strings.Contains(word, "...") {
			p.Max = -1
		}
		command.Positionals = append(command.Positionals, p)
	}
}
