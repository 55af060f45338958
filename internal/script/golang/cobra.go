package golang

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/script/cmdline"
)

// A command is a command of cobra.
type command struct {
	names       []string
	usage       []string // the words after the name
	help        string
	flags       *flagSet
	persistent  *flagSet
	positionals []cmdline.Positional
	surplus     cmdline.Policy
	hasArgs     bool // cobra's default for the number of arguments is replaced
	isRunnable  bool
	hasVersion  bool
	required    []string
	groups      [][]string
	parent      *command
	children    []*command
	region      int
	reason      string
	at          ast.Node
}

// Limits of commands.
const (
	maxCommands  = 500 // of a program
	maxInherited = 200 // options of the commands above one
	maxAbove     = 10  // commands above one
)

// newCommand reads &cobra.Command{…}.
func (r *reader) newCommand(e *ast.CompositeLit) *command {
	r.events++
	if r.commands++; r.commands > maxCommands {
		r.fail("the program is too large")
	}
	c := &command{flags: r.newSet(cmdline.Rejected), persistent: r.newSet(cmdline.Rejected), region: r.region, surplus: cmdline.PassedOn, at: e}
	for _, item := range e.Elts {
		field, ok := item.(*ast.KeyValueExpr)
		name, isName := &ast.Ident{}, false
		if ok {
			name, isName = field.Key.(*ast.Ident)
		}
		if !isName {
			c.reason = "a command is computed"
			r.use(item)
			continue
		}
		r.field(c, name.Name, field.Value)
	}
	return c
}

// texts are fields that change nothing about the command line.
const texts = " Long Example SuggestFor SuggestionsMinimumDistance GroupID Annotations Deprecated Hidden SilenceErrors SilenceUsage DisableAutoGenTag " +
	"DisableFlagsInUseLine DisableSuggestions CompletionOptions ArgAliases BashCompletionFunction ValidArgs "

// field reads a field of a command.
func (r *reader) field(c *command, name string, e ast.Expr) {
	switch {
	case e == nil:
		c.reason = "a command is computed"
		return
	case name == "Args":
		r.later(e)
		r.validator(c, e)
		return
	case name == "RunE" || name == "Run":
		c.isRunnable = true
		r.later(e)
		return
	case strings.Contains(name, "PreRun") || strings.Contains(name, "PostRun") || strings.HasSuffix(name, "Function"):
		r.later(e)
		return
	}
	v := r.expr(e)
	if isTracked(v) {
		r.fail("commands are built in code that is not read")
	}
	text, isText := v.(string)
	switch {
	case name == "Use":
		words := strings.Fields(text)
		if !isText || len(words) == 0 {
			c.reason = "the name of a command is computed"
			words = []string{""}
		}
		c.names = append(words[:1:1], c.names[min(1, len(c.names)):]...)
		c.usage = words[1:]
	case name == "Aliases":
		r.aliases(c, e)
	case name == "Short":
		c.help = text
	case name == "Version":
		c.hasVersion = true
	case isListed(texts, name):
	default: // such as DisableFlagParsing, FParseErrWhitelist and TraverseChildren
		c.reason = name + " is not read"
		if name == "TraverseChildren" {
			r.fail(c.reason)
		}
	}
}

// aliases reads the other names of a command.
func (r *reader) aliases(c *command, e ast.Expr) {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		c.reason = "the name of a command is computed"
		return
	}
	if len(c.names) == 0 {
		c.names = []string{""}
	}
	for _, item := range list.Elts {
		alias, ok := r.expr(item).(string)
		if !ok {
			c.reason = "the name of a command is computed"
		}
		c.names = append(c.names, alias)
	}
}

// later marks code that runs after the command line is parsed, and the functions that it calls.
func (r *reader) later(n ast.Node) {
	for pending := []ast.Node{n}; len(pending) > 0; {
		n, pending = pending[0], pending[1:]
		ast.Inspect(n, func(n ast.Node) bool {
			if n == nil || r.late[n] {
				return false
			}
			r.late[n], r.seen[n] = true, true
			if name, ok := n.(*ast.Ident); ok {
				if f := r.functions[name.Name]; f != nil && f.Body != nil {
					pending = append(pending, f.Body)
				}
			}
			return true
		})
	}
}

