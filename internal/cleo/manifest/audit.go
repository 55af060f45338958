package manifest

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// Limits of an audit.
const (
	maxValues    = 1_000   // distinct values of a field; others are counted together
	maxFollowUps = 100_000 // open follow-ups that are kept; others are counted
	maxKept      = 200     // bytes of a value that are kept
	perChunk     = 512     // lines
)

// An Audit is the totals of a manifest. An entry is a line with one JSON object.
type Audit struct {
	Entries    int
	Tokens     int // tokens of all entries: characters / 4, rounded up for each line, without line ends
	Statuses   Counts
	AgentTypes Counts
	Months     Counts // YYYY-MM, of the date
	FollowUps  FollowUps

	chunks [][]AuditLine
}

// Counts is the number of entries by value. Entries without a string are under "".
type Counts struct {
	Values map[string]int
	Others int // entries with values over the limit of distinct ones
}

// An AuditLine is the data of one entry.
type AuditLine struct {
	Number int32
	Tokens int32
	ID     string // truncated to 200 bytes
}

// AuditFact is the audit of a manifest.
var AuditFact = analysis.NewFold("audit", "totals of a manifest",
	analysis.Manifest, func(*analysis.Pass) *Audit { return new(Audit) },
	func(p *analysis.Pass, a *Audit) error { a.add(p.Line); return nil })

func (a *Audit) add(line *analysis.Line) {
	entry := line.Data
	if entry == nil || entry.Kind != analysis.Map {
		return
	}
	id := textOf(entry, "id")
	status := textOf(entry, "status")
	tokens := tokenizer.Chars4(bytes.TrimRight(line.Source, "\r"))
	a.Entries++
	a.Tokens += tokens
	a.Statuses.add(status)
	a.AgentTypes.add(textOf(entry, "agent_type"))
	a.Months.add(monthOf(textOf(entry, "date")))
	if len(a.chunks) == 0 || len(a.chunks[len(a.chunks)-1]) == perChunk {
		a.chunks = append(a.chunks, make([]AuditLine, 0, perChunk))
	}
	last := len(a.chunks) - 1
	a.chunks[last] = append(a.chunks[last], AuditLine{int32(line.Number), int32(tokens), id})
	if status == "complete" {
		a.FollowUps.close(id)
	}
	for _, item := range entry.Get("needs_followup").Strings() {
		a.FollowUps.open(FollowUp{Line: line.Number, ID: id, Item: truncated(item.Text)})
	}
}

// Lines visits the entries in order.
func (a *Audit) Lines(yield func(AuditLine) bool) {
	for _, c := range a.chunks {
		for _, l := range c {
			if !yield(l) {
				return
			}
		}
	}
}

// Newest returns the number of the newest entries within a limit of tokens, and their tokens.
func (a *Audit) Newest(limit int) (entries, tokens int) {
	for i := len(a.chunks) - 1; i >= 0; i-- {
		for j := len(a.chunks[i]) - 1; j >= 0; j-- {
			next := int(a.chunks[i][j].Tokens)
			if tokens+next > limit {
				return entries, tokens
			}
			entries, tokens = entries+1, tokens+next
		}
	}
	return entries, tokens
}

func (c *Counts) add(value string) {
	if c.Values == nil {
		c.Values = map[string]int{}
	}
	if _, known := c.Values[value]; !known && len(c.Values) == maxValues {
		c.Others++
		return
	}
	c.Values[value]++
}

func textOf(entry *analysis.Value, key string) string {
	if v := entry.Get(key); v.IsString() {
		return truncated(v.Text)
	}
	return ""
}

func truncated(text string) string {
	if len(text) > maxKept {
		text = strings.ToValidUTF8(text[:maxKept], "")
	}
	return strings.Clone(text)
}

// monthOf returns the month of a date YYYY-MM-DD, or "".
func monthOf(date string) string {
	const form = "0000-00-00"
	if len(date) != len(form) {
		return ""
	}
	for i := range len(date) {
		if isDigit := '0' <= date[i] && date[i] <= '9'; isDigit != (form[i] == '0') || !isDigit && date[i] != '-' {
			return ""
		}
	}
	return date[:len("0000-00")]
}
