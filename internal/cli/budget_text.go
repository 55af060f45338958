package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/term"
)

// How much people are shown; json has all.
const (
	shownSkills  = 30 // the heaviest ones, and all that are over their budgets
	fewSkills    = 3  // of so few the sections are shown as well
	shownAgents  = 30
	shownChanges = 30
)

// share is a part of a limit in percent, and the limit; empty: there is none.
func share(used, limit int) string {
	if limit <= 0 {
		return ""
	}
	return fmt.Sprintf("%s %% of %s", quote.Count((used*100+limit/2)/limit), quote.Count(limit))
}

// text writes what things cost for a terminal: skills, the heaviest first; agents; what lists cost.
func (b *budget) text(to io.Writer, draw term.Bars) error {
	w := bufio.NewWriter(to)
	b.changes.text(w)
	b.skillsText(w, draw)
	b.agentsText(w, draw)
	b.startupText(w)
	fmt.Fprintf(w, "%s\n", b.conclusion())
	return w.Flush()
}

// heaviestSkills returns the skills that people are shown, and how many others there are.
func (b *budget) heaviestSkills() (shown []*budgetSkill, others int) {
	for i := range b.skills {
		shown = append(shown, &b.skills[i])
	}
	sorting.By(shown, func(x, y *budgetSkill) int { return cmp.Compare(y.Tokens, x.Tokens) })
	all := len(shown)
	n := 0
	shown = slices.DeleteFunc(shown, func(s *budgetSkill) bool { n++; return n > shownSkills && !s.isOver() })
	return shown, all - len(shown)
}

// showsSections reports whether the sections of a skill are named.
func (b *budget) showsSections(s *budgetSkill) bool {
	return len(s.Sections) > 0 && (s.isOver() || len(b.skills) <= fewSkills)
}

func (b *budget) skillsText(w io.Writer, draw term.Bars) {
	shown, others := b.heaviestSkills()
	if len(shown) == 0 {
		return
	}
	rows := [][]string{{"SKILL.MD", "OF ITS BUDGET", "", "IN LISTS", "REFERENCES", "TOTAL", "SKILL"}}
	for _, s := range shown {
		rows = append(rows, []string{quote.Count(s.Tokens), share(s.Tokens, s.limit.Tokens), draw.Draw(s.Tokens, s.limit.Tokens),
			quote.Count(s.metadata), quote.Count(s.referenced()), quote.Count(s.total()), s.file.Path})
	}
	lines := term.Rows(rows, term.Right, term.Right, term.Bar, term.Right, term.Right, term.Right)
	fmt.Fprintln(w, lines[0])
	for i, s := range shown {
		fmt.Fprintln(w, lines[i+1])
		if !b.showsSections(s) {
			continue
		}
		if by, over := s.limit.Over(s.Tokens); over {
			fmt.Fprintf(w, "          %s over its budget; the heaviest sections:\n", quote.Count(by))
		}
		for _, part := range s.Sections {
			fmt.Fprintf(w, "  %8s  line %d: %s\n", quote.Count(part.Tokens), part.Line, escape.String(part.Heading))
		}
	}
	if others > 0 {
		fmt.Fprintf(w, "and %s, all lighter\n", quote.Plural(others, "skill"))
	}
	fmt.Fprintln(w)
}

// heaviestAgents returns the agents that people are shown: those that start with more than their own
// text.
func (b *budget) heaviestAgents() (shown []*budgetAgent, others int) {
	for i := range b.agents {
		if a := &b.agents[i]; a.total() > 0 || len(a.missing) > 0 {
			shown = append(shown, a)
		}
	}
	sorting.By(shown, func(x, y *budgetAgent) int { return cmp.Compare(y.total(), x.total()) })
	shown = shown[:min(len(shown), shownAgents)]
	if len(shown) > 0 {
		others = len(b.agents) - len(shown)
	}
	return shown, others
}

func (b *budget) agentsText(w io.Writer, draw term.Bars) {
	shown, others := b.heaviestAgents()
	if len(shown) == 0 {
		return
	}
	rows := [][]string{{"AT START", "OF ITS BUDGET", "", "PROTOCOL", "TASK", "SKILLS", "OWN TEXT", "AGENT"}}
	for _, a := range shown {
		rows = append(rows, []string{quote.Count(a.total()), share(a.total(), a.limit.Tokens), draw.Draw(a.total(), a.limit.Tokens),
			quote.Count(a.protocol), quote.Count(a.task), quote.Count(a.skills), quote.Count(a.own), a.file.Path})
	}
	lines := term.Rows(rows, term.Right, term.Right, term.Bar, term.Right, term.Right, term.Right, term.Right)
	fmt.Fprintln(w, lines[0])
	for i, a := range shown {
		fmt.Fprintln(w, lines[i+1])
		for _, remark := range a.remarks() {
			fmt.Fprintf(w, "            %s\n", escape.String(remark))
		}
	}
	if others > 0 {
		fmt.Fprintf(w, "and %s, all lighter\n", quote.Plural(others, "agent"))
	}
	fmt.Fprintln(w)
}

