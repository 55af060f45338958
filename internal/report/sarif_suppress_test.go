package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skilllint/skilllint/internal/finding"
)

// partlySuppressed returns the sample with two suppressed findings.
func partlySuppressed() *finding.Report {
	r := sample()
	for _, i := range []int{6, 4} {
		f := r.Findings[i]
		f.Suppression = &finding.Suppression{At: place("skills/publish/SKILL.md", "# Publish")}
		if i == 6 {
			f.Suppression.Reason = "see [the list](x) ##[error]\x1b"
		}
		r.Suppressed = append([]finding.Finding{f}, r.Suppressed...)
		r.Findings = append(r.Findings[:i:i], r.Findings[i+1:]...)
	}
	r.Summary.Suppressed = 2
	return r
}

type suppressions struct {
	Runs []struct {
		Results []struct {
			RuleID       string
			Suppressions *[]struct {
				Kind, Justification string
				Location            struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
}

// TestSARIFSuppressions checks that either all results have suppressions or none.
func TestSARIFSuppressions(t *testing.T) {
	shown := func(r *finding.Report, o Options) (all []string) {
		var log suppressions
		if err := json.Unmarshal([]byte(render(t, "sarif", r, o)), &log); err != nil {
			t.Fatal(err)
		}
		for _, result := range log.Runs[0].Results {
			switch s := result.Suppressions; {
			case s == nil:
				all = append(all, result.RuleID+" none")
			case len(*s) == 0:
				all = append(all, result.RuleID)
			default:
				one := (*s)[0]
				all = append(all, result.RuleID+" "+one.Kind+" "+one.Location.PhysicalLocation.ArtifactLocation.URI+" "+one.Justification)
			}
		}
		return all
	}
	want := []string{"manifest/schema", "frontmatter/name-mismatch", "frontmatter/missing", "frontmatter/tool",
		"deps/cycle inSource skills/publish/SKILL.md ", "markdown/unclosed-fence",
		"tokens/unresolved inSource skills/publish/SKILL.md see [the list](x) ##[error]\x1b", "tokens/unresolved"}
	if diff := cmp.Diff(want, shown(partlySuppressed(), options())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, one := range shown(sample(), options()) {
		if !strings.HasSuffix(one, " none") {
			t.Errorf("without suppressed findings: %s", one)
		}
	}
	few := options()
	few.MaxResults = 7 // the six findings that are not suppressed come first
	if got := shown(partlySuppressed(), few); len(got) != 7 {
		t.Errorf("%d results with a limit of 7: %q", len(got), got)
	}
}
