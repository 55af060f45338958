package fingerprint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLineHashes checks values from GitHub's upload action. The last three were computed with its code in Node.js.
func TestLineHashes(t *testing.T) {
	greetings := []string{"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1",
		"e20e36e16fcb0cc8:1", "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"}
	tests := []struct {
		name, source string
		want         []string
	}{
		{"empty file", "", []string{"c129715d7a2bc9a3:1"}},
		{"spaces and tabs", " a\nb\n  \t\tc\n d",
			[]string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
		{"no line break at the end", " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End",
			[]string{"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1",
				"c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"}},
		{"LF", " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", greetings},
		{"CR", " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r", greetings},
		{"CR LF", " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", greetings},
		{"mixed line breaks", " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n", greetings},
		{"repeated lines", strings.Repeat("Lorem ipsum dolor sit amet.\n", 10),
			[]string{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
				"a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
				"55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}},
		{"characters of two units", "\ufeffé😀 e\u0301\n😀", []string{"2729fae49c6470c5:1", "56e41eb4cc943584:1"}},
		{"prefixes of invalid characters", "a\xed\xa0\x80 \xf0\x80\x80 \xe0\x80 \xf4\x90\x80 \xf1\x80\x80\xff", []string{"d8bc1a213d7862c1:1"}},
		{"bytes that are not UTF-8", "a\xff\xe2\x82b\xf0\x9f\x98\n\xc3\n", []string{"1a0188f4f3994486:1", "a88b3c201b7e6ebe:1", "c129715d7a2bc9a3:1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			lines := make([]int, len(test.want))
			for i := range lines {
				lines[i] = i + 1
			}
			if got := LineHashes([]byte(test.source), lines); !slices.Equal(got, test.want) {
				t.Errorf("LineHashes(%q)\n got %q\nwant %q", test.source, got, test.want)
			}
			for i, start := range lineStarts(test.source) {
				want, _, _ := strings.Cut(test.want[i], ":")
				if got := LineHash([]byte(test.source), start); got != want {
					t.Errorf("LineHash(%q, %d) = %s, want %s", test.source, start, got, want)
				}
			}
		})
	}
}

func TestLineHashesOfSomeLines(t *testing.T) {
	source := []byte(strings.Repeat("same\n", 50))
	all := LineHashes(source, []int{1, 2, 3})
	got := LineHashes(source, []int{2, 2, 3, 1000})
	want := []string{all[1], all[1], all[2], ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.HasSuffix(got[2], ":3") {
		t.Errorf("third of equal lines is %s, want ordinal 3", got[2])
	}
}

// lineStarts returns the offset of each line. Line breaks are LF, CR LF and CR.
func lineStarts(source string) []int {
	starts := []int{0}
	for i := range len(source) {
		if source[i] == '\n' || source[i] == '\r' && !strings.HasPrefix(source[i+1:], "\n") {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// FuzzLineHash compares the hash of single lines with the rolling hash of the file.
func FuzzLineHash(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("a\r\n b\r\rc\n"))
	f.Add([]byte("\xf0\x9f\x98\x80\xed\xa0\x80\n\xe2\x82"))
	f.Add(bytes.Repeat([]byte(" x\n"), 120))
	f.Fuzz(func(t *testing.T, source []byte) {
		starts := lineStarts(string(source))
		lines := make([]int, len(starts))
		for i := range lines {
			lines[i] = i + 1
		}
		seen := map[string]int{}
		for i, got := range LineHashes(source, lines) {
			hash := LineHash(source, starts[i])
			seen[hash]++
			if want := fmt.Sprintf("%s:%d", hash, seen[hash]); got != want {
				t.Errorf("line %d of %q: rolling %s, alone %s", i+1, source, got, want)
			}
		}
	})
}

func BenchmarkLineHashes(b *testing.B) {
	source := []byte(strings.Repeat("a line of ordinary length, as it stands in a skill\n", 20000))
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		LineHashes(source, []int{20000})
	}
}

func BenchmarkLineHash(b *testing.B) {
	source := []byte(strings.Repeat("a line of ordinary length, as it stands in a skill\n", 20))
	for b.Loop() {
		LineHash(source, 0)
	}
}