// remarks say what an agent's figures alone do not.
func (a *budgetAgent) remarks() []string {
	var all []string
	if len(a.preloads) > 0 {
		all = append(all, "starts with "+quote.List(a.preloads, "and"))
	}
	if len(a.missing) > 0 {
		all = append(all, "not there, so not counted: "+quote.List(a.missing, "and"))
	}
	if by, over := a.most.Over(a.skills); over {
		all = append(all, fmt.Sprintf("its skills cost %s more than the %s that %s", quote.Count(by), quote.Count(a.most.Tokens), a.most.Source))
	}
	if by, over := a.limit.Over(a.total()); over {
		all = append(all, fmt.Sprintf("it costs %s more than the %s that %s", quote.Count(by), quote.Count(a.limit.Tokens), a.limit.Source))
	}
	return all
}

func (b *budget) startupText(w io.Writer) {
	if len(b.startups) == 0 {
		return
	}
	rows := [][]string{{"AT START", "RULE OF THUMB", "ALL LOADED", "SAVED", "SKILLS", "SUBAGENTS", "ROOT OR PERSONA"}}
	for _, s := range b.startups {
		rows = append(rows, []string{quote.Count(s.tokens), quote.Count(s.estimate), quote.Count(s.everything), fmt.Sprintf("%.0f %%", 100*s.saved()),
			fmt.Sprint(s.skills), fmt.Sprint(s.subagents), s.path})
	}
	term.Table(w, rows, term.Right, term.Right, term.Right, term.Right, term.Right, term.Right)
	fmt.Fprintln(w)
}

// conclusion says what all skills cost together.
func (b *budget) conclusion() string {
	if len(b.skills) == 0 {
		return "there are no skills"
	}
	t := b.totals()
	over := "none is over its budget"
	switch {
	case t.Over == 1:
		over = "1 is over its budget"
	case t.Over > 1:
		over = fmt.Sprintf("%d are over their budgets", t.Over)
	}
	verb := "cost"
	if t.Skills == 1 {
		verb = "costs"
	}
	return fmt.Sprintf("%s %s %s tokens in lists, %s when loaded, %s with all references; %s (%s)",
		quote.Plural(t.Skills, "skill"), verb, quote.Count(t.Metadata), quote.Count(t.Tokens), quote.Count(t.Total), over, b.methodText())
}

// methodText says where the numbers come from.
func (b *budget) methodText() string {
	if b.method == "chars4" {
		return "chars4: characters / 4"
	}
	return "o200k, exact; other vocabularies differ"
}

// signed is a number with its sign.
func signed(n int) string {
	if n < 0 {
		return "-" + quote.Count(-n)
	}
	return "+" + quote.Count(n)
}

// text writes what changed; nothing where nothing is compared.
func (c *changes) text(w io.Writer) {
	if c == nil {
		return
	}
	if len(c.skills) == 0 {
		fmt.Fprintf(w, "Since %s: no skill changed its cost\n", escape.String(c.ref))
		c.listsText(w)
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintf(w, "Since %s: %s tokens of skills and their references\n", escape.String(c.ref), signed(c.by()))
	c.listsText(w)
	shown, others := c.largest()
	var rows [][]string
	for _, s := range shown {
		rows = append(rows, []string{signed(s.by()), s.status(), s.places()})
	}
	for _, line := range term.Rows(rows, term.Right) {
		fmt.Fprintln(w, "  "+line)
	}
	if others > 0 {
		fmt.Fprintf(w, "  and %s\n", quote.Plural(others, "smaller change"))
	}
	fmt.Fprintln(w)
}

// places says where a skill stands, and where it stood.
func (s *skillChange) places() string {
	if s.from == "" {
		return s.path
	}
	return s.path + ", from " + s.from
}

// largest returns the changes that people are shown, the largest first, and how many others there
// are.
func (c *changes) largest() (shown []*skillChange, others int) {
	for i := range c.skills {
		shown = append(shown, &c.skills[i])
	}
	sorting.By(shown, func(x, y *skillChange) int { return cmp.Compare(max(y.by(), -y.by()), max(x.by(), -x.by())) })
	others = max(0, len(shown)-shownChanges)
	return shown[:len(shown)-others], others
}
