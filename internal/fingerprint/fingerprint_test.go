package fingerprint_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fingerprint"
	"github.com/skilllint/skilllint/internal/load"
)

// identify returns the identity of the place between « and ».
func identify(t *testing.T, path, marked string, measured bool) string {
	t.Helper()
	before, rest, ok := strings.Cut(marked, "«")
	inside, after, okEnd := strings.Cut(rest, "»")
	if !ok || !okEnd {
		t.Fatalf("no marks in %q", marked)
	}
	kind := analysis.Skill
	if strings.HasSuffix(path, ".json") {
		kind = analysis.Plugin
	}
	source := []byte(before + inside + after)
	d := load.Values(&analysis.File{Path: path, Rel: path, Kind: kind}, source)
	text := fingerprint.Text{Source: source, Data: d.Data}
	if d.Header != nil && d.Header.State != analysis.HeaderNone {
		text.Header = d.Header.Range
	}
	return text.Identify(analysis.Range{Start: len(before), End: len(before) + len(inside)}, measured)
}

// TestSame checks that the identity of a place does not depend on formatting.
func TestSame(t *testing.T) {
	for _, test := range []struct{ name, path, a, b string }{
		{"moved", "a.md", "Use «{{X}}» here.\n", "# New\n\nText.\n\nUse «{{X}}» here.\n"},
		{"rewrapped", "a.md", "One two three «{{X}}» four five six.\n", "One two\nthree\n«{{X}}» four\nfive six.\n"},
		{"list markers", "a.md", "Text:\n- use «{{X}}» here\n- and\n", "Text:\n\n*   use «{{X}}»\n    here\n\n*   and\n"},
		{"numbers of a list", "a.md", "1. a\n2. use «{{X}}» here\n", "1. a\n1. use «{{X}}» here\n"},
		{"emphasis", "a.md", "Use *the* «{{X}}» __here__.\n", "Use _the_ «{{X}}» **here**.\n"},
		{"quoted", "a.md", "> use «{{X}}»\n> here\n", "> use «{{X}}» here\n"},
		{"table", "a.md", "| a | «{{X}}» |\n|-|-|\n| b | c |\n", "| a     | «{{X}}» |\n| ----- | ----- |\n| b     | c     |\n"},
		{"line breaks", "a.md", "use «{{X}}»\nhere\n", "use «{{X}}»\r\nhere\r\n"},
		{"fence", "a.md", "Run:\n«```»\nmake all\n", "Run:\n\n«```»\nmake all\n"},
		{"setext heading", "a.md", "Use «{{X}}» here\n===\ntext\n", "# Use «{{X}}» here\n\ntext\n"},
		{"keys in another order", "a.md", "---\nname: x\nmodel: «y»\n---\n", "---\nmodel: «y»\nname: x\n---\n"},
		{"quotes", "a.md", "---\nmodel: «y»\n---\n", "---\nmodel: «\"y\"»\n---\n"},
		{"items", "a.md", "---\ntags: [a, «b»]\n---\n", "---\ntags:\n    - a\n    - «'b'»\n---\n"},
		{"folded", "a.md", "---\ndescription: «use it when asked»\n---\n", "---\ndescription: «>-\n  use it\n  when asked»\n---\n"},
		{"JSON", "a.json", `{"plugins":[{"name":"p","source":«"./p"»}]}`, "{\n  \"plugins\": [\n    {\n      \"source\": «\"./p\"»,\n      \"name\": \"p\"\n    }\n  ]\n}\n"},
		{"an entry", "a.json", `{"plugins":[«{»"name":"p","source":"./p"}]}`, `{"plugins":[{"name":"q"}, «{» "source":"./p", "name":"p"}]}`},
	} {
		if a, b := identify(t, test.path, test.a, false), identify(t, test.path, test.b, false); a != b || a == "" {
			t.Errorf("%s: %q differs from %q", test.name, a, b)
		}
	}
}

// TestDiffers checks that places with different content have different identities.
func TestDiffers(t *testing.T) {
	for _, test := range []struct{ name, path, a, b string }{
		{"another text", "a.md", "Use «{{X}}» here.\n", "Use «{{Y}}» here.\n"},
		{"another sentence", "a.md", "Use «{{X}}» here.\n", "Put «{{X}}» there.\n"},
		{"another row", "a.md", "| a | «x» |\n| b | x |\n", "| a | x |\n| b | «x» |\n"},
		{"another key", "a.md", "---\na: «x»\nb: x\n---\n", "---\na: x\nb: «x»\n---\n"},
		{"key and value", "a.md", "---\n«a»: a\n---\n", "---\na: «a»\n---\n"},
		{"another entry", "a.json", `[{"name":"a","v":«1»},{"name":"b","v":1}]`, `[{"name":"a","v":1},{"name":"b","v":«1»}]`},
		{"fences", "a.md", "«```»\na\n```\n", "«```»\nb\n```\n"},
	} {
		if a, b := identify(t, test.path, test.a, false), identify(t, test.path, test.b, false); a == b {
			t.Errorf("%s: both are %q", test.name, a)
		}
	}
}

