package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update reports whether -update is set, which package analysistest defines.
func update() bool { return flag.Lookup("update").Value.String() == "true" }

// A testCase is an entry of testdata/<dialect>/<kind>.json: a value and its violations. In the value,
// {"$repeat": ["é", 1025]} is a string of 1,025 letters, or a list if the repeated value is not a
// string.
type testCase struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
	Want  []string        `json:"want,omitempty"` // in the format of short; none: the value is valid
}

// casesOf returns the cases of a schema.
func casesOf(t testing.TB, name string) []testCase {
	t.Helper()
	source, err := os.ReadFile(caseFile(name))
	if err != nil {
		t.Fatalf("%s has no cases: %v", name, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.DisallowUnknownFields()
	var cases []testCase
	if err := decoder.Decode(&cases); err != nil {
		t.Fatalf("%s: %v", caseFile(name), err)
	}
	return cases
}

func caseFile(name string) string { return filepath.Join("testdata", filepath.FromSlash(name)+".json") }

// value returns the expanded value of a case.
func (c testCase) value(t testing.TB) any {
	t.Helper()
	return expanded(t, decode(t, string(c.Value)))
}

func expanded(t testing.TB, v any) any {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = expanded(t, v[i])
		}
	case map[string]any:
		if repeat, ok := v["$repeat"].([]any); ok {
			return repeated(t, repeat)
		}
		for key := range v {
			v[key] = expanded(t, v[key])
		}
	}
	return v
}

func repeated(t testing.TB, repeat []any) any {
	t.Helper()
	if len(repeat) != 2 {
		t.Fatalf("$repeat: %v is not a value and a count", repeat)
	}
	n, err := repeat[1].(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := repeat[0].(string); ok {
		return strings.Repeat(s, int(n))
	}
	return slices.Repeat([]any{repeat[0]}, int(n))
}

// TestCases compares the violations of all cases with testdata, or updates it.
func TestCases(t *testing.T) {
	for _, name := range List() {
		t.Run(name, func(t *testing.T) {
			cases := casesOf(t, name)
			dialect, kind, _ := strings.Cut(name, "/")
			for i, c := range cases {
				found, err := Validate(dialect, kind, c.value(t))
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				var got []string
				for _, v := range found {
					got = append(got, short(v))
				}
				if diff := cmp.Diff(c.Want, got); diff != "" && !update() {
					t.Errorf("%s: %s: -want +got\n%s", c.Name, c.Value, diff)
				}
				cases[i].Want = got
			}
			if update() {
				writeCases(t, name, cases)
			}
		})
	}
}

// writeCases writes each case with its value on one line.
func writeCases(t *testing.T, name string, cases []testCase) {
	t.Helper()
	var b bytes.Buffer
	for i, c := range cases {
		b.WriteString(first(i, "[\n", ",\n"))
		fmt.Fprintf(&b, "  {\n    \"name\": %s,\n    \"value\": %s", jsonLine(t, c.Name), spaced(t, c.Value))
		for j, w := range c.Want {
			b.WriteString(first(j, ",\n    \"want\": [\n      ", ",\n      "))
			b.WriteString(jsonLine(t, w))
		}
		if c.Want != nil {
			b.WriteString("\n    ]")
		}
		b.WriteString("\n  }")
	}
	b.WriteString("\n]\n")
	if err := os.WriteFile(caseFile(name), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func first(i int, one, others string) string {
	if i == 0 {
		return one
	}
	return others
}

func jsonLine(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// spaced returns JSON on one line, with spaces after colons and commas.
func spaced(t *testing.T, source []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, source); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	inString := false
	for i, c := range b.Bytes() {
		out.WriteByte(c)
		switch {
		case c == '"' && !escaped(b.Bytes()[:i]):
			inString = !inString
		case (c == ':' || c == ',') && !inString:
			out.WriteByte(' ')
		}
	}
	return out.String()
}

func escaped(before []byte) bool {
	return (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1
}
