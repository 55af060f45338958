package report

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// rdSchema compiles the schema in testdata, or a part of it.
func rdSchema(t testing.TB, part string) *jsonschema.Schema {
	t.Helper()
	source, err := os.ReadFile("testdata/rdjson.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("rdjson.json", bytes.NewReader(source)); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("rdjson.json" + part)
}

func validate(t testing.TB, schema *jsonschema.Schema, written string) {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(written), &value); err != nil {
		t.Fatalf("%v in %s", err, written)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%v\n%s", err, written)
	}
}

func readRDJSON(t testing.TB, written string) []entry {
	validate(t, rdSchema(t, ""), written)
	var result struct{ Diagnostics []rdDiagnostic }
	if err := json.Unmarshal([]byte(written), &result); err != nil {
		t.Fatal(err)
	}
	var entries []entry
	for _, d := range result.Diagnostics {
		entries = append(entries, rdEntry(d))
	}
	return entries
}

func readRDJSONL(t testing.TB, written string) []entry {
	schema := rdSchema(t, "#/definitions/diagnostic")
	var entries []entry
	for line := range strings.Lines(written) {
		validate(t, schema, line)
		var d rdDiagnostic
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, rdEntry(d))
	}
	return entries
}

func rdEntry(d rdDiagnostic) entry {
	return entry{escape.String(d.Location.Path), d.Code.Value, strings.ToLower(d.Severity), d.Message, d.Location.Range.Start.Line}
}

// TestRDJSONSuggestions applies suggestions by lines and bytes, as reviewdog does, and compares the result with the edits of the fixes.
func TestRDJSONSuggestions(t *testing.T) {
	r := sample()
	var result struct{ Diagnostics []rdDiagnostic }
	if err := json.Unmarshal([]byte(render(t, "rdjson", r, options())), &result); err != nil {
		t.Fatal(err)
	}
	applied := 0
	for i, d := range result.Diagnostics {
		for j, s := range d.Suggestions {
			source, e := sources[d.Location.Path], r.Findings[i].Fixes[j].Edits[0]
			want := source[:e.Location.Range.Start] + e.Text + source[e.Location.Range.End:]
			got := source[:offsetOf(source, s.Range.Start)] + s.Text + source[offsetOf(source, s.Range.End):]
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("suggestion %d of finding %d (-want +got)\n%s", j, i, diff)
			}
			applied++
		}
	}
	if applied != 1 {
		t.Errorf("%d suggestions, want 1, for the fix with one edit", applied)
	}
}

func offsetOf(source string, p rdPosition) int {
	lines := strings.SplitAfter(source, "\n")
	return len(strings.Join(lines[:p.Line-1], "")) + p.Column - 1
}

func TestRDJSONWithoutColumns(t *testing.T) {
	f := sample().Findings[3]
	f.Place.Columns = finding.Columns{}
	got := render(t, "rdjsonl", &finding.Report{Findings: []finding.Finding{f}}, Options{})
	if want := `"range":{"start":{"line":3},"end":{"line":3}}`; !strings.Contains(got, want) {
		t.Errorf("a place without columns in bytes is not a whole line: %s", got)
	}
}
