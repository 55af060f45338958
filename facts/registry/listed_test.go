package registry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

func TestFinder(t *testing.T) {
	tree, other := analysis.NewTree(""), analysis.NewTree("")
	add := func(tree *analysis.Tree, rel string, kind analysis.Kind) *analysis.File {
		return &analysis.File{Path: rel, Rel: rel, Tree: tree, Kind: kind}
	}
	files := []*analysis.File{
		add(tree, "pkg/skills/one/SKILL.md", analysis.Skill),
		add(tree, "pkg/skills/two/deep/SKILL.md", analysis.Skill),
		add(tree, "skills/one/SKILL.md", analysis.Skill),
		add(tree, "SKILL.md", analysis.Skill),
		add(tree, "flat/three.md", analysis.Skill),
		add(other, "skills/four/SKILL.md", analysis.Skill),
	}
	find := registry.NewFinder(&analysis.Workspace{Files: files})
	tests := []struct {
		name, registry, path, entry, want string
	}{
		{"relative to the folder above the registry's", "pkg/skills/manifest.json", "skills/one", "one", "pkg/skills/one/SKILL.md"},
		{"relative to the registry", "pkg/skills/manifest.json", "./one/", "one", "pkg/skills/one/SKILL.md"},
		{"relative to the root", "pkg/skills/manifest.json", "pkg/skills/two/deep", "", "pkg/skills/two/deep/SKILL.md"},
		{"the file itself", "skills/manifest.json", "skills/one/SKILL.md", "", "skills/one/SKILL.md"},
		{"the nearest", "manifest.json", "skills/one", "", "skills/one/SKILL.md"},
		{"moved: by its name", "manifest.json", "skills/moved", "one", "skills/one/SKILL.md"},
		{"moved: by its name beside the registry", "pkg/skills/manifest.json", "skills/moved", "one", "pkg/skills/one/SKILL.md"},
		{"nowhere", "manifest.json", "skills/none", "none", ""},
		{"absolute", "manifest.json", "/skills/one", "", ""},
		{"out of the root", "manifest.json", "../skills/one", "", ""},
		{"another tree's", "manifest.json", "skills/four", "four", ""},
		{"a name that is a path", "manifest.json", "", "skills/one", ""},
		{"nothing", "manifest.json", "", "", ""},
		{"very long", "manifest.json", strings.Repeat("a/", 5_000), strings.Repeat("a", 5_000), ""},
	}
	for _, test := range tests {
		got := ""
		if f := find.Skill(add(tree, test.registry, analysis.Registry), test.path, test.entry); f != nil {
			got = f.Path
		}
		if got != test.want {
			t.Errorf("%s: %s lists %q at %.40q: %q, want %q", test.name, test.registry, test.entry, test.path, got, test.want)
		}
	}
	owners := []struct{ rel, want string }{
		{"pkg/skills/one/references/a/b.md", "pkg/skills/one/SKILL.md"},
		{"pkg/skills/two/deep/a.md", "pkg/skills/two/deep/SKILL.md"},
		{"pkg/skills/a.md", "SKILL.md"},
	}
	for _, test := range owners {
		if got := find.Owner(add(tree, test.rel, analysis.Reference)); got == nil || got.Path != test.want {
			t.Errorf("the skill of %s is %v, want %s", test.rel, fmt.Sprint(got), test.want)
		}
	}
	if got := find.Owner(add(other, "a.md", analysis.Reference)); got != nil {
		t.Errorf("a file of another tree belongs to %s", got.Path)
	}
}
