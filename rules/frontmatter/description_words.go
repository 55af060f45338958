package frontmatter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// saysWhen reports whether a description says when to use the skill, or need not: the skill has
// triggers, only users call it, or the text is not English.
func saysWhen(fields *analysis.Value, text string) bool {
	if fields.Get("triggers") != nil { // an empty list means "always"
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

// isEnglish guesses from letters and common words whether a text in lower case is English.
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
