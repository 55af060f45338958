package security

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// orderExcuse returns the stronger excuse of a sentence that has the words of an order: of the text around it, or of its own form, which
// describes something else.
func orderExcuse(pass *analysis.Pass, at analysis.Range, o order) behavior.Excuse {
	around := behavior.Fact.Of(pass).ExcuseOfText(at)
	if around.Strength == behavior.Presents || pass.File.NoExcuses {
		return around
	}
	d := pass.Document
	text := d.Source[at.Start:at.End]
	var evidence analysis.Range
	strength := behavior.Presents
	switch o {
	case send:
		switch {
		case isAuthentication(text):
			if evidence = at; namesSource(text) {
				return around
			}
			if bytes.Contains(text, []byte("://")) && !isIssued(text) { // it may be anybody's service
				strength = behavior.Hints
			}
		case isMetadata(text):
			evidence = at
		default:
			evidence = linkBeside(d, at)
		}
	case unguard:
		if evidence = optionBefore(d, at); isAbility(text) {
			evidence = at
		}
	case conceal:
		if words := wordsOf(text); namesOthers(words) || isStatement(words) {
			evidence = at
		}
	}
	if evidence.Len() == 0 {
		return around
	}
	return behavior.Excuse{Kind: behavior.BySentence, Strength: max(strength, around.Strength), At: evidence}
}

// isAuthentication reports whether a sentence is about how requests to a service are authorized: it names one credential and the
// header or parameter for it.
func isAuthentication(text []byte) bool {
	words := wordsOf(text)
	isIn := func(any ...string) bool {
		return slices.ContainsFunc(any, func(w string) bool { return slices.Contains(words, w) })
	}
	return isIn("header", "headers", "bearer", "parameter") && !isIn("all", "every", "any", "environment", "env", "conversation")
}

// isIssued reports whether a sentence says where a credential is created, which only its own service does.
func isIssued(text []byte) bool {
	return slices.ContainsFunc(wordsOf(text), func(w string) bool { return is(w, "create", "generate", "obtain", "register", "request") })
}

// namesSource reports whether a sentence names the file that a credential is read from.
func namesSource(text []byte) bool {
	return bytes.Contains(text, []byte("~/")) || bytes.Contains(text, []byte(".env")) || slices.ContainsFunc(wordsOf(text), func(w string) bool {
		return is(w, "read", "contents", "file", "files", "collect", "gather", "keychain", "session", "cookies")
	})
}

// isMetadata reports whether each line of a text is a key with a value, as at the start of a page.
func isMetadata(text []byte) bool {
	lines := 0
	for line := range bytes.Lines(bytes.Trim(text, "-\r\n")) {
		key, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		isKey := ok && len(key) > 0 && bytes.IndexFunc(key, func(r rune) bool { return !isWord(r) && r != '-' }) < 0 && (len(value) == 0 || value[0] == ' ')
		if !isKey && !(lines > 0 && bytes.HasPrefix(line, []byte("  "))) {
			return false
		}
		lines++
	}
	return lines >= 4
}

// linkBeside returns the other entry of an index to which a sentence belongs: items of a list that start with links to pages of the
// same host, and may describe them.
func linkBeside(d *analysis.Document, at analysis.Range) analysis.Range {
	host := linkHost(d.Text(at))
	if host == "" {
		return analysis.Range{}
	}
	line := d.LineOf(at.Start)
	for _, other := range []int{line - 1, line + 1} {
		if other < 1 || other > d.LineCount() {
			continue
		}
		if r := d.LineRange(other); linkHost(d.Text(r)) == host {
			return r
		}
	}
	return analysis.Range{}
}

// linkHost returns the host of the link at the start of an item of a list, or "".
func linkHost(item string) string {
	text := strings.TrimLeft(item, " \t>")
	rest := strings.TrimLeft(text, "-*+ ")
	if rest == text || !strings.HasPrefix(rest, "[") {
		return ""
	}
	_, url, ok := strings.Cut(rest, "](")
	if !ok || !strings.HasPrefix(url, "http") {
		return ""
	}
	return trust.HostOf(url)
}

