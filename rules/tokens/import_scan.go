package tokens

import (
	"bytes"

	"github.com/skilllint/skilllint/facts/link"
)

// importsIn returns the imports of a text that is not parsed: those that are alone on their lines and not in a code block. Other
// imports may be in code.
func importsIn(text []byte) []link.Reference {
	var found []link.Reference
	fence := byte(0)
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 2 && (trimmed[0] == '`' || trimmed[0] == '~') && trimmed[1] == trimmed[0] && trimmed[2] == trimmed[0] {
			switch fence {
			case 0:
				fence = trimmed[0]
			case trimmed[0]:
				fence = 0
			}
			continue
		}
		if fence != 0 || len(trimmed) == 0 || trimmed[0] != '@' || line[0] != '@' {
			continue
		}
		if r := link.ScanReferences(trimmed); len(r) == 1 && r[0].Range.End == len(trimmed) && r[0].Sure && !r[0].Glob {
			found = append(found, r[0])
		}
	}
	return found
}
