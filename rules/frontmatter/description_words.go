package frontmatter

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// longestTemplate bounds what is taken for a template's text, in bytes.
const longestTemplate = 400

// isTemplateText reports whether a text as a whole waits to be replaced: a placeholder, or the
// sentence that a template has in its place.
func isTemplateText(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) > longestTemplate {
		return false
	}
	for _, marks := range [][2]string{{"<", ">"}, {"[", "]"}, {"{", "}"}, {"{{", "}}"}, {"${", "}"}} {
		if isWholly(text, marks[0], marks[1]) {
			return true
		}
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '/' })
	switch {
	case len(words) == 0: // "..."
		return true
	case len(words) == 1:
		return slices.Contains([]string{"todo", "tbd", "fixme", "xxx", "placeholder", "changeme", "description", "n/a", "none", "-"}, words[0])
	case words[0] == "todo" || words[0] == "fixme" || words[0] == "tbd":
		rest := strings.TrimLeft(text[len(words[0]):], " ")
		return strings.HasPrefix(rest, ":") && strings.HasPrefix(text, strings.ToUpper(words[0])) || isTemplateText(strings.TrimLeft(rest, "-– "))
	case words[0] == "lorem" && words[1] == "ipsum":
		return true
	}
	return isTemplateSentence(words)
}

// isWholly reports whether a text stands between two marks and has neither inside.
func isWholly(text, open, end string) bool {
	inner, opened := strings.CutPrefix(text, open)
	inner, closed := strings.CutSuffix(inner, end)
	return opened && closed && !strings.Contains(inner, open) && !strings.Contains(inner, end)
}

// isTemplateSentence knows sentences such as "Replace with a brief description of what this skill
// does and when to use it".
func isTemplateSentence(words []string) bool {
	next := func(any ...string) bool {
		if len(words) > 0 && slices.Contains(any, words[0]) {
			words = words[1:]
			return true
		}
		return false
	}
	subject := func() bool { return next("skill", "agent", "subagent", "command", "sub-agent") }
	if next("replace") {
		next("this", "me")
		if !next("with") {
			return false
		}
	} else if !next("insert", "add", "enter", "provide", "put") && next("describe") {
		return next("what") && next("this", "the", "your") && subject() && next("does")
	}
	next("a", "an", "the", "your")
	for next("clear", "brief", "short", "concise", "complete", "one-line", "one-sentence", "detailed", "informative", "specific", "trigger", "and", "or") {
	}
	if next("what") {
		return next("this", "the", "your") && subject() && next("does")
	}
	subject()
	if !next("description", "explanation", "summary") {
		return false
	}
	switch {
	case len(words) == 0 || next("here") || next("goes") && next("here"):
		return true
	case !next("of", "for"):
		return false
	}
	what := next("what")
	next("this", "the", "your", "a", "my")
	return subject() && (len(words) == 0 || what && next("does", "is") || next("and", "here"))
}

// saysWhen reports whether a skill says when it is to be used, or need not: it has triggers, only a
// user calls it, or the text is not English.
func saysWhen(fields *analysis.Value, text string) bool {
	if fields.Get("triggers") != nil { // where an agent has them, an empty list says "always"
		return true
	}
	for _, field := range []string{"when_to_use", "paths"} {
		if len(fields.Get(field).Strings()) > 0 {
			return true
		}
	}
	if loader.IsManual(fields) {
		return true
	}
	text = strings.ToLower(text)
	for _, sign := range []string{"use", "when", "trigger", "invoke", "activat", "before", "after ", "during", "while ", "if ", "apply", "applies",
		"load ", "ask", "request", "call ", "must", "always", "need", "proactive", "deprecated"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return !isEnglish(text)
}

// isEnglish reports whether a text in lower case is English, as far as its letters and small words
// tell.
func isEnglish(text string) bool {
	letters, foreign := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if r >= utf8.RuneSelf {
				foreign++
			}
		}
	}
	if foreign*10 > letters {
		return false
	}
	english, other := 0, 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "the", "and", "of", "for", "with", "from", "to", "that", "this", "your", "by", "or", "is", "are":
			english++
		case "de", "la", "el", "los", "las", "para", "con", "una", "por", "del", "que", "le", "les", "des", "pour", "avec", "une", "dans", "et",
			"du", "sur", "der", "das", "und", "mit", "ein", "eine", "zu", "von", "ist", "il", "gli", "di", "che", "per", "het", "een", "voor",
			"van", "com", "uma", "dos", "em", "och", "att", "som", "og", "til", "av", "oraz", "dla", "ve", "bir", "yang", "dan", "untuk":
			other++
		}
	}
	return other == 0 || english > 2*other
}
