package payload

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
)

// fit loads the skills by a strategy, and reports whether they fit.
func (a *assembly) fit(s Strategy) bool {
	for _, u := range a.skills {
		u.load(s)
	}
	return a.shrink(s)
}

// shrink takes steps until everything fits. It omits references, reduces supporting skills to their frontmatter,
// the last one first, and drops sections and lines of the primary. Then it repeats this with the lowest strategy. A comprehensive payload without references equals the standard one. Protocols
// are never truncated.
func (a *assembly) shrink(s Strategy) bool {
	if a.exceedsLimit() && s == Comprehensive {
		a.dropReferences()
		s = Standard
	}
	for i := len(a.skills) - 1; i > 0 && a.exceedsLimit(); i-- {
		a.onlyHeader(a.skills[i])
	}
	primary := a.skills[0]
	if a.exceedsLimit() {
		a.cutSections(primary)
	}
	if a.exceedsLimit() {
		a.cutLines(primary)
	}
	if !a.exceedsLimit() || s == Minimal {
		return !a.exceedsLimit()
	}
	before, least := a.cost().Skills, "first line"
	if primary.headerEnd() > 0 {
		least = "frontmatter"
	}
	for _, u := range a.skills {
		u.load(Minimal)
	}
	a.step(LowerStrategy, primary, before, "lowered the strategy from %s to %s, because the %s of %s does not fit", s, Minimal, least, name(primary))
	return a.shrink(Minimal)
}

// exceedsLimit reports whether the skills or the whole payload exceed their limit.
func (a *assembly) exceedsLimit() bool {
	c := a.cost()
	return c.Skills > c.SkillsLimit || c.Total > c.Limit
}

// available returns the tokens that remain for a unit.
func (a *assembly) available(u *unit) int {
	c := a.cost()
	return max(0, min(c.SkillsLimit-(c.Skills-u.Tokens), c.Limit-(c.Total-u.Tokens)))
}

func (a *assembly) step(kind StepKind, u *unit, before int, format string, args ...any) {
	a.steps = append(a.steps, Step{Kind: kind, Skill: u.Name, Message: fmt.Sprintf(format, args...), Before: before, After: a.cost().Skills})
}

func (a *assembly) dropReferences() {
	for i := len(a.skills) - 1; i >= 0; i-- {
		u := a.skills[i]
		if len(u.references) == 0 {
			continue
		}
		before := a.cost().Skills
		for _, r := range u.references {
			r.setPieces(Omitted, none)
		}
		a.step(DropReferences, u, before, "omitted %s of %s", quote.Plural(len(u.references), "reference"), name(u))
	}
}

func (a *assembly) onlyHeader(u *unit) {
	before := a.cost().Skills
	u.onlyHeader()
	if u.Form == Omitted {
		a.step(OnlyHeader, u, before, "omitted the supporting skill %s, which has no frontmatter", name(u))
		return
	}
	a.step(OnlyHeader, u, before, "kept only the frontmatter of the supporting skill %s", name(u))
}

func (a *assembly) cutSections(u *unit) {
	before := a.cost().Skills
	if dropped := u.cutSections(a.available(u)); len(dropped) > 0 {
		a.step(CutSections, u, before, "omitted %s of %s: %s", quote.Plural(len(dropped), "section"), name(u), list(dropped))
	}
}

func (a *assembly) cutLines(u *unit) {
	before := a.cost().Skills
	room := a.available(u)
	if !u.cutLines(room) {
		return
	}
	if u.Form != Lines {
		a.step(CutLines, u, before, "%s fits if its line feeds are not counted", name(u))
		return
	}
	last := u.Kept[len(u.Kept)-1]
	a.step(CutLines, u, before, "truncated %s in %s after %s, and added %q", name(u), heading(last), tokens(u.Tokens), budget.TruncationMarker)
}

// name quotes the name of a skill.
func name(u *unit) string { return quote.Text(u.Name) }

func tokens(n int) string { return quote.Plural(n, "token") }

// list lists at most five names.
func list(names []string) string {
	const most = 5
	if rest := len(names) - most; rest > 0 {
		return strings.Join(names[:most], ", ") + " and " + quote.Count(rest) + " more"
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
