package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

func auditOf(t *testing.T, text string) *Audit {
	t.Helper()
	a := new(Audit)
	if _, err := load.Lines(strings.NewReader(text), &analysis.File{}, func(l *analysis.Line) error { a.add(l); return nil }); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAudit(t *testing.T) {
	a := auditOf(t, `{"id":"T1-a","status":"complete","agent_type":"research","date":"2026-01-02","needs_followup":["T2","T3-c: more","T4-x","look again","T5000"]}
{"id":"T2-b","status":"complete","agent_type":"research","date":"2026-02-03","needs_followup":"alone"}
[1]
{"id":"T3-c","status":"partial","date":"2026-2-3","agent_type":7,"needs_followup":["T2"]}

{"id":"T4-y","status":"complete","date":"soon"}`+"\r\n")
	got := []any{a.Entries, a.Statuses.Values, a.AgentTypes.Values, a.Months.Values}
	want := []any{4, map[string]int{"complete": 3, "partial": 1}, map[string]int{"research": 2, "": 2}, map[string]int{"2026-01": 1, "2026-02": 1, "": 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var open []string
	for f := range a.FollowUps.All {
		open = append(open, fmt.Sprintf("%d %s %s", f.Line, f.ID, f.Item))
	}
	wantOpen := []string{"1 T1-a T3-c: more", "1 T1-a T4-x", "1 T1-a look again", "1 T1-a T5000", "2 T2-b alone", "4 T3-c T2"}
	if !slices.Equal(open, wantOpen) || a.FollowUps.Len() != len(wantOpen) {
		t.Errorf("open %q, want %q", open, wantOpen)
	}
	var lines []AuditLine
	for l := range a.Lines {
		lines = append(lines, l)
	}
	if len(lines) != 4 || lines[3] != (AuditLine{6, 12, "T4-y"}) {
		t.Errorf("lines %v", lines)
	}
	for limit, want := range map[int]int{11: 0, 12: 1, 1000: 4, a.Tokens: 4, a.Tokens - 1: 3} {
		if n, tokens := a.Newest(limit); n != want || tokens > limit {
			t.Errorf("Newest(%d) = %d entries with %d tokens, want %d entries", limit, n, tokens, want)
		}
	}
}

// TestAuditIsBounded checks the limits of memory for hostile manifests.
func TestAuditIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 2 * maxValues {
		fmt.Fprintf(&b, "{\"id\":\"%s\",\"status\":\"s%d\",\"needs_followup\":[\"%s\"]}\n", strings.Repeat("é", 300), i, strings.Repeat("x", 300))
	}
	a := auditOf(t, b.String())
	if len(a.Statuses.Values) != maxValues || a.Statuses.Others != maxValues {
		t.Errorf("%d values, %d others", len(a.Statuses.Values), a.Statuses.Others)
	}
	for l := range a.Lines {
		if l.ID != strings.Repeat("é", maxKept/2) {
			t.Fatalf("id of %d bytes", len(l.ID))
		}
	}
	var f FollowUps
	for i := range maxFollowUps + 10 {
		f.open(FollowUp{Item: fmt.Sprintf("T%d", i)})
	}
	if f.Len() != maxFollowUps || f.Omitted != 10 {
		t.Errorf("%d kept, %d omitted", f.Len(), f.Omitted)
	}
	for i := range maxFollowUps - 5 {
		f.close(fmt.Sprintf("T%d-x", i))
	}
	f.open(FollowUp{Item: "T7"})
	if f.Len() != 6 || f.Omitted != 10 || len(f.items) != 6 {
		t.Errorf("%d kept in %d, %d omitted", f.Len(), len(f.items), f.Omitted)
	}
	f.close("T7-x")
	if f.Len() != 5 {
		t.Errorf("%d kept", f.Len())
	}
}

func TestIDAt(t *testing.T) {
	for text, want := range map[string]string{
		"T1": "T1", "T12-a b": "T12-a", "T12: b": "T12", "T": "", "": "", "Tx": "", "T1x": "", "BLOCKED: T1": "", "T1,T2": "T1", "T1(x)": "T1",
	} {
		if got := idAt(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
