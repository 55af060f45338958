package protocol

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// A message is the response of a subagent.
type message struct {
	valid      bool
	suggestion string // the message that was probably meant
	problem    string // set for an invalid message
}

const maxMessage = 120 // bytes; a longer text is not a message

// readMessage parses a quoted text. It is a message if it refers to the manifest, or if it reports the end of work and the line
// instructs the subagent to return only this text.
func readMessage(text string, p *schema.Protocol, only bool) (message, bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxMessage || strings.ContainsAny(text, "\"`\\") {
		return message{}, false
	}
	report, where, refers := cutReference(text, p)
	words := strings.Fields(report)
	if len(words) == 0 || len(words) > 6 || !refers && !(only && isDone(words[len(words)-1], p)) {
		return message{}, false
	}
	status, kind := words[len(words)-1], strings.Join(words[:len(words)-1], " ")
	m := message{valid: refers && kind != "" && isOneOf(status, p.Statuses) && isReference(where, status, p)}
	m.problem = "invalid return message"
	switch {
	case !isOneOf(status, p.Statuses):
		m.problem = "return message does not state the outcome"
	case !refers:
		m.problem = "return message does not refer to " + p.Ledger
	}
	n := slices.Index(p.Statuses, strings.ToLower(status))
	if kind == "" && n < 0 {
		kind = status
	} else if kind == "" {
		kind = "<Type>"
	}
	n = max(n, 0)
	m.suggestion = kind + " " + p.Statuses[n] + ". See " + p.Ledger + " for " + p.Endings[n] + "."
	return m, true
}

// cutReference splits a message into its report and its reference to the manifest, with any name.
func cutReference(text string, p *schema.Protocol) (report, where string, ok bool) {
	n := strings.Index(strings.ToLower(text), "see ")
	if n <= 0 {
		return strings.TrimRight(text, "."), "", false
	}
	report, where = strings.TrimRight(text[:n], " .,;:-–—"), text[n+len("see "):]
	if !strings.Contains(strings.ToLower(where), "manifest") && !strings.Contains(where, p.LedgerToken) {
		return report, "", false
	}
	return report, where, report != ""
}

// isReference reports whether a text refers to the manifest with the reason that belongs to a status. A choice or placeholder
// may stand for any of them.
func isReference(where, status string, p *schema.Protocol) bool {
	place, reason, ok := strings.Cut(strings.TrimRight(where, " ."), " for ")
	if !ok || place != p.Ledger && !slices.Contains(p.LedgerNames, place) && !placeholder.IsSlot(place) {
		return false
	}
	n, m := slices.Index(p.Statuses, strings.ToLower(status)), slices.Index(p.Endings, strings.ToLower(reason))
	return n == m || (n < 0 || m < 0) && isOneOf(reason, p.Endings)
}

// isOneOf reports whether a text is one of several texts, a choice of these, or a placeholder.
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

// isDone reports whether a word means that work is done.
func isDone(word string, p *schema.Protocol) bool {
	return slices.Contains(p.Statuses, word) || slices.Contains([]string{"completed", "done", "finished"}, word)
}
