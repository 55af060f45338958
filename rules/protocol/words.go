package protocol

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words returns the words of a command.
func (w *walker) words(call *syntax.CallExpr) []string {
	words := make([]string, len(call.Args))
	for i, a := range call.Args {
		words[i] = w.text(a)
	}
	return words
}

// text returns a word without quotes. Variables with a known value are replaced, others remain as $NAME.
func (w *walker) text(word *syntax.Word) string {
	var b strings.Builder
	w.write(&b, word.Parts, maxDepth)
	return b.String()
}

const maxDepth = 3 // nesting of variables

func (w *walker) write(b *strings.Builder, parts []syntax.WordPart, depth int) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescaped(p.Value))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			w.write(b, p.Parts, depth)
		case *syntax.ParamExp:
			w.writeVariable(b, p, depth)
		}
	}
}

// unescaped removes the backslashes that a shell removes in double quotes.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\"$`\\\n", text[i+1]) >= 0 {
			if i++; text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func (w *walker) writeVariable(b *strings.Builder, p *syntax.ParamExp, depth int) {
	if p.Param == nil {
		return
	}
	const most = 1 << 10 // bytes; a variable may occur many times
	value, known := w.variables[p.Param.Value]
	if known && depth > 0 && b.Len() < most && p.Exp == nil && p.Slice == nil && p.Repl == nil {
		if size := int(value.End().Offset() - value.Pos().Offset()); size < most && isPlain(value) {
			w.write(b, value.Parts, depth-1)
			return
		}
	}
	b.WriteString("$" + p.Param.Value)
}

// isPlain reports whether a word is text only, whatever its quotes.
func isPlain(word *syntax.Word) bool {
	plain := true
	syntax.Walk(word, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			plain = false
		}
		return plain
	})
	return plain
}

// taskStep returns the action of a command on a task, and the task.
func (w *walker) taskStep(words []string) (action Action, task string, ok bool) {
	for _, s := range w.protocol.Steps {
		action := map[string]Action{"show": Show, "focus": Focus, "complete": Complete, "link": Link}[s.Step]
		for _, command := range s.Commands {
			if rest, ok := trimCommand(words, strings.Fields(command)); ok {
				return action, taskOf(rest), true
			}
		}
		for _, token := range s.Tokens {
			if len(words) > 0 && isToken(words[0], token) {
				return action, taskOf(words[1:]), true
			}
		}
	}
	return 0, "", false
}

// otherCommand returns the name of a command of the protocol's program, or its placeholder, that is not a step, or
// "".
func (w *walker) otherCommand(words []string) string {
	if len(words) == 0 {
		return ""
	}
	if strings.HasPrefix(words[0], "{{") && strings.HasSuffix(words[0], "_CMD}}") {
		return words[0]
	}
	if len(words) < 2 {
		return ""
	}
	known := false
	for _, s := range w.protocol.Steps {
		for _, command := range s.Commands {
			parts := strings.Fields(command)
			known = known || parts[0] == words[0]
			if parts[0] == words[0] && parts[1] == words[1] {
				return ""
			}
		}
	}
	if !known {
		return ""
	}
	return words[1]
}

// trimCommand returns the words after a command, if they begin with it.
func trimCommand(words, command []string) ([]string, bool) {
	if len(words) < len(command) {
		return nil, false
	}
	for i, c := range command {
		if word := words[i]; word != c && (i > 0 || !strings.HasSuffix(word, "/"+c)) {
			return nil, false
		}
	}
	return words[len(command):], true
}

// isToken reports whether a word is a placeholder, or the variable with its value.
func isToken(word, token string) bool {
	return word == "{{"+token+"}}" || word == "$"+token || word == "$TI_"+token
}

// taskOf returns the id of a task among words, "T" and digits, or "".
func taskOf(words []string) string {
	for _, word := range words {
		if rest, ok := strings.CutPrefix(word, "T"); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			return word
		}
	}
	return ""
}
