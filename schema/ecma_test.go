package schema

import "testing"

func TestECMA(t *testing.T) {
	const in, out = `[\s\v\p{Z}\x{FEFF}]`, `[^\s\v\p{Z}\x{FEFF}]`
	tests := []struct{ pattern, want string }{
		{`\S`, out},
		{`^\s*a$`, `^` + in + `*a$`},
		{`^[^-:\s][^:]*\s$`, `^[^-:\s\v\p{Z}\x{FEFF}][^:]*` + in + `$`},
		{`[\]\s]\[\s`, `[\]\s\v\p{Z}\x{FEFF}]\[` + in},
		{`\\s`, `\\s`},
		{`a"\s`, `a"` + in},
		{`\`, `\`},
		{``, ``},
	}
	for _, tt := range tests {
		if got := ecma(tt.pattern); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.pattern, got, tt.want)
		}
	}
}
