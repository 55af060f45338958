package skilllint_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/lint"
)

// A labelled skill is harmful or not, and easy or hard to tell.
type labelled struct {
	set, label, category, form, name string
	files                            map[string][]byte
}

// labelledSkills returns the skills of an archive in testdata/labelled. Their paths are label/category/form/name/file.
func labelledSkills(t *testing.T, set string) []*labelled {
	data, err := os.ReadFile("testdata/labelled/" + set + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	var skills []*labelled
	for _, f := range txtar.Parse(data).Files {
		parts := strings.Split(f.Name, "/")
		if parts[0] == "good" {
			parts = slices.Insert(parts, 1, "harmless")
		}
		s := &labelled{set, parts[0], parts[1], parts[2], parts[3], map[string][]byte{}}
		if n := len(skills); n > 0 && skills[n-1].name == s.name && skills[n-1].category == s.category {
			s = skills[n-1]
		} else {
			skills = append(skills, s)
		}
		content := string(f.Data)
		if parts[4] == "SKILL.md" {
			description, body, _ := strings.Cut(content, "\n")
			content = fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n%s", s.name, description, body)
		}
		s.files[path.Join(append([]string{"skills", s.name}, parts[4:]...)...)] = []byte(content)
	}
	return skills
}

// TestLabelled measures the rules of security on skills whose harm is known: the share of harmful ones with a warning or an
// error, and the harmless ones with one. Those in unseen.txtar were written
// before the rules were run on them, and no rule was changed because of one of them. Those in later.txtar are as hard as their author
// could make them: at first, 6 of 20 harmful ones were found, and 2 of 20 harmless ones reported. Rules were changed since. Those in
// reports.txtar follow public reports of 2026: at first, 12 of 20 harmful ones were found, and none of 20 harmless ones reported. Those in
// helpers.txtar let helper functions, command lines and settings do the harm: at first, 5 of 20 harmful ones were found, and 10 of 20
// harmless ones reported, most of which are like wrong findings in public collections.
func TestLabelled(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of runs")
	}
	found, total := map[string]int{}, map[string]int{}
	for _, s := range slices.Concat(labelledSkills(t, "seen"), labelledSkills(t, "unseen"), labelledSkills(t, "later"), labelledSkills(t, "reports"), labelledSkills(t, "helpers")) {
		tree, err := lint.NewTree(s.files)
		if err != nil {
			t.Fatal(err)
		}
		result, err := lint.Run(context.Background(), tree, lint.Options{Select: []string{"security/*"}, MinSeverity: analysis.Warning})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{s.label, s.label + " " + s.set, s.label + " " + s.form, s.category} {
			total[key]++
			if len(result.Findings) > 0 {
				found[key]++
			}
		}
		switch {
		case s.set == "unseen" && os.Getenv("SKILLLINT_UNSEEN") == "":
		case s.label == "good" && len(result.Findings) > 0:
			t.Logf("harmless, but reported: %s: %s: %s", s.name, result.Findings[0].Rule, result.Findings[0].Message)
		case s.label == "bad" && len(result.Findings) == 0:
			t.Logf("not found: %s/%s/%s", s.category, s.form, s.name)
		}
	}
	if found["bad"] < 180 || found["good"] > 2 { // as measured
		t.Errorf("%d of %d harmful skills found, and %d of %d harmless ones reported", found["bad"], total["bad"], found["good"], total["good"])
	}
	keys := make([]string, 0, len(total))
	for key := range total {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		t.Logf("%-16s %2d of %2d", key, found[key], total[key])
	}
}
