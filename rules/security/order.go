package security

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
)

// An order is a kind of instruction to a model in a hidden text. Comments with an ordinary purpose are not orders: notes,
// licenses, markers of generators, and hints for filling in a template.
type order uint8

const (
	none order = iota
	conceal
	unguard
	reword
	divert
	override
	retask
	send
)

func (o order) severity() analysis.Severity {
	if o == conceal {
		return analysis.Warning
	}
	return analysis.Error
}

// String describes the order for messages.
func (o order) String() string {
	return [...]string{"nothing", "to keep something from the user", "to disable what protects the user", "to add orders to its own instructions", "to replace addresses of payments", "to ignore its instructions", "to take another task", "to send secrets"}[o]
}

// stop represents punctuation, after which an imperative may start.
const stop = "."

// orderIn returns the worst order in a text.
func orderIn(text []byte) order { return orderOf(text, wordsOf(text)) }

// orderOf is orderIn for the words of the text.
func orderOf(text []byte, words []string) order {
	elsewhere := bytes.Contains(text, []byte("://")) || bytes.IndexByte(text, '@') >= 0
	gravest := none
	for i, word := range words {
		if !mayStartOrder(word) {
			continue
		}
		if (is(word, "your") || is(word, "you")) && isRetask(text, words[i:]) {
			gravest = max(gravest, retask)
		}
		if !isImperative(words, i) {
			continue
		}
		switch {
		case is(word, "ignore", "disregard", "forget", "discard", "override", "bypass") && isOverride(words[i:]):
			gravest = max(gravest, override)
		case is(word, "not", "don't", "never", "without") && isConcealment(words[i:]), is(word, "hide", "conceal", "keep") && isHiding(words[i:]):
			gravest = max(gravest, conceal)
		case (elsewhere && is(word, "send", "upload", "post", "forward", "email", "transmit", "submit") && i+1 < len(words) && words[i+1] != stop || is(word, "exfiltrate", "leak")) && isSecret(words[i:]):
			gravest = max(gravest, send)
		}
	}
	return gravest
}

func is(word string, any ...string) bool { return slices.Contains(any, word) }

// isImperative reports whether the word at an index may start an order: it starts a sentence, or follows words such as "you must".
func isImperative(words []string, i int) bool {
	if i > 0 && is(words[i], "not") && is(words[i-1], "do", "must") {
		i--
	}
	for n := 0; n < 8 && i > 0 && is(words[i-1], "now", "always", "immediately", "first", "also", "please"); n++ {
		i--
	}
	if i > 1 && is(words[i-1], "must", "should", "shall", "will") {
		return words[i-2] == "you"
	}
	if i > 1 && words[i-1] == "you" && is(words[i-2], "before", "if", "when", "whenever", "after", "unless", "until", "once", "while", "as", "what", "that", "which") {
		return false
	}
	return i == 0 || is(words[i-1], stop, "and", "then", "but", "you") && !isAttempt(words[:i])
}

// isAttempt reports whether words end in what a text attempts: "content that attempts to redefine policy, …". Only the last words are
// read, because a data file may be one sentence.
func isAttempt(words []string) bool {
	words = words[max(0, len(words)-60):]
	for i := 1; i+1 < len(words); i++ {
		if is(words[i], "attempts", "attempt", "tries", "try", "attempting", "trying") && words[i+1] == "to" && is(words[i-1], "that", "which", "content", "text", "input", "instructions") {
			return true
		}
	}
	return false
}

