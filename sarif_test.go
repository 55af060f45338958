package skilllint_test

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// TestSARIFIsSmall limits the size of a SARIF log, which includes the pages of its rules. GitHub tracks results by
// their hash.
func TestSARIFIsSmall(t *testing.T) {
	lint := exec.Command(build(t), "--min-severity", "info", "--fail-on", "never", "--format", "sarif", "fixtures/examples")
	out, err := lint.Output()
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID              string
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(out, &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if len(results) < 8 || len(out) > 60_000 {
		t.Errorf("%d results in %d bytes, want at least 8 in at most 60,000", len(results), len(out))
	}
	for _, r := range results {
		if r.PartialFingerprints["primaryLocationLineHash"] == "" {
			t.Errorf("%s: result without primaryLocationLineHash", r.RuleID)
		}
	}
}