// TestMeasured checks that the identity of a measured finding depends on its position, but not on its text.
func TestMeasured(t *testing.T) {
	a := identify(t, "a.md", "---\nname: x\ndescription: «long long text»\n---\n", true)
	if b := identify(t, "a.md", "---\ndescription: «other»\nname: x\n---\n", true); a != b || a == "" {
		t.Errorf("%q differs from %q", a, b)
	}
	if b := identify(t, "a.md", "---\nname: «other»\n---\n", true); a == b {
		t.Errorf("both are %q", a)
	}
}

// FuzzIdentify checks that the length of identities is bounded.
func FuzzIdentify(f *testing.F) {
	f.Add("---\na: [b, {c: d}]\n---\n1. x\n\n```\n", 5, 9, true)
	f.Add("| a | b |\n> - x\n+\n-\n", 0, 3, false)
	f.Fuzz(func(t *testing.T, source string, start, end int, measured bool) {
		if start < 0 || end < start || end > len(source) {
			return
		}
		d := load.Values(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source))
		text := fingerprint.Text{Source: []byte(source), Data: d.Data}
		if d.Header != nil && d.Header.State != analysis.HeaderNone {
			text.Header = d.Header.Range
		}
		if got := text.Identify(analysis.Range{Start: start, End: end}, measured); len(got) > 1<<16 {
			t.Errorf("%d bytes", len(got))
		}
	})
}

// TestIdentify checks exact identities. Baselines contain their hashes, so a change would make findings new.
func TestIdentify(t *testing.T) {
	sixteen, fifteen := strings.Repeat("x", 16), strings.Repeat("x", 15)
	for _, test := range []struct{ name, path, marked, want string }{
		{"long", "a.md", "Some «" + sixteen + "» here.\n", sixteen},
		{"one letter too short", "a.md", "Some «" + fifteen + "» here.\n", "Some\x00" + fifteen + "\x00here"},
		{"letters on each side", "a.md", "0123456789 abcdefgh «x» ABCDEFGH 0123456789\n", "23456789abcdefgh\x00x\x00ABCDEFGH01234567"},
		{"number of the enclosing item", "a.md", "12. a «x» b\n", "a\x00x\x00b"},
		{"number of nine digits", "a.md", "123456789. «x»\n", "\x00x\x00"},
		{"number of ten digits", "a.md", "1234567890. «x»\n", "1234567890\x00x\x00"},
		{"number zero, and nine", "a.md", "«0. one\n9. two three four five six»\n", "onetwothreefourfivesix"},
		{"numbers in the middle", "a.md", "«one two 1. three\n\n   2) four five six»\n", "onetwo1threefourfivesix"},
		{"underscore that begins a line", "a.md", "above\n_x «y» z\n", "abovex\x00y\x00z"},
		{"equals sign that begins a line", "a.md", "above\n= «y» z\n", "above\x00y\x00z"},
		{"list marker", "a.md", "above\n- «y» z\nbelow\n\nfar\n", "\x00y\x00zbelow"},
		{"after a heading", "a.md", "# Title\n«y» z\n", "\x00y\x00z"},
		{"fence of tildes", "a.md", "above\n\n«~~~»\nmake all\n", "\x00\x00makeall"},
		{"tilde in text", "a.md", "«~»x y\n\nbelow\n", "\x00\x00xy"},
		{"container", "a.json", "[«{\"name\":\"p\",\"v\":1}»]", "\x01p"},
		{"entry without a name", "a.json", "[«{»\"v\":1}]", "\x01\x00"},
		{"whole entry without a name", "a.json", "[«{\"v\":12}»]", "\x01\x00v12"},
		{"between the entries of a list", "a.json", "{\"l\":[1«,»2]}", "\x01l\x00"},
		{"key", "a.json", "{«\"l\"»:[1]}", "\x01l\x02"},
		{"value of an entry", "a.json", "[{\"id\":\"i\",\"v\":«12»}]", "\x01i\x01v\x0012"},
	} {
		if got := identify(t, test.path, test.marked, false); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestIdentityCached checks that the identity of a large mapping is computed once, not for each key, which would take
// quadratic time.
func TestIdentityCached(t *testing.T) {
	var source strings.Builder
	source.WriteString("---\n")
	for range 20 {
		source.WriteString("k: v\n")
	}
	source.WriteString("name: first\n---\n")
	d := load.Values(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source.String()))
	text := fingerprint.Text{Source: d.Source, Data: d.Data}
	place := analysis.Range{Start: 4, End: 5}
	before := text.Identify(place, false)
	d.Data.Get("name").Text = "second"
	if after := text.Identify(place, false); after != before || !strings.HasPrefix(before, "first") {
		t.Errorf("%q became %q: the identity is not cached", before, after)
	}
}
