package script

import (
	"errors"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"mvdan.cc/sh/v3/syntax"
)

// maxShellNesting limits nested brackets and blocks of a shell script, because its parser is recursive.
const maxShellNesting = 400

func parseShell(text string, variant syntax.LangVariant) (file *syntax.File, err error) {
	defer func() {
		if recover() != nil { // a bug in the parser
			file, err = nil, nil
		}
	}()
	file, err = syntax.NewParser(syntax.Variant(variant)).Parse(strings.NewReader(text), "")
	if other := unquotedHash.Replace(text); err != nil && other != text {
		return syntax.NewParser(syntax.Variant(variant)).Parse(strings.NewReader(other), "")
	}
	return file, err
}

// unquotedHash replaces "#" after quotes, where it never begins a comment. The parser believes so in command substitutions.
var unquotedHash = strings.NewReplacer("'#", "'_", `"#`, `"_`)

// ShellError returns the first syntax error of a shell script, or nil.
func ShellError(text string) *Problem {
	if shellNesting(text) > maxShellNesting {
		return nil
	}
	_, err := parseShell(text, syntax.LangBash)
	if err == nil {
		return nil
	}
	if found := shellProblem(text, err); len(found) > 0 {
		return &found[0]
	}
	return nil
}

// isKey reports whether an offset is in a subscript of a script with associative arrays. Their keys are texts, which the parser reads
// as arithmetic.
func isKey(text string, at int) bool {
	if !strings.Contains(text, "declare -A") && !strings.Contains(text, "local -A") && !strings.Contains(text, "typeset -A") {
		return false
	}
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	open := strings.LastIndexByte(line, '[')
	return open > 0 && strings.IndexByte(line[open:], ']') < 0 && strings.IndexByte(" \t$({[", line[open-1]) < 0
}

// shellNesting returns the maximum nesting of brackets and keywords that open blocks, roughly.
func shellNesting(text string) int {
	open, most := 0, 0
	word := 0
	for i := range len(text) {
		switch c := text[i]; c {
		case '(', '[', '{', '`':
			open++
			most = max(most, open)
		case ')', ']', '}':
			open = max(0, open-1)
		case ' ', '\n', ';', '\t':
			switch text[word:i] {
			case "if", "while", "until", "for", "case", "do":
				open++
				most = max(most, open)
			case "fi", "done", "esac":
				open = max(0, open-1)
			}
			word = i + 1
		}
	}
	return most
}

// shellProblem converts an error of the parser.
func shellProblem(text string, err error) []Problem {
	var parse syntax.ParseError
	if !errors.As(err, &parse) {
		return nil // a feature of another shell
	}
	if strings.Contains(parse.Text, "invalid UTF-8") || strings.Contains(parse.Text, "$((") || strings.Contains(parse.Text, "matching `[` with `]`") {
		return nil // bash allows any bytes, a subshell in a command substitution: $((a) && b), and any key of an associative array
	}
	start := min(int(parse.Pos.Offset()), len(text))
	if isKey(text, start) || isEvaluatedArray(text, start) {
		return nil
	}
	end := start
	for end < len(text) && strings.IndexByte(" \n;", text[end]) < 0 && end-start < 20 {
		end++
	}
	message := strings.ReplaceAll(parse.Text, "`", "\"")
	if n := strings.IndexByte(message, '\n'); n >= 0 {
		message = message[:n]
	}
	if message = shellMessage(message); strings.HasSuffix(message, ` ""`) { // a redirection
		message = strings.TrimSuffix(message, `""`) + quote.Text(text[start:end])
	}
	return []Problem{{analysis.Range{Start: start, End: max(end, min(start+1, len(text)))}, message}}
}

// isEvaluatedArray reports whether an offset is that of an array after "eval", which bash reads as an assignment: eval a+=($b)
func isEvaluatedArray(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.HasSuffix(line, "=") && at < len(text) && text[at] == '(' && strings.HasPrefix(strings.TrimLeft(line, " \t"), "eval ")
}

// shellMessage makes a message of the parser a noun phrase.
func shellMessage(message string) string {
	word := func() string {
		if n := strings.Index(message, "\""); n >= 0 {
			if w, _, ok := strings.Cut(message[n+1:], "\""); ok {
				return w
			}
		}
		return ""
	}
	switch {
	case strings.HasPrefix(message, "reached EOF without closing quote"), strings.HasPrefix(message, "reached \"EOF\" without closing quote"):
		return "unclosed quote"
	case strings.HasPrefix(message, "reached EOF without matching"), strings.HasPrefix(message, "reached \"EOF\" without matching"):
		return "unclosed " + message[strings.LastIndex(message, " ")+1:]
	case strings.Contains(message, "encountered "):
		return "unexpected " + message[strings.Index(message, "encountered ")+len("encountered "):]
	case strings.Contains(message, "statement must end with"):
		return "\"" + word() + "\" without its end"
	case strings.Contains(message, "can only"):
		return "unexpected \"" + word() + "\""
	case strings.HasSuffix(message, "must be followed by a statement list"):
		return "no command after \"" + word() + "\""
	}
	return message
}
