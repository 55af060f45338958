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

// The generators write trees with long chains or cycles of links or dependencies; n is the number of them.

// writeLinks creates n symbolic links in a directory.
func writeLinks(t testing.TB, dir string, n int, target func(i int) string) {
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

// linkChain creates links to the next link; the last one points to a skill.
func linkChain(t testing.TB, dir string, n int) {
	writeFile(t, dir, "shared/SKILL.md", ordinarySkill)
	writeLinks(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		if i == n-1 {
			return "../../shared"
		}
		return fmt.Sprintf("l%06d", i+1)
	})
}

// linkCycle creates a cycle of links.
func linkCycle(t testing.TB, dir string, n int) {
	writeFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	writeLinks(t, filepath.Join(dir, "skills", "x"), n, func(i int) string { return fmt.Sprintf("l%06d", (i+1)%n) })
}

// linkDetours creates a chain of links whose targets repeatedly enter and leave a directory.
func linkDetours(t testing.TB, dir string, n int) {
	writeFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
	writeLinks(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		next := "real"
		if i < n-1 {
			next = fmt.Sprintf("l%06d", i+1)
		}
		return strings.Repeat("real/../", 100) + next
	})
}

// linkThroughLinks creates links whose targets contain the previous link twice.
func linkThroughLinks(t testing.TB, dir string, n int) {
	writeFile(t, dir, ".claude/skills/real/SKILL.md", ordinarySkill)
	writeLinks(t, filepath.Join(dir, ".claude", "skills"), n, func(i int) string {
		previous := "real"
		if i > 0 {
			previous = fmt.Sprintf("l%06d", i-1)
		}
		return previous + "/../" + previous
	})
}

// linksToOneDirectory creates n links to a directory of n files.
func linksToOneDirectory(t testing.TB, dir string, n int) {
	writeFile(t, dir, "shared/SKILL.md", ordinarySkill)
	for i := range n {
		writeFile(t, dir, fmt.Sprintf("shared/%d.txt", i), "")
	}
	writeLinks(t, filepath.Join(dir, ".claude", "skills"), n, func(int) string { return "../../shared" })
}

// writeRegistry writes a registry of n entries.
func writeRegistry(t testing.TB, dir string, n int, entry func(i int) (name, path string, dependencies []string)) {
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
		name, path, dependencies := entry(i)
		skills[i] = skill{name, path, "1.0.0", "Formats reports. Use when a report must be formatted.", map[string]any{"dependencies": dependencies}}
	}
	text, err := json.Marshal(map[string]any{"skills": skills})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, dir, "skills/manifest.json", string(text))
}

func skillName(i int) string { return fmt.Sprintf("s%d", i) }

// dependencyChain registers skills that depend on the next one.
func dependencyChain(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{skillName(min(i+1, n-1))}
	})
}

// dependencyCycle registers skills that all depend on each other.
func dependencyCycle(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{skillName((i + 1) % n), skillName(i / 2)}
	})
}

// pluginDependencies registers skills that depend on skills of a plugin that does not exist.
func pluginDependencies(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return skillName(i), skillName(i), []string{"plugin:" + skillName(i+1)}
	})
}

// equalDependencies registers skills with the same name, which depend on that name.
func equalDependencies(t testing.TB, dir string, n int) {
	writeRegistry(t, dir, n, func(i int) (string, string, []string) {
		return "same", skillName(i), []string{"same", "skills:same", "none:same"}
	})
}

// manyNames registers one skill under many names, which subagents preload.
func manyNames(t testing.TB, dir string, n int) {
	writeFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	writeRegistry(t, dir, n, func(i int) (string, string, []string) { return skillName(i), "x", nil })
	for i := range n / 4 {
		writeFile(t, dir, fmt.Sprintf(".claude/agents/a%d.md", i), fmt.Sprintf("---\nname: a%d\ndescription: Formats reports.\nskills: [s%d]\n---\n\nDo it.\n", i, i))
	}
}

// skillsOfOneName writes skills with the same name in separate projects, which depend on that name.
func skillsOfOneName(t testing.TB, dir string, n int) {
	for i := range n {
		writeFile(t, dir, fmt.Sprintf("p%d/skills/x/SKILL.md", i),
			strings.Replace(ordinarySkill, "name: x", fmt.Sprintf("name: x\ndependencies: [x, 'p%d:x', 'none:x']", i), 1))
	}
}

// linkedTrees generates trees with many links or dependencies.
var linkedTrees = map[string]func(testing.TB, string, int){
	"chain of links": linkChain, "cycle of links": linkCycle, "links with detours": linkDetours, "links through links": linkThroughLinks, "links to one directory": linksToOneDirectory,
	"chain of dependencies": dependencyChain, "cycle of dependencies": dependencyCycle, "dependencies of plugins": pluginDependencies, "dependencies of one name": equalDependencies,
	"many names": manyNames, "skills of one name": skillsOfOneName,
}

// TestLinkedTrees lints a small tree of each generator. A finding in another skill must still be reported.
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
