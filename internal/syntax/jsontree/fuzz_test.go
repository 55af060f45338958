package jsontree

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// FuzzParse compares Parse with encoding/json. Both must accept the same texts, except for our limits and the byte
// order mark, and return the same values where encoding/json loses nothing.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		string(sample), `{"a":1,"a":[2,{}]}`, "[1,]", `{"a":NaN}`, `"\ud800\udc00\ud800"`, "\ufeff{}", "[01]", "{'a':1}", "1e999",
		"{\"a\":\"b\nc\"}", "[[[[", "]", "{}{}", "{},", `{"a" b}`, "<<<<<<< x", "\xff\xfe{\x00", "nul", "-", `"\u12`, "//", "/*", "{{A}}", `"a"b`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		before := bytes.Clone(source)
		tree := Parse(source, 7)
		if !bytes.Equal(source, before) {
			t.Fatalf("source was changed: %q to %q", before, source)
		}
		var reader Reader
		for range 2 { // the second time in reused memory
			if again := reader.Parse(source, 7); !reflect.DeepEqual(again, tree) {
				t.Fatalf("%q: Reader.Parse returns\n%+v\nParse returns\n%+v", source, again, tree)
			}
		}
		valid := json.Valid(source)
		switch b := tree.Broken; {
		case b == nil && !valid:
			t.Fatalf("accepted: %q", source)
		case b != nil && valid && !IsLimit(b.Cause):
			t.Fatalf("%s: rejected: %q", b.Cause, source)
		case b != nil:
			checkRange(t, "problem", b.Range, source)
			if b.Message == "" || !utf8.ValidString(b.Message) {
				t.Fatalf("message %q of %q", b.Message, source)
			}
			if Incomplete(b.Cause) {
				return
			}
		case tree.Root == nil:
			t.Fatalf("no root: %q", source)
		}
		if tree.Root != nil {
			check(t, tree.Root, source)
		}
		if tree.Broken == nil {
			compareStandard(t, tree, source)
		}
		for _, o := range tree.Warnings {
			checkRange(t, "warning", o.Range, source)
		}
	})
}

func checkRange(t *testing.T, what string, r analysis.Range, source []byte) {
	t.Helper()
	if r.Start < 7 || r.End > 7+len(source) || r.Start > r.End || r.Len() == 0 && len(source) > 0 {
		t.Fatalf("%s at %v of %q", what, r, source)
	}
}

// check checks that the source text of every value is valid JSON.
func check(t *testing.T, v *analysis.Value, source []byte) {
	checkRange(t, "value", v.Range, source)
	if !json.Valid(source[v.Range.Start-7 : v.Range.End-7]) {
		t.Fatalf("%v is not a JSON value: %q", v.Range, source)
	}
	for _, item := range v.Items {
		check(t, item, source)
	}
	for _, m := range v.Members {
		checkRange(t, "key", m.KeyRange, source)
		check(t, m.Value, source)
	}
}

// compareStandard compares the tree with the values that encoding/json decodes.
func compareStandard(t *testing.T, tree Tree, source []byte) {
	var want any
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	for _, o := range tree.Warnings {
		if o.Kind == analysis.DuplicateKey {
			return
		}
	}
	if got, want := size(plainValue(tree.Root)), size(want); got != want || math.IsNaN(got) {
		t.Fatalf("%q: got %v, want %v", source, got, want)
	}
}

func plainValue(v *analysis.Value) any {
	switch v.Kind {
	case analysis.Map:
		m := map[string]any{}
		for _, member := range v.Members {
			m[member.Key] = plainValue(member.Value)
		}
		return m
	case analysis.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plainValue(item))
		}
		return list
	case analysis.String:
		return v.Text
	case analysis.Number:
		return json.Number(v.Text)
	case analysis.Bool:
		return v.Text == "true"
	}
	return nil
}

// size returns a checksum of a value that does not depend on the order of keys.
func size(v any) float64 {
	switch v := v.(type) {
	case map[string]any:
		sum := 3.0
		for k, value := range v {
			sum += size(k) * (1 + size(value))
		}
		return sum
	case []any:
		sum := 5.0
		for i, value := range v {
			sum += float64(i+1) * size(value)
		}
		return sum
	case string:
		sum := 7.0
		for i, r := range v {
			sum += float64(i+1) * float64(r)
		}
		return sum
	case json.Number:
		return 11 + size(string(v))
	case bool:
		if v {
			return 13
		}
		return 17
	}
	return 19
}
