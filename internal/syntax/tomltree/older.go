package tomltree

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
)

// Clients parse TOML 0.5. The checks below reject syntax of later versions; measured with @iarna/toml 2.2.5.

// A newerSyntax is an error for syntax of later TOML versions.
type newerSyntax struct {
	start, end    int
	message, help string
}

func (e *newerSyntax) Error() string { return e.message }

// checkString checks a quoted string.
func (b *builder) checkString(r unstable.Range, style analysis.Style) error {
	start, end := int(r.Offset), int(r.Offset+r.Length)
	raw := b.source[start:end]
	if raw[0] == '"' {
		for i := 1; i < len(raw)-1; i++ {
			if raw[i] != '\\' {
				continue
			}
			i++
			if raw[i] == 'e' || raw[i] == 'x' {
				return &newerSyntax{start + i - 1, start + i + 1, `escape sequence \` + string(raw[i]) + ` requires TOML 1.1 (clients support 0.5)`, `write \u and four digits`}
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
	return &newerSyntax{end - 4, end, "quote directly before the closing " + strings.Repeat(mark, 3) + " requires TOML 1.0 (clients support 0.5)",
		"put a space or a line break between them"}
}

// checkItem checks that an item of a list has the kind of the first item.
func (b *builder) checkItem(first unstable.Kind, item *unstable.Node, r analysis.Range) error {
	if kind := dateKind(item.Kind); kind != first {
		return &newerSyntax{r.Start, r.End, "array of mixed types requires TOML 1.0 (clients support 0.5)", "use values of one type"}
	}
	return nil
}

// dateKind treats all dates and times as one kind.
func dateKind(kind unstable.Kind) unstable.Kind {
	switch kind {
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime:
		return unstable.DateTime
	}
	return kind
}

// checkInlineTable checks the text before a key of an inline table, or before its end.
func (b *builder) checkInlineTable(from, to int) error {
	if i := bytes.IndexByte(b.source[from:to], '\n'); i >= 0 {
		return &newerSyntax{from + i, from + i + 1, "inline table over several lines requires TOML 1.1 (clients support 0.5)", "write it on one line"}
	}
	return nil
}
