package security

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// ordersToSend reports whether a text orders a model to send secrets to an address in the text.
func ordersToSend(f *analysis.File, text []byte, has trigger.Prose) bool {
	url := firstAddress(string(text))
	return url != "" && trustIn(f, url) >= trust.Placeholder && (has.MaySendSecrets() && isSendingOrder(f, text) || isAnySendingOrder(f, string(text)))
}

// describesSending reports whether a sentence of a description orders a model to send secrets, or what the previous sentence names.
func describesSending(f *analysis.File, text string) bool {
	before := ""
	for sentence := range strings.SplitSeq(sentenceEnds.Replace(text), ". ") {
		if words := wordsOf([]byte(sentence)); slices.ContainsFunc(words, func(w string) bool { return is(w, "it", "them", "this", "these", "everything") }) {
			before += " "
		} else {
			before = ""
		}
		if all := []byte(before + sentence); ordersToSend(f, all, trigger.In(all)) {
			return true
		}
		before = sentence
	}
	return false
}

var sentenceEnds = strings.NewReplacer("\n-", ". -", "\n*", ". *", "\n\n", ". ", ".\n", ". ", "! ", ". ", "? ", ". ", "; ", ". ")

// isSendingOrder reports whether a sentence orders a model to send secrets to a literal address that is not one of a known vendor.
func isSendingOrder(f *analysis.File, text []byte) bool {
	if orderIn(text) != send {
		return false
	}
	url := firstAddress(string(text))
	return url != "" && trustIn(f, url) >= trust.Placeholder
}

// imageOf returns the address of an image into which a text orders a model to write secrets or the conversation, or "".
func imageOf(f *analysis.File, text []byte) string {
	n := bytes.Index(text, []byte("!["))
	if n < 0 {
		return ""
	}
	_, rest, ok := bytes.Cut(text[n:], []byte("](http"))
	if !ok {
		return ""
	}
	if !bytes.HasPrefix(rest, []byte("://")) && !bytes.HasPrefix(rest, []byte("s://")) {
		return ""
	}
	url, _, _ := strings.Cut("http"+string(rest), ")")
	_, query, ok := strings.Cut(url, "?")
	if !ok || !strings.ContainsAny(query, "{<[$") && !isPlaceholder(query) || trustIn(f, url) < trust.Placeholder {
		return ""
	}
	lower := strings.ToLower(query)
	if isPlaceholder(query) {
		lower = strings.ToLower(string(text))
	}
	for _, word := range []string{"secret", "token", "key", "env", "conversation", "history", "password", "credential", "context", "base64", "encoded", "prompt", "message", "data"} {
		if strings.Contains(lower, word) {
			return url
		}
	}
	return ""
}

// isPlaceholder reports whether the last value of a query is a word in capital letters, which a model must replace.
func isPlaceholder(query string) bool {
	value := query[strings.LastIndexByte(query, '=')+1:]
	return len(value) > 2 && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == "" && value[0] >= 'A'
}

// firstAddress returns the first address in a text, or "".
func firstAddress(text string) string {
	n := strings.Index(text, "://")
	if n < 0 {
		return ""
	}
	if rest := text[n+3:]; strings.HasPrefix(rest, "www.w3.org/") || rest == "" || strings.IndexByte(" ,;.)*`\"'|\n", rest[0]) >= 0 { // the name of a schema, or of a scheme
		return firstAddress(rest)
	}
	start := strings.LastIndexAny(text[:n], " \t\n(<`\"'") + 1
	end := strings.IndexAny(text[n:], " \t\n)>`\"'")
	if end < 0 {
		return text[start:]
	}
	return text[start : n+end]
}

// isNamedAs reports whether the names of a variable and a host have a word in common.
func isNamedAs(variable, host string) bool {
	host = strings.ReplaceAll(host, "-", "")
	joined := strings.ReplaceAll(host, ".", "") // CALCOM and api.cal.com
	return isServiceOf(variable, host) || slices.ContainsFunc(nameWords(variable), func(word string) bool {
		return strings.Contains(host, word) || len(word) > 4 && strings.HasSuffix(joined, word)
	})
}

