package budget

import (
	"cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// What is recommended where nobody says more: 5,000 tokens for a skill by the Agent Skills
// specification, the others by CLEO's loading design.
const (
	DefaultSkill    = 5_000
	DefaultProtocol = 2_000
	DefaultTask     = 2_000  // what is set aside for the task of a spawn
	DefaultPreloads = 15_000 // all skills of a spawn together
	DefaultContext  = 100_000
	DefaultSpawn    = DefaultContext * 7 / 10
)

// A Limit is what something may cost. The zero Limit is none.
type Limit struct {
	Tokens   int
	Severity analysis.Severity  // of what is over it
	Source   string             // completes "the 5,000 that …": "its registry allows"
	At       *analysis.Location // where it is set; nil: in no file of the tree
	In       string             // of references: the folder whose files count; empty: all of the skill's
	Real     bool               // tokens of real models are meant, not characters / 4
	Effect   string             // of what is over it, completes "…, so "; empty: that is not known
}

// Over reports whether a number of tokens is over the limit, and by how many.
func (l Limit) Over(tokens int) (int, bool) {
	return tokens - l.Tokens, l.Tokens > 0 && tokens > l.Tokens
}

// OfSkill returns what a SKILL.md may cost. option is that of the rule, 0 where it is not set; skills
// are what registries list.
func OfSkill(f *analysis.File, skills registry.Listed, option int) Limit {
	if l := configured(f, skills, option, func(b analysis.Budgets) int { return b.Skill }); l.Tokens > 0 {
		return l
	}
	if l, ok := skills[f]; ok {
		if n := l.Entry.TokenBudget; n.Value > 0 {
			return Limit{Tokens: n.Value, Severity: analysis.Error, Source: "its registry allows", At: &n.Location}
		}
	}
	if d := dialectOf(f, skills); d != nil && d.Budget != nil && d.Budget.Skill > 0 {
		severity, _ := analysis.ParseSeverity(d.Budget.Severity)
		verb := map[bool]string{true: " allows", false: " recommends"}[severity == analysis.Error]
		return Limit{Tokens: d.Budget.Skill, Severity: cmp.Or(severity, analysis.Warning), Source: d.Title + verb}
	}
	return Limit{Tokens: DefaultSkill, Severity: analysis.Warning, Source: "the specification recommends", Real: true}
}

// OfMetadata returns what the list of skills may show of a skill, or of each entry of a registry.
// There is no limit where neither configuration nor dialect sets one: descriptions of 1,024
// characters are healthy.
func OfMetadata(f *analysis.File, option int) Limit {
	if l := configured(f, nil, option, func(b analysis.Budgets) int { return b.Metadata }); l.Tokens > 0 {
		return l
	}
	if d := f.Dialect; d != nil && d.Budget != nil && d.Budget.Metadata > 0 {
		return Limit{Tokens: d.Budget.Metadata, Severity: analysis.Warning, Source: d.Title + " sets aside"}
	}
	return Limit{}
}

// OfReferences returns what a SKILL.md may cost together with all that it refers to. There is no
// limit where no loader reads all of it at once.
func OfReferences(f *analysis.File, skills registry.Listed, option int) Limit {
	if l := configured(f, skills, option, func(b analysis.Budgets) int { return b.References }); l.Tokens > 0 {
		return l
	}
	if d := dialectOf(f, skills); d != nil && d.Budget != nil && d.Budget.References > 0 {
		return Limit{Tokens: d.Budget.References, Severity: analysis.Warning, Source: d.Title + " recommends", In: d.Budget.In, Effect: d.Budget.Effect}
	}
	return Limit{}
}

// OfReference returns what one file that a skill refers to may cost: only a configuration limits that.
func OfReference(f *analysis.File, skills registry.Listed, option int) Limit {
	return configured(f, skills, option, func(b analysis.Budgets) int { return b.Reference })
}

// OfPreloads returns what all skills may cost that an agent is given when it starts. by is the
// dialect of who starts it.
func OfPreloads(f *analysis.File, by *schema.Dialect, option int) Limit {
	return started(f, by, option, func(b analysis.Budgets) int { return b.Preloads },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Preloads, Severity: analysis.Warning, Source: " sets aside for all skills of a spawn"}
		})
}

// OfSpawn returns what protocol, task and skills of an agent may cost when it starts.
func OfSpawn(f *analysis.File, by *schema.Dialect, option int) Limit {
	return started(f, by, option, func(b analysis.Budgets) int { return b.Spawn },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Spawn, Severity: analysis.Error, Source: " lets a spawn begin with", Effect: "the spawn fails"}
		})
}

// OfProtocol returns what the base protocol may cost.
func OfProtocol(f *analysis.File, option int) Limit {
	return started(f, f.Dialect, option, func(b analysis.Budgets) int { return b.Protocol },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Protocol, Severity: analysis.Warning, Source: " sets aside for it"}
		})
}

// started returns a limit of what a subagent is given when it starts: the configuration's, else that
// of the dialect of who starts it, which completes Source.
func started(f *analysis.File, by *schema.Dialect, option int, said func(analysis.Budgets) int, of func(*schema.Budget) Limit) Limit {
	if l := configured(f, nil, option, said); l.Tokens > 0 || by == nil || by.Budget == nil {
		return l
	}
	l := of(by.Budget)
	l.Source = by.Title + l.Source
	if l.Tokens == 0 {
		return Limit{}
	}
	return l
}

// configured returns the limit that an option or the configuration's budgets set, or none.
func configured(f *analysis.File, skills registry.Listed, option int, of func(analysis.Budgets) int) Limit {
	if option > 0 {
		return Limit{Tokens: option, Severity: analysis.Error, Source: "the configuration allows"}
	}
	if f.Budgets == nil {
		return Limit{}
	}
	name := ""
	if d := dialectOf(f, skills); d != nil {
		name = d.Name
	}
	if n := of(f.Budgets.For(name)); n > 0 {
		return Limit{Tokens: n, Severity: analysis.Error, Source: "the configuration allows"}
	}
	return Limit{}
}

// dialectOf returns whose budgets hold for a file: those of the registry that lists it before its own
// dialect's. Nil: nobody's.
func dialectOf(f *analysis.File, skills registry.Listed) *schema.Dialect {
	if l, ok := skills[f]; ok {
		return l.Registry.Dialect
	}
	return f.Dialect
}
