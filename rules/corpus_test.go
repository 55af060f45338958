package rules_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// corpus holds real skills, on machines that have them beside the checkout.
const corpus = "../../shared/corpus"

// TestCorpus compares everything that all rules find in whole trees with a golden file, a line for each
// finding, so that a change of a rule shows what it does to files that were not written for it.
func TestCorpus(t *testing.T) {
	for _, c := range []struct{ tree, golden string }{
		{"../fixtures/examples", "../fixtures/corpus/examples.golden"},
		{corpus, "../fixtures/corpus/shared.golden"},
	} {
		t.Run(filepath.Base(c.golden), func(t *testing.T) {
			if _, err := os.Stat(c.tree); err != nil {
				t.Skipf("%s does not exist, so %s was neither compared nor updated", c.tree, c.golden)
			}
			compareTree(t, c.tree, c.golden)
		})
	}
}

func compareTree(t *testing.T, tree, golden string) {
	t.Helper()
	workspace, err := fixture.At(tree)
	if err != nil {
		t.Fatal(err)
	}
	found, err := workspace.Lint(fixture.Options{Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	perRule := map[string]int{}
	for _, f := range found {
		fmt.Fprintf(&b, "%s:%d:%d %s %s %s\n", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Severity, f.Rule, f.Message)
		perRule[f.Severity.String()+" "+f.Rule]++
		checkMessage(t, f.Rule, f.Message)
	}
	t.Logf("%d findings: %v", len(found), perRule)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	compareLines(t, golden, string(want), b.String())
}

// compareLines reports the lines that only one of two texts has.
func compareLines(t *testing.T, golden, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	const shown = 20
	for _, side := range []struct{ name, text, other string }{
		{"found, but not in the golden file", got, want}, {"in the golden file, but not found", want, got},
	} {
		only := onlyIn(side.text, side.other)
		if len(only) > 0 {
			t.Errorf("%d lines %s:\n%s", len(only), side.name, strings.Join(only[:min(len(only), shown)], ""))
		}
	}
	t.Errorf("%s differs; with -update it is rewritten: read the difference, finding by finding", golden)
}

// onlyIn returns the lines of a text that another one has not, or not as often.
func onlyIn(text, other string) []string {
	count := map[string]int{}
	for line := range strings.Lines(other) {
		count[line]++
	}
	var only []string
	for line := range strings.Lines(text) {
		if count[line]--; count[line] < 0 {
			only = append(only, line)
		}
	}
	return only
}

var (
	quoted  = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")
	avoided = regexp.MustCompile(`(?i)\b(bad|should|please)\b`)
)

// checkMessage checks the style of messages beyond the checks of analysistest.
func checkMessage(t *testing.T, rule, message string) {
	t.Helper()
	own := quoted.ReplaceAllString(message, "")
	if word := avoided.FindString(own); word != "" {
		t.Errorf("%s: a message says %q; state what is wrong: %s", rule, word, message)
	}
	if strings.Contains(own, rule) {
		t.Errorf("%s: a message names its rule, which the report adds: %s", rule, message)
	}
}
