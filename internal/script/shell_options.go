package script

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// getoptsInterface returns the options of: while getopts "ab:" name; do …
func (r *shellScope) getoptsInterface(call *syntax.CallExpr) *Interface {
	i := &Interface{Known: true, Library: "getopts", Bundles: true, Unknown: Rejected, Surplus: PassedOn}
	spec := ""
	if len(call.Args) >= 3 {
		spec = wordText(call.Args[1])
	}
	if spec == "" || len(call.Args) > 3 {
		i.Known, i.Reason = false, "the options of getopts are computed"
		return i
	}
	spec = strings.TrimPrefix(spec, ":")
	for k := 0; k < len(spec); k++ {
		o := Option{Names: []string{"-" + spec[k:k+1]}, Range: nodeRange(call.Args[1])}
		if spec[k] == '-' || spec[k] == ':' {
			i.Known, i.Reason = false, "long options are parsed with getopts"
			return i
		}
		if k+1 < len(spec) && spec[k+1] == ':' {
			o.Arity = 1
			k++
		}
		i.Options = append(i.Options, o)
	}
	// A script that does not exit for "?" goes on without the option.
	if !r.exitsForUnknown(call.Args[2].Lit()) {
		i.Unknown = Ignored
	}
	return i
}

// exitsForUnknown reports whether a case on the variable of getopts ends the script for unknown options.
func (r *shellScope) exitsForUnknown(variable string) bool {
	exits := false
	for _, b := range r.parts {
		syntax.Walk(b, func(n syntax.Node) bool {
			c, ok := n.(*syntax.CaseClause)
			if !ok || wordParam(c.Word) != variable {
				return true
			}
			for _, item := range c.Items {
				for _, p := range item.Patterns {
					switch patternText(p) {
					case "*", "?", `\?`:
						exits = exits || r.ends(item.Stmts)
					}
				}
			}
			return true
		})
	}
	return exits
}

// loopInterface returns the options of a loop with a case statement.
func (r *shellFile) loopInterface(loop *shellLoop) *Interface {
	i := &Interface{Known: true, Library: "case", Unknown: Ignored, Surplus: Ignored, Interspersed: true}
	fail := func(reason string) *Interface { return &Interface{Library: "case", Reason: reason} }
	dashes, others := false, false // patterns that match any option, and anything
	for _, item := range loop.clause.Items {
		o := Option{Range: nodeRange(item)}
		for _, p := range item.Patterns {
			switch text := patternText(p); patternOf(text) {
			case anyArgument:
				i.Surplus = r.policyOf(item.Stmts)
				if !others && !dashes {
					i.Unknown = i.Surplus
				}
				others = true
			case anyOption:
				if policy := r.policyOf(item.Stmts); !dashes || policy != Rejected {
					i.Unknown = policy
				}
				dashes = true
			case optionWithValue:
				o.Names, o.Arity, o.Inline = append(o.Names, text[:len(text)-2]), 1, true
			case oneOption:
				o.Names = append(o.Names, text)
			case otherOptions:
				return fail("patterns of options are not read")
			case oneWord:
				return fail("words are parsed like options")
			case otherArguments:
				return fail("patterns of arguments are not read")
			}
		}
		if len(o.Names) == 0 {
			continue
		}
		if o.Inline && len(item.Patterns) > 1 {
			return fail("patterns of options are not read")
		}
		if !o.Inline {
			arity, ok := r.arityOf(item.Stmts, loop.isFor)
			if !ok {
				return fail("the values of an option are not read")
			}
			o.Arity = arity
		}
		i.Options = mergeOption(i.Options, o)
	}
	if len(i.Options) == 0 {
		return fail("no options are found")
	}
	if i.Surplus == PassedOn {
		i.Positionals = []Positional{{Name: "arguments", Max: -1}}
	}
	return i
}

// A pattern is what a pattern of a case statement matches.
type pattern uint8

const (
	noArgument      pattern = iota // "--" or nothing
	anyArgument                    // *
	anyOption                      // -*
	optionWithValue                // --name=*
	oneOption                      // --name
	otherOptions
	oneWord // a subcommand, or "help"
	otherArguments
)

func patternOf(text string) pattern {
	switch text {
	case "*", "?*":
		return anyArgument
	case "-*", "--*", "-?*", "--?*", "-[!-]*", "-?":
		return anyOption
	case "--", "":
		return noArgument
	}
	name, hasValue := strings.CutSuffix(text, "=*")
	switch isOption := text[0] == '-'; {
	case isOption && isPlainName(name) && hasValue:
		return optionWithValue
	case isOption && isPlainName(text):
		return oneOption
	case isOption:
		return otherOptions
	case isPlainName("-" + text):
		return oneWord
	}
	return otherArguments
}

// mergeOption adds an option. "--name=*" and "--name" are the same one, with a value in both forms.
func mergeOption(options []Option, o Option) []Option {
	for k := range options {
		if options[k].Names[len(options[k].Names)-1] == o.Names[0] || options[k].Names[0] == o.Names[0] {
			options[k].Inline = options[k].Inline && o.Inline
			options[k].Arity = max(options[k].Arity, o.Arity)
			return options
		}
	}
	return append(options, o)
}

func isPlainName(s string) bool { return !strings.ContainsAny(s, "*?[]()|$+@!{} ") && len(s) > 1 }

// patternText returns a pattern without quotes, or "$" if it contains expansions.
func patternText(w *syntax.Word) string {
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(part.Value)
		case *syntax.SglQuoted:
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				l, ok := inner.(*syntax.Lit)
				if !ok {
					return "$"
				}
				b.WriteString(l.Value)
			}
		default:
			return "$"
		}
	}
	return b.String()
}

