package security

import (
	"bytes"
	"slices"
	"strings"
)

// A visibleForm is a form of an order in a visible sentence.
type visibleForm struct {
	order      order
	starts     []string
	imperative bool
	matches    func(text []byte, words []string, i int) bool
}

// fromWord returns a test of the words from the start of the order.
func fromWord(matches func(words []string) bool) func([]byte, []string, int) bool {
	return func(_ []byte, words []string, i int) bool { return matches(words[i:]) }
}

// amongWords returns a test of the words around the start of the order.
func amongWords(matches func(words []string, i int) bool) func([]byte, []string, int) bool {
	return func(_ []byte, words []string, i int) bool { return matches(words, i) }
}

// visibleForms are the forms by the words that they start with. The first one that matches decides.
var visibleForms = []visibleForm{
	{override, []string{"override", "overrides", "supersede", "supersedes", "replace", "replaces"}, false, fromWord(isTotal)},
	{override, []string{"ignore", "disregard", "bypass", "disable"}, true, fromWord(isSafety)},
	{conceal, []string{"silently", "secretly", "covertly", "stealthily", "quietly"}, true, fromWord(isTransfer)},
	{conceal, []string{"without"}, false, func(_ []byte, words []string, i int) bool { return isUnseen(words[i:]) && !isForbidden(words[:i]) }},
	{conceal, []string{"conceal"}, true, fromWord(isFromPerson)},
	{conceal, []string{"leave", "omit", "keep"}, true, fromWord(isLeftOut)},
	{conceal, []string{"sure", "ensure"}, false, fromWord(isUnaware)},
	{conceal, []string{"need", "have"}, false, amongWords(isNotToKnow)},
	{conceal, []string{"be"}, false, amongWords(isUninformed)},
	{conceal, []string{"need"}, false, amongWords(isNoNeed)},
	{conceal, []string{"say", "answer", "reply"}, false, amongWords(isDenial)},
	{conceal, []string{"not", "never", "don't"}, true, fromWord(isUnmentioned)},
	{unguard, []string{"set", "add", "put", "write", "enable", "change", "switch", "make", "ensure"}, true, func(text []byte, _ []string, _ int) bool { return waivesConsent(text) }},
	{unguard, []string{"disable", "bypass", "turn", "switch", "deactivate", "uninstall", "suppress"}, true, func(text []byte, words []string, i int) bool { return isGuard(words[i:]) && !describesOption(text) }},
	{unguard, []string{"answer", "choose", "select", "accept", "approve", "grant", "confirm", "click"}, true, amongWords(answersDialogs)},
	{reword, []string{"append", "add", "write", "copy", "insert", "put", "save", "store"}, true, func(text []byte, _ []string, _ int) bool { return isOwnInstruction(text) }},
}

// visibleOrder returns the worst order in a visible sentence. It recognizes more forms than orderIn, because a sentence of a
// skill is not a note of its authors.
func visibleOrder(text []byte) order {
	words := wordsOf(text)
	o := orderOf(text, words)
	if o == conceal && concealsNothing(text, words) {
		o = none
	}
	for i, word := range words {
		if !mayStartVisibleOrder(word) {
			continue
		}
		n := slices.IndexFunc(visibleForms, func(f visibleForm) bool {
			return slices.Contains(f.starts, word) && (!f.imperative || isImperative(words, i)) && f.matches(text, words, i)
		})
		if n < 0 {
			continue
		}
		if found := visibleForms[n].order; found > o && !(found == conceal && isQuiet(words)) {
			o = found
		}
	}
	if o < divert && divertsPayments(text, words) {
		o = divert
	}
	return o
}

// concealsNothing reports whether a sentence with a form of orderIn is about what to say, and not about what the model did.
func concealsNothing(text []byte, words []string) bool {
	return !isUnmentionedAnywhere(words) && (isAdvice(words) || isWording(text) || !isOwn(words) && !isUntold(words) || isVague(words) || isQuiet(words))
}

// isAdvice reports whether a model must not tell a user to do something, which conceals nothing.
func isAdvice(words []string) bool {
	n := max(0, slices.Index(words, "tell"))
	n += slices.IndexFunc(words[n:], isPerson)
	if n <= 0 || n+1 >= len(words) || !slices.Contains(words[:n], "tell") {
		return false
	}
	return is(words[n+1], "to", "which", "how") || // the object is an action
		is(words[n+1], "it", "they", "it's", "they're") && !tellsAnyAction(words[n+2:]) ||
		words[n+1] == "that" && !tellsOwnAction(words[n+2:]) || isClaim(words[n+1:]) ||
		is(words[n+1], "this", "these") && n+2 < len(words) && !is(words[n+2], stop, "and", "or", "you", "this") || // the object is a false statement
		slices.ContainsFunc(words[n+1:], func(w string) bool { return is(w, "until", "unless") })
}

