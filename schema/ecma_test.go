package schema

import "testing"

func TestECMA(t *testing.T) {
	const in, out = `[\\s\\v\\p{Z}\\x{FEFF}]`, `[^\\s\\v\\p{Z}\\x{FEFF}]`
	tests := []struct{ source, want string }{
		{`{"pattern": "\\S"}`, `{"pattern": "` + out + `"}`},
		{`{"pattern":"^\\s*a$","title":"\\s"}`, `{"pattern":"^` + in + `*a$","title":"\\s"}`},
		{`{"pattern": "^[^-:\\s][^:]*\\s$"}`, `{"pattern": "^[^-:\\s\\v\\p{Z}\\x{FEFF}][^:]*` + in + `$"}`},
		{`{"pattern": "[\\]\\s]\\[\\s"}`, `{"pattern": "[\\]\\s\\v\\p{Z}\\x{FEFF}]\\[` + in + `"}`},
		{`{"pattern": "\\\\s"}`, `{"pattern": "\\\\s"}`},
		{`{"pattern": "a\"\\s", "pattern": "\\S"}`, `{"pattern": "a\"` + in + `", "pattern": "` + out + `"}`},
		{`{"properties": {"pattern": {"type": "string"}}}`, `{"properties": {"pattern": {"type": "string"}}}`},
		{`{"pattern": "\\`, `{"pattern": "\\`},
		{`{"pattern":`, `{"pattern":`},
	}
	for _, tt := range tests {
		if got := string(ecma([]byte(tt.source))); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.source, got, tt.want)
		}
	}
}
