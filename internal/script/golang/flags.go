package golang

import (
	"go/ast"
	"strings"

	"github.com/skilllint/skilllint/internal/script/cmdline"
)

// A flagSet is a set of flags.
type flagSet struct {
	options    []cmdline.Option
	onError    cmdline.Policy
	returns    bool // Parse returns errors
	positional bool // options must precede other arguments
	region     int
	parsed     bool
	broken     bool // it is not read completely
}

// arguments are os.Args from an index on.
type arguments int

// A word is an argument, by its index in os.Args.
type word int

// A level is what a subcommand reads.
type level struct {
	*cmdline.Interface
	at       int // the index of its first argument
	parsed   *flagSet
	reason   string
	region   int
	counted  bool // the number of arguments is compared
	optional bool // the subcommand may be missing
}

// misread marks the subcommand that reads arguments in a way that is not read.
func (r *reader) misread() { r.spoil("the arguments are read in code that is not read") }

func (r *reader) spoil(reason string) {
	if r.events++; r.level.reason == "" {
		r.level.reason = reason
	}
	if r.level.at == 1 {
		r.fail(reason)
	}
}

// change reports whether code changes what was created under the same conditions.
func (r *reader) change(region int) bool {
	r.events++
	return region == r.region && (!r.frame.left || r.frame.function == r.functions["main"])
}

func (r *reader) newSet(onError cmdline.Policy) *flagSet {
	return &flagSet{onError: onError, region: r.region}
}

// createSet reads a call of NewFlagSet.
func (r *reader) createSet(c *ast.CallExpr) *flagSet {
	r.events++
	s := r.newSet(cmdline.Rejected)
	s.broken = len(c.Args) != 2
	if !s.broken {
		r.use(c.Args[0])
		mode, ok := c.Args[1].(*ast.SelectorExpr)
		s.broken = !ok || !isListed(" ExitOnError PanicOnError ContinueOnError ", mode.Sel.Name)
		s.returns = ok && mode.Sel.Name == "ContinueOnError"
	}
	return s
}

// isDefinition reports whether a method defines a flag.
func isDefinition(name string) bool {
	_, _, ok := kindOf(name)
	return ok
}

// kindOf returns what the flags of a method accept.
func kindOf(name string) (arity cmdline.Arity, kind cmdline.Type, ok bool) {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "P"), "Var")
	switch name {
	case "Bool", "BoolFunc", "Count":
		return 0, cmdline.Text, true
	case "Int", "Int8", "Int16", "Int32", "Int64", "Uint", "Uint8", "Uint16", "Uint32", "Uint64":
		return 1, cmdline.Int, true
	case "Float32", "Float64":
		return 1, cmdline.Float, true
	case "String", "Duration", "Func", "Text", "", "StringSlice", "StringArray", "IntSlice", "Int32Slice", "Int64Slice", "UintSlice", "BoolSlice",
		"Float32Slice", "Float64Slice", "DurationSlice", "StringToString", "StringToInt", "StringToInt64", "IP", "IPSlice", "IPMask", "IPNet", "IPNetSlice",
		"BytesHex", "BytesBase64", "Time":
		return 1, cmdline.Text, true
	}
	return 0, 0, false
}

// harmless are methods of sets that change nothing about the command line.
const harmless = " PrintDefaults Args Arg NArg NFlag Output SetOutput Usage Visit VisitAll Lookup Changed Parsed Name FlagUsages FlagUsagesWrapped HasFlags " +
	"HasAvailableFlags MarkHidden MarkDeprecated MarkShorthandDeprecated ErrorHandling UnquoteUsage Set ShorthandLookup "

