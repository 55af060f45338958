package analysis_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

func encodings(mark bool) map[analysis.Encoding]encoding.Encoding {
	in16, in32 := unicode.IgnoreBOM, utf32.IgnoreBOM
	if mark {
		in16, in32 = unicode.UseBOM, utf32.UseBOM
	}
	return map[analysis.Encoding]encoding.Encoding{
		analysis.UTF16LE: unicode.UTF16(unicode.LittleEndian, in16), analysis.UTF16BE: unicode.UTF16(unicode.BigEndian, in16),
		analysis.UTF32LE: utf32.UTF32(utf32.LittleEndian, in32), analysis.UTF32BE: utf32.UTF32(utf32.BigEndian, in32),
	}
}

func TestEncodingOf(t *testing.T) {
	texts := []string{"ab", `{"id":"a"}`, "---\nname: a\n---\n# 日本語のスキル\n", strings.Repeat("text \U0001F600 ", 40)}
	for _, text := range texts {
		for _, mark := range []bool{true, false} {
			for want, e := range encodings(mark) {
				wide, err := e.NewEncoder().String(text)
				if err != nil {
					t.Fatal(err)
				}
				got := analysis.EncodingOf([]byte(wide))
				if got != want || string(got.Decode([]byte(wide))) != text {
					t.Errorf("%.20q in %v, mark %t: %v, decoded as %.20q", text, want, mark, got, got.Decode([]byte(wide)))
				}
			}
		}
	}
}

// What is UTF-8, or no text at all, is in no wide encoding.
func TestEncodingOfBytes(t *testing.T) {
	for _, text := range []string{"", "a", "abc\x00", "\x00---\nname: a\n", "\ufeff# a", "日本語のスキル", "\x00\x00\x00\x00\x00\x00\x00\x00",
		"a\x00b c\x00d e f g h i j k l m n o p\n", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x3e\x00", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"} {
		if got := analysis.EncodingOf([]byte(text)); got != analysis.UTF8 {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// onceInvalid joins invalid characters in a row.
func onceInvalid(text []byte) string {
	return invalidRun.ReplaceAllString(string(text), "\ufffd")
}

var invalidRun = regexp.MustCompile("\ufffd+")

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xff\xfe-\x00\x00\xd8"))
	f.Add([]byte("\xff\xfe\x00\x00-\x00\x00\x00"))
	f.Add([]byte("\xde0\xde0"))
	f.Add([]byte("\x00a\xd8\x3d\xde\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for want, e := range encodings(false) {
			even := text[:len(text)&^3]
			if strings.HasPrefix(string(even), want.Mark()) {
				continue
			}
			decoded, err := e.NewDecoder().Bytes(even)
			got := want.Decode(even)
			// The other decoder takes two second halves of pairs in a row for one invalid character.
			if once := onceInvalid(decoded); err != nil || onceInvalid(got) != once {
				t.Errorf("% X as %v: %q, want %q (%v)", even, want, got, decoded, err)
			}
		}
	})
}
