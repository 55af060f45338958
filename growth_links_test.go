//go:build unix

package skilllint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The generators write a tree of about n times the same size, in which everything leads to everything else.

// linkTo makes symbolic links in a directory.
func linkTo(t testing.TB, dir string, n int, target func(i int) string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := os.Symlink(target(i), filepath.Join(dir, fmt.Sprintf("l%06d", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// linkChain makes links each of which leads to the next one, the last to a skill.
func linkChain(t testing.TB, dir string, n int) {
	plantFile(t, dir, "shared/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		if i == n-1 {
			return "../../shared"
		}
		return fmt.Sprintf("l%06d", i+1)
	})
}

// linkRing makes a chain without an end.
func linkRing(t testing.TB, dir string, n int) {
	plantFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, "skills", "x"), n, func(i int) string { return fmt.Sprintf("l%06d", (i+1)%n) })
}

// linkDetours makes a chain whose links go in and out of a directory on the way.
func linkDetours(t testing.TB, dir string, n int) {
	plantFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		next := "real"
		if i < n-1 {
			next = fmt.Sprintf("l%06d", i+1)
		}
		return strings.Repeat("real/../", 100) + next
	})
}

// linkThroughLinks makes links that lead through the one before them twice.
func linkThroughLinks(t testing.TB, dir string, n int) {
	plantFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		before := "real"
		if i > 0 {
			before = fmt.Sprintf("l%06d", i-1)
		}
		return before + "/../" + before
	})
}

// linksToOneFolder makes links to a directory of as many files.
func linksToOneFolder(t testing.TB, dir string, n int) {
	plantFile(t, dir, "shared/SKILL.md", ordinarySkill)
	for i := range n {
		plantFile(t, dir, fmt.Sprintf("shared/%d.txt", i), "")
	}
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(int) string { return "../../shared" })
}

// registryOf writes a registry, of whose entries each has the name, the path and the dependencies that are given.
func registryOf(t testing.TB, dir string, n int, entry func(i int) (name, path string, needs []string)) {
	t.Helper()
	type skill struct {
		Name         string         `json:"name"`
		Path         string         `json:"path"`
		Version      string         `json:"version"`
		Description  string         `json:"description"`
		Capabilities map[string]any `json:"capabilities"`
	}
	skills := make([]skill, n)
	for i := range skills {
		name, path, needs := entry(i)
		skills[i] = skill{name, path, "1.0.0", "Formats reports. Use when a report must be formatted.", map[string]any{"dependencies": needs}}
	}
	text, err := json.Marshal(map[string]any{"skills": skills})
	if err != nil {
		t.Fatal(err)
	}
	plantFile(t, dir, "skills/manifest.json", string(text))
}

func own(i int) string { return fmt.Sprintf("s%d", i) }

// dependencyChain lists skills of which each needs the next one.
func dependencyChain(t testing.TB, dir string, n int) {
	registryOf(t, dir, n, func(i int) (string, string, []string) { return own(i), own(i), []string{own(min(i+1, n-1))} })
}

// dependencyRing lists skills that all need each other.
func dependencyRing(t testing.TB, dir string, n int) {
	registryOf(t, dir, n, func(i int) (string, string, []string) { return own(i), own(i), []string{own((i + 1) % n), own(i / 2)} })
}

// dependencyOfPlugins lists skills of which each needs one of a plugin that does not exist.
func dependencyOfPlugins(t testing.TB, dir string, n int) {
	registryOf(t, dir, n, func(i int) (string, string, []string) { return own(i), own(i), []string{"plugin:" + own(i+1)} })
}

// dependencyOfOneName lists skills of one name that need that name.
func dependencyOfOneName(t testing.TB, dir string, n int) {
	registryOf(t, dir, n, func(i int) (string, string, []string) {
		return "same", own(i), []string{"same", "skills:same", "none:same"}
	})
}

// manyNames lists one skill under many names, which agents preload.
func manyNames(t testing.TB, dir string, n int) {
	plantFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	registryOf(t, dir, n, func(i int) (string, string, []string) { return own(i), "x", nil })
	for i := range n / 4 {
		plantFile(t, dir, fmt.Sprintf(".claude/agents/a%d.md", i), fmt.Sprintf("---\nname: a%d\ndescription: Formats reports.\nskills: [s%d]\n---\n\nDo it.\n", i, i))
	}
}

// skillsOfOneName writes skills of one name, each in a project of its own, that need that name.
func skillsOfOneName(t testing.TB, dir string, n int) {
	for i := range n {
		plantFile(t, dir, fmt.Sprintf("p%d/skills/x/SKILL.md", i),
			strings.Replace(ordinarySkill, "name: x", fmt.Sprintf("name: x\ndependencies: [x, 'p%d:x', 'none:x']", i), 1))
	}
}

// leadingTrees are trees in which links or dependencies lead everywhere; n is how many.
var leadingTrees = map[string]func(testing.TB, string, int){
	"chain of links": linkChain, "ring of links": linkRing, "links with detours": linkDetours, "links through links": linkThroughLinks, "links to one directory": linksToOneFolder,
	"chain of dependencies": dependencyChain, "ring of dependencies": dependencyRing, "dependencies of plugins": dependencyOfPlugins, "dependencies of one name": dependencyOfOneName,
	"many names": manyNames, "skills of one name": skillsOfOneName,
}

// TestLeadingTrees runs the program on a small tree of each generator: a finding elsewhere survives.
func TestLeadingTrees(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for name, generate := range leadingTrees {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			generate(t, dir, 100)
			plantFile(t, dir, "skills/canary/SKILL.md", strings.Replace(ordinarySkill, "name: x", "name: canary", 1)+"\n```sh\necho never closed\n\n## Next\n\nThen do the rest.\n")
			cmd := exec.Command(binary, "--format", "json", "--min-severity", "info")
			cmd.Dir = dir
			out, _ := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "markdown/unclosed-fence") {
				t.Errorf("exit code %d: %.2000s", code, out)
			}
		})
	}
}
