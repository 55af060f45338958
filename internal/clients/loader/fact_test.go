package loader_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// readings computes the fact of a skill. An empty source stands for a file that is too large.
func readings(t *testing.T, path, source string, targets ...string) (loader.Readings, error) {
	t.Helper()
	f := &analysis.File{Path: path, Rel: path, Kind: analysis.Skill, Dialect: schema.Lookup("agentskills"), Targets: targets}
	var d *analysis.Document
	if source == "" {
		f.Size = 9 << 20
		d = load.TooLarge(f, false)
	} else {
		d = load.Document(f, []byte(source), false)
	}
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), loader.Fact.Analyzer, &facts, nil)
	pass.File, pass.Document = f, d
	if err := facts.Compute(pass); err != nil {
		return loader.Readings{}, err
	}
	return facts.Value(loader.Fact.Analyzer).(loader.Readings), nil
}

func TestFact(t *testing.T) {
	const header = "---\nname: x\ndescription: Does it.\n---\n# X\n"
	tests := []struct{ name, path, source, targets, want string }{
		{"order of clients", "x/SKILL.md", header, "gemini codex", "x|Does it.: codex loads gemini loads"},
		{"flat", "core/x.md", header, "codex agentskills triagent", "x|Does it.: codex rejected file-name agentskills rejected file-name triagent loads"},
		{"flat, in a client with flat files", "core/x.md", header, "duyetbot", "x|Does it.: duyetbot rejected no-triggers no-type"},
		{"space around the name", "x/SKILL.md", "---\nname: ' x '\ndescription: Does it.\n---\n", "agentskills", "x|Does it.: agentskills loads"},
		{"lower case", "x/skill.md", header, "codex agentskills", "x|Does it.: codex rejected file-name agentskills loads"},
		{"too large", "x/SKILL.md", "", "codex copilot", "x|: codex unknown file-size copilot rejected file-size"},
		{"invalid YAML", "y/SKILL.md", "---\nname: x\ndescription: Use when: it is so.\n---\n", "copilot", "x|Use when: it is so.: copilot rejected syntax"},
		{"no frontmatter", "y/SKILL.md", "# Y\n", "codex", "y|: codex rejected no-header"},
		{"in the working directory", "SKILL.md", "# Y\n", "codex", "SKILL|: codex rejected no-header"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := readings(t, test.path, test.source, strings.Fields(test.targets)...)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Name + "|" + r.Description + ":"
			for _, v := range r.Verdicts {
				got += " " + v.Client + " " + string(v.Status)
				for _, g := range v.Grounds {
					got += " " + g.Cause
				}
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	if _, err := readings(t, "x/SKILL.md", header); !errors.Is(err, analysis.ErrNoFact) {
		t.Errorf("without targets: %v, want no fact", err)
	}
}

// Frontmatter may have thousands of fields that a client rejects. The fact must remain small.
func TestFactIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\nname: x\ndescription: Does it.\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "k%d: 1\n", i)
	}
	r, err := readings(t, "x/SKILL.md", b.String()+"---\n", "agentskills")
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[0]; len(v.Grounds)+v.More != 3000 || len(v.Grounds) > 20 {
		t.Errorf("%d reasons, and %d more", len(v.Grounds), v.More)
	}
}

func TestNameByPath(t *testing.T) {
	tests := []struct{ path, rel, want string }{
		{"skills/a/SKILL.md", "a/SKILL.md", "a"},
		{"SKILL.md", "skills/a/SKILL.md", "a"},
		{"../SKILL.md", "a/SKILL.md", "a"},
		{"/SKILL.md", "SKILL.md", "SKILL"},
		{"core/a.b.md", "core/a.b.md", "a.b"},
	}
	for _, test := range tests {
		if got := loader.NameByPath(&analysis.File{Path: test.path, Rel: test.rel}); got != test.want {
			t.Errorf("%s: %s, want %s", test.path, got, test.want)
		}
	}
}
