package catalog

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
)

// codexCost returns codex's estimate of the tokens of a text.
func codexCost(bytes int) int { return (bytes + 3) / 4 }

// A codexLine is a line of the list: a head, a space and the description unless it is empty, and a tail.
type codexLine struct{ head, description, tail string }

// bytes returns the length of the line, with its line feed and a number of bytes of the description.
func (l *codexLine) bytes(description int) int {
	n := len(l.head) + len(l.tail) + 1
	if description > 0 {
		n += 1 + description
	}
	return n
}

// A codexText is a list within a limit.
type codexText struct {
	lines  []codexLine
	shown  []int // by line: shown bytes of the description; -1: the line is omitted
	cost   int
	reason string // why something is lost; empty: nothing is lost
}

// renderCodex truncates or omits lines to keep a limit.
func renderCodex(lines []codexLine, limit int) codexText {
	t := codexText{lines: append([]codexLine(nil), lines...), shown: make([]int, len(lines))}
	whole, least := 0, 0
	for i := range lines {
		t.shown[i] = len(lines[i].description)
		whole += codexCost(lines[i].bytes(t.shown[i]))
		least += codexCost(lines[i].bytes(0))
	}
	if whole <= limit {
		t.cost = whole
		return t
	}
	clear(t.shown)
	if least <= limit {
		t.reason = "shortened"
		t.cost = limit - t.distribute(limit-least)
		return t
	}
	t.reason = "dropped"
	for i := range lines {
		if cost := codexCost(lines[i].bytes(0)); t.cost+cost <= limit {
			t.cost += cost
		} else {
			t.shown[i] = -1
		}
	}
	return t
}

// distribute adds one character to each description in turn, as long as the remaining tokens allow, and returns
// the unused tokens.
func (t *codexText) distribute(left int) int {
	for moved := true; moved; {
		moved = false
		for i := range t.lines {
			l, n := &t.lines[i], t.shown[i]
			if n == len(l.description) {
				continue
			}
			_, size := utf8.DecodeRuneInString(l.description[n:])
			more := codexCost(l.bytes(n+size)) - codexCost(l.bytes(n))
			if more <= left {
				t.shown[i] += size
				left -= more
				moved = true
			}
		}
	}
	return left
}

// text returns the list as in the prompt.
func (t *codexText) text() string {
	var b strings.Builder
	for i, l := range t.lines {
		if t.shown[i] < 0 {
			continue
		}
		b.WriteString(l.head)
		if t.shown[i] > 0 {
			b.WriteByte(' ')
			b.WriteString(l.description[:t.shown[i]])
		}
		b.WriteString(l.tail)
		b.WriteByte('\n')
	}
	return b.String()
}

// isBetterThan reports whether codex prefers a list to another one of the same skills: it compares the number
// of skills, then the characters of descriptions, then the cost.
func (t *codexText) isBetterThan(other codexText) bool {
	a, b := t.sums(), other.sums()
	switch {
	case a.skills != b.skills:
		return a.skills > b.skills
	case a.characters != b.characters:
		return a.characters > b.characters
	}
	return t.cost < other.cost
}

type codexSums struct{ skills, characters int }

func (t *codexText) sums() (s codexSums) {
	for i, n := range t.shown {
		if n >= 0 {
			s.skills++
			s.characters += utf8.RuneCountInString(t.lines[i].description[:n])
		}
	}
	return s
}

// setState sets the state of a line's item.
func (t *codexText) setState(item *Item, line int) {
	n := t.shown[line]
	total := utf8.RuneCountInString(item.Description)
	described := t.lines[line].description
	switch {
	case n < 0:
		item.State, item.Lost = Omitted, total
		item.Reason = "no space in the list, even without the description"
		return
	case n == 0:
		item.State, item.Lost = NameOnly, total
		if t.reason == "dropped" {
			item.Reason = "no space in the list for descriptions"
		} else {
			item.Reason = "no space in the list for the description"
		}
		return
	}
	item.Shown = utf8.RuneCountInString(described[:n])
	if described != item.Description {
		item.Shown = min(item.Shown, codexDescription-len(codexMark)) // without the "..."
	}
	item.Lost = total - item.Shown
	switch {
	case item.Lost == 0:
		item.State = Full
	case n == len(described):
		item.State = Cut
		item.Reason = fmt.Sprintf("description is %s characters long, of which Codex shows %s", quote.Count(total), quote.Count(item.Shown))
	default:
		item.State = Cut
		item.Reason = fmt.Sprintf("space in the list for %s of the %s characters of the description", quote.Count(item.Shown), quote.Count(total))
	}
}
