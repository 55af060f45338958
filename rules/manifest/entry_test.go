package manifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// TestViolations compares the checks in Go with the validator, for valid entries and entries with one or more violations.
func TestViolations(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	broken, ordinary := 0, 0
	for range 6000 {
		source := generate(random)
		entry := jsontree.Parse([]byte(source), 0).Root
		for _, strict := range []bool{false, true} {
			want := bySchema(t, entry, strict)
			if diff := cmp.Diff(want, inCode(entry, strict)); diff != "" {
				t.Fatalf("strict %v: %s: -schema +code\n%s", strict, source, diff)
			}
			if len(want) > 0 {
				broken++
			}
			if isOrdinary(entry, strict) {
				ordinary++
				if unknown := func(m analysis.Member) bool { return !isField(m.Key) }; len(want) > 0 || slices.ContainsFunc(entry.Members, unknown) {
					t.Errorf("strict %v: isOrdinary(%s) = true", strict, source)
				}
			}
		}
	}
	if broken < 4000 || broken > 11000 {
		t.Errorf("%d of 12000 checks found violations; want 4000 to 11000", broken)
	}
	if ordinary < 100 {
		t.Errorf("only %d entries pass isOrdinary", ordinary)
	}
}

// bySchema returns the violations that the validator finds. For a value of the wrong type, it returns only the type.
func bySchema(t *testing.T, entry *analysis.Value, strict bool) []string {
	t.Helper()
	kind := "manifest-entry"
	if strict {
		kind = "manifest-entry-strict"
	}
	found, err := schema.Validate("cleo", kind, entry.JSON())
	if err != nil {
		t.Fatal(err)
	}
	typed := map[string]bool{}
	for _, v := range found {
		if v.Keyword == "type" {
			typed[strings.Join(v.Path, "/")] = true
		}
	}
	var out []string
	for _, v := range found {
		path := strings.Join(v.Path, "/")
		if v.Keyword == "type" || !typed[path] {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", path, v.Keyword, v.Severity, v.Missing)))
		}
	}
	slices.Sort(out)
	return out
}

func inCode(entry *analysis.Value, strict bool) []string {
	var out []string
	for _, f := range violations(entry, strict) {
		path, missing := f.field, ""
		if f.item >= 0 {
			path += "/" + strconv.Itoa(f.item)
		}
		if f.keyword == "required" {
			path, missing = "", f.field
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", path, f.keyword, f.severity, missing)))
	}
	slices.Sort(out)
	return out
}

// generate returns a random entry, which is mostly valid.
func generate(random *rand.Rand) string {
	pick := func(from ...any) any { return from[random.Intn(len(from))] }
	list := func() any {
		return pick([]any{}, []any{"a", "b", "c"}, []any{"T1", 2, nil}, []any{[]any{"x"}}, "a", nil, map[string]any{})
	}
	text := func(good string) any {
		return pick(good, good, good, "", " ", "\t\n", "\u00a0", "\v\u2003\ufeff", "\u200b", "x\ny", 1, nil, []any{good}, true)
	}
	entry := map[string]any{
		"id": pick("T2402-retry-limits", "T1-a", "T1-A", "T1-a.b", "t1-a", "T-1-a", "T1", "T1-", "T1-a-", "T1--a", "T12-T13-x", "retry-2026-01-27",
			"2026-01-27", "-2026-01-27", "x-2026-1-27", "retry-2026-01-27x", "kick-off", "a b", "é", "", "{{TASK_ID}}-x", "_x", "T9-é", "T1-a\n", "\nT1-a", 5, nil, []any{}),
		"file":       text("T2402-retry-limits.md"),
		"title":      pick("A title", strings.Repeat("é", 200), strings.Repeat("é", 201), strings.Repeat("x", 500), "", " ", 7, nil),
		"date":       pick("2026-01-26", "2024-02-29", "2025-02-29", "2000-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "0000-01-01", "2026-1-2", "26-01-26", " 2026-01-26", "", "2026-01-26T00:00:00Z", "２０２６-01-26", 20260126, nil),
		"status":     pick("complete", "partial", "blocked", "archived", "Complete", "done", "", true, nil, []any{"complete"}),
		"agent_type": text("research"),
	}
	optional := map[string]any{"topics": list(), "key_findings": list(), "needs_followup": list(), "linked_tasks": list(), "actionable": pick(true, false, "yes", nil, 1), "own": pick(1, "x", nil)}
	whole := map[string]any{"id": "T2402-retry-limits", "file": "x.md", "title": "x", "date": "2026-01-26", "status": "complete", "agent_type": "research"}
	for _, field := range slices.Sorted(maps.Keys(optional)) { // sorted, because the order of a map is random
		if random.Intn(12) == 0 {
			whole[field] = optional[field]
		}
	}
	for _, field := range required() {
		switch random.Intn(20) {
		case 0:
			delete(whole, field)
		case 1, 2:
			whole[field] = entry[field]
		}
	}
	b, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func BenchmarkViolations(b *testing.B) {
	entry := jsontree.Parse([]byte(`{"id":"T2402-protocol","file":"T2402-protocol.md","title":"How agents hand over their work","date":"2026-01-26",`+
		`"status":"complete","agent_type":"research","topics":["protocol","handover"],"key_findings":["One","Two","Three"],"actionable":true,`+
		`"needs_followup":["T2403"],"linked_tasks":["T2392","T2402"]}`), 0).Root
	b.Run("code", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if violations(entry, false) != nil {
				b.Fatal("unexpected violations")
			}
		}
	})
	b.Run("schema", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if found, err := schema.Validate("cleo", "manifest-entry", entry.JSON()); found != nil || err != nil {
				b.Fatal(found, err)
			}
		}
	})
}
