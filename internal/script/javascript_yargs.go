package script

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A yargsFile is a script that uses yargs.
type yargsFile struct {
	*jsFile
	isStrict bool
	reason   string
}

// yargs returns the command line of a script that uses yargs.
func (f *jsFile) yargs() *Interface {
	y := &yargsFile{jsFile: f}
	root := y.create()
	vars := map[string]bool{}
	for i := 0; i < len(f.tokens) && y.reason == ""; i++ {
		name := f.tokens[i].text
		module := f.names[name]
		if f.tokens[i].kind != jsName || f.is(i-1, ".") || !vars[name] && module != "yargs" && module != "yargs/yargs" {
			continue
		}
		next := i + 1
		if f.is(next, "(") && !vars[name] {
			next = f.at(next).match + 1
		}
		if !f.is(next, ".") {
			if f.is(i+1, ",") || f.is(i+1, ")") {
				y.reason = "options are added in code that is not read"
			} else if f.is(i-1, "=") && next > i+1 {
				vars[f.at(i-2).text] = true
			}
			continue
		}
		if f.is(i-1, "=") && !f.at(i-2).isArgv() {
			vars[f.at(i-2).text] = true
		}
		i = max(i, y.chain(root, next)-1)
	}
	switch {
	case y.reason == "" && len(root.Options) == 2 && len(root.Subcommands) == 0 && len(root.Positionals) == 0:
		y.reason = "the options are not found"
		fallthrough
	case y.reason != "":
		return &Interface{Library: "yargs", Reason: y.reason}
	}
	y.finish(root, nil)
	return root
}

// isArgv reports whether a variable is usually that of the parsed options.
func (t *jsToken) isArgv() bool { return t.text == "argv" || t.text == "args" || t.text == "}" }

func (y *yargsFile) create() *Interface {
	return &Interface{Known: true, Library: "yargs", Unknown: Ignored, Surplus: Ignored, Bundles: true, Interspersed: true,
		Options: []Option{{Names: []string{"--help"}}, {Names: []string{"--version"}}}}
}

// finish sets what is common to all commands.
func (y *yargsFile) finish(i *Interface, inherited []Option) {
	if len(inherited) > maxInherited {
		i.Known = false
		return
	}
	all := append(inherited[:len(inherited):len(inherited)], i.Options[2:]...)
	i.Options = append(i.Options[:len(i.Options):len(i.Options)], inherited...)
	if y.isStrict && i.Unknown == Ignored {
		i.Unknown, i.Surplus = Rejected, Rejected
	}
	for k := range i.Options {
		i.Options[k].Required = i.Options[k].Required && len(i.Subcommands) == 0 // those of subcommands are checked there
	}
	for k := range i.Subcommands {
		if sub := i.Subcommands[k].Interface; sub.Known {
			y.finish(sub, all)
		}
	}
}

// chain reads calls after an expression that is yargs, and returns the token after them.
func (y *yargsFile) chain(of *Interface, i int) int {
	for y.is(i, ".") && y.at(i+1).kind == jsName && y.is(i+2, "(") && y.at(i+2).match > 0 {
		y.method(of, y.at(i+1).text, i+2)
		i = y.at(i+2).match + 1
	}
	return i
}

// method reads a call whose "(" is a token.
func (y *yargsFile) method(of *Interface, name string, open int) {
	text, isText := y.text(open + 1)
	switch name {
	case "option", "options", "positional":
		switch {
		case isText && y.is(open+2, ",", "{"):
			y.option(of, text, open+3, name == "positional")
		case isText && y.is(open+2, ")"):
			of.Options = append(of.Options, yargsOption(text))
		case y.is(open+1, "{"):
			y.options(of, open+1)
		default:
			y.reason = "an option is computed"
		}
	case "boolean", "count", "string", "number", "array", "choices", "demandOption", "alias", "demand", "require", "required", "nargs", "requiresArg", "normalize":
		y.reason = name + " is not read"
	case "commandDir", "parserConfiguration", "env", "config", "fail", "completion":
		if name != "fail" && name != "completion" {
			y.reason = name + " is not read"
		}
	case "strict", "strictOptions":
		y.isStrict = y.isStrict || !y.is(open+1, "false")
	case "demandCommand":
		of.SubcommandRequired = !y.is(open+1, "0")
	case "command":
		y.command(of, open)
	}
}

// options reads an object of options.
func (y *yargsFile) options(of *Interface, open int) {
	members, ok := y.object(open)
	if !ok {
		y.reason = "the options are computed"
	}
	for _, m := range members {
		if !y.is(m.start, "{") {
			y.reason = "an option is computed"
			return
		}
		y.option(of, m.key, m.start, false)
	}
}

