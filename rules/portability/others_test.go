package portability

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// The other rules are asked with the facts of the document that they require, and with the options they
// have by default.
func TestOthersNeedOnlyTheDocument(t *testing.T) {
	for _, rule := range others {
		for _, x := range append([]*analysis.Analyzer{rule}, rule.Requires...) {
			if x.Scope != analysis.PerDocument || x.Compares || x.IsFold() || !x.AppliesTo(analysis.Skill) {
				t.Errorf("%s cannot be run: %s needs more than one skill", rule.Name, x.Name)
			}
		}
	}
}

// A header of as many odd fields as fit takes no time that grows with their square.
func TestManyFields(t *testing.T) {
	find := func(fields int) time.Duration {
		var b strings.Builder
		b.WriteString("---\nname: x\ndescription: y\n")
		for i := range fields {
			fmt.Fprintf(&b, "f%d:\n", i)
		}
		b.WriteString("---\n# X\n")
		source := b.String()
		f := &analysis.File{Path: "x/SKILL.md", Rel: "x/SKILL.md", Kind: analysis.Skill, Dialect: schema.Lookup("agentskills"), Targets: loader.IDs()}
		d := load.Document(f, []byte(source), false)
		started := time.Now()
		var facts analysis.FactSet
		pass := analysis.NewPass(context.Background(), loader.Fact.Analyzer, &facts, nil)
		pass.File, pass.Document = f, d
		if err := facts.Compute(pass); err != nil {
			t.Fatal(err)
		}
		found := 0
		pass = analysis.NewPass(context.Background(), Agent, &facts, func(analysis.Diagnostic) { found++ })
		pass.File, pass.Document = f, d
		if err := Agent.Run(pass); err != nil {
			t.Fatal(err)
		}
		if found > 200 {
			t.Errorf("%d findings in one file", found)
		}
		return time.Since(started)
	}
	find(10)
	few, many := find(500), find(4000)
	if many > 40*few && many > 2*time.Second {
		t.Errorf("8 times the fields take %s, not %s", many, few)
	}
}

// Whatever the models return, the texts of a finding are short, and there is a help.
func TestMessages(t *testing.T) {
	cases := append(conformance.HeaderTable(), conformance.MadeHeaders("x", 7, 600)...)
	for _, c := range cases {
		p := ".claude/skills/" + c.Directory + "/SKILL.md"
		f := &analysis.File{Path: p, Rel: p, Kind: analysis.Skill, Dialect: schema.Lookup("claude-code"), Targets: loader.IDs()}
		d := load.Document(f, c.File, false)
		var facts analysis.FactSet
		pass := analysis.NewPass(context.Background(), loader.Fact.Analyzer, &facts, nil)
		pass.File, pass.Document = f, d
		if err := facts.Compute(pass); err != nil {
			t.Fatal(err)
		}
		for _, o := range collect(facts.Value(loader.Fact.Analyzer).(loader.Readings).Verdicts, true) {
			for _, text := range []string{o.voices[0].message, o.effect(), o.help(d)} {
				if text == "" || len(text) > 600 || strings.ContainsAny(text, "\n\r") || strings.HasSuffix(text, ".") {
					t.Errorf("%s (%s): %q", c.ID, o.cause, text)
				}
			}
		}
	}
}

// TestCollect: what is one place, and what agents say of it in other words or as badly.
func TestCollect(t *testing.T) {
	top, value := analysis.Range{End: 3}, analysis.Range{Start: 10, End: 15}
	verdict := func(agent string, status loader.Status, at analysis.Range, causes ...string) loader.Verdict {
		v := loader.Verdict{Agent: agent, Status: status}
		for _, c := range causes {
			v.Grounds = append(v.Grounds, loader.Ground{Message: c, Effect: "rejects the skill", Cause: c, At: analysis.Location{Range: at}})
		}
		return v
	}
	tests := []struct {
		name     string
		named    bool
		verdicts []loader.Verdict
		want     string // cause and number of voices of each
	}{
		{"missing fields are told apart", true, []loader.Verdict{verdict("codex", loader.Rejected, top, "no-name", "no-description"), verdict("gemini", loader.Rejected, top, "no-name")},
			"no-name 1, no-description 1"},
		{"an empty value is none to some, and of another type to others", true, []loader.Verdict{verdict("gemini", loader.Rejected, value, "name-type"), verdict("codex", loader.Rejected, value, "no-name")},
			"no-name 2"},
		{"a field that is missing is no other that is wrong", true, []loader.Verdict{verdict("codex", loader.Rejected, value, "no-description"), verdict("gemini", loader.Rejected, value, "name-type")},
			"no-description 1, name-type 1"},
		{"a type, told at one part of the value", true, []loader.Verdict{verdict("codex", loader.Rejected, analysis.Range{Start: 10, End: 12}, "description-type"), verdict("gemini", loader.Rejected, value, "description-type")},
			"description-type 1"},
		{"one value, two faults", true, []loader.Verdict{verdict("codex", loader.Partial, value, "name-form"), verdict("gemini", loader.Rejected, value, "name-length")},
			"name-length 2"},
		{"as badly", true, []loader.Verdict{verdict("codex", loader.Partial, value, "tag"), verdict("gemini", loader.Rejected, value, "tag")}, "tag 2"},
		{"the whole header, wherever", true, []loader.Verdict{verdict("codex", loader.Rejected, top, "no-header"), verdict("gemini", loader.Rejected, value, "syntax")},
			"no-header 2"},
		{"the folder's name, where it has none", false, []loader.Verdict{verdict("agentskills", loader.Rejected, value, "name-directory", "name-form")}, "name-form 1"},
		{"the folder's name", true, []loader.Verdict{verdict("agentskills", loader.Rejected, value, "name-directory")}, "name-directory 1"},
		{"not known", true, []loader.Verdict{verdict("cursor", loader.Unknown, top, "syntax")}, ""},
	}
	for _, test := range tests {
		var got []string
		for _, o := range collect(test.verdicts, test.named) {
			got = append(got, fmt.Sprint(o.cause, " ", len(o.voices)))
			if o.voices[0].severity != o.severity {
				t.Errorf("%s: the worst is not the first: %v", test.name, o.voices)
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}
