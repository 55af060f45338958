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

// TestOthersRequirements checks that the other rules require only facts of documents. They run with default options.
func TestOthersRequirements(t *testing.T) {
	for _, rule := range others {
		for _, x := range append([]*analysis.Analyzer{rule}, rule.Requires...) {
			if x.Scope != analysis.PerDocument || x.Compares || x.IsFold() || !x.AppliesTo(analysis.Skill) {
				t.Errorf("%s cannot be run: %s is not computed per document", rule.Name, x.Name)
			}
		}
	}
}

// TestManyFields checks that the time is not quadratic in the number of unusual fields.
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
			t.Errorf("%d findings in a file", found)
		}
		return time.Since(started)
	}
	find(10)
	few, many := find(500), find(4000)
	if many > 40*few && many > 2*time.Second {
		t.Errorf("time for 8 times the fields: %s, compared with %s", many, few)
	}
}

// TestMessages checks that the texts of findings are short and include help, for all results of the models.
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

// TestCollect checks which reasons are joined to one objection.
func TestCollect(t *testing.T) {
	top, value := analysis.Range{End: 3}, analysis.Range{Start: 10, End: 15}
	verdict := func(agent string, status loader.Status, at analysis.Range, causes ...string) loader.Verdict {
		v := loader.Verdict{Client: agent, Status: status}
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
		{"missing fields are separate", true, []loader.Verdict{verdict("codex", loader.Rejected, top, "no-name", "no-description"), verdict("gemini", loader.Rejected, top, "no-name")},
			"no-name 1, no-description 1"},
		{"empty value, missing for one client and of the wrong type for another", true, []loader.Verdict{verdict("gemini", loader.Rejected, value, "name-type"), verdict("codex", loader.Rejected, value, "no-name")},
			"no-name 2"},
		{"missing field and invalid field", true, []loader.Verdict{verdict("codex", loader.Rejected, value, "no-description"), verdict("gemini", loader.Rejected, value, "name-type")},
			"no-description 1, name-type 1"},
		{"wrong type, reported at a part of the value", true, []loader.Verdict{verdict("codex", loader.Rejected, analysis.Range{Start: 10, End: 12}, "description-type"), verdict("gemini", loader.Rejected, value, "description-type")},
			"description-type 1"},
		{"one value, two problems", true, []loader.Verdict{verdict("codex", loader.Partial, value, "name-form"), verdict("gemini", loader.Rejected, value, "name-length")},
			"name-length 2"},
		{"same cause", true, []loader.Verdict{verdict("codex", loader.Partial, value, "tag"), verdict("gemini", loader.Rejected, value, "tag")}, "tag 2"},
		{"whole frontmatter", true, []loader.Verdict{verdict("codex", loader.Rejected, top, "no-header"), verdict("gemini", loader.Rejected, value, "syntax")},
			"no-header 2"},
		{"directory name, without a directory", false, []loader.Verdict{verdict("agentskills", loader.Rejected, value, "name-directory", "name-form")}, "name-form 1"},
		{"directory name", true, []loader.Verdict{verdict("agentskills", loader.Rejected, value, "name-directory")}, "name-directory 1"},
		{"unknown", true, []loader.Verdict{verdict("cursor", loader.Unknown, top, "syntax")}, ""},
	}
	for _, test := range tests {
		var got []string
		for _, o := range collect(test.verdicts, test.named) {
			got = append(got, fmt.Sprint(o.cause, " ", len(o.voices)))
			if o.voices[0].severity != o.severity {
				t.Errorf("%s: worst voice is not first: %v", test.name, o.voices)
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}