// validator reads the check of the number of arguments.
func (r *reader) validator(c *command, e ast.Expr) {
	c.hasArgs = true
	name, args := r.check(e)
	if name == "MatchAll" {
		for _, a := range args {
			r.validator(c, a)
		}
		return
	}
	least, most, ok := bounds(name, args)
	if !ok {
		return // any number of arguments, or a check that is not read
	}
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	c.surplus, c.positionals = cmdline.Rejected, nil
	for i := range min(max(least, most), 20) {
		p := cmdline.Positional{Name: "argument", Max: 1, Range: r.at(e)}
		if i < least {
			p.Min = 1
		}
		c.positionals = append(c.positionals, p)
	}
	if most < 0 || most > 20 {
		c.surplus = cmdline.PassedOn
	}
}

// check returns the name of a check of cobra, or "", and its arguments.
func (r *reader) check(e ast.Expr) (name string, args []ast.Expr) {
	if call, ok := e.(*ast.CallExpr); ok {
		e, args = call.Fun, call.Args
	}
	if f, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := f.X.(*ast.Ident); ok && r.packages[x.Name] == libraryCobra {
			name = f.Sel.Name
		}
	}
	return name, args
}

// bounds returns how many arguments a check allows; -1: any number.
func bounds(name string, args []ast.Expr) (least, most int, ok bool) {
	var counts []int
	for _, a := range args {
		if n, ok := number(a); ok {
			counts = append(counts, n)
		}
	}
	switch {
	case name == "NoArgs":
		return 0, 0, true
	case len(counts) != len(args) || len(args) == 0:
		return 0, -1, false
	}
	switch first, last := counts[0], counts[len(counts)-1]; name {
	case "ExactArgs", "ExactValidArgs":
		return first, first, true
	case "MinimumNArgs":
		return first, -1, true
	case "MaximumNArgs":
		return 0, first, true
	case "RangeArgs":
		return first, last, len(counts) == 2
	}
	return 0, -1, false
}

// harmlessCommand are methods of commands that change nothing about the command line.
const harmlessCommand = " SetUsageTemplate SetHelpTemplate SetVersionTemplate SetErrPrefix SetOut SetErr SetIn SetOutput Help Usage UsageString Name CommandPath UseLine " +
	"MarkFlagDirname MarkFlagFilename MarkPersistentFlagDirname MarkPersistentFlagFilename MarkFlagsRequiredTogether MarkFlagsMutuallyExclusive " +
	"RegisterFlagCompletionFunc AddGroup SetHelpFunc SetUsageFunc SetContext Context Root Flag Commands HasSubCommands Runnable OutOrStdout ErrOrStderr InOrStdin "

// callCommand reads a call of a method of a command.
func (r *reader) callCommand(c *command, name string, call *ast.CallExpr) any {
	switch name {
	case "Flags", "LocalFlags", "InheritedFlags":
		if name == "Flags" {
			return c.flags
		}
		return nil
	case "PersistentFlags":
		return c.persistent
	case "AddCommand":
		if !r.change(c.region) || call.Ellipsis.IsValid() {
			r.fail("commands are added under a condition")
		}
		for _, a := range call.Args {
			child, _ := r.expr(a).(*command)
			r.attach(c, child)
		}
	case "MarkFlagRequired", "MarkPersistentFlagRequired", "MarkFlagsOneRequired":
		var names []string
		for _, v := range r.values(call) {
			flag, ok := v.(string)
			if !ok {
				return nil // what is required is not known
			}
			names = append(names, "--"+flag)
		}
		switch {
		case !r.change(c.region):
		case name == "MarkFlagsOneRequired":
			c.groups = append(c.groups, names)
		default:
			c.required = append(c.required, names...)
		}
	case "Execute", "ExecuteC", "ExecuteContext", "ExecuteContextC":
		r.lose(call)
		if r.executed != nil && r.executed != c || r.region != 0 {
			r.fail("several commands run")
		}
		r.executed = c
	default:
		if !isListed(harmlessCommand, name) && !strings.HasPrefix(name, "Print") && !strings.HasPrefix(name, "Gen") {
			r.fail(name + " is not read")
		}
		r.laterArgs(call)
	}
	return nil
}

