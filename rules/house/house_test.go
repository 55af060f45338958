package house_test

import (
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/rules/house"
)

func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("../../fixtures/house/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	analysistest.RunTogether(t, paths, house.Engines()...)
}