// tellsOwnAction reports whether the statement at the start of words is about what the model or the skill does, and not about a result:
// "that the data was sent", but not "that the page is accessible".
func tellsOwnAction(words []string) bool {
	if n := slices.Index(words, stop); n >= 0 {
		words = words[:n]
	}
	return len(words) < 3 || tellsAnyAction(words)
}

// tellsAnyAction reports whether a clause is about what the model or the skill does.
func tellsAnyAction(words []string) bool {
	if n := slices.IndexFunc(words, func(w string) bool { return is(w, stop, "without", "before", "until", "unless") }); n >= 0 {
		words = words[:n]
	}
	for i, w := range words {
		isDone := i > 0 && strings.HasSuffix(w, "ed") && is(words[i-1], "is", "are", "was", "were", "be", "been", "has", "have", "had", "being")
		if isDone || is(w, "you", "we", "i", "this", "it", "they", "skill", "script", "command", "agent", "step", "data", "file", "files", "key", "keys", "token", "tokens", "something", "anything", "nothing", "sent", "ran", "run", "read", "made", "written", "taken", "happens") {
			return true
		}
	}
	return false
}

// isClaim reports whether words are a statement about something else than the model and the skill: "the watcher will handle the limits".
func isClaim(words []string) bool {
	n := slices.IndexFunc(words[:min(len(words), 5)], func(w string) bool { return is(w, "is", "are", "will", "has", "can") })
	return n > 1 && is(words[0], "the", "a", "an", "its", "their") && !tellsOwnAction(words)
}

// isWording reports whether a sentence quotes the words that a user must not be told, such as: never tell the user "it works".
func isWording(text []byte) bool {
	_, after, found := bytes.Cut(bytes.ToLower(text), []byte("tell the user"))
	after = bytes.TrimLeft(after, "s:, *_")
	return found && (bytes.HasPrefix(after, []byte(`"`)) || bytes.HasPrefix(after, []byte("“")) || bytes.HasPrefix(after, []byte("`")))
}

// isOwn reports whether a sentence describes the behavior of the skill.
func isOwn(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return is(w, "this", "these", "that", "it", "anything", "about", "step", "steps", "action", "actions", "upload", "request", "knowledge", "noticing", "knowing")
	})
}

// isFromPerson matches words such as "conceal the mode from the user".
func isFromPerson(words []string) bool {
	from := slices.Index(words[:min(len(words), 8)], "from")
	return from > 1 && slices.ContainsFunc(words[from:min(len(words), from+4)], isPerson)
}

// isUnaware matches words such as "sure the user is not aware of it".
func isUnaware(words []string) bool {
	next := words[:min(len(words), 10)]
	n := slices.IndexFunc(next, func(w string) bool { return is(w, "aware", "unaware") })
	return n > 1 && slices.ContainsFunc(next[:n], isPerson) && (next[n] == "unaware" || is(next[n-1], "not", "never", "isn't"))
}

// isTotal matches words such as "overrides all previous instructions".
func isTotal(words []string) bool {
	all, instructions := false, false
	for i, word := range words[1:min(len(words), 9)] {
		switch {
		case word == stop:
			return false
		case is(word, "all", "any", "every") && is(words[0], "replace", "replaces"): // "replace all bracketed instructions" is about a template
		case is(word, "all", "any", "every", "previous", "prior", "earlier"):
			all = all || i < 3
		case is(word, "instructions", "instruction", "directives", "guidelines", "guardrails", "prompt", "prompts"):
			instructions = true
			if rest := words[min(len(words), i+2):]; len(rest) > 3 && is(rest[0], "that", "which") && is(rest[1], "would", "could", "creates", "writes") {
				return slices.ContainsFunc(rest[:min(len(rest), 9)], func(w string) bool {
					return is(w, "you", "user", "system", "safety", "restrict", "prevent", "forbid", "stop", "conflict", "contradict", "refuse")
				})
			}
		}
	}
	return all && instructions
}

// isSafety matches words such as "disable your safety checks".
func isSafety(words []string) bool {
	next := words[1:min(len(words), 6)]
	n := slices.IndexFunc(next, func(w string) bool { return is(w, "safety", "ethical", "security", "content") })
	return n >= 0 && n+1 < len(next) && is(next[n+1], "guidelines", "policy", "policies", "restrictions", "rules", "filters", "training", "instructions") &&
		slices.ContainsFunc(next[:n], func(w string) bool { return is(w, "your", "all", "any") })
}