// yargsOption returns an option, whose names may be written in two ways.
func yargsOption(names ...string) Option {
	o := Option{Arity: Optional}
	for _, name := range names {
		for _, name := range []string{name, kebab(name), camel(name)} {
			dashes := "--"
			if len(name) == 1 {
				dashes = "-"
			}
			if !slices.Contains(o.Names, dashes+name) {
				o.Names = append(o.Names, dashes+name)
			}
		}
	}
	return o
}

// kebab returns a name in camel case with dashes.
func kebab(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c >= 'A' && c <= 'Z' && i > 0 {
			b.WriteByte('-')
			b.WriteByte(c + 'a' - 'A')
			continue
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// camel returns a name with dashes in camel case.
func camel(name string) string {
	first, rest, found := strings.Cut(name, "-")
	for found && rest != "" {
		var part string
		if part, rest, found = strings.Cut(rest, "-"); part != "" {
			first += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return first
}

// option reads the settings of an option or a positional, whose "{" is a token.
func (y *yargsFile) option(of *Interface, name string, open int, isPositional bool) {
	members, ok := y.object(open)
	if !ok {
		y.reason = "an option is computed"
		return
	}
	names, arity, required, hasDefault := []string{name}, Optional, false, false
	var choices []string
	for _, m := range members {
		value, isText := y.text(m.start)
		switch m.key {
		case "alias":
			if isText {
				names = append(names, value)
			} else {
				names = append(names, y.texts(m.start)...)
			}
		case "type":
			arity = map[string]Arity{"boolean": 0, "count": 0, "string": 1, "number": 1, "array": OneOrMore}[value]
		case "boolean", "count":
			arity = 0
		case "array":
			arity = OneOrMore
		case "nargs", "requiresArg":
			arity = 1
		case "choices":
			choices = y.texts(m.start)
		case "demandOption", "demand", "required":
			required = !y.is(m.start, "false")
		case "default":
			hasDefault = true
		}
	}
	if isPositional {
		for k := range of.Positionals {
			if of.Positionals[k].Name == name {
				of.Positionals[k].Choices = choices
			}
		}
		return
	}
	o := yargsOption(names...)
	o.Arity, o.Required, o.Choices, o.Range = arity, required && !hasDefault, choices, span(y.at(open).start, y.at(y.at(open).match).end)
	of.Options = append(of.Options, o)
}

// command reads .command("name <argument>", description, builder, handler).
func (y *yargsFile) command(of *Interface, open int) {
	specs := y.texts(open + 1)
	next := open + 2
	if text, ok := y.text(open + 1); ok {
		specs = []string{text}
	} else if next = y.at(open+1).match + 1; len(specs) == 0 {
		y.reason = "the name of a command is computed"
		return
	}
	sub := Subcommand{Interface: y.create(), Range: span(y.at(open+1).start, y.at(open+1).end)}
	for n, spec := range specs {
		words := strings.Fields(spec)
		if len(words) == 0 || words[0] == "$0" {
			of.Surplus = PassedOn
			y.reason = "a default command is not read"
			return
		}
		sub.Names = append(sub.Names, words[0])
		if n == 0 {
			sub.Interface.Positionals = yargsPositionals(words[1:], sub.Range)
		}
	}
	if _, ok := y.text(next + 1); ok || y.is(next+1, "false") {
		next += 2
	}
	switch builder := next + 1; {
	case !y.is(next, ","):
	case y.is(builder, "{"):
		y.options(sub.Interface, builder)
	case y.at(builder).kind == jsName && y.is(builder+1, "=>"), y.is(builder, "(") && y.at(builder+1).kind == jsName && y.is(y.at(builder).match+1, "=>"):
		y.builder(sub.Interface, builder, y.at(open).match)
	case y.is(builder, "(", ")"):
	default:
		sub.Interface = &Interface{Reason: "the options are computed"}
	}
	of.Subcommands = append(of.Subcommands, sub)
}

// builder reads a function that gets yargs: (yargs) => yargs.option(…)
func (y *yargsFile) builder(of *Interface, i, end int) {
	param := y.at(i)
	if y.is(i, "(") {
		param, i = y.at(i+1), y.at(i).match
	}
	end = y.endOfArgument(i+2, end)
	for i += 2; i < end; i++ {
		if t := y.at(i); t.kind == jsName && t.text == param.text && y.is(i+1, ".") && !y.is(i-1, ".") {
			i = max(i, y.chain(of, i+1)-1)
		}
	}
}

// endOfArgument returns the token after an argument of a call.
func (y *yargsFile) endOfArgument(i, end int) int {
	for i < end && !y.is(i, ",") {
		if n := y.at(i).match; n > i {
			i = n
		}
		i++
	}
	return i
}

func yargsPositionals(words []string, at analysis.Range) []Positional {
	c := commanderCommand{Interface: &Interface{}}
	for _, word := range words {
		c.arguments(strings.Replace(strings.Replace(word, "..>", "...>", 1), "..]", "...]", 1), nil, at)
	}
	return c.Positionals
}
