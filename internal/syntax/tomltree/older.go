package tomltree

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
)

// Clients parse TOML 0.5. The checks below reject what only later versions allow; measured with
// @iarna/toml 2.2.5.

// A newer is an error for syntax that only later versions of TOML have.
type newer struct {
	start, end    int
	message, help string
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
				return &newer{start + i - 1, start + i + 1, `escape sequence \` + string(raw[i]) + ` requires TOML 1.1 (clients support 0.5)`, `write \u and four digits`}
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
	return &newer{end - 4, end, "quote directly before the closing " + strings.Repeat(mark, 3) + " requires TOML 1.0 (clients support 0.5)",
		"put a space or a line break between them"}
}

// olderList looks at the next value of a list whose first value is of a kind.
func (b *builder) olderList(first unstable.Kind, item *unstable.Node, place analysis.Range) error {
	if kind := dateOr(item.Kind); kind != first {
		return &newer{place.Start, place.End, "array of mixed types requires TOML 1.0 (clients support 0.5)", "use values of one type"}
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
		return &newer{from + i, from + i + 1, "inline table over several lines requires TOML 1.1 (clients support 0.5)", "write it on one line"}
	}
	return nil
}
