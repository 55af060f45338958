package budget

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Limits of the output except JSON, which is complete.
const (
	shownSkills  = 30 // the largest, in addition to those over budget
	fewSkills    = 3  // up to this number, sections are also shown
	shownAgents  = 30
	shownChanges = 30
)

// share returns the used percentage of a limit, or "" without a limit.
func share(used, limit int) string {
	if limit <= 0 {
		return ""
	}
	return fmt.Sprintf("%s %% of %s", quote.Count((used*100+limit/2)/limit), quote.Count(limit))
}

// Headings of tables. The last column of each is a path.
var (
	skillHeadings   = []string{"SKILL.md", "Budget", "Skill list", "References", "Total", "Skill"}
	agentHeadings   = []string{"Start-up", "Budget", "Protocol", "Task", "Skills", "Own text", "Subagent"}
	startupHeadings = []string{"Start-up", "Estimate", "All loaded", "Saved", "Skills", "Subagents", "Directory or persona"}
)

func (s *skill) cells() []string {
	return []string{quote.Count(s.Tokens), share(s.Tokens, s.limit.Tokens), quote.Count(s.metadata), quote.Count(s.referenceTokens()),
		quote.Count(s.total()), s.file.Path}
}

func (a *agent) cells() []string {
	return []string{quote.Count(a.total()), share(a.total(), a.limit.Tokens), quote.Count(a.protocol), quote.Count(a.task),
		quote.Count(a.skills), quote.Count(a.own), a.file.Path}
}

func (s *startup) cells() []string {
	return []string{quote.Count(s.Tokens), quote.Count(s.Estimate), quote.Count(s.Everything), fmt.Sprintf("%.0f %%", 100*s.savedShare()),
		fmt.Sprint(s.Skills), fmt.Sprint(s.Subagents), s.Path}
}

// heaviestSkills returns the skills to show, and the number of others.
func (b *Budget) heaviestSkills() (shown []*skill, others int) {
	for i := range b.skills {
		shown = append(shown, &b.skills[i])
	}
	sorting.By(shown, func(x, y *skill) int { return cmp.Compare(y.Tokens, x.Tokens) })
	all := len(shown)
	n := 0
	shown = slices.DeleteFunc(shown, func(s *skill) bool { n++; return n > shownSkills && !s.isOver() })
	return shown, all - len(shown)
}

// heaviestAgents returns the agents to show, those with a cost besides their own text, and the number of others.
func (b *Budget) heaviestAgents() (shown []*agent, others int) {
	for i := range b.agents {
		if a := &b.agents[i]; a.total() > 0 || len(a.missing) > 0 {
			shown = append(shown, a)
		}
	}
	sorting.By(shown, func(x, y *agent) int { return cmp.Compare(y.total(), x.total()) })
	shown = shown[:min(len(shown), shownAgents)]
	if len(shown) > 0 {
		others = len(b.agents) - len(shown)
	}
	return shown, others
}

// conclusion summarizes all skills.
func (b *Budget) conclusion() string {
	if len(b.skills) == 0 {
		return "no skills"
	}
	t := b.totals()
	over := "none over budget"
	switch {
	case t.Over == 1:
		over = "1 over budget"
	case t.Over > 1:
		over = fmt.Sprintf("%d over budget", t.Over)
	}
	return fmt.Sprintf("%s: %s tokens in skill lists, %s when loaded, %s with all references; %s (%s)",
		quote.Plural(t.Skills, "skill"), quote.Count(t.Metadata), quote.Count(t.Tokens), quote.Count(t.Total), over, b.methodText())
}

// methodText names the tokenizers.
func (b *Budget) methodText() string {
	const characters, exact = "characters / 4", "o200k; exact for OpenAI models only"
	n := 0 // skills counted by characters / 4
	for i := range b.skills {
		if b.skills[i].method == "chars4" {
			n++
		}
	}
	switch {
	case b.Tokenizer == "chars4" || n > 0 && n == len(b.skills):
		return "chars4: " + characters
	case n > 0:
		return fmt.Sprintf("%s; %s: %s, which the client counts", exact, quote.Plural(n, "skill"), characters)
	}
	return exact
}

// formatSigned returns a number with its sign.
func formatSigned(n int) string {
	if n < 0 {
		return "-" + quote.Count(-n)
	}
	return "+" + quote.Count(n)
}

// largest returns the changes to show, the largest first, and the number of others.
func (c *changes) largest() (shown []*skillChange, others int) {
	for i := range c.skills {
		shown = append(shown, &c.skills[i])
	}
	sorting.By(shown, func(x, y *skillChange) int { return cmp.Compare(max(y.Change, -y.Change), max(x.Change, -x.Change)) })
	others = max(0, len(shown)-shownChanges)
	return shown[:len(shown)-others], others
}
