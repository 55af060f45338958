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
	writeFile(t, dir, "shared/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		if i == n-1 {
			return "../../shared"
		}
		return fmt.Sprintf("l%06d", i+1)
	})
}

// linkCycle makes a chain without an end.
func linkCycle(t testing.TB, dir string, n int) {
	writeFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, "skills", "x"), n, func(i int) string { return fmt.Sprintf("l%06d", (i+1)%n) })
}

// linkDetours makes a chain whose links go in and out of a directory on the way.
func linkDetours(t testing.TB, dir string, n int) {
	writeFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
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
	writeFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		before := "real"
		if i > 0 {
			before = fmt.Sprintf("l%06d", i-1)
		}
		return before + "/../" + before
	})
}

// linksToOneDirectory makes links to a directory of as many files.
func linksToOneDirectory(t testing.TB, dir string, n int) {
	writeFile(t, dir, "shared/SKILL.md", ordinarySkill)
	for i := range n {
		writeFile(t, dir, fmt.Sprintf("shared/%d.txt", i), "")
	}
	linkTo(t, filepath.Join(dir, ".claude", "skills"), n, func(int) string { return "../../shared" })
}

// writeRegistry writes a registry, of whose entries each has the name, the path and the dependencies that are given.
func writeRegistry(t testing.TB, dir string, n int, entry func(i int) (name, path string, needs []string)) {
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
	writeFile(t, dir, "skills/manifest.json", string(text))
}

func skillName(i int) string { return fmt.Sprintf("s%d", i) }

// dependencyChain lists skills of which each needs the next one.
func dependencyChain(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{skillName(min(i+1, n-1))}
	})
}

// dependencyCycle lists skills that all need each other.
func dependencyCycle(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{skillName((i + 1) % n), skillName(i / 2)}
	})
}

// dependencyOfPlugins lists skills of which each needs one of a plugin that does not exist.
func dependencyOfPlugins(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{"plugin:" + skillName(i+1)}
	})
}

// dependencyOfOneName lists skills of one name that need that name.
func dependencyOfOneName(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return "same", skillName(i), []string{"same", "skills:same", "none:same"}
	})
}

// manyNames lists one skill under many names, which agents preload.
func manyNames(t testing.TB, dir string, n int) {
	writeFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	writeRegistry(t, dir, n, func(i int) (string, string, []string) { return skillName(i), "x", nil })
	for i := range n / 4 {
		writeFile(t, dir, fmt.Sprintf(".claude/agents/a%d.md", i), fmt.Sprintf("---\nname: a%d\ndescription: Formats reports.\nskills: [s%d]\n---\n\nDo it.\n", i, i))
	}
}

// skillsOfOneName writes skills of one name, each in a project of its own, that need that name.
func skillsOfOneName(t testing.TB, dir string, n int) {
	for i := range n {
		writeFile(t, dir, fmt.Sprintf("p%d/skills/x/SKILL.md", i),
			strings.Replace(ordinarySkill, "name: x", fmt.Sprintf("name: x\ndependencies: [x, 'p%d:x', 'none:x']", i), 1))
	}
}

// linkedTrees are trees in which links or dependencies lead everywhere; n is how many.
var linkedTrees = map[string]func(testing.TB, string, int){
	"chain of links": linkChain, "cycle of links": linkCycle, "links with detours": linkDetours, "links through links": linkThroughLinks, "links to one directory": linksToOneDirectory,
	"chain of dependencies": dependencyChain, "cycle of dependencies": dependencyCycle, "dependencies of plugins": dependencyOfPlugins, "dependencies of one name": dependencyOfOneName,
	"many names": manyNames, "skills of one name": skillsOfOneName,
}

// TestLinkedTrees runs the program on a small tree of each generator: a finding elsewhere survives.
func TestLinkedTrees(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for name, generate := range linkedTrees {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			generate(t, dir, 100)
			writeFile(t, dir, "skills/canary/SKILL.md", strings.Replace(ordinarySkill, "name: x", "name: canary", 1)+"\n```sh\necho never closed\n\n## Next\n\nThen do the rest.\n")
			cmd := exec.Command(binary, "--format", "json", "--min-severity", "info")
			cmd.Dir = dir
			out, _ := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "markdown/unclosed-fence") {
				t.Errorf("exit code %d: %.2000s", code, out)
			}
		})
	}
}
