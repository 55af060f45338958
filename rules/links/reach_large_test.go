package links

import (
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

// large returns a skill with n files, each of which mentions the next one and has further content.
func large(n int, filling string) (*workspace, *bundle) {
	tree := analysis.NewTree("")
	tree.MarkWalked(".")
	for _, dir := range []string{"s", "s/references", "s/lost"} {
		tree.Add(dir, true)
	}
	name := func(i int) string { return fmt.Sprintf("s/references/part-%d.md", i) }
	texts := map[string]string{"s/SKILL.md": "---\nname: s\n---\n" + path.Base(name(0))}
	for i := range n {
		texts[name(i)] = path.Base(name(i+1)) + "\n" + filling
	}
	for i := range 200 {
		texts[fmt.Sprintf("s/lost/x-%d.md", i)] = ""
	}
	for rel := range texts {
		tree.Add(rel, false)
	}
	tree.SetRead(func(rel string, most int64) []byte {
		if text, ok := texts[rel]; ok && int64(len(text)) <= most {
			return []byte(text)
		}
		return nil
	})
	all := collect(&analysis.Workspace{Files: []*analysis.File{{Path: "s/SKILL.md", Rel: "s/SKILL.md", Tree: tree, Kind: analysis.Skill}}})
	return all, all.bundles[0]
}

// TestLargeSkill checks that the search is limited, and that no file is reported beyond a limit.
func TestLargeSkill(t *testing.T) {
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, "*-%05d ", i)
	}
	tests := []struct {
		name    string
		files   int
		filling string
		lost    int
	}{
		{"few", 50, "", 200},
		{"at the limit of texts", maxTexts - 10, "", 200},
		{"over the limit of texts", maxTexts + 10, "", 0},
		{"over the limit of bytes", 100, strings.Repeat("words and `part-x.md` of nothing. ", 7_000), 0},
		{"text over the limit", 3, strings.Repeat("x", maxText), 0},
		{"patterns", 30, b.String()[:200_000], 200},
	}
	for _, test := range tests {
		_, bundle := large(test.files, test.filling)
		started := time.Now()
		found := bundle.search()
		if d := time.Since(started); d > 30*time.Second {
			t.Errorf("%s: %s", test.name, d)
		}
		lost := 0
		for _, g := range found.result().Lost {
			lost += len(g.Files)
		}
		if lost != test.lost {
			t.Errorf("%s: %d unreferenced files, want %d", test.name, lost, test.lost)
		}
	}
	_, bundle := large(maxFiles+10, "")
	if len(bundle.files) != maxFiles+1 {
		t.Errorf("skill with %d files: %d are kept", maxFiles+10, len(bundle.files))
	}
}
