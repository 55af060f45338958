package conformance

import (
	"fmt"
	"path"
	"strings"
)

// MadeStarts returns random trees with instruction files. They are the same for the same seed.
func MadeStarts(seed uint64, n int) []*Tree {
	var all []*Tree
	for i := range n {
		r := NewRandom(seed + uint64(i))
		t := &Tree{ID: fmt.Sprintf("start-made-%d-%d", seed, i), Start: Project, Git: true}
		dirs := []string{Project}
		for range r.Below(5) {
			dirs = append(dirs, path.Join(Pick(r, dirs), Pick(r, startDirectories)))
		}
		t.Start = dirs[len(dirs)-1]
		for _, dir := range dirs {
			for _, name := range startNames {
				at := path.Join(dir, name)
				switch {
				case r.Percent(45):
				case r.Percent(8):
					t.link(at, Pick(r, []string{"a.md", "AGENTS.md", "../AGENTS.md", "nothing"}))
				default:
					t.add(at, startText(r))
				}
			}
		}
		t.add(Project+"/README.md", "Read me.\n")
		t.addNamed(".github/README.md")
		all = append(all, t)
	}
	return all
}

var (
	startDirectories = []string{"a", "B", "src", ".x", "0", "Z z", "ä"}
	startNames       = []string{"AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", "a.md", "b.md"}
	startLines       = []string{"Plain text.\n", "# Title\n", "\n", "@a.md\n", "See @b.md, and @a.md.\n", "- @./b.md more\n", "`@a.md`\n", "```\n@a.md\n```\n", "@README.md\n", "@missing.md\n",
		"<!-- hidden -->\n", "  indented\n", "line\r\n", "ünïcode 😀\n", "mail me@a.md\n", "\ufeff", "\u00a0\n", "\xff\n", "@../a.md\n", "text without end"}
)

// startText returns a text of random lines, sometimes empty or long.
func startText(r *Random) string {
	var b strings.Builder
	for range r.Below(7) {
		b.WriteString(Pick(r, startLines))
	}
	if r.Percent(4) {
		b.WriteString(lines(20_000 + r.Below(20_000)))
	}
	return b.String()
}
