package budget

import (
	"cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// Default limits: 5,000 tokens for a skill by the Agent Skills specification, the others by CLEO's
// loading design.
const (
	DefaultSkill    = 5_000
	DefaultProtocol = 2_000
	DefaultTask     = 2_000  // the task of a spawn
	DefaultPreloads = 15_000 // all skills of a spawn together
	DefaultContext  = 100_000
	DefaultSpawn    = DefaultContext * 7 / 10
)

// A Limit is a maximum number of tokens. The zero Limit is none.
type Limit struct {
	Tokens   int
	Severity analysis.Severity  // of exceeding it
	Label    string             // what kind of limit it is: "recommended", "registry limit"
	At       *analysis.Location // where it is set; nil: in no file of the tree
	In       string             // of references: the directory whose files count; empty: all of the skill's
	Real     bool               // it is in tokens of real models, not characters / 4
	Advice   bool               // it is recommended for all clients: see Tolerance
	Must     bool               // the dialect sets it: in the strict profile, exceeding it is an error
	Effect   string             // of exceeding it, a sentence; empty: unknown
}

// String describes a limit: "recommended: 5,000".
func (l Limit) String() string { return l.Label + ": " + quote.Count(l.Tokens) }

// Tolerance is by how much a recommendation may be exceeded, in percent: the models' own tokenizers differ by as much.
const Tolerance = 15

// Over reports whether a number of tokens exceeds the limit, and by how many.
func (l Limit) Over(tokens int) (int, bool) {
	most := l.Tokens
	if l.Advice {
		most += most * Tolerance / 100
	}
	return tokens - l.Tokens, l.Tokens > 0 && tokens > most
}

// Considerable is the percentage of a recommendation from which exceeding it is more than info. Readers found half of the skills
// below it to be needed as a whole.
const Considerable = 170

// SeverityOf returns the severity of a number of tokens over the limit. Little more than a recommendation costs little.
func (l Limit) SeverityOf(tokens int) analysis.Severity {
	if l.Advice && tokens*100 < l.Tokens*Considerable {
		return analysis.Info
	}
	return l.Severity
}

// CountsCharacters reports whether the client of a skill counts characters / 4 as a token. All others have a real
// tokenizer.
func CountsCharacters(f *analysis.File, skills registry.Listed) bool {
	d := dialectOf(f, skills)
	return d != nil && d.Budget != nil && d.Budget.Skill > 0
}

// OfSkill returns the limit of a SKILL.md. option is that of the rule, or 0; skills is what registries list.
func OfSkill(f *analysis.File, skills registry.Listed, option int) Limit {
	l := ofSkill(f, skills, option)
	l.Real = !CountsCharacters(f, skills)
	return l
}

func ofSkill(f *analysis.File, skills registry.Listed, option int) Limit {
	if l := configured(f, skills, option, func(b analysis.Budgets) int { return b.Skill }); l.Tokens > 0 {
		return l
	}
	if l, ok := skills[f]; ok {
		if n := l.Entry.TokenBudget; n.Value > 0 {
			at := l.Registry.At(n.Range)
			return Limit{Tokens: n.Value, Severity: analysis.Error, Label: "registry limit", At: &at}
		}
	}
	if d := dialectOf(f, skills); d != nil && d.Budget != nil && d.Budget.Skill > 0 {
		severity, _ := analysis.ParseSeverity(d.Budget.Severity)
		label := "recommended by " + d.Title
		if severity == analysis.Error {
			label = d.Title + " limit"
		}
		return Limit{Tokens: d.Budget.Skill, Severity: cmp.Or(severity, analysis.Warning), Label: label, Must: true}
	}
	return Limit{Tokens: DefaultSkill, Severity: analysis.Warning, Label: "recommended", Advice: true}
}

// OfMetadata returns the limit of an entry in the skill list. There is none where neither configuration
// nor dialect sets one: descriptions of 1,024 characters are usual.
func OfMetadata(f *analysis.File, option int) Limit {
	if l := configured(f, nil, option, func(b analysis.Budgets) int { return b.Metadata }); l.Tokens > 0 {
		return l
	}
	if d := f.Dialect; d != nil && d.Budget != nil && d.Budget.Metadata > 0 {
		return Limit{Tokens: d.Budget.Metadata, Severity: analysis.Warning, Label: d.Title + " budget", Must: true}
	}
	return Limit{}
}

// OfReferences returns the limit of a SKILL.md with its references. There is none where no client reads
// all of them at once.
func OfReferences(f *analysis.File, skills registry.Listed, option int) Limit {
	if l := configured(f, skills, option, func(b analysis.Budgets) int { return b.References }); l.Tokens > 0 {
		return l
	}
	if d := dialectOf(f, skills); d != nil && d.Budget != nil && d.Budget.References > 0 {
		return Limit{Tokens: d.Budget.References, Severity: analysis.Warning, Label: "recommended by " + d.Title, In: d.Budget.In, Effect: d.Budget.Effect, Must: true}
	}
	return Limit{}
}

// OfReference returns the limit of one reference, which only a configuration sets.
func OfReference(f *analysis.File, skills registry.Listed, option int) Limit {
	return configured(f, skills, option, func(b analysis.Budgets) int { return b.Reference })
}

// OfPreloads returns the limit of all skills that a subagent preloads. by is the dialect of the client
// that starts it.
func OfPreloads(f *analysis.File, by *schema.Dialect, option int) Limit {
	return started(f, by, option, func(b analysis.Budgets) int { return b.Preloads },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Preloads, Severity: analysis.Warning, Label: " budget", Must: true}
		})
}

