package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerdicts checks that each verdict is one of the allowed ones, on a collection of the table, and that no row is repeated.
func TestVerdicts(t *testing.T) {
	const dir = "../../fixtures/judged"
	set, err := readVerdicts(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.findings) == 0 || len(set.misses) == 0 || len(set.fixes) == 0 {
		t.Errorf("%d findings, %d misses and %d fixes", len(set.findings), len(set.misses), len(set.fixes))
	}
	tables, err := filepath.Glob(dir + "/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		text, err := os.ReadFile(table)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for row := range strings.Lines(string(text)) {
			if seen[row] {
				t.Errorf("%s: %q is repeated", table, row)
			}
			seen[row] = true
		}
	}
}
