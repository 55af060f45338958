package load

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// hasDuyetbotField reports whether frontmatter has a field that only duyetbot defines.
func hasDuyetbotField(keys map[string]string) bool {
	for key := range keys {
		if schema.IsDuyetbotField(key) {
			return true
		}
	}
	return false
}

// hasEvents reports whether the triggers in the frontmatter are names of events, as in duyetbot
// ("error_detected"). Triggers of other clients are phrases.
func hasEvents(clean []byte, h analysis.Header) bool {
	_, list, _ := bytes.Cut(clean[h.Content.Start:h.Content.End], []byte("\ntriggers:"))
	events := false
	for n, line := range bytes.Split(list, []byte("\n")) {
		line = bytes.TrimSpace(line)
		item, isItem := bytes.CutPrefix(line, []byte("- "))
		switch {
		case n == 0 && len(line) > 0: // [a_b, c_d]
			item, isItem = bytes.TrimRight(bytes.TrimLeft(line, "["), "]"), true
		case n == 0:
			continue
		}
		if !isItem {
			break
		}
		if len(bytes.Trim(item, "abcdefghijklmnopqrstuvwxyz0123456789_, \"'")) > 0 || bytes.Contains(bytes.ReplaceAll(item, []byte(", "), nil), []byte(" ")) {
			return false
		}
		events = events || bytes.IndexByte(item, '_') > 0
	}
	return events
}
