package tomltree

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
)

// The agents that read TOML do so with parsers of its version 0.5. What follows is what later
// versions allow and those parsers do not; measured with @iarna/toml 2.2.5.

// A newer is something that only later versions of TOML have.
type newer struct {
	start, end int
	message    string
}

func (e *newer) Error() string { return e.message }

// olderString looks at a string between quotation marks.
func (b *builder) olderString(r unstable.Range, style analysis.Style) error {
	start, end := int(r.Offset), int(r.Offset+r.Length)
	raw := b.source[start:end]
	if raw[0] == '"' {
		for i := 1; i < len(raw)-1; i++ {
			if raw[i] != '\\' {
				continue
			}
			i++
			if raw[i] == 'e' || raw[i] == 'x' {
				return &newer{start + i - 1, start + i + 1, `the escape \` + string(raw[i]) + ` is not known to the parsers that agents use; write \u and four digits`}
			}
		}
	}
	if style != analysis.Literal || len(raw) < 7 || raw[len(raw)-4] != raw[0] {
		return nil
	}
	before := raw[:len(raw)-4]
	if raw[0] == '"' && (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1 {
		return nil // an escaped quotation mark
	}
	mark := string(raw[:1])
	return &newer{end - 4, end, "a quotation mark stands directly before the " + strings.Repeat(mark, 3) +
		" that closes the text, which the parsers that agents use do not take; put a blank or a line end between them"}
}

// olderList looks at the next value of a list whose first value is of a kind.
func (b *builder) olderList(first unstable.Kind, item *unstable.Node, place analysis.Range) error {
	if kind := dateOr(item.Kind); kind != first {
		return &newer{place.Start, place.End, "a list holds values of several types, which the parsers that agents use do not take; write values of one type"}
	}
	return nil
}

// dateOr takes all dates and times for one kind.
func dateOr(kind unstable.Kind) unstable.Kind {
	switch kind {
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime:
		return unstable.DateTime
	}
	return kind
}

// olderTable looks at what stands before the next key of a table in braces, or before its end.
func (b *builder) olderTable(from, to int) error {
	if i := bytes.IndexByte(b.source[from:to], '\n'); i >= 0 {
		return &newer{from + i, from + i + 1, "a table in braces goes on on another line, which the parsers that agents use do not take; write it on one line"}
	}
	return nil
}
