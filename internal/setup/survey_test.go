package setup

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// skill returns a skill as found by a run.
func skill(rel, dialect string, keys ...string) FoundFile {
	return FoundFile{Rel: rel, Keys: keys, File: &analysis.File{
		Rel: rel, Kind: analysis.Skill, Dialect: schema.Lookup(dialect), Why: "SKILL.md", Guessed: dialect != defaultDialect,
	}}
}

func TestCommon(t *testing.T) {
	tests := []struct {
		dirs []string
		want string
	}{
		{[]string{"skills"}, "skills"},
		{[]string{"."}, "."},
		{[]string{"skills", "skills"}, "skills"},
		{[]string{"plugins/a/skills", "plugins/b/skills"}, "plugins/*/skills"},
		{[]string{"skills/a", "skills/a/b", "skills/c"}, "skills/**"},
		{[]string{"a", "b"}, "*"},
		{[]string{".", "a/b"}, "**"},
		{[]string{"a/b", "c"}, "**"},
	}
	for _, test := range tests {
		if got := common(test.dirs); got != test.want {
			t.Errorf("common(%q) = %q, want %q", test.dirs, got, test.want)
		}
	}
}

func TestPins(t *testing.T) {
	tests := []struct {
		name       string
		files      []FoundFile
		want       []Pin
		undetected []string
	}{
		{"fields of one dialect", []FoundFile{
			skill("skills/a/SKILL.md", "agentskills", "name", "tier"), skill("skills/b/SKILL.md", "agentskills", "name"),
		}, []Pin{{"skills", "cleo", 1, 2}}, nil},
		{"fields of several dialects", []FoundFile{skill("skills/a/SKILL.md", "agentskills", "name", "version", "dependencies")},
			nil, []string{"skills"}},
		{"field that other dialects define for subagents", []FoundFile{skill("skills/a/SKILL.md", "agentskills", "name", "tools")},
			nil, []string{"skills"}},
		{"minority", []FoundFile{
			skill("skills/a/SKILL.md", "claude-code", "argument-hint"), skill("skills/b/SKILL.md", "agentskills"), skill("skills/c/SKILL.md", "agentskills"),
		}, nil, nil},
		{"tie", []FoundFile{
			skill("skills/a/SKILL.md", "claude-code", "argument-hint"), skill("skills/b/SKILL.md", "agentskills", "tier"),
		}, nil, nil},
		{"all detected", []FoundFile{
			skill("skills/a/SKILL.md", "claude-code"), skill("skills/b/SKILL.md", "claude-code"),
		}, nil, nil},
		{"half detected", []FoundFile{
			skill("skills/a/SKILL.md", "claude-code"), skill("skills/b/SKILL.md", "agentskills"),
		}, []Pin{{"skills", "claude-code", 1, 2}}, nil},
		{"separate directories", []FoundFile{
			skill("x/skills/a/SKILL.md", "agentskills", "tier"), skill("y/skills/a/SKILL.md", "agentskills"),
		}, []Pin{{"x/skills", "cleo", 1, 1}}, []string{"y/skills"}},
		{"directory of a client", []FoundFile{skill(".agents/skills/a/SKILL.md", "agentskills", "tier")}, nil, nil},
		{"directory with special characters", []FoundFile{skill("a\nb: c/x/SKILL.md", "agentskills", "tier")}, nil, nil},
		{"root", []FoundFile{skill("a/SKILL.md", "agentskills", "tier"), skill("SKILL.md", "agentskills", "tier")}, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := Summarize(test.files, nil)
			if diff := cmp.Diff(test.want, s.Pins); diff != "" {
				t.Errorf("pins (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.undetected, s.Undetected); diff != "" {
				t.Errorf("undetected (-want +got):\n%s", diff)
			}
		})
	}
}

func TestExcluded(t *testing.T) {
	reference := FoundFile{Rel: "skills/a/templates/x.md", File: &analysis.File{Kind: analysis.Reference, Dialect: schema.Lookup("agentskills")}}
	tests := []struct {
		name  string
		files []FoundFile
		want  []ExcludedDir
	}{
		{"third-party and test data", []FoundFile{
			skill("skills/a/SKILL.md", "agentskills"), skill("vendor/x/skills/b/SKILL.md", "agentskills"), skill("vendor/y/SKILL.md", "agentskills"),
			skill("pkg/testdata/b/SKILL.md", "agentskills"),
		}, []ExcludedDir{{"pkg/testdata", 1}, {"vendor", 2}}},
		{"no other files", []FoundFile{skill("vendor/x/skills/b/SKILL.md", "agentskills")}, nil},
		{"skills and plugins with such names", []FoundFile{
			skill("skills/fixtures/SKILL.md", "agentskills"), skill("skills/templates/x/SKILL.md", "agentskills"),
			skill("plugins/templates/skills/a/SKILL.md", "agentskills"), skill("template/SKILL.md", "agentskills"),
		}, nil},
		{"references of a skill", []FoundFile{skill("skills/a/SKILL.md", "agentskills"), reference}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Summarize(test.files, nil).Excluded); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestProtocol proposes the strict profile where CLEO is found, and nowhere else.
func TestProtocol(t *testing.T) {
	for dialect, want := range map[string]bool{"cleo": true, "claude-code": false, "agentskills": false} {
		text := Config(Summarize([]FoundFile{skill("skills/ct-plan/SKILL.md", dialect)}, nil), Options{})
		if got := strings.Contains(text, "\n#profile: strict\n"); got != want {
			t.Errorf("%s: proposes the strict profile: %t, want %t\n%s", dialect, got, want, text)
		}
	}
}

// TestHidden proposes progressive disclosure for skills of unknown clients, and for no others.
func TestHidden(t *testing.T) {
	s := Summarize([]FoundFile{skill("x/.bot/skills/a/SKILL.md", "agentskills"), skill(".myagent/skills/a/SKILL.md", "agentskills"),
		skill(".myagent/skills/b/SKILL.md", "agentskills"), skill(".agents/skills/a/SKILL.md", "agentskills"),
		skill(".listed/skills/a/SKILL.md", "progressive"), skill("skills/a/SKILL.md", "agentskills"), skill(".bot/tools/a/SKILL.md", "agentskills")}, nil)
	if diff := cmp.Diff([]string{".myagent/skills", "x/.bot/skills"}, s.Hidden); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if text := Config(s, Options{}); !strings.Contains(text, "\n#  x/.bot/skills: progressive\n") {
		t.Error(text)
	}
}
