package main

import (
	"os"
	"testing"
	"time"
)

// TestSources reports sources that were last checked too long ago, compared with the newest source. The result thus
// depends only on the repository: an update of one source shows which others need one. scripts/refresh sets
// SKILLLINT_TODAY=2027-01-31 to compare with another day.
func TestSources(t *testing.T) {
	all := sources()
	for _, s := range all {
		if _, err := time.Parse(time.DateOnly, s.checked); err != nil || s.of == "" || s.kind == "" || s.name == "" {
			t.Errorf("incomplete source: %+v", s)
		}
	}
	day := all[len(all)-1].checked
	if other := os.Getenv("SKILLLINT_TODAY"); other != "" {
		day = other
	}
	today, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stale(all, today) {
		t.Errorf("%s %s was last checked on %s, more than 90 days before %s: compare it with its source (%s) and update the date",
			s.part, s.of, s.checked, day, s.name)
	}
}

func TestStale(t *testing.T) {
	all := []source{{checked: "2026-08-24"}, {checked: "2026-08-25"}, {checked: "2026-11-23"}, {checked: "soon"}}
	found := stale(all, time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC))
	if len(found) != 2 || found[0].checked != "2026-08-24" || found[1].checked != "soon" {
		t.Errorf("stale sources: %+v", found)
	}
}
