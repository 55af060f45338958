package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/protocol"
	"github.com/skilllint/skilllint/schema"
)

// Coverage reports which requirements of the protocol an agent never states.
//
// A CLEO agent's text is all that tells a subagent of BASE-001 to BASE-007, where no base protocol
// is put before its prompt. An agent that never says "append one line to MANIFEST.jsonl" appends
// none, and its orchestrator waits for it.
//
// State each of them, by its number or in words: that a line is appended, that content is not
// returned, that the task is completed, the output written before the line and the focus set before
// the work, that nothing is fabricated, and that research is linked.
//
// Left alone: skills and their references, which come with the base protocol; orchestrators, who
// are not bound by these; an agent without any text. A range, BASE-001 to BASE-007, states all in
// it, OUT-001 to OUT-004 of the protocol's earlier text what they became. The finding is advice: how
// well a requirement is put is not looked at.
var Coverage = &analysis.Analyzer{
	Name:     "protocol/coverage",
	Doc:      "requirements of the subagent protocol that an agent never states",
	Severity: analysis.Info,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Agent,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, protocol constraints"},
	Requires: []*analysis.Analyzer{protocol.Fact.Analyzer},
	Run:      coverage,
}

func coverage(pass *analysis.Pass) error {
	d, p := pass.Document, protocol.Fact.Of(pass).Protocol
	body := string(d.Source[d.BodyStart():])
	if strings.TrimSpace(body) == "" || d.Header == nil || d.Header.State != analysis.HeaderClosed || isOrchestrator(d, p) {
		return nil
	}
	stated := statedIn(body, p)
	var missing []string
	for i, r := range p.Requirements {
		if !stated[i] {
			missing = append(missing, r.ID+" ("+r.Level+" "+r.Text+")")
		}
	}
	switch {
	case len(missing) == 0:
	case len(missing) == len(p.Requirements):
		pass.Reportf(d.Header.Open, "the agent states none of %s to %s, so it follows them only if its prompt tells it to; state them",
			p.Requirements[0].ID, p.Requirements[len(missing)-1].ID)
	default:
		pass.Reportf(d.Header.Open, "the agent never states %s, so it follows %s only if its prompt tells it to; state %[2]s",
			strings.Join(missing, ", "), pronoun(len(missing)))
	}
	return nil
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// isOrchestrator reports whether a file calls itself an orchestrator.
func isOrchestrator(d *analysis.Document, p *schema.Protocol) bool {
	name := d.Data.Get("name")
	return name.IsString() && strings.Contains(strings.ToLower(name.Text), p.Orchestrator)
}

// statedIn says for each requirement whether a text states it.
func statedIn(text string, p *schema.Protocol) []bool {
	stated := make([]bool, len(p.Requirements))
	for line := range strings.Lines(strings.ToLower(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		for i, r := range p.Requirements {
			stated[i] = stated[i] || states(line, r)
		}
		from, to := rangeIn(line, p)
		for i := from; i < to; i++ {
			stated[i] = true
		}
	}
	return stated
}

// states reports whether a line in lower case states a requirement, by an id or in words.
func states(line string, r schema.Requirement) bool {
	for _, id := range append([]string{r.ID}, r.Also...) {
		if strings.Contains(line, strings.ToLower(id)) {
			return true
		}
	}
	for _, words := range r.Words {
		all := true
		for word := range strings.SplitSeq(words, "+") {
			all = all && strings.Contains(line, word)
		}
		if all {
			return true
		}
	}
	return false
}

// rangeIn returns which requirements a range in a line covers, as in "BASE-001 through BASE-007".
func rangeIn(line string, p *schema.Protocol) (from, to int) {
	start := -1 // offset behind the id that the range begins with
	for i, r := range p.Requirements {
		n := strings.Index(line, strings.ToLower(r.ID))
		if n < 0 {
			continue
		}
		if start >= 0 && n > start {
			switch strings.Trim(line[start:n], " `*") {
			case "to", "through", "-", "–", "—", "…", "...", "..", "until":
				return from, i + 1
			}
		}
		from, start = i, n+len(r.ID)
	}
	return 0, 0
}
