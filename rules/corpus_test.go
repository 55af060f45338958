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

// corpus is the directory of real skills, next to the checkout on some machines.
const corpus = "../../shared/corpus"

// TestCorpus compares the findings of all rules in whole trees with a golden file, one finding per line, to show the
// effect of a changed rule on files that were not written for it.
func TestCorpus(t *testing.T) {
	for _, c := range []struct{ tree, golden string }{
		{"../fixtures/examples", "../fixtures/corpus/examples.golden"},
		{corpus, "../fixtures/corpus/shared.golden"},
	} {
		t.Run(filepath.Base(c.golden), func(t *testing.T) {
			if _, err := os.Stat(c.tree); err != nil {
				t.Skipf("%s not found: %s was neither compared nor updated", c.tree, c.golden)
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

// compareLines reports the lines that are only in one of two texts.
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
	t.Errorf("%s differs; update it with -update and review the difference", golden)
}

// onlyIn returns the lines of a text that the other text lacks, or has less often.
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
		t.Errorf("%s: message contains %q; state what is wrong: %s", rule, word, message)
	}
	if strings.Contains(own, rule) {
		t.Errorf("%s: message contains the name of the rule, which reports add: %s", rule, message)
	}
}
