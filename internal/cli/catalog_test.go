package cli

import (
	"bytes"
	"io"
	"testing"
)

// On a terminal nothing of a list is obeyed; lines stay lines.
func TestEscaping(t *testing.T) {
	for _, test := range []struct {
		text, want string
		changed    bool
	}{
		{"- a: b (file: c)\n- 漢字: 🎉\n", "- a: b (file: c)\n- 漢字: 🎉\n", false},
		{"", "", false},
		{"no end", "no end", false},
		{"\x1b[31mred\u202e\n\n::stop\x07", "\\x1b[31mred\\u202e\n\n::stop\\x07", true},
		{"a\tb\rc\n", "a\\tb\\rc\n", true},
	} {
		var to bytes.Buffer
		w := &escaping{to: &to}
		if n, err := io.WriteString(w, test.text); n != len(test.text) || err != nil || to.String() != test.want || w.changed != test.changed {
			t.Errorf("%q: %d, %v, %q, changed %v; want %q, %v", test.text, n, err, to.String(), w.changed, test.want, test.changed)
		}
	}
}

func TestSummary(t *testing.T) {
	agent := catalogAgent{}
	if err := agent.Set("codex"); err != nil {
		t.Fatal(err)
	}
	s := &shownList{agent: agent}
	if got, want := s.summary(), "codex 0.169: 0 skills, 0 whole, 0 cut, 0 without description, 0 gone; 0 tokens, no limit"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