// wordText returns the value of a word without expansions, or "".
func wordText(w *syntax.Word) string {
	if text := patternText(w); text != "$" {
		return text
	}
	return ""
}

// policyOf returns what the statements for an unknown argument do: they end the script, use the argument, or drop it.
func (r *shellFile) policyOf(stmts []*syntax.Stmt) Policy {
	if r.ends(stmts) {
		return Rejected
	}
	policy := Ignored
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				if len(n.Args) > 0 {
					switch n.Args[0].Lit() {
					case "break", "exec", "eval":
						policy = PassedOn
					case "echo", "printf", "warn", "log", "shift":
						return false
					}
				}
			case *syntax.ParamExp:
				if n.Param != nil {
					policy = PassedOn
				}
			}
			return true
		})
	}
	return policy
}

// ends reports whether statements end the script, maybe in a function.
func (r *shellFile) ends(stmts []*syntax.Stmt) bool { return r.endsIn(stmts, 0) }

func (r *shellFile) endsIn(stmts []*syntax.Stmt, depth int) bool {
	for _, s := range stmts {
		c, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || len(c.Args) == 0 {
			continue
		}
		switch name := c.Args[0].Lit(); name {
		case "exit":
			return true
		case "return":
			return len(c.Args) == 1 || c.Args[1].Lit() != "0"
		default:
			if f := r.functions[name]; f != nil && depth < 3 {
				if block, ok := f.Body.Cmd.(*syntax.Block); ok && r.endsIn(block.Stmts, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// arityOf returns how many values the statements of an option use.
func (r *shellFile) arityOf(stmts []*syntax.Stmt, isFor bool) (arity Arity, ok bool) {
	use := shellUse{isKnown: true}
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			use.add(n)
			return true
		})
	}
	switch {
	case isFor && (use.values > 0 || use.shifts > 1) || use.loops:
		return 0, false
	case use.options && (use.conditional || testsArgument(stmts)): // another option after it is read here
		return 0, false
	case use.conditional: // if [ -d "$2" ]; then …; shift 2; else shift; fi
		return Optional, use.isKnown
	}
	return max(Arity(max(use.values, min(max(use.shifts-1, 0), 2))), oneAfterShift(stmts)), use.isKnown
}

// A shellUse is how statements use the arguments after an option.
type shellUse struct {
	shifts      int
	values      int // the last one that is read
	conditional bool
	loops       bool
	options     bool // names other options
	isKnown     bool
}

func (u *shellUse) add(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.BinaryCmd:
		if n.Op == syntax.OrStmt && isShift(n.X) && isShift(n.Y) {
			u.shifts-- // "shift 2 || shift" shifts once
		}
		u.conditional = u.conditional || n.Op == syntax.AndStmt && shiftsIn(n.Y)
	case *syntax.IfClause:
		u.conditional = u.conditional || shiftsIn(n)
	case *syntax.CallExpr:
		u.addShift(n)
	case *syntax.WhileClause, *syntax.ForClause:
		u.loops = true
	case *syntax.Word:
		text := patternText(n)
		u.options = u.options || strings.HasPrefix(text, "--") && isPlainName(text)
	case *syntax.ParamExp:
		u.addValue(n)
	}
}

func (u *shellUse) addShift(n *syntax.CallExpr) {
	if len(n.Args) == 0 || n.Args[0].Lit() != "shift" {
		return
	}
	count := 1
	if len(n.Args) > 1 {
		var err error
		count, err = strconv.Atoi(n.Args[1].Lit())
		u.isKnown = u.isKnown && err == nil
	}
	u.shifts += count
}

func (u *shellUse) addValue(n *syntax.ParamExp) {
	if n.Param == nil {
		return
	}
	switch n.Param.Value {
	case "2":
		u.values = max(u.values, 1)
	case "3":
		u.values = max(u.values, 2)
		u.isKnown = u.isKnown && n.Exp == nil // the value of another option, or none
	case "@", "*":
		u.isKnown = false
	}
}

// leastShell returns how many arguments a condition requires that ends the script: if [ $# -lt 2 ]; then exit 1; fi
func leastShell(n *syntax.IfClause) int {
	if len(n.Cond) != 1 {
		return 0
	}
	ends := false
	for _, s := range n.Then {
		if c, ok := s.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && c.Args[0].Lit() == "exit" && (len(c.Args) == 1 || c.Args[1].Lit() != "0") {
			ends = true
		}
	}
	if !ends {
		return 0
	}
	var words []string
	syntax.Walk(n.Cond[0], func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			text := n.Lit()
			if p := wordParam(n); p != "" {
				text = "$" + p
			}
			words = append(words, text)
			return false
		case *syntax.BinaryTest:
			words = append(words, "[[")
			syntax.Walk(n.X, func(x syntax.Node) bool {
				if w, ok := x.(*syntax.Word); ok {
					words = append(words, "$"+wordParam(w))
				}
				return true
			})
			words = append(words, n.Op.String())
			if w, ok := n.Y.(*syntax.Word); ok {
				words = append(words, w.Lit())
			}
			return false
		}
		return true
	})
	if len(words) < 4 || words[1] != "$#" {
		return 0
	}
	count, err := strconv.Atoi(words[3])
	switch {
	case err != nil:
		return 0
	case words[2] == "-lt", words[2] == "-ne", words[2] == "!=": // fewer than count
		return count
	case words[2] == "-eq" && count == 0:
		return 1
	}
	return 0
}
