package jsontree

import (
	"math/rand"
	"reflect"
	"strings"
	"testing"
)

// TestReader checks that a Reader returns the same as Parse when its memory is reused for each line.
func TestReader(t *testing.T) {
	const entry = `{"id":"T1-a","title":"Grüße 世界","list":["One","Two",[],{}],"n":[0,-1,12.50,true,false,null],"o":{"a":{"b":"c"}}}`
	lines := []string{entry, " " + entry + " \t\r", "1", `"a"`, "[]", "{}", "null", "", " ", "{", "nullx", "-", "-0", "01", "1.", ".5", "1e5", "1E+5", "12a",
		strings.Repeat("1", 31), strings.Repeat("1", 401), `{"a":1,}`, `{"a":1,"a":2}`, `{"a" 1}`, `{"a":}`, `{a:1}`, `[1,]`, `[1 2]`, `[,]`, `"a`, "\"a\tb\"", `"\n"`, `"\ud800"`, "\"\xff\"", "\"\u2028\"",
		"\ufeff{}", "{}{}", "{},", `{"a":tru}`, `{"a":truer}`, strings.Repeat("[", 16) + strings.Repeat("]", 16), strings.Repeat("[", 40) + strings.Repeat("]", 40), strings.Repeat("[", 101),
		"{" + strings.TrimSuffix(strings.Repeat(`"k",`, 3), ",") + "}", many(32), many(33), many(200)}
	random := rand.New(rand.NewSource(1))
	for range 3000 {
		b := []byte(entry)
		at := random.Intn(len(b))
		b[at] = "\"\\{}[],: x0\x00\xff"[random.Intn(13)]
		lines = append(lines, string(b))
	}
	for range 3000 { // the keys of the previous line, fewer, more, in another order
		var b strings.Builder
		for range random.Intn(5) {
			b.WriteString(`,"` + []string{"id", "idx", "i", "é", "file", `\u0069d`}[random.Intn(6)] + `": ` + []string{`1`, `"x"`, `{"id":[{"id":"é"}]}`, `"a\n"`}[random.Intn(4)])
		}
		lines = append(lines, "{"+strings.TrimPrefix(b.String(), ",")+"}")
	}
	var r Reader
	for _, line := range lines {
		if got, want := r.Parse([]byte(line), 5), Parse([]byte(line), 5); !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n%+v\nwant\n%+v", line, got, want)
		}
	}
}

// FuzzReader compares the reader with Parse on each line of a text.
func FuzzReader(f *testing.F) {
	f.Add("{\"a\":1}\n{\"a\":\"b\",\"c\":[]}\n{\"c\":\"\\n\"}\n{\"a\":\"é\",\"a\":2}")
	f.Fuzz(func(t *testing.T, text string) {
		var r Reader
		for line := range strings.SplitSeq(text, "\n") {
			if got, want := r.Parse([]byte(line), 5), Parse([]byte(line), 5); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q:\n%+v\nwant\n%+v", line, got, want)
			}
		}
	})
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"k` + strings.Repeat("x", i) + `":1`)
	}
	return "{" + b.String()[1:] + "}"
}

// TestPlainEnd checks each character that ends a string, at every position within eight bytes.
func TestPlainEnd(t *testing.T) {
	for _, end := range []string{`"`, `\`, "\x00", "\x1f", "\n"} {
		for before := range 40 {
			for _, letter := range []string{"a", " ", "!", "#", "[", "]", "\x7f", "é", "\x80", "\xff", "\xa2", "\xdc"} {
				text := strings.Repeat(letter, before)
				at, ascii := plainEnd([]byte(text+end+"tail \" tail"), 0)
				if at != len(text) || ascii != (letter[0] < 0x80 || before == 0) {
					t.Fatalf("%q: %d, %v", text+end, at, ascii)
				}
			}
		}
	}
	if at, _ := plainEnd([]byte(strings.Repeat("a", 21)), 3); at != 21 {
		t.Errorf("without an end: %d", at)
	}
}

func BenchmarkReader(b *testing.B) {
	var r Reader
	b.SetBytes(int64(len(sample)))
	b.ReportAllocs()
	for b.Loop() {
		r.Parse(sample, 0)
	}
}
