package jsontree

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

// render formats a value like JSON, with strings as %q.
func render(v *analysis.Value) string {
	switch v.Kind {
	case analysis.String:
		return fmt.Sprintf("%q", v.Text)
	case analysis.List:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, render(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case analysis.Map:
		var parts []string
		for _, m := range v.Members {
			parts = append(parts, fmt.Sprintf("%q:%s", m.Key, render(m.Value)))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return v.Text
}

func TestParse(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"object", `{"a": 1, "b": [true, null, "x"]}`, `{"a":1 "b":[true null "x"]}`},
		{"scalar", ` -1.50e+3 `, `-1.50e+3`},
		{"empty containers", `[{}, []]`, `[{} []]`},
		{"CRLF between tokens", "{\r\n\"a\":\r\n1}\r\n", `{"a":1}`},
		{"escapes", `"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, `"\"\\/\b\f\n\r\té😀"`},
		{"CJK and emoji", `{"键":"值 😀"}`, `{"键":"值 😀"}`},
		{"nested lists in lists", `[[1],[2,[3]],4]`, `[[1] [2 [3]] 4]`},
		{"deepest", strings.Repeat("[", 100) + strings.Repeat("]", 100), strings.Repeat("[", 100) + strings.Repeat("]", 100)},
		{"longest number", strings.Repeat("7", 400), strings.Repeat("7", 400)},
		{"largest exponent", `1e400`, `1e400`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := Parse([]byte(tt.source), 0)
			if tree.Broken != nil || len(tree.Warnings) > 0 {
				t.Fatalf("%s: broken %+v, warnings %+v", tt.source, tree.Broken, tree.Warnings)
			}
			if got := render(tree.Root); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.source, got, tt.want)
			}
		})
	}
}

func TestRanges(t *testing.T) {
	const base = 1000
	source := "\ufeff" + `{"键" : [ "é\n", -2.5 , {} ] , "b":null}`
	tree := Parse([]byte(source), base)
	if tree.Broken == nil || tree.Broken.Cause != BOM {
		t.Fatalf("broken: %+v", tree.Broken)
	}
	text := func(r analysis.Range) string { return source[r.Start-base : r.End-base] }
	var got []string
	var walk func(v *analysis.Value)
	walk = func(v *analysis.Value) {
		got = append(got, text(v.Range))
		for _, item := range v.Items {
			walk(item)
		}
		for _, m := range v.Members {
			got = append(got, "key "+text(m.KeyRange))
			walk(m.Value)
		}
	}
	walk(tree.Root)
	want := []string{source[3:], `key "键"`, `[ "é\n", -2.5 , {} ]`, `"é\n"`, `-2.5`, `{}`, `key "b"`, `null`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBroken(t *testing.T) {
	tests := []struct{ name, source, cause, at string }{
		{"nothing", ` `, Empty, ` `},
		{"comma before brace", "{\n  \"a\": 1,\n}", TrailingComma, ","},
		{"comma before bracket", `{"a": [1, 2 , ]}`, TrailingComma, ", ]"[:1]},
		{"comma after the value", `{"a": 1},`, CommaAfterValue, ","},
		{"two objects", `{"a": 1}{"b": 2}`, TwoValues, "{"},
		{"two objects and a comma", `{"a": 1}, {"b": 2}`, TwoValues, "{"},
		{"extra bracket", `{"a": 1}}`, Mismatch, "}"},
		{"wrong bracket", `{"a": [1}`, Mismatch, "}"},
		{"text after the value", `{"a": 1} end`, TextAfterValue, "end"},
		{"unclosed object", `{"a": 1`, UnclosedObject, "{"},
		{"unclosed object after comma", `{"a": 1, `, UnclosedObject, "{"},
		{"unclosed object after colon", `{"a":`, UnclosedObject, "{"},
		{"unclosed list", `{"a": [1`, UnclosedList, "["},
		{"unclosed string", `{"a": "b`, UnclosedString, `"`},
		{"unclosed escape", `{"a": "b\`, UnclosedString, `"`},
		{"unclosed hexadecimal escape", `{"a": "b\u00`, UnclosedString, `"`},
		{"torn literal", `{"a": tr`, IncompleteWord, "tr"},
		{"torn number", `{"a": 1.`, IncompleteWord, "1."},
		{"line break in a string", "{\"a\": \"b\n\", \"c\": 1}", LineBreak, `"b`},
		{"tab in a string", "{\"a\": \"b\tc\"}", ControlChar, "\t"},
		{"zero byte between tokens", "{\"a\":\x00[]}", Unexpected, "\x00"},
		{"unknown escape", `{"a": "\d+"}`, BadEscape, `\d`},
		{"short escape", `{"a": "\u12x"}`, BadEscape, `\u12`},
		{"line comment", "{\"a\": 1 // one  \n}", Comment, "// one"},
		{"block comment", `{/* first */ "a": 1}`, Comment, "/* first */"},
		{"shell comment", "# first\n{}", Comment, "# first"},
		{"NaN", `{"a": NaN}`, NaN, "NaN"},
		{"infinity", `{"a": -Infinity}`, NaN, "-Infinity"},
		{"Python literal", `{"a": True}`, Literal, "True"},
		{"undefined", `{"a": undefined}`, Literal, "undefined"},
		{"single quotes", `{"a": 'b'}`, SingleQuotes, "'b'"},
		{"single quotes at a key", `{'a': 1}`, SingleQuotes, "'a'"},
		{"curly quotes", `{“a”: 1}`, CurlyQuotes, "“"},
		{"key without quotes", `{name: 1}`, UnquotedKey, "name"},
		{"key without quotes, second", `{"a": 1, b: 1}`, UnquotedKey, "b"},
		{"text without quotes", `{"a": hello}`, UnquotedText, "hello"},
		{"date without quotes", `{"a": 2026-01-26}`, Number, "2026-01-26"},
		{"leading zero", `{"a": 007}`, Number, "007"},
		{"leading zero alone", `007`, Number, "007"},
		{"leading plus", `{"a": +1}`, Number, "+1"},
		{"leading point", `{"a": .5}`, Number, ".5"},
		{"hexadecimal", `{"a": 0x1F}`, Number, "0x1F"},
		{"long number", strings.Repeat("7", 401), NumberLimit, strings.Repeat("7", 401)},
		{"large exponent", `{"a": 1e401}`, NumberLimit, "1e401"},
		{"exponent beyond integers", `[1E-99999999999999999999]`, NumberLimit, "1E-99999999999999999999"},
		{"missing comma in a list", `["a" "b"]`, MissingComma, `"b"`},
		{"missing comma in an object", "{\"a\": 1\n\"b\": 2}", MissingComma, `"b"`},
		{"missing colon", `{"a" 1}`, MissingColon, "1"},
		{"equals sign", `{"a" = 1}`, MissingColon, "="},
		{"missing value", `{"a": , "b": 1}`, MissingValue, ","},
		{"missing value at the end", `{"a":}`, MissingValue, "}"},
		{"key alone", `{"a"}`, MissingValue, `"a"`},
		{"two commas", `[1,,2]`, MissingValue, ","},
		{"leading comma", `[,1]`, MissingValue, ","},
		{"inner quotes", `{"a": "say "hi" now"}`, InnerQuote, `"`},
		{"conflict", "{\n<<<<<<< HEAD\n\"a\": 1\n}", ConflictMarker, "<<<<<<< HEAD"},
		{"conflict, middle", "=======\r\n", ConflictMarker, "======="},
		{"token", `{"id": {{TASK_ID}}}`, UnquotedToken, "{{TASK_ID}}"},
		{"depth", strings.Repeat("[", 101) + strings.Repeat("]", 101), Depth, "["},
		{"UTF-16", "\xff\xfe{\x00}\x00", UTF16, "\xff\xfe"},
		{"UTF-16 without mark", "{\x00}\x00", UTF16, "{\x00"},
		{"byte order mark", "\ufeff{}", BOM, "\ufeff"},
		{"byte order mark and a missing value", "\ufeff{,}", MissingValue, ","},
		{"no-break space", "{\u00a0}", Unexpected, "\u00a0"},
		{"colon in a list", `["a": 1]`, Unexpected, ":"},
		{"nothing but a brace", `}`, Unexpected, "}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := Parse([]byte(tt.source), 0)
			b := tree.Broken
			if b == nil {
				t.Fatalf("%q parses", tt.source)
			}
			if got := tt.source[b.Range.Start:b.Range.End]; b.Cause != tt.cause || got != tt.at {
				t.Errorf("%q: got %s at %q, want %s at %q: %s", tt.source, b.Cause, got, tt.cause, tt.at, b.Message)
			}
			if keeps := b.Cause == BOM || b.Cause == CommaAfterValue; keeps != (tree.Root != nil) {
				t.Errorf("%q: root %v", tt.source, tree.Root)
			}
		})
	}
}

func TestTooManyValues(t *testing.T) {
	source := "[" + strings.Repeat("0,", MaxValues) + "0]"
	if b := Parse([]byte(source), 0).Broken; b == nil || b.Cause != TooMany {
		t.Errorf("broken: %+v", b)
	}
}

func TestWarnings(t *testing.T) {
	many := `{"k":0`
	for i := range 40 {
		many += fmt.Sprintf(`,"k%d":1`, i)
	}
	tests := []struct {
		name, source string
		want         []string
	}{
		{"duplicate key", `{"a": 1, "b": {"a": 2}, "a": 3}`, []string{`duplicate-key "a" first "a"@1`}},
		{"equal when unescaped", `{"a": 1, "\u0061": 3}`, []string{`duplicate-key "\u0061" first "a"@1`}},
		{"thrice", `{"a": 1, "a": 2, "a": 3}`, []string{`duplicate-key "a" first "a"@1`, `duplicate-key "a" first "a"@1`}},
		{"many keys", many + `,"k": 1}`, []string{`duplicate-key "k" first "k"@1`}},
		{"many keys without duplicates", many + `}`, nil},
		{"key at the limit for linear search", many + `,"k15": 1}`, []string{`duplicate-key "k15" first "k15"@117`}},
		{"lone high surrogate", `"a\ud800b"`, []string{`lone-surrogate \ud800`}},
		{"lone low surrogate", `"\uDC00"`, []string{`lone-surrogate \uDC00`}},
		{"two high surrogates", `"\ud800\ud800"`, []string{`lone-surrogate \ud800`}},
		{"surrogate in a key", `{"\ud800": 1}`, []string{`lone-surrogate \ud800`}},
		{"escaped backslash", `"\\ud800"`, nil},
		{"byte that is not UTF-8", "[\"é\xff\xfe\"]", []string{"bad-utf-8 \xff"}},
		{"encoded surrogate", "\"\xed\xa0\x80\"", []string{"bad-utf-8 \xed"}},
		{"replacement character", "\"\ufffd\"", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := Parse([]byte(tt.source), 0)
			if tree.Broken != nil || tree.Root == nil {
				t.Fatalf("%q: broken %+v", tt.source, tree.Broken)
			}
			var got []string
			for _, o := range tree.Warnings {
				s := fmt.Sprintf("%s %s", o.Kind, tt.source[o.Range.Start:o.Range.End])
				if o.Kind == analysis.DuplicateKey {
					s += fmt.Sprintf(" first %s@%d", tt.source[o.First.Start:o.First.End], o.First.Start)
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInvalidUTF8Replaced(t *testing.T) {
	for source, want := range map[string]string{
		`"a\ud800b"`:   "a\ufffdb",
		"\"a\xffb\"":   "a\ufffdb",
		`"\udc00\n"`:   "\ufffd\n",
		"\"\xffé\\t\"": "\ufffdé\t",
	} {
		if got := Parse([]byte(source), 0).Root.Text; got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func TestDuplicateFlag(t *testing.T) {
	root := Parse([]byte(`{"a": 1, "a": 2}`), 0).Root
	if root.Members[0].Duplicate || !root.Members[1].Duplicate || root.Get("a").Text != "1" {
		t.Errorf("members: %+v", root.Members)
	}
}

func TestSequence(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"one", ` {"a":1} `, []string{`{"a":1}`}},
		{"without separators", `{"a":1}{"b":2}  {"c":3}`, []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}},
		{"commas", `{"a":1}, {"b":2},`, []string{`{"a":1}`, `{"b":2}`}},
		{"other values", "[1]\r\"x\"\r", []string{`[1]`, `"x"`}},
		{"incomplete last value", `{"a":1}{"b":`, nil},
		{"text between", `{"a":1} and {"b":2}`, nil},
		{"invalid value", `{"a":1}{b:2}`, nil},
		{"too many", `1 2 3 4`, nil},
		{"nothing", ``, nil},
	}
	for _, tt := range tests {
		values, ok := Sequence([]byte(tt.source), 100, 3)
		var got []string
		for _, v := range values {
			got = append(got, tt.source[v.Range.Start-100:v.Range.End-100])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || ok != (tt.want != nil) {
			t.Errorf("%s: %q: ok %v\n%s", tt.name, tt.source, ok, diff)
		}
	}
}

// sample is a line of 652 bytes, the median of real manifests.
var sample = []byte(`{"id":"T2402-protocol","file":"T2402-protocol.md","title":"How agents hand over their work","date":"2026-01-26",` +
	`"status":"complete","agent_type":"research","topics":["protocol","handover","ledger"],"key_findings":["There are seven rules, six of them binding",` +
	`"The ledger is only ever appended to, one line at a time","Whoever coordinates reads the ledger and nothing else, so a line is all that is known",` +
	`"A file holds the whole text and begins with a summary"],"actionable":true,"needs_followup":["T2403","T2404"],"linked_tasks":["T2392","T2402"],` +
	`"notes":"Written in one go, read by two people, and corrected once after that 😀"}`)

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(sample)))
	for b.Loop() {
		if Parse(sample, 0).Broken != nil {
			b.Fatal("broken")
		}
	}
}

func BenchmarkStandardValid(b *testing.B) {
	b.SetBytes(int64(len(sample)))
	for b.Loop() {
		if !json.Valid(sample) {
			b.Fatal("invalid")
		}
	}
}

func BenchmarkStandardDecode(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(sample)))
	for b.Loop() {
		var v any
		if err := json.Unmarshal(sample, &v); err != nil {
			b.Fatal(err)
		}
	}
}
