package frontmatter

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// statesWhen reports whether a description states when to use the skill, or need not: the skill has triggers, only users
// call it, or the text is not English.
func statesWhen(fields *analysis.Value, text string) bool {
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
	return namesOccasion(text) || quotesRequests(text) || !isEnglish(text)
}

// namesOccasion reports whether a word of a lower-case text introduces an occasion, or the first word instructs the model
// to use the skill: "Run this …".
func namesOccasion(text string) bool {
	first := true
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "use", "used", "useful", "when", "whenever", "wherever", "trigger", "triggers", "triggered", "triggering", "invoke", "invoked", "invokes",
			"activate", "activated", "activates", "activation", "before", "after", "during", "while", "if", "once", "upon", "until", "unless", "every",
			"apply", "applies", "load", "loaded", "ask", "asks", "asked", "asking", "request", "requests", "requested", "requesting", "call", "called",
			"must", "should", "always", "need", "needs", "needed", "want", "wants", "says", "mentions", "proactive", "proactively", "deprecated",
			"consult", "suitable", "ideal", "perfect", "intended", "scenarios":
			return true
		case "run", "start", "follow", "read", "open", "choose", "pick", "prefer", "reach", "check":
			if first {
				return true
			}
		}
		first = false
	}
	return false
}

// quotesRequests reports whether a text quotes requests of users: two phrases, or one phrase of several words.
func quotesRequests(text string) bool {
	phrases, words := 0, 0
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\"“”„«»「」", r) }) {
		if i%2 == 1 {
			phrases++
			words = max(words, len(strings.Fields(part)))
		}
	}
	return phrases > 1 || words > 1
}

// isEnglish guesses whether a lower-case text is English, from letters and common words.
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
	return other == 0 && (english > 0 || foreign < 2) || english > 2*other
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// repeatsName reports whether a description has only words of the name, and words that say nothing, such as "skill".
func repeatsName(fields *analysis.Value, text string) bool {
	most := letters(text)
	for _, field := range []string{"name", "display_name"} {
		name := fields.Get(field)
		if !name.IsString() {
			continue
		}
		normalized := essence(text)
		if normalized != "" && normalized == essence(name.Text) && most <= letters(name.Text)+len("the")+len("skill") {
			return true
		}
		if hasOnlyWords(text, wordsOf(name.Text)) {
			return true
		}
	}
	return false
}

// maxRepeated is the number of words of the longest description that may only repeat the name.
const maxRepeated = 12

// hasOnlyWords reports whether a text consists of words of a name and words that say nothing, at least one of the name.
func hasOnlyWords(text string, name []string) bool {
	words := wordsOf(text)
	if len(words) > maxRepeated {
		return false
	}
	named := false
	for _, word := range words {
		switch word {
		case "the", "a", "an", "this", "is", "for", "of", "skill", "skills", "agent", "subagent", "command":
		default:
			if !slices.Contains(name, word) {
				return false
			}
			named = true
		}
	}
	return named
}

// namesSource reports whether a description only names the file from which the skill was converted.
func namesSource(text string) bool {
	before, after, ok := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " from ")
	if !ok || len(strings.Fields(after)) > 3 {
		return false
	}
	converted := false
	for _, word := range wordsOf(before) {
		switch word {
		case "converted", "migrated", "imported", "generated", "ported", "autogenerated":
			converted = true
		case "the", "a", "this", "is", "was", "skill", "agent", "subagent", "command", "prompt", "file", "auto", "automatically":
		default:
			return false
		}
	}
	return converted
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) })
}

// letters returns the number of characters of a text that essence may keep.
func letters(text string) int {
	n := 0
	for _, r := range text {
		if isLetter(r) {
			n++
		}
	}
	return n
}

// essence returns the letters and digits of a text in lower case, without a leading "the" and a trailing "skill" or "agent".
func essence(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) })
	if len(words) > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		words = words[1:]
	}
	if last := len(words) - 1; last > 0 && (words[last] == "skill" || words[last] == "agent") {
		words = words[:last]
	}
	return strings.Join(words, "")
}
