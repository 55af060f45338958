package shell

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// A Program is the name of the program that a command runs, its first word.
type Program struct {
	Name  string // without quotes; variables as "${NAME}"
	Range analysis.Range
}

// Programs returns the programs with a literal name that a block runs, with their ranges in the file.
func (s *Script) Programs() []Program {
	return programsOf(s.File, s.Range)
}

// Programs returns the programs with a literal name that a script runs, with their ranges in the text. It returns none
// for scripts that do not parse.
func Programs(text string) []Program {
	file := parse(text, "bash")
	if file == nil {
		return nil
	}
	return programsOf(file, func(n syntax.Node) analysis.Range {
		return analysis.Range{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
	})
}

func programsOf(file *syntax.File, place func(syntax.Node) analysis.Range) []Program {
	var found []Program
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		for i, word := range call.Args {
			name := nameOf(word.Parts)
			if name == "" {
				break
			}
			if i+1 < len(call.Args) && strings.Contains(wrappers, " "+name+" ") {
				continue
			}
			found = append(found, Program{name, place(word)})
			break
		}
		return true
	})
	return found
}

// nameOf returns the value of a word, or "" if it depends on expansions.
func nameOf(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(part.Value)
		case *syntax.SglQuoted:
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			inner := nameOf(part.Parts)
			if inner == "" {
				return ""
			}
			b.WriteString(inner)
		case *syntax.ParamExp:
			if part.Param == nil || part.Exp != nil || part.Repl != nil || part.Slice != nil || part.Index != nil || part.Length || part.Excl {
				return ""
			}
			b.WriteString("${" + part.Param.Value + "}")
		default:
			return ""
		}
	}
	return b.String()
}