// nameWords returns the words of the name of a variable that may name a service.
func nameWords(variable string) []string {
	words := strings.FieldsFunc(strings.ToLower(variable), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.DeleteFunc(words, func(word string) bool {
		return len(word) < 3 || is(word, "api", "key", "token", "secret", "access", "password", "client", "auth", "service", "the", "secrets", "private", "bearer")
	})
}

// whereShown describes the destination for a message.
func whereShown(a *behavior.Act) string {
	if a.Masked && trust.HostOf(a.To) == "" {
		return "a computed address"
	}
	return hostShown(a.To)
}

// whatShown describes the sent data for a message.
func whatShown(what string) string {
	if what == "environment variables" {
		return "the whole environment"
	}
	return strings.TrimSpace(what)
}

// reach is the length of the text before a sentence in which a pronoun may have its meaning.
const reach = 240

// sendsWhatPrecedes reports whether a sentence orders a model to send "it" or "them" to an address, after the text told it to
// collect secrets or the conversation.
func sendsWhatPrecedes(pass *analysis.Pass, at analysis.Range) bool {
	source := pass.Document.Source
	url := firstAddress(string(source[at.Start:at.End]))
	if url == "" || trustIn(pass.File, url) < trust.Unknown {
		return false
	}
	words := wordsOf(source[at.Start:at.End])
	sends := sendingVerb(words)
	if sends < 0 {
		return false
	}
	start := max(pass.Document.BodyStart(), at.Start-reach)
	before := source[start:at.Start]
	if n := bytes.LastIndex(before, []byte("\n\n")); n >= 0 {
		before = before[n:]
	}
	words = append(wordsOf(bytes.ReplaceAll(before, []byte("`"), nil)), wordsOf(bytes.ReplaceAll(source[at.Start:at.End], []byte("`"), nil))...)
	collects := slices.IndexFunc(words, func(w string) bool {
		return is(w, "collect", "read", "gather", "ask", "copy", "get", "find", "take", "list", "export", "request", "record", "write", "encode", "note")
	})
	return collects >= 0 && (isImperative(words, collects) || words[collects-1] == "to" || isCount(words[collects-1])) && isCollected(words[collects:])
}

// isCount reports whether a word is a number, as of an item of a list.
func isCount(word string) bool { return strings.Trim(word, "0123456789") == "" }

// sendingVerb returns the index of the verb with which a sentence sends what was collected: "send it to", "include what they
// contain in the request to", or -1.
func sendingVerb(words []string) int {
	for i, w := range words {
		if !maySend(w) || !isImperative(words, i) || i+1 >= len(words) {
			continue
		}
		next := words[i+1 : min(len(words), i+7)]
		switch {
		case is(w, "send", "upload", "post", "forward", "email", "transmit", "submit"):
			if is(next[0], "it", "them", "this", "everything", "all", "these") || next[0] == "their" && slices.ContainsFunc(next, func(w string) bool { return is(w, "content", "contents") }) {
				return i
			}
		case is(w, "include", "append", "put", "add", "attach", "pass"):
			if is(next[0], "it", "them", "what", "everything", "their") && slices.ContainsFunc(words[i:], func(w string) bool { return is(w, "request", "requests", "query", "address", "field", "parameter") }) {
				return i
			}
		case is(w, "request", "call", "open", "fetch", "get"):
			if slices.Contains(words, "followed") && slices.ContainsFunc(words, func(w string) bool { return is(w, "text", "it", "value", "result") }) {
				return i
			}
		}
	}
	return -1
}

// isCollected reports whether words name what a model must keep for itself.
func isCollected(words []string) bool {
	for i, word := range words {
		before := words[max(0, i-1)]
		switch {
		case is(word, "never", "not", "don't", "without", "remove", "redact", "public"):
			return false
		case is(word, "asked", "wrote", "answered", "said", "typed", "pasted") && is(before, "user", "you", "they", "has") && slices.ContainsFunc(words[max(0, i-4):i], func(w string) bool { return is(w, "what", "everything", "all") }):
			return true
		case is(word, "netrc", "npmrc", "id_ed25519", "env"):
			return true
		case is(word, "credentials", "passwords", "password", "secrets", "id_rsa", "cookies", "mnemonic", "conversation", "transcript", "keychain"):
			return true
		case is(word, "phrase", "phrases") && is(before, "seed", "recovery"), is(word, "key", "keys", "token", "tokens") && is(before, "api", "access", "private", "ssh", "secret", "session", "auth"),
			word == "variables" && before == "environment", word == "messages" && i+2 < len(words) && is(words[i+1], "of", "in") && is(words[i+2], "this", "the") && slices.Contains(words[i:min(len(words), i+5)], "session"):
			return true
		}
	}
	return false
}