// callSet reads a call of a method of a set.
func (r *reader) callSet(s *flagSet, name string, c *ast.CallExpr) {
	switch {
	case name == "Parse":
		var args any = arguments(1)
		if s != r.global || len(c.Args) > 0 {
			args = nil
			if len(c.Args) == 1 {
				args = r.expr(c.Args[0])
			}
		}
		r.parse(s, args)
	case isDefinition(name):
		o, ok := r.option(name, c)
		if !ok {
			s.broken = true
		}
		r.add(s, o)
	case name == "SetInterspersed" && len(c.Args) == 1:
		if on, ok := c.Args[0].(*ast.Ident); ok && on.Name == "false" && r.change(s.region) {
			s.positional = true
		} else {
			s.broken = true
		}
	case isListed(harmless, name) || strings.HasPrefix(name, "Get"):
		r.lose(c)
	default:
		s.broken = true
		r.lose(c)
	}
}

// add adds an option to a set.
func (r *reader) add(s *flagSet, o cmdline.Option) {
	if !r.change(s.region) || s.parsed || len(s.options) >= maxOptions {
		s.broken = true
	}
	s.options = append(s.options, o)
}

// maxOptions is the limit of the options of a set.
const maxOptions = 300

// option returns the option that a call defines.
func (r *reader) option(method string, c *ast.CallExpr) (o cmdline.Option, ok bool) {
	first := 0
	arity, kind, _ := kindOf(method)
	long, hasShort := strings.CutSuffix(method, "P")
	if strings.HasSuffix(long, "Var") {
		first = 1
	}
	o = cmdline.Option{Arity: arity, Type: kind, Range: r.at(c)}
	values := r.values(c)
	isPflag := r.library != libraryFlag
	if len(values) <= first || hasShort && (!isPflag || len(values) <= first+1) {
		return o, false
	}
	for _, v := range values {
		switch v.(type) {
		case arguments, word:
			r.misread()
		case *flagSet, *command:
			return o, false
		}
	}
	name, ok := values[first].(string)
	if !ok || name == "" {
		return o, false
	}
	o.Names = []string{"-" + name, "--" + name}
	if isPflag {
		o.Names = o.Names[1:]
		if hasShort {
			short, isText := values[first+1].(string)
			if ok = isText; short != "" {
				o.Names = append(o.Names, "-"+short)
			}
		}
	}
	for i := len(values) - 1; i > first; i-- {
		if help, isText := values[i].(string); isText {
			o.Help = help
			break
		}
	}
	return o, ok
}

// parse reads that a set parses arguments.
func (r *reader) parse(s *flagSet, args any) {
	r.events++
	from, ok := args.(arguments)
	switch l := r.level; {
	case !ok || int(from) != l.at || l.parsed != nil || len(l.Subcommands) > 0 || l.region != r.region:
		r.spoil("the arguments are parsed in code that is not read")
	default:
		l.parsed, s.parsed = s, true
	}
}

// interfaceOf returns what a subcommand accepts.
func (l *level) interfaceOf() *cmdline.Interface {
	i := l.Interface
	s := l.parsed
	switch {
	case l.reason != "":
		return &cmdline.Interface{Library: i.Library, Reason: l.reason}
	case s != nil && s.broken:
		return &cmdline.Interface{Library: i.Library, Reason: "options are computed, or added in code that is not read"}
	case s != nil && i.Library == libraryFlag:
		i.Options = append([]cmdline.Option{{Names: []string{"-h", "--h"}}, {Names: []string{"-help", "--help"}}}, s.options...)
		i.OneDash, i.Unknown, i.Surplus = true, s.onError, cmdline.PassedOn
	case s != nil:
		i.Options = append([]cmdline.Option{helpOption(s.options)}, s.options...)
		i.Bundles, i.Interspersed, i.Unknown, i.Surplus = true, !s.positional, s.onError, cmdline.PassedOn
	case len(i.Subcommands) > 0:
		i.SubcommandRequired = !l.optional
	default:
		i.Unknown, i.Surplus = cmdline.Ignored, cmdline.Ignored
	}
	i.Known = true
	return i
}

