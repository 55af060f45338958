package load

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

// positions returns the positions of "X" in a text, computed from windows.
func positions(t *testing.T, text string, first, most, ahead int) []string {
	t.Helper()
	var found []string
	read := 0
	err := windows(iotest.OneByteReader(strings.NewReader(text)), first, most, ahead, func(w *Window) error {
		if len(w.Text) > max(most, 512) {
			t.Errorf("window has %d bytes, more than %d", len(w.Text), most)
		}
		if got := text[w.Offset : w.Offset+len(w.Text)]; got != string(w.Text) {
			t.Errorf("at %d: %q, want %q", w.Offset, w.Text, got)
		}
		if w.Offset != read {
			t.Errorf("window starts at %d, want %d", w.Offset, read)
		}
		read += w.Next
		d := analysis.NewDocument(&analysis.File{}, w.Text)
		for i, c := range w.Text[:w.Next] {
			if c != 'X' {
				continue
			}
			at, column := d.Position(i), 1+i-d.LineRange(d.LineOf(i)).Start
			if at.Line == 1 {
				at.Column, column = at.Column+w.Start.Column-1, column+w.Column-1
			}
			found = append(found, fmt.Sprintf("%d:%d (%d) at %d", at.Line+w.Start.Line-1, at.Column, column, w.Offset+i))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read != len(text) {
		t.Errorf("windows own %d of %d bytes", read, len(text))
	}
	return found
}

// TestWindows checks that small windows yield the same positions as one window.
func TestWindows(t *testing.T) {
	letters := []string{"X", "a", " ", "\n", "\r\n", "\r", "é", "語", "\U0001F600", "\xff", "\u200b"}
	random := rand.New(rand.NewSource(1))
	for range 300 {
		var b strings.Builder
		few := letters[:3+random.Intn(len(letters)-2)]
		for range random.Intn(3000) {
			b.WriteString(few[random.Intn(len(few))])
		}
		text := b.String()
		want := positions(t, text, len(text)+512, len(text)+1024, 16)
		if diff := cmp.Diff(want, positions(t, text, 512, 600, 64)); diff != "" {
			t.Fatalf("%q (-one window +many)\n%s", text, diff)
		}
	}
}

// TestNextWindow checks that lines and sequences are not split.
func TestNextWindow(t *testing.T) {
	for _, tt := range []struct{ name, left, right string }{
		{"a line", "aaaa\n", "bbbb\u200b\u200b"},
		{"a long line", "aaaa\u200b\u200ba", "b\u200b\u200b"},
		{"no ASCII", "語", "語語語語"},
		{"CR LF", "日本\u200b語", "語\r\n語"},
	} {
		text := []byte(strings.Repeat("語", 40) + tt.left + tt.right)
		at := nextWindow(text, len(tt.right))
		if !utf8.Valid(text[:at]) {
			t.Errorf("%s: cut within a character: %q | %q", tt.name, text[:at], text[at:])
		}
		if tt.name != "no ASCII" && tt.name != "CR LF" && string(text[at:]) != tt.right {
			t.Errorf("%s: next window starts with %q, want %q", tt.name, text[at:], tt.right)
		}
	}
}

func TestResource(t *testing.T) {
	wide := func(mark string, units []uint16) string {
		b := []byte(mark)
		for _, u := range units {
			b = append(b, byte(u), byte(u>>8))
		}
		return string(b)
	}
	long := strings.Repeat("日本語 text \U0001F600\n", 20_000)
	for _, tt := range []struct {
		name, text, want string
		isText           bool
	}{
		{"empty", "", "", true},
		{"text", "a\nb", "a\nb", true},
		{"a NUL after the start", strings.Repeat("a", BinaryBlock) + "\x00", strings.Repeat("a", BinaryBlock) + "\x00", true},
		{"binary", "\x7fELF\x00\x00", "", false},
		{"UTF-16", wide("\xff\xfe", utf16.Encode([]rune(long))), long, true},
		{"UTF-16 without a byte order mark", wide("", utf16.Encode([]rune("text"))), "", false},
	} {
		f := &analysis.File{Path: "a.txt", Size: int64(len(tt.text))}
		var got bytes.Buffer
		isText, err := Resource(strings.NewReader(tt.text), f, func(w *Window, d *analysis.Document) error {
			got.Write(w.Text[:w.Next])
			return nil
		})
		if err != nil || isText != tt.isText || got.String() != tt.want {
			t.Errorf("%s: text %t, %d bytes, error %v; want %t, %d bytes", tt.name, isText, got.Len(), err, tt.isText, len(tt.want))
		}
		if isText == (f.Hash == [32]byte{}) {
			t.Errorf("%s: hash %x", tt.name, f.Hash)
		}
	}
}
