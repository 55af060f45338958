package payload_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// TestRandom checks invariants of payloads, for random skills of all kinds of relevant lines.
func TestRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1_000 {
		o := payload.Options{Strategy: payload.Strategy(payload.Strategies()[r.IntN(4)]), SkillsLimit: 1 + r.IntN(300), Limit: 2_000 + r.IntN(400),
			Features: payload.Features{Available: r.IntN(20_000), Type: []string{"", "epic"}[r.IntN(2)]}}
		if r.IntN(2) == 0 {
			o.Base = ptr(text(0, "p.md", "PROTOCOL\n"))
		}
		for i := range 1 + r.IntN(3) {
			var references []string
			for range r.IntN(3) {
				references = append(references, lines(r))
			}
			o.Loads = append(o.Loads, skill(fmt.Sprint("s", i), lines(r), references...))
		}
		p := payload.New(o, values{})
		if wrong := violation(o, p); wrong != "" {
			t.Errorf("%s\n%s\n%q", wrong, strings.Join(show(p), "\n"), o.Loads[0].Source)
		}
	}
}

// lines returns a skill of random lines.
func lines(r *rand.Rand) string {
	kinds := []string{"text of a line\n", "\n", "## Summary\n", "## Core Rules\n", "## Examples\n", "### One\n", "## Appendix\n", "# A\n", "## B\n",
		"```\n", "技能\r\n", strings.Repeat("long ", 60) + "\n", "x"}
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteString("---\nname: x\n" + strings.Repeat("# comment\n", r.IntN(70)) + "---\n")
	}
	for range r.IntN(90) {
		b.WriteString(kinds[r.IntN(len(kinds))])
	}
	return b.String()
}

// violation returns a violated invariant, or "".
func violation(o payload.Options, p *payload.Payload) string {
	c := p.Tokens
	if fits := c.Skills <= c.SkillsLimit && c.Total <= c.Limit; fits != p.Fits {
		return "Fits differs from the tokens"
	}
	if !p.Fits {
		if p.Prompt != "" {
			return "payload does not fit, but has a prompt"
		}
		return ""
	}
	if o.Base != nil && !strings.HasPrefix(p.Prompt, "## Subagent Protocol (Auto-injected)\n\nPROTOCOL\n\n---") {
		return "protocol is incomplete"
	}
	sum, at := 0, 0
	for _, part := range p.Parts {
		if part.Kind == payload.Skill || part.Kind == payload.Reference {
			sum += part.Tokens
		}
		if part.Form == payload.Lines && !strings.Contains(p.Prompt, "\n"+budget.TruncationMarker) {
			return "lines are truncated without a marker"
		}
		before := 0
		for _, s := range part.Kept {
			if s.Line < before {
				return "sections are out of order"
			}
			before = s.Line
		}
		if part.Kind == payload.Skill && part.Form == payload.Whole {
			source := strings.TrimRight(string(o.Loads[at].Source), "\n")
			if !strings.Contains(p.Prompt, source) || part.Tokens != tokenizer.Chars4([]byte(source)) {
				return part.File.Path + " is incomplete"
			}
		}
		if part.Kind == payload.Skill {
			at++
		}
	}
	if sum != c.Skills {
		return "sum of tokens differs"
	}
	return ""
}
