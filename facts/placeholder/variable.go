package placeholder

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Form is the syntax of a variable.
type Form uint8

// The forms.
const (
	Braced    Form = iota + 1 // ${NAME}
	Arguments                 // $ARGUMENTS
	Indexed                   // $ARGUMENTS[2]
	Position                  // $2
	Named                     // $name
)

// A Variable is an occurrence of a variable.
type Variable struct {
	Form  Form
	Name  string         // for Braced and Named; "ARGUMENTS" for Arguments and Indexed; the digits for Position
	Index int            // for Indexed and Position; -1 if too large
	Range analysis.Range // without preceding backslashes
	// Escapes is the number of backslashes directly before the "$". If there is exactly one, clients remove it and keep
	// the dollar sign.
	Escapes int
	Kind    markdown.Context
}

// VariableFact computes the variables of a document, in order. Documents without variables have no fact.
var VariableFact = analysis.NewFact("variable", "the ${NAME}, $ARGUMENTS, $1 and $name of a file, and whether they are in code or shell",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	func(pass *analysis.Pass) ([]Variable, error) {
		if found := VariablesIn(pass.Document); len(found) > 0 || bytes.Contains(pass.Document.Source, []byte("${ARGUMENTS")) {
			return found, nil
		}
		return nil, analysis.ErrNoFact
	})

// VariablesIn returns the variables of a document in order, including frontmatter and code.
func VariablesIn(d *analysis.Document) []Variable {
	found := ScanVariables(d.Source)
	ranges := make([]analysis.Range, len(found))
	for i, v := range found {
		ranges[i] = v.Range
	}
	for i, k := range markdown.ContextsOf(d, ranges) {
		found[i].Kind = k
	}
	return found
}

const arguments = "ARGUMENTS"

// ScanVariables returns the variables of a text, also in code. It skips "$$" and the word after it, "${{", and
// braces that contain more than a name (${NAME:-x}).
func ScanVariables(text []byte) []Variable {
	var found []Variable
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '$')
		if n < 0 {
			return found
		}
		start := at + n
		at = start + 1
		if at < len(text) && text[at] == '$' { // a shell's process id, or a formula
			for at < len(text) && text[at] == '$' {
				at++
			}
			continue
		}
		v, end := parseVariable(text, at)
		if v.Form == 0 {
			continue
		}
		at = end
		v.Range = analysis.Range{Start: start, End: end}
		for v.Escapes < start && text[start-1-v.Escapes] == '\\' {
			v.Escapes++
		}
		found = append(found, v)
	}
}

// parseVariable returns the variable whose "$" ends at an offset, and its end.
func parseVariable(text []byte, at int) (Variable, int) {
	if at < len(text) && text[at] == '{' {
		end := nameEnd(text, at+1)
		if end == at+1 || end == len(text) || text[end] != '}' {
			return Variable{}, at
		}
		return Variable{Form: Braced, Name: string(text[at+1 : end])}, end + 1
	}
	if end := digitsEnd(text, at); end > at {
		return Variable{Form: Position, Name: string(text[at:end]), Index: number(text[at:end])}, end
	}
	end := nameEnd(text, at)
	name := string(text[at:end])
	if name != arguments {
		form := Named
		if name == "" {
			form = 0
		}
		return Variable{Form: form, Name: name}, end
	}
	if end < len(text) && text[end] == '[' {
		if last := digitsEnd(text, end+1); last > end+1 && last < len(text) && text[last] == ']' {
			return Variable{Form: Indexed, Name: name, Index: number(text[end+1 : last])}, last + 1
		}
	}
	return Variable{Form: Arguments, Name: name}, end
}

func nameEnd(text []byte, at int) int {
	for i := at; ; i++ {
		if i == len(text) || !isLetter(text[i]) && (i == at || !isDigit(text[i])) {
			return i
		}
	}
}

func digitsEnd(text []byte, at int) int {
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return at
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number returns the value of digits, or -1 if it is too large.
func number(digits []byte) int {
	n := 0
	for _, c := range digits {
		if n = 10*n + int(c-'0'); n > 1_000_000 {
			return -1
		}
	}
	return n
}
