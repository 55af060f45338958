package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// A Print is the output of a command, as far as known.
type Print struct {
	Entry  bool           // an object, or a variable with one
	Text   string         // output of echo, printf and cat, if known
	Pretty Pretty         // the reason why it spans several lines
	At     analysis.Range // the cause
}

// Pretty is the reason why an entry spans several lines.
type Pretty uint8

// The reasons.
const (
	OneLine Pretty = iota
	ByJQ           // jq without -c
	Here           // lines of a here-document
	Literal        // lines of a string
)

// printed returns the output of a statement.
func (w *walker) printed(s *syntax.Stmt) Print {
	s = last(s)
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return Print{}
	}
	words := w.words(call)
	switch words[0] {
	case "jq":
		return w.jq(call, words)
	case "echo", "printf":
		return w.echo(call, words)
	case "cat", "tee":
		return w.cat(s, words)
	}
	return Print{}
}

// cat returns the output of cat or tee: a here-document, or the output of the preceding command in a pipe.
func (w *walker) cat(s *syntax.Stmt, words []string) Print {
	for _, r := range s.Redirs {
		if r.Hdoc != nil {
			return w.literal(w.text(r.Hdoc), Here, w.script.Range(r.Hdoc))
		}
	}
	if from := w.upstream(s); from != nil && (len(words) == 1 || words[0] == "tee") {
		return w.printed(from)
	}
	return Print{}
}

// literal returns the print of a text.
func (w *walker) literal(text string, how Pretty, at analysis.Range) Print {
	p := Print{Text: text, Entry: strings.Contains(text, `{"`) || strings.Contains(text, "{\n")}
	if spansLines(text) {
		p.Entry, p.Pretty, p.At = true, how, at
	}
	return p
}

// echo returns the output of echo or printf.
func (w *walker) echo(call *syntax.CallExpr, words []string) Print {
	escapes := words[0] == "printf"
	var texts []string
	for i, word := range words[1:] {
		if i == 0 && strings.HasPrefix(word, "-") && strings.Trim(word, "-neE") == "" {
			escapes = escapes || strings.Contains(word, "e")
			continue
		}
		if p, ok := w.substituted(call.Args[i+1]); ok {
			return p
		}
		texts = append(texts, word)
	}
	text := strings.Join(texts, " ")
	if escapes {
		text = strings.ReplaceAll(text, `\n`, "\n")
	}
	p := w.literal(text, Literal, w.script.Range(call))
	p.Entry = p.Entry || strings.HasPrefix(strings.TrimLeft(text, "%s\n "), "$")
	return p
}

// substituted returns the output of jq if a quoted word contains it, directly or in a variable. Without quotes,
// the shell joins the lines.
func (w *walker) substituted(word *syntax.Word) (Print, bool) {
	if len(word.Parts) != 1 {
		return Print{}, false
	}
	quoted, ok := word.Parts[0].(*syntax.DblQuoted)
	if !ok || len(quoted.Parts) != 1 {
		return Print{}, false
	}
	part := quoted.Parts[0]
	if v, ok := part.(*syntax.ParamExp); ok && v.Param != nil {
		value := w.variables[v.Param.Value]
		if value == nil || len(value.Parts) != 1 {
			return Print{}, false
		}
		part = value.Parts[0]
		if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
			part = q.Parts[0]
		}
	}
	command, ok := part.(*syntax.CmdSubst)
	if !ok || len(command.Stmts) != 1 {
		return Print{}, false
	}
	call, ok := last(command.Stmts[0]).Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return Print{}, false
	}
	if words := w.words(call); words[0] == "jq" {
		return w.jq(call, words), true
	}
	return Print{}, false
}

// jq returns the output of jq: an entry over several lines by default. A filter that converts the entry to a
// string yields one line with --raw-output.
func (w *walker) jq(call *syntax.CallExpr, words []string) Print {
	compact, raw, text := false, false, false
	for i, word := range words[1:] {
		switch {
		case w.isManifest(word), strings.HasSuffix(word, ".jsonl"): // an existing manifest is read, so this is not a new entry
			return Print{}
		case word == "--compact-output", word == "--indent" && i+2 < len(words) && words[i+2] == "0":
			compact = true
		case word == "--raw-output", word == "--join-output":
			raw = true
		case len(word) > 1 && word[0] == '-' && isLetters(word[1:]):
			compact = compact || strings.Contains(word, "c")
			raw = raw || strings.ContainsAny(word, "rj")
		case strings.Contains(word, "tojson"), strings.Contains(word, "@json"), strings.Contains(word, "tostring"):
			text = true
		}
	}
	if compact || raw && text {
		return Print{Entry: true}
	}
	return Print{Entry: true, Pretty: ByJQ, At: w.script.Range(call.Args[0])}
}

func isLetters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// spansLines reports whether an object in a text spans several lines. Objects on separate lines
// are separate entries.
func spansLines(text string) bool {
	for line := text; line != ""; {
		line = strings.TrimLeft(line, " \t\r\n")
		if !beginsObject(line) {
			_, line, _ = strings.Cut(line, "\n")
			continue
		}
		end := objectEnd(line)
		if strings.Contains(strings.TrimRight(line[:end], " \t\r\n"), "\n") {
			return true
		}
		line = line[end:]
	}
	return false
}

// beginsObject reports whether a text begins with an object, and not with a placeholder such as {{X}}.
func beginsObject(text string) bool {
	rest, ok := strings.CutPrefix(text, "{")
	rest = strings.TrimLeft(rest, " \t\r\n")
	return ok && rest != "" && (rest[0] == '"' || rest[0] == '}')
}

// objectEnd returns the end of the object at the start of a text, or the text's length.
func objectEnd(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}
