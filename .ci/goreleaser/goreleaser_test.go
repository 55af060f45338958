// Package goreleaser reads .goreleaser.yaml as goreleaser does: a key that it does not know, and a value
// of another type, is an error. It is a module of its own, as goreleaser brings much along.
package goreleaser

import (
	"os"
	"strings"
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func TestPlan(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := config.LoadReader(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Builds) != 1 || len(plan.DockersV2) != 1 || len(plan.Casks) != 1 || len(plan.SBOMs) != 2 {
		t.Errorf("builds, images, casks, SBOMs: %d, %d, %d, %d", len(plan.Builds), len(plan.DockersV2), len(plan.Casks), len(plan.SBOMs))
	}
}

// TestPlanSees checks that the test above can fail.
func TestPlanSees(t *testing.T) {
	for _, wrong := range []string{"version: 2\nchecksums: {}\n", "version: 2\nbuilds: [{goos: {linux: true}}]\n"} {
		if _, err := config.LoadReader(strings.NewReader(wrong)); err == nil {
			t.Errorf("no error for %q", wrong)
		}
	}
}