// isOptionName reports whether a line, such as an item or a heading, consists of the names of options in code spans: "- `-y`, `--yes`:".
func isOptionName(line string) bool {
	rest := strings.TrimLeft(line, "-*+#> \t")
	for first := true; ; first = false {
		name, ok := strings.CutPrefix(rest, "`-")
		end := strings.IndexByte(name, '`')
		if letters := strings.TrimPrefix(name, "-"); !ok || end < 0 || first && (letters == "" || letters[0]|0x20 < 'a' || letters[0]|0x20 > 'z') {
			return false
		}
		if rest = strings.TrimLeft(name[end+1:], " \t"); strings.Trim(rest, "*: \t\r\n") == "" {
			return true
		}
		after, ok := strings.CutPrefix(rest, ",")
		if !ok {
			if after, ok = strings.CutPrefix(rest, "|"); !ok {
				after, ok = strings.CutPrefix(rest, "or")
			}
		}
		if rest = strings.TrimLeft(after, " \t"); !ok {
			return false
		}
	}
}

// optionBefore returns the name of the option that a sentence describes, on a line of its own before it.
func optionBefore(d *analysis.Document, at analysis.Range) analysis.Range {
	first := d.LineOf(at.Start)
	for line := first - 1; line >= max(1, first-2); line-- {
		if r := d.LineRange(line); strings.TrimSpace(d.Text(r)) != "" {
			if r.Len() < 200 && isOptionName(d.Text(r)) {
				return r
			}
			break
		}
	}
	return analysis.Range{}
}

// isAbility reports whether a sentence says what somebody can do: "when enabled, you can run it and bypass permission checks".
func isAbility(text []byte) bool {
	words := wordsOf(text)
	n := slices.IndexFunc(words, func(w string) bool { return is(w, "can", "could", "may", "might") })
	if n < 1 || !is(words[n-1], "you", "it", "they", "users", "this", "which", "that") {
		return false
	}
	clause := words[n:]
	if end := slices.Index(clause, stop); end >= 0 {
		clause = clause[:end]
	}
	return slices.ContainsFunc(clause, func(w string) bool {
		return is(w, "disable", "bypass", "turn", "switch", "deactivate", "uninstall", "suppress")
	})
}

// namesOthers reports whether all people in a sentence are those who use a product, or one of several reviewers, and not the user of the
// model.
func namesOthers(words []string) bool {
	seen := false
	for i, w := range words {
		if !isPerson(w) {
			continue
		}
		if i == 0 || !is(words[i-1], "end", "peer", "other", "anonymous", "guest", "unauthenticated", "unauthorized", "regular", "non") && !(w == "reviewer" && is(words[i-1], "a", "each", "every")) {
			return false
		}
		seen = true
	}
	return seen
}

// isStatement reports whether words are about what others do, and not an order: "systems will silently switch without notifying users",
// "swallowing errors without informing the user".
func isStatement(words []string) bool {
	for len(words) > 0 && words[0] == stop {
		words = words[1:]
	}
	n := slices.Index(words, "without")
	if n < 2 {
		return false
	}
	if strings.HasSuffix(words[0], "ing") && len(words[0]) > 5 {
		return true
	}
	will := slices.IndexFunc(words[:n], func(w string) bool { return is(w, "will", "would", "may", "might", "can", "could") })
	subject := max(0, slices.IndexFunc(words, func(w string) bool { return w == stop || is(w, "will", "would", "may", "might", "can", "could") }))
	return will > 0 && subject > 0 && strings.HasSuffix(words[subject-1], "s") && !slices.ContainsFunc(words[:will], func(w string) bool { return is(w, "you", "this", "agents", "assistants", "models") })
}
