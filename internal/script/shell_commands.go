package script

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// shellPositionals returns $1, $2 and so on.
func shellPositionals(highest, least int) []Positional {
	var all []Positional
	for n := 1; n <= highest; n++ {
		p := Positional{Name: "$" + strconv.Itoa(n), Max: 1}
		if n <= least {
			p.Min = 1
		}
		all = append(all, p)
	}
	return all
}

// optionsInterface returns the options of a loop, perhaps after a subcommand.
func (s *shellScope) optionsInterface(l *shellLoop) *Interface {
	i := s.loopInterface(l)
	if !i.Known || l.leading == 0 {
		return i
	}
	if len(s.commands) > 0 {
		i.Leading = l.leading - 1
		i.Positionals = append(shellPositionals(i.Leading, 0), i.Positionals...)
		return s.commandsInterface(s.commands[0], i)
	}
	i.Leading = l.leading
	i.Positionals = append(shellPositionals(i.Leading, 0), i.Positionals...)
	return i
}

// commandsInterface returns the subcommands of a case statement. options is what follows all of them; nil: each has its own.
func (s *shellScope) commandsInterface(c *shellCommands, options *Interface) *Interface {
	i := &Interface{Known: true, Library: "case", Unknown: Ignored, Surplus: Ignored, Interspersed: true}
	if s.first > 0 || s.used[wordParam(c.clause.Word)] > 1 {
		i.Unknown, i.Surplus = PassedOn, PassedOn // an unknown word is not without effect
	}
	for _, item := range c.clause.Items {
		sub := Subcommand{Range: nodeRange(item), Interface: options}
		for _, p := range item.Patterns {
			switch text := patternText(p); {
			case text == "*":
				if policy := s.policyOfWord(item.Stmts); policy != Ignored {
					i.Unknown, i.Surplus = policy, policy
				}
			case text == "":
			case strings.HasPrefix(text, "-") && isPlainName(text):
				i.Options = append(i.Options, Option{Names: []string{text}, Arity: Remainder, Range: nodeRange(item)})
			case isPlainName("-"+text) && !strings.HasPrefix(text, "-"):
				sub.Names = append(sub.Names, text)
			default:
				i.Unknown, i.Surplus = PassedOn, PassedOn
			}
		}
		if item.Op != syntax.Break {
			return &Interface{Library: "case", Reason: "subcommands are not read"}
		}
		if len(sub.Names) == 0 {
			continue
		}
		if sub.Interface == nil {
			if sub.Interface = (&Interface{Reason: "the script is too long"}); s.spend(item) {
				sub.Interface = s.commandLine(item.Stmts, c.shift-1)
			}
		}
		i.Subcommands = append(i.Subcommands, sub)
	}
	if len(i.Subcommands) == 0 {
		return &Interface{Library: "case", Reason: "subcommands are not read"}
	}
	return i
}

// policyOfWord returns what the statements for an unknown subcommand do. A message may contain it.
func (s *shellScope) policyOfWord(stmts []*syntax.Stmt) Policy {
	used := false
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				return len(n.Args) == 0 || n.Args[0].Lit() != "echo" && n.Args[0].Lit() != "printf" && n.Args[0].Lit() != "shift"
			case *syntax.DblQuoted:
				for _, part := range n.Parts {
					if l, ok := part.(*syntax.Lit); ok && strings.Contains(l.Value, " ") {
						return false
					}
				}
			case *syntax.Redirect:
				return false
			case *syntax.ParamExp:
				used = used || n.Param != nil && n.Param.Value != "0"
			}
			return true
		})
	}
	switch {
	case used:
		return PassedOn
	case s.ends(stmts):
		return Rejected
	}
	return Ignored
}

func (s *shellScope) result() *Interface {
	if reason := s.unread(); reason != "" {
		return &Interface{Library: "case", Reason: reason}
	}
	switch {
	case len(s.getopts) == 1:
		return s.getoptsInterface(s.getopts[0])
	case len(s.loops) == 1:
		return s.optionsInterface(s.loops[0])
	case len(s.commands) == 1:
		return s.commandsInterface(s.commands[0], nil)
	case s.sources:
		return &Interface{Reason: "another script is sourced"}
	case s.passes > 0:
		return &Interface{Known: true, Library: "$1", Unknown: PassedOn, Surplus: PassedOn, Interspersed: true, Passes: s.passes}
	case s.uses:
		return &Interface{Library: "$1", Reason: "the arguments are used in a way that is not read"}
	}
	i := &Interface{Known: true, Library: "$1", Unknown: PassedOn, Surplus: Ignored, Interspersed: true}
	if s.highest <= 0 {
		i.Library, i.Unknown = "none", Ignored
	}
	i.Positionals = shellPositionals(s.highest, s.least)
	return i
}

// unread returns why the cases of the script are not read, or "".
func (s *shellScope) unread() string {
	switch hasCommands := len(s.commands) > 0; {
	case s.unclear != "":
		return s.unclear
	case len(s.loops)+len(s.getopts) > 1 || len(s.commands) > 1:
		return "arguments are parsed in several places"
	case len(s.getopts) == 1 && hasCommands, len(s.loops) == 1 && s.readsBefore(s.loops[0]):
		return "arguments before the options are not read"
	case len(s.getopts)+len(s.loops) == 1:
		return ""
	case s.cases || s.shifts && hasCommands:
		return "subcommands are not read"
	case s.shifts:
		return "arguments are shifted"
	case hasCommands && (s.passes > 0 || s.uses || s.highest > 1):
		return "arguments are used beside the subcommands"
	}
	return ""
}

// readsBefore reports whether the script uses arguments before a loop over its options that the loop does not know.
func (s *shellScope) readsBefore(l *shellLoop) bool {
	return s.shifts || s.cases || s.after || s.highest > l.leading || l.leading < 0 || len(s.commands) > 0 && l.leading == 0
}
