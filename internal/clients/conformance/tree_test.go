package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// sampleTrees is a small corpus.
var sampleTrees = fstest.MapFS{
	"a/skills/tidy/SKILL.md":               {Data: []byte("---\nname: tidy\ndescription: Tidies.\n---\n\nBody.\n")},
	"a/skills/tidy/agents/openai.yaml":     {Data: []byte("policy:\n  allow_implicit_invocation: false\n")},
	"b/kit/.claude-plugin/plugin.json":     {Data: []byte(`{"name": "kit"}`)},
	"b/kit/skills/count/SKILL.md":          {Data: []byte("---\nname: count\ndescription: Counts.\n---\n")},
	"b/other/skills/also/count/SKILL.md":   {Data: []byte("---\nname: count\ndescription: Counts too.\n---\n")},
	"b/other/skills/also/count/README.md":  {Data: []byte("none")},
	"c/without/skills/is/no/collection.md": {Data: []byte("none")},
}

func treeSets(t *testing.T) []TreeSet {
	all, err := TreeSets(sampleTrees)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSameTrees checks that the generated trees are the same on every machine.
func TestSameTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	sums := map[string]string{
		"table": "d32bb60b3e2fff8a",
		"made":  "f563381f010db73b",
		"later": "1a9181bf902fcc17",
		"real":  "447e80af400a7b75",
	}
	for _, s := range treeSets(t) {
		all := sha256.New()
		for _, tree := range s.Trees {
			all.Write([]byte(tree.ID + "\n" + tree.Sum() + "\n" + strings.Join(tree.Without, " ") + "\n"))
		}
		if got := hex.EncodeToString(all.Sum(nil)[:8]); got != sums[s.Name] {
			t.Errorf("%s: got checksum %s, want %s; after an intended change, record the lists again", s.Name, got, sums[s.Name])
		}
	}
	if own, err := TreeSets(nil); err != nil || len(own) != 3 {
		t.Errorf("got %d sets without a corpus (error %v), want 3", len(own), err)
	}
}

// TestTreeSets checks IDs and working directories, and that there are enough trees for each client.
func TestTreeSets(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	seen := map[string]bool{}
	counts := map[string]int{}
	largest, links := 0, 0
	for _, s := range treeSets(t) {
		for _, tree := range s.Trees {
			if seen[tree.ID] || strings.ContainsAny(tree.ID, "/ ") {
				t.Errorf("ID %q is a duplicate or not a valid directory name", tree.ID)
			}
			seen[tree.ID] = true
			if tree.Start != Project && !strings.HasPrefix(tree.Start, Project+"/") {
				t.Errorf("%s starts in %s", tree.ID, tree.Start)
			}
			if s.Name == "real" {
				continue
			}
			largest = max(largest, tree.Skills())
			links += len(tree.Links)
			for _, agent := range slices.Concat(first, later) {
				if tree.Asks(agent) {
					counts[agent]++
				}
			}
		}
	}
	if largest < 1000 || links < 50 {
		t.Errorf("largest tree: %d skills; all trees: %d links", largest, links)
	}
	for agent, n := range counts {
		if n < 150 {
			t.Errorf("%s is asked about only %d generated trees", agent, n)
		}
	}
}

// TestRealTrees checks which files of real collections are used, and their paths.
func TestRealTrees(t *testing.T) {
	all, err := RealTrees(sampleTrees)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{}
	asked := map[string]bool{}
	for _, tree := range all {
		var own []string
		for _, f := range tree.Files {
			own = append(own, f.Path)
		}
		paths[tree.ID], asked[tree.ID] = strings.Join(own, " "), tree.Asks("opencode")
	}
	for id, want := range map[string]string{
		"real-a-agents":      "project/.agents/skills/skills/tidy/SKILL.md project/.agents/skills/skills/tidy/agents/openai.yaml",
		"real-b-codex":       "project/.codex/skills/kit/.claude-plugin/plugin.json project/.codex/skills/kit/skills/count/SKILL.md project/.codex/skills/other/skills/also/count/SKILL.md",
		"real-b-flat-gemini": "project/.gemini/skills/count/SKILL.md",
	} {
		if paths[id] != want {
			t.Errorf("%s has %q, want %q", id, paths[id], want)
		}
	}
	if asked["real-b-codex"] || !asked["real-b-flat-gemini"] || !asked["real-a-agents"] {
		t.Error("opencode must be asked only if all names are unique")
	}
}

func TestPlant(t *testing.T) {
	tree := &Tree{Start: Project + "/a", Git: true, Home: true}
	tree.add(agents+"/x/SKILL.md", "text")
	tree.add(agents+"/x/SKILL.md", "another")
	tree.link(Project+"/.claude", ".agents")
	tree.add(Project+"/.claude/skills/y/SKILL.md", "behind a link")
	tree.link(agents, "nowhere")
	dir := filepath.Join(t.TempDir(), "new")
	if err := tree.Plant(dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "project/.claude/skills/x/SKILL.md"))
	if err != nil || string(data) != "text" {
		t.Errorf("read through the link: %q, %v", data, err)
	}
	for _, made := range []string{"project/.git", "project/a", "home"} {
		if info, err := os.Stat(filepath.Join(dir, made)); err != nil || !info.IsDir() {
			t.Errorf("%s: %v", made, err)
		}
	}
	if len(tree.Files) != 1 || len(tree.Links) != 1 {
		t.Errorf("conflicting paths were added: %+v %+v", tree.Files, tree.Links)
	}
}