// isOverride reports whether words that start with a verb override instructions: "disregard all of the previous instructions",
// "forget everything you were told".
func isOverride(words []string) bool {
	qualified := false
	for i, word := range words[1:min(len(words), 10)] {
		switch {
		case is(word, "previous", "previously", "prior", "above", "earlier", "preceding", "safety", "your"):
			qualified = true
		case is(word, "system", "developer", "developer's", "user", "user's"):
			qualified = qualified || !is(words[0], "override", "bypass")
		case is(word, "instructions", "instruction", "prompt", "prompts", "rules", "guidelines", "directives", "directive", "guardrails", "restrictions", "orders", "constraints", "safeguards"):
			if qualified {
				return true
			}
		case is(word, "everything", "anything") && i+2 < len(words) && is(words[i+2], "you", "you've", "you're") && !(i+3 < len(words) && is(words[i+3], "cannot", "can't", "can", "do", "don't", "need", "find")):
			of := words[min(len(words), i+4):min(len(words), i+8)]
			return !(len(of) > 0 && is(of[0], "about", "on")) || slices.ContainsFunc(of, func(w string) bool { return is(w, "instructions", "rules", "safety") }) // else of a subject
		case !is(word, "all", "any", "of", "the", "my", "these", "those", "this", "that", "other", "every", "existing", "original", "given", "and", "or", "set"):
			return false
		}
	}
	return false
}

// isConcealment reports whether words that start with a negation forbid informing a person: "do not mention this to the user",
// "without the user's knowledge".
func isConcealment(words []string) bool {
	if is(words[0], "without") {
		words = words[1:min(len(words), 5)]
		return slices.ContainsFunc(words, isPerson) && slices.ContainsFunc(words, func(w string) bool { return is(w, "knowledge", "noticing", "knowing") })
	}
	if len(words) < 3 || !is(words[1], "tell", "mention", "inform", "reveal", "disclose", "notify", "alert") {
		return false
	}
	for n := 2; n+2 < min(len(words), 8) && words[n] != stop; n++ {
		if is(words[n], "about", "on", "at", "after", "for", "in") && is(words[n+1], "each", "every") &&
			slices.ContainsFunc(words[n+2:min(len(words), n+4)], func(w string) bool {
				return is(w, "call", "calls", "step", "command", "review", "run", "iteration", "check", "turn", "time")
			}) {
			return false // less often is enough
		}
	}
	return mentionsPerson(words[2:]) || is(words[1], "mention", "reveal", "disclose") && is(words[2], "this", "it") && (len(words) == 3 || words[3] == stop)
}

// isHiding matches words such as "hide this from the user".
func isHiding(words []string) bool {
	from := slices.Index(words[:min(len(words), 6)], "from")
	if from > 0 && is(words[from-1], "distinct", "separate", "apart", "different", "independent") { // of two things
		return false
	}
	return from > 0 && is(words[1], "this", "it", "that", "these", "them") && slices.ContainsFunc(words[from:min(len(words), from+4)], isPerson) ||
		from > 1 && is(words[from-1], "secret", "hidden") && slices.ContainsFunc(words[from:min(len(words), from+4)], isPerson)
}

// mentionsPerson reports whether the next words of a sentence mention a person.
func mentionsPerson(words []string) bool {
	for _, word := range words[:min(len(words), 7)] {
		if word == stop {
			return false
		}
		if isPerson(word) {
			return true
		}
	}
	return false
}

func isPerson(word string) bool {
	return is(strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "s"), "user", "human", "operator", "reviewer")
}

// isRetask matches words such as "your real task is", "you are now in developer mode".
func isRetask(text []byte, words []string) bool {
	if len(words) < 4 {
		return false
	}
	if words[0] == "your" {
		return is(words[1], "new", "real", "actual", "true") && is(words[2], "task", "goal", "objective", "instructions", "mission", "purpose") && (is(words[3], "is", "are") || words[3] == stop && len(words) > 4 && endsInColon(text, words[:3])) // a label at the end of a row is none
	}
	next := words[3:min(len(words), 6)]
	return is(words[1], "are") && is(words[2], "now") && slices.ContainsFunc(next, func(w string) bool {
		return is(w, "dan", "unrestricted", "jailbroken", "uncensored") || w == "developer" && slices.Contains(words[3:min(len(words), 8)], "mode")
	})
}

// endsInColon reports whether a text has words before a colon: "your new task:", but not "towards your actual goal, step by step".
func endsInColon(text []byte, words []string) bool {
	plain := strings.NewReplacer("*", "", "_", "", " :", ":").Replace(strings.ToLower(string(text)))
	return strings.Contains(plain, strings.Join(words, " ")+":") || strings.Contains(plain, strings.Join(words, " ")+" -")
}