// laterArgs marks functions among arguments, and evaluates the others.
func (r *reader) laterArgs(call *ast.CallExpr) {
	for _, a := range call.Args {
		if _, ok := a.(*ast.FuncLit); ok {
			r.later(a)
		} else {
			r.use(a)
		}
	}
}

// attach makes a command a subcommand.
func (r *reader) attach(parent, child *command) {
	above := 0
	for p := parent; p != nil; p = p.parent {
		if above++; p == child || above > maxAbove {
			child = nil
			break
		}
	}
	if child == nil || child.parent != nil || len(child.names) == 0 {
		r.fail("commands are built in code that is not read")
		return
	}
	child.parent = parent
	parent.children = append(parent.children, child)
}

// finish returns what a command accepts. inherited are the options of the commands above it.
func (r *reader) finish(c *command, inherited []cmdline.Option, above int) *cmdline.Interface {
	i := &cmdline.Interface{Library: r.library, Reason: c.reason, Bundles: true, Interspersed: !c.flags.positional && !c.persistent.positional}
	if c.flags.broken || c.persistent.broken || len(inherited) > maxInherited || above > maxAbove {
		i.Reason = "options are computed, or added in code that is not read"
	}
	if i.Reason != "" {
		return i // its subcommands inherit its options
	}
	i.Known = true
	own := slices.Concat(c.flags.options, c.persistent.options)
	for k := range own {
		own[k].Required = len(c.children) == 0 && slices.Contains(c.required, own[k].Names[0])
	}
	own = append(own, inherited...)
	i.Options = append([]cmdline.Option{helpOption(own)}, own...)
	if c.hasVersion {
		version := cmdline.Option{Names: []string{"--version"}}
		if i.Option("-v") == nil {
			version.Names = append(version.Names, "-v")
		}
		i.Options = append(i.Options, version)
	}
	if len(c.children) == 0 {
		r.finishLeaf(c, i)
		return i
	}
	// Cobra moves the options before a subcommand behind it.
	i.Unknown, i.Surplus = cmdline.PassedOn, cmdline.PassedOn
	switch {
	case c.parent == nil && (!c.hasArgs || c.surplus == cmdline.Rejected && len(c.positionals) == 0):
		i.Surplus = cmdline.Rejected
	case !c.isRunnable:
		i.Surplus = cmdline.Ignored
	}
	passed := append(inherited[:len(inherited):len(inherited)], c.persistent.options...)
	for _, child := range c.children {
		i.Subcommands = append(i.Subcommands, cmdline.Subcommand{Names: child.names, Interface: r.finish(child, passed, above+1), Help: child.help, Range: r.at(child.at)})
	}
	for _, name := range []string{"help", "completion"} {
		if i.Subcommand(name) == nil && c.parent == nil {
			i.Subcommands = append(i.Subcommands, cmdline.Subcommand{Names: []string{name}, Interface: &cmdline.Interface{Reason: "it shows help"}})
		}
	}
	return i
}

// finishLeaf adds what a command without subcommands accepts.
func (r *reader) finishLeaf(c *command, i *cmdline.Interface) {
	if !c.isRunnable { // it shows help
		i.Surplus = cmdline.Ignored
		for k := range i.Options {
			i.Options[k].Required = false
		}
		return
	}
	i.Surplus, i.Positionals = c.surplus, c.positionals
	var names []string
	for _, word := range c.usage {
		if name := strings.Trim(word, "<>[]."); strings.Trim(word, ".") != name && name != "flags" && name != "options" || strings.ToUpper(word) == word {
			names = append(names, name)
		}
	}
	for k := range i.Positionals {
		if k < len(names) {
			i.Positionals[k].Name = names[k]
		}
	}
	own := cmdline.Interface{Options: slices.Concat(c.flags.options, c.persistent.options)} // others may precede the subcommand
	for _, group := range c.groups {
		if !slices.ContainsFunc(group, func(name string) bool { return own.Option(name) == nil }) {
			i.Groups = append(i.Groups, cmdline.Group{Names: group, Required: true})
		}
	}
}
