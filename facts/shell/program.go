package shell

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// A Program is the first word of a command: what is run.
type Program struct {
	Name  string // without quotes; a variable in it as "${NAME}"
	Range analysis.Range
}

// Programs returns what a block runs by a name that is known, with its place in the file.
func (s *Script) Programs() []Program {
	return programsOf(s.File, s.Range)
}

// Programs returns what a text runs as a script by a name that is known, with its place in the text;
// none when it does not parse.
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

// nameOf returns what a word says; "" when only a shell knows.
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
