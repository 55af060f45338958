package utf8replace

import (
	"testing"

	"golang.org/x/text/encoding/unicode"
)

// FuzzText compares with golang.org/x/text, whose decoder follows the WHATWG's rules.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "a\u00e9\u4e2d\U0001f600\ufffd", "\xff\xfe", "\xc2", "\xc1\xbf", "\xe0\x80\x80", "\xe0\xa0", "\xed\xa0\x80", "\xed\x9f",
		"\xf0\x8f\xbf", "\xf0\x90\xbf", "\xf4\x90\x80\x80", "\xf4\x8f\xbfx", "\xf5\x80", "\xf0\x90\x80a"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, err := unicode.UTF8.NewDecoder().Bytes(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(Text(text)); got != string(want) {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	})
}

// TestTextEdges compares all sequences of up to four bytes from the limits of byte ranges.
func TestTextEdges(t *testing.T) {
	edges := []byte("\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5")
	decoder := unicode.UTF8.NewDecoder()
	var try func(text []byte, more int)
	try = func(text []byte, more int) {
		want, err := decoder.Bytes(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(Text(text)); got != string(want) {
			t.Fatalf("Text(%q) = %q, want %q", text, got, want)
		}
		if more > 0 {
			for _, b := range edges {
				try(append(text[:len(text):len(text)], b), more-1)
			}
		}
	}
	try(nil, 4)
	if valid := []byte("a\u00e9"); &Text(valid)[0] != &valid[0] {
		t.Error("a valid text was copied")
	}
}
