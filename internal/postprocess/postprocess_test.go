package postprocess

import (
	"cmp"
	"fmt"
	"math/rand"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

func newFinding(rule *analysis.Analyzer, path string, start int, severity analysis.Severity) finding.Finding {
	f := finding.Finding{Rule: rule.Name, Analyzer: rule, Severity: severity, Message: "m", Anchor: "same"}
	f.Place.Path, f.Place.Range = path, analysis.Range{Start: start, End: start + 1}
	return f
}

// TestDecideSuperseded checks that a finding supersedes less severe ones, unless its rule is off.
func TestDecideSuperseded(t *testing.T) {
	mild, worse := &analysis.Analyzer{Name: "g/mild", Severity: analysis.Warning}, &analysis.Analyzer{Name: "g/worse", Severity: analysis.Error}
	for _, test := range []struct {
		name        string
		mild, worse analysis.Severity // as configured
		want        string
	}{
		{"default severities", analysis.Warning, analysis.Error, "b:0 g/mild, a:0 g/worse, a:5 g/mild"},
		{"superseding rule off", analysis.Warning, analysis.Off, "b:0 g/mild, a:0 g/mild, a:5 g/mild"},
		{"same severity", analysis.Error, analysis.Error, "b:0 g/mild, a:0 g/mild, a:0 g/worse, a:5 g/mild"},
	} {
		w := newFinding(worse, "a", 0, analysis.Error)
		w.Supersedes = []analysis.Superseded{{Rule: "g/mild", Range: analysis.Range{Start: 0, End: 1}, Message: "m"}}
		found := []finding.Finding{newFinding(mild, "a", 0, analysis.Warning), w, newFinding(mild, "a", 5, analysis.Warning), newFinding(mild, "b", 0, analysis.Warning)}
		var got []string
		for _, f := range Decide(found, func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) {
			if a == worse {
				return test.worse, true
			}
			return test.mild, true
		}) {
			got = append(got, fmt.Sprintf("%s:%d %s", f.Place.Path, f.Place.Range.Start, f.Rule))
		}
		slices.Sort(got)
		want := strings.Split(test.want, ", ")
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
	}
}

// TestDecideSupersededRule checks that a finding may supersede all findings of a rule in its file.
func TestDecideSupersededRule(t *testing.T) {
	same, other := &analysis.Analyzer{Name: "g/same", Severity: analysis.Error}, &analysis.Analyzer{Name: "g/stands", Severity: analysis.Error}
	for _, test := range []struct {
		same, other analysis.Severity
		want        int
	}{{analysis.Warning, analysis.Warning, 2}, {analysis.Error, analysis.Warning, 4}, {analysis.Warning, analysis.Off, 3}} {
		s := newFinding(other, "a", 0, analysis.Error)
		s.Supersedes = []analysis.Superseded{{Rule: "g/same"}}
		found := []finding.Finding{newFinding(same, "a", 0, analysis.Error), newFinding(same, "a", 9, analysis.Error), newFinding(same, "b", 0, analysis.Error), s}
		got := Decide(found, func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) {
			if a == other {
				return test.other, true
			}
			return test.same, true
		})
		if len(got) != test.want {
			t.Errorf("%s and %s: %d findings, want %d", test.same, test.other, len(got), test.want)
		}
	}
}

func TestDecideSeverity(t *testing.T) {
	warning := &analysis.Analyzer{Name: "g/warns", Severity: analysis.Warning}
	off := &analysis.Analyzer{Name: "g/off"}
	tests := []struct {
		name       string
		rule       *analysis.Analyzer
		reported   analysis.Severity
		configured analysis.Severity
		ok         bool
		want       analysis.Severity // Off: removed
	}{
		{"not configured", warning, analysis.Warning, 0, false, analysis.Warning},
		{"raised", warning, analysis.Warning, analysis.Error, true, analysis.Error},
		{"lowered", warning, analysis.Warning, analysis.Info, true, analysis.Info},
		{"switched off", warning, analysis.Warning, analysis.Off, true, analysis.Off},
		{"less severe finding is not raised", warning, analysis.Info, analysis.Error, true, analysis.Info},
		{"enabled opt-in rule", off, analysis.Off, 0, false, analysis.Warning},
		{"internal error cannot be switched off", analysis.Broken, analysis.Error, analysis.Off, true, analysis.Error},
	}
	for _, tt := range tests {
		got := Decide([]finding.Finding{newFinding(tt.rule, "a", 0, tt.reported)},
			func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return tt.configured, tt.ok })
		switch {
		case tt.want == analysis.Off && len(got) != 0:
			t.Errorf("%s: got %v, want no finding", tt.name, got[0].Severity)
		case tt.want != analysis.Off && (len(got) != 1 || got[0].Severity != tt.want):
			t.Errorf("%s: got %v, want severity %v", tt.name, got, tt.want)
		}
	}
}

