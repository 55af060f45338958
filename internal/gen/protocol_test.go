package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// TestProtocolPage checks that each requirement has a rule, and that findings of protocol rules mention their
// requirement.
func TestProtocolPage(t *testing.T) {
	if _, err := protocolPage(); err != nil {
		t.Fatal(err)
	}
	checks := checksOf()
	for _, r := range schema.Lookup("cleo").Protocol.Requirements {
		if len(checks[r.ID]) == 0 {
			t.Errorf("no rule checks %s", r.ID)
		}
		all := append([]check{{rule: "protocol/coverage"}}, checks[r.ID]...)
		for _, c := range all {
			if strings.HasPrefix(c.rule, "protocol/") && !strings.Contains(wantSections(t, c.rule), r.ID) {
				t.Errorf("no finding in the fixtures of %s mentions %s", c.rule, r.ID)
			}
		}
		delete(checks, r.ID)
	}
	for id := range checks {
		t.Errorf("checksOf: unknown requirement %s", id)
	}
}

// wantSections returns the want sections of the fixtures of a rule.
func wantSections(t *testing.T, rule string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "fixtures", filepath.FromSlash(rule), "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, want, _ := strings.Cut(string(data), "\n-- want --\n")
		all.WriteString(want)
	}
	return all.String()
}