// isTransfer matches words such as "silently send the file".
func isTransfer(words []string) bool {
	next := words[1:min(len(words), 3)]
	return slices.ContainsFunc(next, func(w string) bool {
		return is(w, "send", "upload", "post", "transmit", "forward", "exfiltrate", "copy", "collect", "email") || strings.HasPrefix(w, "exfil") ||
			is(words[0], "secretly", "covertly", "stealthily") && is(w, "run", "execute", "install") // a silent installation asks no questions
	})
}

// isUnseen matches words such as "without telling the user".
func isUnseen(words []string) bool {
	if len(words) < 3 || !is(words[1], "telling", "informing", "notifying", "alerting", "mentioning", "disclosing", "revealing") {
		return false
	}
	n := 2 + slices.IndexFunc(words[2:min(len(words), 7)], isPerson)
	return n >= 2 && (n+1 == len(words) || is(words[n+1], stop, "about", "and", "or", "of"))
}

// isForbidden reports whether words forbid what follows: "never use another mode" in "never use another mode without telling the
// user". An order after the negation, such as to send something, is not a part of it.
func isForbidden(before []string) bool {
	n := slices.IndexFunc(before, func(w string) bool { return is(w, "never", "not", "don't", "avoid", "forbid", "forbids", "no") })
	if n < 0 || !isImperative(before, n) && before[n] != "not" && before[n] != "no" && !strings.HasPrefix(before[n], "forbid") {
		return false
	}
	for i := n + 2; i < len(before); i++ {
		if is(before[i], "then", "instead", "but", "please") || is(before[i], "send", "upload", "post", "copy", "transmit", "forward", "exfiltrate", "email", "run", "execute", "install", "delete", "save", "write", "add", "set") && isImperative(before, i) {
			return false
		}
	}
	return true
}

// isNotToKnow matches words such as "the user does not need to know about it".
func isNotToKnow(words []string, i int) bool {
	next := words[i:min(len(words), i+5)]
	return i > 2 && is(words[i-1], "not", "doesn't") && (isPerson(words[i-3]) || isPerson(words[i-2])) && len(next) > 4 && next[1] == "to" && is(next[2], "know", "learn", "hear") && is(next[3], "about", "of") && is(next[4], "it", "this", "that", "them")
}

// isGuard matches words such as "disable all permission prompts" and "turn off the antivirus".
func isGuard(words []string) bool {
	next := words[1:min(len(words), 7)]
	if is(words[0], "turn", "switch") {
		if !slices.Contains(next, "off") {
			return false
		}
	}
	for i, word := range next {
		before := append([]string{words[0]}, next[:i]...)
		last := before[len(before)-1]
		switch {
		case word == stop || is(word, "a", "an", "for", "in", "on", "if", "when", "only"):
			return false
		case i+1 < len(next) && !is(next[i+1], stop, "before", "first", "so", "and", "while", "to", "on", "during", "completely", "because", "software", "protection"):
		case is(word, "antivirus", "defender", "gatekeeper"), word == "software" && is(last, "security", "antivirus"), word == "protection" && is(last, "endpoint", "real-time", "time"):
			return true
		case is(word, "prompts", "checks", "dialogs", "requests") && is(last, "permission", "approval", "confirmation"), word == "approvals" && slices.Contains(before, "all"):
			return true
		}
	}
	return false
}

// describesOption reports whether a row or an item starts with the name of an option: "- `--trust`: bypass all prompts".
func describesOption(text []byte) bool {
	name, ok := bytes.CutPrefix(bytes.TrimLeft(text, " \t|*+-"), []byte("`"))
	n := bytes.IndexByte(name, '`')
	if !ok || n <= 0 || bytes.IndexByte(name[:n], ' ') >= 0 {
		return false
	}
	rest := bytes.TrimLeft(name[n+1:], " ")
	return len(rest) > 0 && (rest[0] == ':' || rest[0] == '|' || bytes.HasPrefix(rest, []byte("—"))) &&
		(name[0] == '-' || bytes.ContainsAny(name[1:n], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.-"))
}

// isOwnInstruction reports whether a sentence writes an order that waives the consent of the user into a file that models read.
func isOwnInstruction(text []byte) bool {
	lower := strings.ToLower(string(text))
	isIn := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(lower, p) })
	}
	sends := strings.Contains(lower, "://") && isIn("send ", "upload ", "post ", "curl ", "fetch ") && isIn(": \"", ": “", "always ", "every ", "each ")
	return isIn("claude.md", "agents.md", "gemini.md", "your memory", ".cursorrules", "copilot-instructions.md", "settings.json") &&
		(sends || isIn("without asking", "without confirmation", "always approve", "always allow", "never ask", "no confirmation", "bypasspermissions", "dangerously-skip", "precedence over", "priority over")) && !isIn("do not ", "don't ", "must not", "never add", "never write")
}
