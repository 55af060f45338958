package manifest_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/manifest"
)

// TestManyRepeatedIDs checks that duplicate ids beyond the limit are counted.
func TestManyRepeatedIDs(t *testing.T) {
	const listed = 9_999
	for _, repeated := range []int{listed, listed + 1, listed + 30} {
		entry := `{"id":"T1-a","file":"a.md","agent_type":"research","key_findings":[]}` + "\n"
		workspace, err := fixture.Write(t.TempDir(), []fixture.File{
			{Path: "agent-outputs/MANIFEST.jsonl", Data: []byte(strings.Repeat(entry, repeated+1))}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{manifest.DuplicateID}})
		if err != nil {
			t.Fatal(err)
		}
		want, omittedIDs := min(repeated, listed), ""
		for _, f := range found {
			if number, _, ok := strings.Cut(f.Message, " more duplicate id"); ok {
				omittedIDs = number
			}
		}
		if repeated > listed {
			want++
		}
		if omitted := map[int]string{listed: "", listed + 1: "1", listed + 30: "30"}[repeated]; omittedIDs != omitted {
			t.Errorf("%d duplicates: %q omitted, want %q", repeated, omittedIDs, omitted)
		}
		if len(found) != want {
			t.Errorf("%d duplicates: %d findings, want %d", repeated, len(found), want)
		}
	}
}
