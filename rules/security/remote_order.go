package security

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// isRunOrder reports whether a sentence orders a model to download something from a suspicious address and to run it.
func isRunOrder(f *analysis.File, text string) bool {
	if trustIn(f, firstAddress(text)) != trust.Odd {
		return false
	}
	words := wordsOf([]byte(text))
	loads := slices.IndexFunc(words, func(w string) bool {
		return is(w, "download", "fetch", "retrieve", "get", "pull", "load", "grab", "open", "visit")
	})
	if loads < 0 || !isImperative(words, loads) {
		return false
	}
	for i, w := range words {
		if i > loads && is(w, "run", "execute", "eval", "source", "launch", "install", "follow", "obey") && (isImperative(words, i) || is(words[i-1], "to", "or", "afterwards")) {
			return true
		}
	}
	return false
}

// isFollowOrder reports whether a sentence orders a model to open a suspicious address, and the next sentences to do what it says.
func isFollowOrder(pass *analysis.Pass, at analysis.Range) bool {
	source := pass.Document.Source
	words := wordsOf(source[at.Start:at.End])
	loads := slices.IndexFunc(words, func(w string) bool { return is(w, "open", "read", "visit", "fetch", "load", "get", "retrieve") })
	where := trustIn(pass.File, firstAddress(string(source[at.Start:at.End])))
	if where >= trust.Unknown && isAskOrder(words) {
		return true
	}
	if loads < 0 || !isImperative(words, loads) || where < trust.Unknown {
		return false
	}
	next := source[at.End:min(len(source), at.End+reach)]
	if n := bytes.Index(next, []byte("\n\n")); n >= 0 {
		next = next[:n]
	}
	words = append(words[loads+1:], wordsOf(next)...)
	if where == trust.Unknown {
		return submits(words) || obeysAsUser(words)
	}
	for i, w := range words {
		rest := words[i+1 : min(len(words), i+7)]
		if is(w, "do", "follow", "obey", "apply") && isImperative(words, i) && (slices.Contains(rest, "says") || slices.Contains(rest, "instructions") || slices.Contains(rest, "steps")) {
			return true
		}
	}
	return false
}

// submits reports whether words tell a model to obey a page whatever it says.
func submits(words []string) bool {
	obeys := slices.ContainsFunc(words, func(w string) bool {
		return is(w, "follow", "obey", "carry", "execute", "says", "priority", "precedence")
	})
	if n := slices.Index(words, "binding"); n > 0 && is(words[n-1], "is", "are", "as") || overridesPerson(words) {
		return true
	}
	return obeys && (slices.Contains(words, "whatever") || slices.Contains(words, "even") && slices.Contains(words, "if") && slices.ContainsFunc(words, isPerson) || slices.Contains(words, "assistants") || slices.Contains(words, "agents") && slices.Contains(words, "commands") ||
		slices.Contains(words, "over") && slices.ContainsFunc(words, func(w string) bool { return is(w, "priority", "precedence") }))
}

// overridesPerson matches words such as "it overrides what the user says".
func overridesPerson(words []string) bool {
	for i, w := range words {
		if is(w, "overrides", "override") && slices.ContainsFunc(words[i:min(len(words), i+8)], isPerson) {
			return true
		}
	}
	return false
}

// obeysAsUser reports whether words tell a model to treat a page as words of its user: "treat each sentence as if the user had
// written it".
func obeysAsUser(words []string) bool {
	n := slices.IndexFunc(words, func(w string) bool { return is(w, "treat", "regard", "consider", "take") })
	if n < 0 || !isImperative(words, n) && words[max(0, n-1)] != "and" {
		return false
	}
	rest := words[n+1 : min(len(words), n+18)]
	as := slices.Index(rest, "as")
	return as >= 0 && slices.ContainsFunc(rest[as:], func(w string) bool { return isPerson(w) || is(w, "system", "developer") }) && !slices.ContainsFunc(rest, func(w string) bool { return is(w, "untrusted", "data", "not") })
}

// isAskOrder matches words such as "ask the server at this address for instructions and execute them".
func isAskOrder(words []string) bool {
	n := slices.IndexFunc(words, func(w string) bool { return is(w, "ask", "query", "request", "call", "poll") })
	if n < 0 || !isImperative(words, n) {
		return false
	}
	rest := words[n:]
	orders := slices.IndexFunc(rest, func(w string) bool { return is(w, "instructions", "orders", "commands", "tasks") })
	return orders > 0 && slices.ContainsFunc(rest[orders:], func(w string) bool { return is(w, "execute", "follow", "obey", "perform") }) &&
		slices.ContainsFunc(rest[orders:], func(w string) bool { return is(w, "exactly", "them", "all", "each", "every") })
}
