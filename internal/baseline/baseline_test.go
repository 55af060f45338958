package baseline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func writeString(t testing.TB, b *Baseline) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func read(t testing.TB, text string) *Baseline {
	t.Helper()
	b, err := Read(strings.NewReader(text), "b")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWrite checks that entries are sorted, one per line, and contain only printable characters.
func TestWrite(t *testing.T) {
	b := &Baseline{}
	b.Add(Entry{Path: "skills/b/SKILL.md", Rule: "links/broken", Fingerprint: "00000000000000020000"})
	b.Add(Entry{Path: "skills/a/SKILL.md", Rule: "budget/skill", Fingerprint: "0000000000000003", Measured: 6120})
	b.Add(Entry{Path: "skills/a/SKILL.md", Rule: "budget/skill", Fingerprint: "0000000000000003", Measured: 10})
	b.Add(Entry{Path: "\x1b[31m\"\\\u202e\xff\U000e0041é.md", Rule: "files/name", Fingerprint: "0000000000000001"})
	want := header + "\n" + `{"path":"\u001b[31m\"\\\u202e` + "\ufffd" + `\udb40\udc41é.md","rule":"files/name","fingerprint":"0000000000000001"}
{"path":"skills/a/SKILL.md","rule":"budget/skill","fingerprint":"0000000000000003","measured":6120}
{"path":"skills/b/SKILL.md","rule":"links/broken","fingerprint":"0000000000000002"}
`
	got := writeString(t, b)
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if again := writeString(t, read(t, got)); again != want {
		t.Errorf("after reading and writing again:\n%s", again)
	}
	if e, ok := b.Find("0000000000000003ffff"); !ok || e.Measured != 6120 {
		t.Errorf("Find: %v, %v", e, ok)
	}
}

// TestReadTolerant checks files as they result from merges.
func TestReadTolerant(t *testing.T) {
	const a, b = `{"path":"a","rule":"g/r","fingerprint":"00000000000000aa","measured":5}`, `{"path":"b","rule":"g/r","fingerprint":"00000000000000bb"}`
	want := writeString(t, read(t, header+"\n"+a+"\n"+b+"\n"))
	for name, text := range map[string]string{
		"another order":     header + "\n" + b + "\n" + a + "\n",
		"twice":             header + "\n" + a + "\n" + b + "\n" + a + "\n",
		"measures":          header + "\n" + strings.Replace(a, "5", "1", 1) + "\n" + a + "\n" + b + "\n",
		"two files":         header + "\n" + a + "\n" + header + "\n" + b + "\n",
		"CRLF, empty lines": "\ufeff" + header + "\r\n\r\n" + a + "\r\n" + b,
		"spaces":            header + "\n" + strings.ReplaceAll(a, ",", " , ") + "\n" + b + "\n",
	} {
		if got := writeString(t, read(t, text)); got != want {
			t.Errorf("%s: got:\n%s", name, got)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const entry = `{"path":"a","rule":"g/r","fingerprint":"00000000000000aa"}`
	for _, test := range []struct{ text, want string }{
		{"", "b: empty file, not a baseline"},
		{entry, "b:1:1: not a baseline"},
		{"# Title\n", "b:1:1: not a baseline"},
		{"[]\n", "b:1:1: not a baseline"},
		{`{"skilllint-baseline":2}`, `b:1:23: unsupported format version "2"`},
		{`{"skilllint-baseline":1,"x":1}`, `b:1:25: unknown key "x"`},
		{header + "\n\n[]\n", "b:3:1: an entry must be an object, not a list"},
		{header + "\n<<<<<<< HEAD\n" + entry, "b:2:1: merge conflict"},
		{header + "\n" + entry + "\n=======\n", "b:3:1: merge conflict"},
		{header + "\n" + `{"path":"é","rul":"g/r"}`, `b:2:13: unknown key "rul" in an entry; did you mean "rule"?`},
		{header + "\n" + `{"path":"a","other":1}`, `b:2:13: unknown key "other" in an entry; available: `},
		{header + "\n" + `{"path":"a","rule":"r"}`, `b:2:1: missing "fingerprint" in the entry`},
		{header + "\n" + `{"path":1}`, `b:2:9: "path" must be a string`},
		{header + "\n" + `{"path":"a","path":"b"}`, "b:2:13:"},
		{header + "\n" + `{"fingerprint":"XY"}`, `b:2:16: a fingerprint must be 16 digits of 0-9a-f, not "XY"`},
		{header + "\n" + `{"measured":0}`, `b:2:13: "measured" must be a positive integer`},
		{header + "\n" + `{"measured":1.5}`, `b:2:13: "measured" must be a positive integer`},
		{header + "\n" + `{"measured":99999999999999999999}`, `b:2:13: "measured" must be a positive integer`},
		{header + "\n{", "b:2:1: invalid JSON: unclosed object"},
		{header + "\n{" + strings.Repeat(" ", maxLine) + "}", "b:2:1: line is over 65,536 bytes"},
	} {
		_, err := Read(strings.NewReader(test.text), "b")
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%.80q: %v, want %s…", test.text, err, test.want)
		}
	}
}

// FuzzRead checks that the result for any input can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(header + "\n" + `{"path":"a","rule":"g/r","fingerprint":"00000000000000aa","measured":5}` + "\n<<<<<<<\n")
	f.Add("\ufeff" + header + "\r\n{\"path\":\"\\ud800\\u202e\",\"rule\":\"\",\"fingerprint\":\"0123456789abcdef\"}")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Read(strings.NewReader(text), "b")
		if err != nil {
			return
		}
		one := writeString(t, b)
		if two := writeString(t, read(t, one)); one != two {
			t.Errorf("%q became %q", one, two)
		}
	})
}

func manyEntries(n int) *Baseline {
	b := &Baseline{}
	for i := range n {
		b.Add(Entry{Path: fmt.Sprintf("skills/skill-%05d/SKILL.md", i/10), Rule: "links/broken", Fingerprint: fmt.Sprintf("%016x", i*2654435761), Measured: i % 3})
	}
	return b
}

func BenchmarkRead(b *testing.B) {
	text := writeString(b, manyEntries(100_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if read(b, text).Len() != 100_000 {
			b.Fatal("entries are missing")
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	all := manyEntries(100_000)
	for b.Loop() {
		writeString(b, all)
	}
}
