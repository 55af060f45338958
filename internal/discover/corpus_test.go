package discover

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpus compares the files found in real repositories with a simple classification of paths.
func TestCorpus(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("corpus of real repositories not found: ", corpus)
	}
	lines, found := walkLines(t, Options{Dir: corpus})
	if len(found.Notices)+len(found.Links)+len(found.Hidden) > 0 {
		t.Errorf("notices %v, links %v, %d hidden; want none", found.Notices, found.Links, len(found.Hidden))
	}
	got := map[string]int{}
	for _, l := range lines {
		kind := strings.Split(l, " | ")[1]
		if strings.HasPrefix(l, "sdandey+triagent/") && kind == "skill" {
			kind = "flat skill"
		}
		got[kind]++
	}
	want := map[string]int{}
	skills := map[string]bool{} // directories with a SKILL.md
	var all []string
	err = fs.WalkDir(os.DirFS(corpus), ".", func(p string, d fs.DirEntry, err error) error {
		if d.Name() == "SKILL.md" {
			skills[path.Dir(p)] = true
		}
		if !d.IsDir() {
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if kind := plainKind(p, skills); kind != "" {
			want[kind]++
		}
	}
	if want["skill"] != 180 {
		t.Errorf("counted %d SKILL.md in the corpus, want 180", want["skill"])
	}
	if !maps.Equal(got, want) {
		t.Errorf("found\n%v\nwant\n%v", got, want)
	}
}

// plainKind classifies a path by the layout of these repositories.
func plainKind(p string, skills map[string]bool) string {
	dir, name := path.Split(p)
	dir = strings.TrimSuffix(dir, "/")
	in := path.Base(dir)
	switch {
	case name == "SKILL.md":
		return "skill"
	case name == "plugin.json" && (in == ".claude-plugin" || in == ".codex-plugin" || in == ".cursor-plugin"), name == "gemini-extension.json":
		return "plugin"
	case name == "marketplace.json":
		return "marketplace"
	case strings.HasSuffix(p, "skills/manifest.json"):
		return "registry"
	case name == "placeholders.json":
		return "placeholders"
	case name == "subagent-protocol-base.md" && in == "_shared":
		return "protocol"
	case name == "MANIFEST.jsonl":
		return "manifest"
	case name == "hooks.json" && in == "hooks":
		return "hooks"
	case strings.HasPrefix(name, "_persona_"):
		return "persona"
	case !strings.HasSuffix(name, ".md") && inSkill(dir, skills):
		return "resource"
	case !strings.HasSuffix(name, ".md"):
		return ""
	case strings.HasPrefix(p, "sdandey+triagent/"):
		return "flat skill"
	case in == "agents" && !inSkill(dir, skills):
		return "agent"
	case in == "commands" && !inSkill(dir, skills):
		return "command"
	case inSkill(dir, skills), in == "_shared":
		return "reference"
	case name == "CLAUDE.md" || name == "AGENTS.md" || name == "GEMINI.md":
		return "instructions"
	}
	return ""
}

func inSkill(dir string, skills map[string]bool) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if skills[dir] {
			return true
		}
	}
	return false
}
