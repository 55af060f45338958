package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules"
)

// TestListed checks that All lists what the files of this folder declare, under the name that
// their path gives, and that fixtures belong to a rule.
func TestListed(t *testing.T) {
	listed := map[string]bool{}
	var names []string
	for _, rule := range rules.All() {
		listed[rule.Name] = true
		names = append(names, rule.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("All is not sorted by name: %v", names)
	}
	declaration := regexp.MustCompile(`(?s)= &analysis\.Analyzer\{\s*Name:\s*"([^"]*)"`)
	paths, _ := filepath.Glob("*/*.go")
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "house" { // which runs the rules of configurations
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declaration.FindAllSubmatch(source, -1) {
			name := string(found[1])
			if want := ruleOf(path); name != want {
				t.Errorf("%s declares %s; by its path the rule is %s", path, name, want)
			}
			if !listed[name] {
				t.Errorf("%s declares %s, which rules.All does not list", path, name)
			}
			delete(listed, name)
		}
	}
	for name := range listed {
		t.Errorf("rules.All lists %s, which no file %s.go declares", name, strings.ReplaceAll(name, "-", "_"))
	}
	folders, _ := filepath.Glob("../fixtures/*/*/")
	for _, folder := range folders {
		name := filepath.ToSlash(strings.TrimPrefix(filepath.Clean(folder), filepath.Clean("../fixtures")+string(filepath.Separator)))
		group, _, _ := strings.Cut(name, "/")
		if group != "corpus" && group != "examples" && !slices.Contains(names, name) {
			t.Errorf("fixtures/%s are of no rule that rules.All lists", name)
		}
	}
}

// ruleOf returns the rule that a file of this folder declares, by its path.
func ruleOf(path string) string {
	return strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(path), ".go"), "_", "-")
}

// catalogue is where the design of the rules stands, beside a checkout that has it.
const catalogue = "../../shared/design/rules.md"

// differs says on which rules this program and the catalogue disagree, and why the program is
// right.
var differs = map[string]string{
	"files/size":                "what is too large to be checked is not clean, so it is an error",
	"files/unreadable":          "it is newer than the catalogue",
	"links/backslash":           "whether the file is there when they are slashes is told by the tree",
	"budget/skill":              "the registry that sets a skill's budget is another file",
	"budget/truncation":         "the registry that sets a skill's budget is another file",
	"manifest/line":             "an entry over several lines is one finding at its first line, so the lines are seen by a fold and reported for the whole file",
	"markdown/required-section": "whether a file is an output of the protocol is told by the ledger beside it, which may be of another format",
	"portability/agent":         "it finds nothing without targets; naming those is what switches it on",
}

// TestCatalogue compares severity and scope of each rule with its row of the catalogue.
func TestCatalogue(t *testing.T) {
	text, err := os.ReadFile(catalogue)
	if err != nil {
		t.Skipf("the rule catalogue does not stand beside this checkout: %v", err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) > 4 && strings.Contains(cells[1], "/") {
			rows[strings.TrimSpace(cells[1])] = []string{strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])}
		}
	}
	severities := map[string]analysis.Severity{"E": analysis.Error, "W": analysis.Warning, "I": analysis.Info, "–": analysis.Off}
	scopes := map[string]analysis.Scope{"line": analysis.PerLine, "doc": analysis.PerDocument, "ws": analysis.PerWorkspace}
	for _, rule := range append(rules.All(), analysis.Broken) {
		row, ok := rows[rule.Name]
		if !ok {
			if differs[rule.Name] == "" {
				t.Errorf("%s has no row in the catalogue", rule.Name)
			}
			continue
		}
		severity, _, _ := strings.Cut(row[0], "/")
		scope, known := scopes[row[1]]
		agrees := severities[severity] == rule.Severity && (!known || scope == rule.Scope)
		reason := differs[rule.Name]
		if !agrees && reason == "" {
			t.Errorf("%s is %s per %s; the catalogue says %s on %s", rule.Name, rule.Severity, rule.Scope, row[0], row[1])
		}
		if agrees && reason != "" {
			t.Errorf("%s agrees with the catalogue; take it out of the table of differences (%s)", rule.Name, reason)
		}
	}
}

// unfixed says which rules that the catalogue marks as fixable have no fix, and why.
var unfixed = map[string]string{
	"files/name": "a file that gets another name takes links, entries and git's index with it, and where case does not count the old name is the new one",
}

// TestFixable checks that each rule with a fix in the catalogue has fixtures in which it is made.
func TestFixable(t *testing.T) {
	text, err := os.ReadFile(catalogue)
	if err != nil {
		t.Skipf("the rule catalogue does not stand beside this checkout: %v", err)
	}
	fixable := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), "|"), "|")
		if len(cells) > 4 && strings.Contains(cells[1], "/") {
			fixable[strings.TrimSpace(cells[1])] = strings.Contains(cells[len(cells)-1], "safe")
		}
	}
	for _, rule := range rules.All() {
		made := false
		archives, _ := filepath.Glob("../fixtures/" + rule.Name + "/*.txtar")
		for _, archive := range archives {
			source, err := os.ReadFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			made = made || strings.Contains(string(source), "\n-- fixed/") || strings.Contains(string(source), "\n-- unsafe/")
		}
		switch reason := unfixed[rule.Name]; {
		case fixable[rule.Name] && !made && reason == "":
			t.Errorf("%s has a fix in the catalogue, and no fixture in which it is made", rule.Name)
		case made && reason != "":
			t.Errorf("%s has a fix; take it out of the table of those without (%s)", rule.Name, reason)
		}
	}
}
