package protocol

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// A message is what a subagent answers, or is to answer.
type message struct {
	fits  bool
	meant string // the message that was probably meant
}

const maxMessage = 120 // bytes; a longer text is no message

// readMessage reads a quoted text. It is a message when it points at the ledger, or, where the line
// says what only to return, tells that something is done.
func readMessage(text string, p *schema.Protocol, only bool) (message, bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxMessage || strings.ContainsAny(text, "\"`\\") {
		return message{}, false
	}
	told, where, points := cutPointer(text, p)
	words := strings.Fields(told)
	if len(words) == 0 || len(words) > 6 || !points && !(only && isDone(words[len(words)-1], p)) {
		return message{}, false
	}
	status, kind := words[len(words)-1], strings.Join(words[:len(words)-1], " ")
	m := message{fits: points && kind != "" && isOneOf(status, p.Statuses) && endsRight(where, p)}
	n := slices.Index(p.Statuses, strings.ToLower(status))
	if kind == "" && n < 0 {
		kind = status
	} else if kind == "" {
		kind = "<Type>"
	}
	n = max(n, 0)
	m.meant = kind + " " + p.Statuses[n] + ". See " + p.Ledger + " for " + p.Endings[n] + "."
	return m, true
}

// cutPointer cuts a message into what it tells and what it points at: the ledger, by any name.
func cutPointer(text string, p *schema.Protocol) (told, where string, ok bool) {
	n := strings.Index(strings.ToLower(text), "see ")
	if n <= 0 {
		return strings.TrimRight(text, "."), "", false
	}
	told, where = strings.TrimRight(text[:n], " .,;:-–—"), text[n+len("see "):]
	if !strings.Contains(strings.ToLower(where), "manifest") && !strings.Contains(where, p.LedgerToken) {
		return told, "", false
	}
	return told, where, told != ""
}

// endsRight reports whether what a message points at is the ledger, for one of the known reasons.
func endsRight(where string, p *schema.Protocol) bool {
	place, reason, ok := strings.Cut(strings.TrimRight(where, " ."), " for ")
	return ok && (place == p.Ledger || slices.Contains(p.LedgerNames, place) || placeholder.IsSlot(place)) && isOneOf(reason, p.Endings)
}

// isOneOf reports whether a text is one of some, a choice among them, or a placeholder.
func isOneOf(text string, all []string) bool {
	if text == "" || placeholder.IsSlot(text) {
		return text != ""
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '|' || r == '/' }) {
		if !slices.ContainsFunc(all, func(s string) bool { return strings.EqualFold(s, strings.TrimSpace(part)) }) {
			return false
		}
	}
	return true
}

// isDone reports whether a word tells that something is done.
func isDone(word string, p *schema.Protocol) bool {
	return slices.Contains(p.Statuses, word) || slices.Contains([]string{"completed", "done", "finished"}, word)
}