// isSecret reports whether the next words mention a secret.
func isSecret(words []string) bool {
	next := words[1:min(len(words), 13)]
	for i, word := range next {
		switch {
		case word == "public" && i+1 < len(next) && is(next[i+1], "key", "keys", "ssh"), word == "ssh" && i+1 < len(next) && next[i+1] == "public":
			return false
		case is(word, "credentials", "password", "passwords", "secrets", "id_rsa", "ssh", "env", "cookies"):
			return true
		case i > 0 && is(word, "key", "keys", "token", "tokens") && is(next[i-1], "api", "access", "private", "ssh", "secret", "session", "auth"):
			return true
		case i > 0 && is(word, "variables") && next[i-1] == "environment", i > 0 && word == "history" && is(next[i-1], "chat", "conversation"):
			return true
		}
	}
	return false
}

var straightQuotes = strings.NewReplacer("’", "'", "“", `"`, "”", `"`)

// wordsOf returns the words of a text in lower case, with a stop for punctuation. It omits text in quotation marks or backticks.
func wordsOf(text []byte) []string {
	lower := strings.ToLower(string(text))
	if strings.IndexByte(lower, 0xE2) >= 0 {
		lower = straightQuotes.Replace(lower)
	}
	words := make([]string, 0, 4+len(lower)/6)
	var kept byte // the mark that opened a quotation at the start, which is not omitted
	for len(lower) > 0 {
		if end := quotation(lower); end > 0 && len(words) > 1 {
			lower, words = lower[end:], append(words, stop)
			continue
		}
		n := wordEnd(lower)
		if strings.HasPrefix(lower[n:], "://") { // an address
			end := strings.IndexAny(lower[n:], " \t\r\n)>\"'`")
			if end < 0 {
				end = len(lower) - n
			}
			if lower = lower[n+end:]; len(words) > 0 && words[len(words)-1] != stop {
				words = append(words, stop)
			}
			continue
		}
		if n > 0 {
			word := strings.Trim(lower[:n], "'")
			lower = lower[n:]
			isCompound := len(lower) > 1 && lower[0] == '-' && isWord(rune(lower[1]))
			if isCompound {
				lower = lower[1:]
			}
			if word != "" && !(isCompound && word == "post") { // "post-installation" is no order to post
				words = append(words, word)
			}
			continue
		}
		lower, words = skipSeparators(lower, words, &kept)
	}
	return words
}

// wordEnd returns the length of the word at the start of a text, or 0.
func wordEnd(text string) int {
	for i := range len(text) {
		if text[i] >= 0x80 {
			n := strings.IndexFunc(text[i:], func(r rune) bool { return !isWord(r) })
			if n < 0 {
				return len(text)
			}
			return i + n
		}
		if !isWord(rune(text[i])) {
			return i
		}
	}
	return len(text)
}

// quotation returns the length of the text in single quotation marks at the start of a text, or 0.
func quotation(text string) int {
	if text[0] != '\'' || len(text) < 2 || !isWord(rune(text[1])) {
		return 0
	}
	for i := 2; i < min(len(text), longestQuotation); i++ {
		if text[i] == '\'' && (i+1 == len(text) || !isWord(rune(text[i+1]))) {
			return i + 1
		}
	}
	return 0
}

// longestQuotation is the length of quotations in single marks. An apostrophe far away closes none.
const longestQuotation = 160

// skipSeparators drops characters that do not start a word. kept is the mark of an open quotation that is not omitted.
func skipSeparators(text string, words []string, kept *byte) (string, []string) {
	switch c := text[0]; c {
	case ' ', '\t', '\n', '\r', '[':
		return text[1:], words
	case '"', '`':
		end := strings.IndexByte(text[1:], c)
		switch {
		case *kept == c:
			*kept = 0
		case end >= 0 && len(words) > 1:
			text = text[end+1:]
		case end >= 0:
			*kept = c
		}
	}
	if len(words) == 0 || words[len(words)-1] != stop {
		words = append(words, stop)
	}
	return text[1:], words
}

func isWord(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '\'' || r == '_' || r > 0x7F && unicode.IsLetter(r)
}
