package manifest

import (
	"strings"
	"testing"
	"time"
)

func TestTokensOf(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""}, {"{{A}}", "A"}, {"x{{TASK_ID}}y{{DATE_2}}", "TASK_ID DATE_2"}, {"{{ A }}", "A*"}, {"{{A }}", "A*"}, {"{{  A}}", "A*"},
		{"`{{A}}`", "A`"}, {"`x` {{A}}", "A"}, {"`x {{A}} {{B}}` {{C}}", "A` B` C"},
		{"{{a}}", ""}, {"{{_A}}", ""}, {"{{1}}", ""}, {"{{A-B}}", ""}, {"{{A}", ""}, {"{A}}", ""}, {"{{}}", ""}, {"{{ }}", ""}, {"{{A B}}", ""},
		{"{{{A}}}", ""}, {"${{A}}", ""}, {"${{ A }}", ""}, {`\{{A}}`, ""}, {`\textbf{{A}}`, ""}, {"x{{A}}}", ""}, {"{{A}}{{B}}", "A B"}, {"{{ {{A}}", "A"},
		{"{{x}}{{A}}", "A"}, {`\n {{A}}`, "A"},
	}
	for _, test := range tests {
		var got []string
		for _, k := range tokensOf(test.text) {
			name := k.name
			if k.variant {
				name += "*"
			}
			if k.quoted {
				name += "`"
			}
			if strings.Trim(test.text[k.start:k.end], "{ }") != k.name {
				t.Errorf("%q: %q is not at offsets %d to %d", test.text, k.name, k.start, k.end)
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestManyBraces checks that the time is linear in the number of braces.
func TestManyBraces(t *testing.T) {
	start := time.Now()
	for _, piece := range []string{"{", "{{ ", "{{A", "`{{A}}", "{{A}}", `\a`, "{{ {{A}} }}"} {
		tokensOf(strings.Repeat(piece, (1<<20)/len(piece)))
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("seven lines of 1 MiB took %v", took)
	}
}
