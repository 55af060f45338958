package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/internal/visible"
)

// json writes a value to standard output, indented. Characters that cannot be seen, which may
// come from the names of files, are escaped.
func (p *program) json(v any) error {
	if err := p.jsonBelow("", v); err != nil {
		return err
	}
	return p.out.WriteByte('\n')
}

// jsonBelow does the same for a value inside of another: its lines but the first begin with a
// prefix, and no line end follows.
func (p *program) jsonBelow(prefix string, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		switch {
		case r == '\n' || visible.Printable(r):
			p.out.WriteRune(r)
		case r > 0xFFFF:
			r -= 0x10000
			fmt.Fprintf(p.out, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			fmt.Fprintf(p.out, `\u%04x`, r)
		}
	}
	return nil
}
