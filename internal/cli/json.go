package cli

import "github.com/skilllint/skilllint/internal/escape"

// json writes a value to standard output, indented.
func (p *program) json(v any) error {
	if err := escape.EncodeJSON(p.out, "", v); err != nil {
		return err
	}
	return p.out.WriteByte('\n')
}