// OfSpawn returns the limit of protocol, task and skills with which a subagent starts.
func OfSpawn(f *analysis.File, by *schema.Dialect, option int) Limit {
	return started(f, by, option, func(b analysis.Budgets) int { return b.Spawn },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Spawn, Severity: analysis.Error, Label: " limit", Effect: by.Title + " fails to start the subagent"}
		})
}

// OfProtocol returns the limit of the base protocol.
func OfProtocol(f *analysis.File, option int) Limit {
	return started(f, f.Dialect, option, func(b analysis.Budgets) int { return b.Protocol },
		func(b *schema.Budget) Limit {
			return Limit{Tokens: b.Protocol, Severity: analysis.Warning, Label: " budget", Must: true}
		})
}

// started returns a limit that applies when a subagent starts: the configuration's, else that of the
// dialect, whose title is put before Label.
func started(f *analysis.File, by *schema.Dialect, option int, configuredAs func(analysis.Budgets) int, of func(*schema.Budget) Limit) Limit {
	if l := configured(f, nil, option, configuredAs); l.Tokens > 0 || by == nil || by.Budget == nil {
		return l
	}
	l := of(by.Budget)
	l.Label = by.Title + l.Label
	if l.Tokens == 0 {
		return Limit{}
	}
	return l
}

// configured returns the limit that an option or the configuration's budgets set, or none.
func configured(f *analysis.File, skills registry.Listed, option int, of func(analysis.Budgets) int) Limit {
	if option > 0 {
		return Limit{Tokens: option, Severity: analysis.Error, Label: "configured limit"}
	}
	if f.Budgets == nil {
		return Limit{}
	}
	name := ""
	if d := dialectOf(f, skills); d != nil {
		name = d.Name
	}
	if n := of(f.Budgets.For(name)); n > 0 {
		return Limit{Tokens: n, Severity: analysis.Error, Label: "configured limit"}
	}
	return Limit{}
}

// dialectOf returns the dialect whose budgets apply to a file: that of the registry that lists it, else
// its own; nil: none.
func dialectOf(f *analysis.File, skills registry.Listed) *schema.Dialect {
	if l, ok := skills[f]; ok {
		return l.Registry.Dialect
	}
	return f.Dialect
}
