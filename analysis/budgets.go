package analysis

// Budgets are what a configuration allows things to cost, in tokens; 0: it says nothing of them.
// They are read-only.
type Budgets struct {
	Skill      int `yaml:"skill" doc:"one SKILL.md, header included"`
	Metadata   int `yaml:"metadata" doc:"what an agent's list of skills shows of one"`
	Reference  int `yaml:"reference" doc:"one file that a skill refers to"`
	References int `yaml:"references" doc:"a SKILL.md together with all of these"`
	Preloads   int `yaml:"preloads" doc:"the skills that an agent is given when it starts"`
	Protocol   int `yaml:"protocol" doc:"the base protocol that every subagent is given"`
	Spawn      int `yaml:"spawn" doc:"an agent's start: protocol, task and skills"`

	Dialects map[string]Budgets `yaml:"dialects"` // by dialect: before the others
}

// For returns what is allowed in a dialect, without Dialects. It may be called on nil.
func (b *Budgets) For(dialect string) Budgets {
	if b == nil {
		return Budgets{}
	}
	out := *b
	out.Dialects = nil
	out.take(b.Dialects[dialect])
	return out
}

// With returns the budgets after what a later configuration says: it replaces all that was said of
// the same thing, that of dialects as well.
func (b *Budgets) With(later *Budgets) *Budgets {
	switch {
	case b == nil:
		return later
	case later == nil:
		return b
	}
	out := *b
	out.Dialects = map[string]Budgets{}
	out.take(*later)
	for name, own := range b.Dialects {
		own.drop(*later)
		out.Dialects[name] = own
	}
	for name, own := range later.Dialects {
		merged := out.Dialects[name]
		merged.take(own)
		out.Dialects[name] = merged
	}
	return &out
}

// take sets what other budgets say.
func (b *Budgets) take(from Budgets) {
	to := b.fields()
	for i, n := range from.fields() {
		if *n > 0 {
			*to[i] = *n
		}
	}
}

// drop leaves out what other budgets say.
func (b *Budgets) drop(said Budgets) {
	to := b.fields()
	for i, n := range said.fields() {
		if *n > 0 {
			*to[i] = 0
		}
	}
}

func (b *Budgets) fields() [7]*int {
	return [7]*int{&b.Skill, &b.Metadata, &b.Reference, &b.References, &b.Preloads, &b.Protocol, &b.Spawn}
}
