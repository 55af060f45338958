package main

import "testing"

// TestVerdicts checks that each verdict is one of the allowed ones, on a collection of the table.
func TestVerdicts(t *testing.T) {
	set, err := readVerdicts("../../fixtures/judged")
	if err != nil {
		t.Fatal(err)
	}
	if len(set.findings) == 0 || len(set.misses) == 0 || len(set.fixes) == 0 {
		t.Errorf("%d findings, %d misses and %d fixes", len(set.findings), len(set.misses), len(set.fixes))
	}
}
