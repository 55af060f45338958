package registry

import (
	"cmp"
	"slices"
	"strings"
)

// changed returns the lines between two common lines that are the same statement in different words. Lines that only one copy has, or
// that name a client, may be for it.
func changed(first, second []copiedLine, clients [2]string) []passage {
	if len(first) > maxHunk || len(second) > maxHunk {
		return nil
	}
	var all []passage
	for _, a := range first {
		if slices.ContainsFunc(second, func(b copiedLine) bool { return b.key == a.key }) {
			continue
		}
		best, most := -1, 0
		for j, b := range second {
			if n := sharedWords(a.words, b.words); n > most && (isSimilar(n, len(a.words), len(b.words)) || n > 1 && a.name == b.name && strings.ContainsAny(a.name, "._-")) &&
				(a.name == b.name || !begins(second, a) && !begins(first, b)) {
				best, most = j, n
			}
		}
		if best < 0 || slices.ContainsFunc(first, func(l copiedLine) bool { return l.key == second[best].key }) {
			continue
		}
		b := second[best]
		if second = slices.Delete(slices.Clone(second), best, best+1); sharedWords(a.words, b.words) < max(len(a.words), len(b.words)) && !isForClient(a.text, b.text, clients) {
			p := passage{newer: newer(a.words, b.words)}
			p.at[0], p.text[0], p.at[1], p.text[1] = a.at, a.text, b.at, b.text
			all = append(all, p)
		}
	}
	return all
}

// begins reports whether a line begins with the first word of another one, as entries of the same name in two lists do.
func begins(lines []copiedLine, with copiedLine) bool {
	return slices.ContainsFunc(lines, func(l copiedLine) bool { return l.name == with.name })
}

// isSimilar reports whether lines of two lengths that have a number of words in common are one statement: they share more than half
// of their words, or one contains the other.
func isSimilar(shared, a, b int) bool {
	return 10*shared >= 6*min(a, b) && (2*shared > max(a, b) || shared == min(a, b) && shared >= 4)
}

// sharedWords returns the number of words that two lines have in common.
func sharedWords(a, b []string) int {
	number := map[string]int{}
	for _, w := range a {
		number[w]++
	}
	n := 0
	for _, w := range b {
		if number[w]--; number[w] >= 0 {
			n++
		}
	}
	return n
}

// isForClient reports whether a text names a client, one of its files or tools, or a model that the other one does not name, or
// mentions a subagent as @name where the other one does not.
func isForClient(a, b string, clients [2]string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if hasMention(a) != hasMention(b) {
		return true
	}
	for _, name := range []string{clients[0], clients[1], "claude", "codex", "cursor", "copilot", "gemini", "windsurf", "opencode", "cline", "qwen", "junie", "antigravity", "agents.md", "github", "vs code",
		".agents/", "subagent", "slash command", "plugin", "mcp", "hook", "gpt", "opus", "sonnet", "haiku", "todowrite", "askuserquestion", "task tool", "skill tool", "$arguments"} {
		if strings.Contains(a, name) != strings.Contains(b, name) {
			return true
		}
	}
	return false
}

// hasMention reports whether a text has a word that begins with "@", which some clients read as a call of a subagent.
func hasMention(text string) bool {
	for i := range len(text) - 1 {
		if text[i] == '@' && text[i+1] >= 'a' && text[i+1] <= 'z' && (i == 0 || strings.IndexByte(" `(\"'", text[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// newer returns 1 if the first text plainly is a later state of the second one, and -1 for the reverse.
func newer(a, b []string) int {
	switch {
	case isLater(b, a):
		return 1
	case isLater(a, b):
		return -1
	}
	return 0
}

// isLater reports whether a text has all words of an earlier one of at least four words, in this order and with numbers that are
// not smaller, and more words, a later year or a later version. Other numbers may be a decision.
func isLater(earlier, text []string) bool {
	n, larger := 0, false
	for i, w := range text {
		if n == len(earlier) || w != earlier[n] && !isSmaller(earlier[n], w) {
			continue
		}
		if w != earlier[n] && (len(w) == 4 && w[:2] == "20" || i > 0 && isDigits(text[i-1]) || i+1 < len(text) && isDigits(text[i+1])) {
			larger = true
		}
		n++
	}
	return n == len(earlier) && n >= 4 && (larger || len(text) > n+1)
}

func isDigits(word string) bool { return strings.Trim(word, "0123456789") == "" }

// isSmaller compares two numbers, in digits or words.
func isSmaller(a, b string) bool {
	const numbers = " one two three four five six seven eight nine ten "
	if isDigits(a) && isDigits(b) {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b)) < 0
	}
	i, j := strings.Index(numbers, " "+a+" "), strings.Index(numbers, " "+b+" ")
	return i >= 0 && i < j
}
