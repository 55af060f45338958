package cli

import (
	"bytes"
	"encoding/json"

	"github.com/skilllint/skilllint/internal/report"
)

// json writes a value to standard output, indented. Characters that cannot be seen, which may
// come from the names of files, are escaped, and so are commands to CI systems.
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
	report.EscapeJSON(p.out, bytes.TrimSuffix(b.Bytes(), []byte{'\n'}))
	return nil
}
