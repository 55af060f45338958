package portability

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/headers"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// The other rules are asked without facts and with the options they have by default.
func TestTellersNeedNothing(t *testing.T) {
	for _, rule := range tellers {
		if len(rule.Requires) > 0 || rule.Scope != analysis.PerDocument || !rule.LooksAt(analysis.Skill) {
			t.Errorf("%s cannot be asked: it needs facts, or looks at something else", rule.Name)
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

// Whatever the models say, a finding is one sentence of bounded length that says what to write.
func TestMessages(t *testing.T) {
	cases := append(headers.Table(), headers.Made("x", 7, 600)...)
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
			_, advised := split(o.voices[0].words)
			if advised == "" && advice(d, &o) == "" && len(o.voices) == 1 {
				t.Errorf("%s: nothing is said of what to write instead: %s (%s)", c.ID, o.voices[0].words, o.cause)
			}
			if m := o.message(d); len(m) > 1500 || strings.ContainsAny(m, "\n\r") || strings.HasSuffix(m, ".") || strings.Contains(m, "; ;") {
				t.Errorf("%s: %s", c.ID, m)
			}
		}
	}
}