// TestDecideSeverityStrict checks that the strict profile may raise the severity of a rule, but not of its less severe
// findings.
func TestDecideSeverityStrict(t *testing.T) {
	rule := &analysis.Analyzer{Name: "g/warns", Severity: analysis.Warning, Strict: analysis.Error}
	for _, tt := range []struct {
		strict                     bool
		reported, configured, want analysis.Severity
	}{
		{false, analysis.Warning, analysis.Warning, analysis.Warning},
		{false, analysis.Warning, analysis.Error, analysis.Error},
		{true, analysis.Error, analysis.Error, analysis.Error},
		{true, analysis.Error, analysis.Warning, analysis.Warning},
		{true, analysis.Warning, analysis.Error, analysis.Warning},
	} {
		f := newFinding(rule, "a", 0, tt.reported)
		f.File = &analysis.File{Strict: tt.strict}
		got := Decide([]finding.Finding{f}, func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return tt.configured, true })
		if len(got) != 1 || got[0].Severity != tt.want {
			t.Errorf("%+v: got %v", tt, got)
		}
	}
}

func TestDecideOrderAndFingerprints(t *testing.T) {
	rule := &analysis.Analyzer{Name: "g/r", Severity: analysis.Error}
	never := func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return 0, false }
	before := Decide([]finding.Finding{
		newFinding(rule, "b", 5, analysis.Error), newFinding(rule, "a", 9, analysis.Error), newFinding(rule, "b", 5, analysis.Error), newFinding(rule, "b", 2, analysis.Error),
	}, never)
	if len(before) != 3 || before[0].Place.Path != "a" || before[1].Place.Range.Start != 2 {
		t.Fatalf("got %v, want a:9, b:2, b:5 without duplicates", before)
	}
	if before[1].Fingerprint == before[2].Fingerprint {
		t.Error("two findings with the same content have the same fingerprint")
	}
	moved := Decide([]finding.Finding{newFinding(rule, "b", 105, analysis.Error), newFinding(rule, "b", 102, analysis.Error)}, never)
	for i := range moved {
		if moved[i].Fingerprint != before[i+1].Fingerprint {
			t.Errorf("finding %d: the fingerprint changed with the line", i)
		}
	}
}

func TestSort(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	rule := &analysis.Analyzer{Name: "g/r"}
	for n := range 200 {
		var found []finding.Finding
		for i := range n {
			f := newFinding(rule, string(rune('a'+random.Intn(4))), random.Intn(9), analysis.Error)
			f.Measured = i
			found = append(found, f)
		}
		want := slices.Clone(found)
		slices.SortStableFunc(want, func(a, b finding.Finding) int {
			return cmp.Or(strings.Compare(a.Place.Path, b.Place.Path), a.Place.Range.Start-b.Place.Range.Start)
		})
		Sort(found)
		if !slices.EqualFunc(found, want, func(a, b finding.Finding) bool { return a.Measured == b.Measured }) {
			t.Fatalf("%d findings are out of order", n)
		}
	}
}

// TestDecideRetired checks that skills in an archive and those of a client have infos only, except for security findings.
func TestDecideRetired(t *testing.T) {
	rule, secure := &analysis.Analyzer{Name: "g/rule", Severity: analysis.Error}, &analysis.Analyzer{Name: "security/rule", Severity: analysis.Error}
	for owner, want := range map[string][2]analysis.Severity{
		"skills/_archive/old": {analysis.Info, analysis.Error}, "deprecated/skills/old": {analysis.Info, analysis.Error}, ".codex/skills/.system/own": {analysis.Info, analysis.Error},
		"skills/archive": {analysis.Error, analysis.Error}, "skills/archives/new": {analysis.Error, analysis.Error},
	} {
		for i, a := range []*analysis.Analyzer{rule, secure} {
			f := newFinding(a, "a", 0, analysis.Error)
			f.File = &analysis.File{Rel: owner + "/references/a.md", Owner: path.Base(owner)}
			got := Decide([]finding.Finding{f}, func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) { return a.Severity, true })
			if got[0].Severity != want[i] {
				t.Errorf("%s in %q: %v, want %v", a.Name, owner, got[0].Severity, want[i])
			}
		}
	}
}

// TestDecideLocked checks that skills that a lock file restores from elsewhere have no warnings, except for security findings.
func TestDecideLocked(t *testing.T) {
	tree := analysis.NewTree("")
	tree.SetRead(func(string, int64) []byte {
		return []byte(`{"version": 1, "skills": {"far": {"source": "acme/skills", "sourceType": "github"}, "near": {"source": "./near", "sourceType": "local"}}}`)
	})
	for _, c := range []struct {
		rule     string
		dir      string
		severity analysis.Severity
		want     analysis.Severity
	}{
		{"g/rule", ".agents/skills/far", analysis.Warning, analysis.Info}, {"g/rule", ".agents/skills/far", analysis.Error, analysis.Error},
		{"security/rule", ".agents/skills/far", analysis.Warning, analysis.Warning}, {"g/rule", ".agents/skills/near", analysis.Warning, analysis.Warning},
		{"g/rule", "skills/far", analysis.Warning, analysis.Warning}, {"g/rule", ".agents/skills/own", analysis.Warning, analysis.Warning},
	} {
		f := newFinding(&analysis.Analyzer{Name: c.rule, Severity: c.severity}, "a", 0, c.severity)
		f.File = &analysis.File{Rel: c.dir + "/SKILL.md", Owner: path.Base(c.dir), Tree: tree}
		got := Decide([]finding.Finding{f}, func(a *analysis.Analyzer, _ *analysis.File) (analysis.Severity, bool) { return a.Severity, true })
		if got[0].Severity != c.want {
			t.Errorf("%s in %s: %v, want %v", c.rule, c.dir, got[0].Severity, c.want)
		}
	}
}
