package schema

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestDiscovery(t *testing.T) {
	if len(Discoveries()) != len(All()) {
		t.Errorf("%d dialects, but places of %d", len(All()), len(Discoveries()))
	}
	for i, d := range All() {
		if found := Discoveries()[i]; found.Dialect != d.Name || !reflect.DeepEqual(found.Places, d.Discovery) {
			t.Errorf("%s: Discoveries returns %v, but the dialect has %v", d.Name, found, d.Discovery)
		}
		if len(d.Discovery) == 0 || d.Precedence == "" || strings.HasSuffix(d.Precedence, ".") {
			t.Errorf("%s: %d places, precedence %q: both are required, without a final period", d.Name, len(d.Discovery), d.Precedence)
		}
		seen := map[string]bool{}
		for _, p := range d.Discovery {
			at := d.Name + ": " + p.Kind + " in " + p.Path
			oneOf(t, at+": scope", p.Scope, "project", "user", "admin", "system", "plugin")
			if seen[p.Kind+p.Scope+p.Path] || p.Depth < AnyDepth || strings.HasSuffix(p.Note, ".") {
				t.Errorf("%s: duplicate, or has depth %d or a note with a final period", at, p.Depth)
			}
			seen[p.Kind+p.Scope+p.Path] = true
			if d.Kinds[p.Kind] == nil {
				t.Errorf("%s: %s has no such kind", at, d.Name)
			}
			oneOf(t, at+": form of names", p.NewName, "", "snake", "prefixed", "task")
			if dir, _ := p.Directory(); p.New != "" && p.Scope != "plugin" && p.IsLiteral() && strings.HasPrefix(dir, ".") && !strings.HasPrefix(p.New, dir+"/") {
				t.Errorf("%s: new file %s is not in it", at, p.New)
			}
			if p.Home != "" && (p.Home == d.Name || Lookup(p.Home) == nil) {
				t.Errorf("%s: invalid home %q", at, p.Home)
			}
		}
	}
}

// TestDirectories checks the directories derived from the places of each dialect.
func TestDirectories(t *testing.T) {
	all := ClientDirectories()
	for _, d := range All() {
		for _, dir := range SkillDirectories(d.Name) {
			if !slices.Contains(all, dir) && dir != ".skills" { // which Letta Code shares with other programs
				t.Errorf("%s searches %s, which is not in ClientDirectories", d.Name, dir)
			}
		}
	}
	if dirs := SkillDirectories("codex"); !slices.Equal(dirs, []string{".agents", ".codex"}) || !slices.Contains(all, ".github") || slices.Contains(all, ".claude-plugin") {
		t.Errorf("codex searches %q, all directories are %q", dirs, all)
	}
}

func TestPlaceDirectory(t *testing.T) {
	for path, want := range map[string][2]string{
		".codex/skills/":             {".codex/skills", ""},
		".gemini/commands/**/*.toml": {".gemini/commands", "**/*.toml"},
		"*.prompt.md":                {"", "*.prompt.md"},
		"agents/*/AGENT.md":          {"agents", "*/AGENT.md"},
		".claude-plugin/plugin.json": {".claude-plugin", "plugin.json"},
	} {
		if dir, pattern := (&Place{Path: path}).Directory(); dir != want[0] || pattern != want[1] {
			t.Errorf("%s: %q, %q, want %q", path, dir, pattern, want)
		}
	}
}