// helpOption returns the option that pflag adds, without the letter if it has another meaning.
func helpOption(options []cmdline.Option) cmdline.Option {
	help := cmdline.Option{Names: []string{"-h", "--help"}}
	if (&cmdline.Interface{Options: options}).Option("-h") != nil {
		help.Names = help.Names[1:]
	}
	return help
}

// dispatch reads a switch on an argument.
func (r *reader) dispatch(body *ast.BlockStmt, at int) {
	l := r.level
	if at != l.at || l.parsed != nil || len(l.Subcommands) > 0 || l.region != r.region {
		r.spoil("the arguments are read in code that is not read")
		r.clauses(body)
		return
	}
	l.Unknown, l.Surplus = cmdline.PassedOn, cmdline.PassedOn
	for _, c := range body.List {
		c, ok := c.(*ast.CaseClause)
		if !ok {
			continue
		}
		if c.List == nil {
			if r.stops(c.Body, 0) {
				l.Unknown, l.Surplus = cmdline.Rejected, cmdline.Rejected
			}
			if i := r.clause(l, c, l.at); i.Reason != "" || i.Options != nil || i.Subcommands != nil {
				l.Unknown, l.Surplus = cmdline.PassedOn, cmdline.PassedOn
				l.optional = true
			}
			continue
		}
		var names, options []string
		for _, e := range c.List {
			switch name, ok := r.expr(e).(string); {
			case !ok:
				r.spoil("the name of a subcommand is computed")
			case strings.HasPrefix(name, "-"):
				options = append(options, name)
			case name == "":
			default:
				names = append(names, name)
			}
		}
		i := r.clause(l, c, l.at+1)
		if options != nil {
			l.Options = append(l.Options, cmdline.Option{Names: options, Arity: cmdline.Remainder, Range: r.at(c.List[0])})
		}
		if names != nil {
			l.Subcommands = append(l.Subcommands, cmdline.Subcommand{Names: names, Interface: i, Range: r.at(c.List[0])})
		}
	}
}

// clause returns what the code of a subcommand accepts.
func (r *reader) clause(parent *level, c *ast.CaseClause, at int) *cmdline.Interface {
	if r.commands++; r.commands > maxCommands {
		r.fail("the program is too large")
	}
	var own *level
	r.inRegion(func() {
		own = &level{at: at, region: r.region, Interface: &cmdline.Interface{Library: r.library}}
		r.level = own
		r.statements(c.Body)
	})
	r.level = parent
	if r.foreign && own.parsed == nil && len(own.Subcommands) == 0 && own.reason == "" {
		own.reason = "imported packages may read the arguments"
	}
	return own.interfaceOf()
}

// maxCalls is the limit of functions that call each other before a program stops.
const maxCalls = 3

// stops reports whether statements end the program with an error.
func (r *reader) stops(list []ast.Stmt, calls int) bool {
	if len(list) == 0 || calls > maxCalls {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			return false
		}
		last := s.Results[len(s.Results)-1]
		name, isName := last.(*ast.Ident)
		n, isNumber := number(last)
		return !(isName && name.Name == "nil") && !(isNumber && n == 0)
	case *ast.ExprStmt:
		c, ok := s.X.(*ast.CallExpr)
		return ok && r.exits(c, calls)
	}
	return false
}

// exits reports whether a call ends the program with an error.
func (r *reader) exits(c *ast.CallExpr, calls int) bool {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		d := r.functions[f.Name]
		return f.Name == "panic" || d != nil && d.Body != nil && d.Type.Results == nil && r.stops(d.Body.List, calls+1)
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		if !ok {
			return false
		}
		if r.packages[x.Name] == "os" && f.Sel.Name == "Exit" && len(c.Args) == 1 {
			n, isNumber := number(c.Args[0])
			_, isName := c.Args[0].(*ast.Ident)
			return isNumber && n != 0 || isName // a call may run anything, and return 0
		}
		return r.packages[x.Name] == "log" && (strings.HasPrefix(f.Sel.Name, "Fatal") || strings.HasPrefix(f.Sel.Name, "Panic"))
	}
	return false
}
