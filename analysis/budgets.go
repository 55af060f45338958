package analysis

// Budgets are the token limits of a configuration; 0: none. They are read-only.
type Budgets struct {
	Skill      int `yaml:"skill" doc:"one SKILL.md, frontmatter included"`
	Metadata   int `yaml:"metadata" doc:"the entry of one skill in a skill list"`
	Reference  int `yaml:"reference" doc:"one file that a skill refers to"`
	References int `yaml:"references" doc:"a SKILL.md together with all files that it refers to"`
	Preloads   int `yaml:"preloads" doc:"the skills that a subagent preloads"`
	Protocol   int `yaml:"protocol" doc:"the base protocol that every subagent receives"`
	Spawn      int `yaml:"spawn" doc:"the start of a subagent: protocol, task and skills"`

	Dialects map[string]Budgets `yaml:"dialects"` // by dialect: override the others
}

// For returns the budgets of a dialect, without Dialects. It may be called on nil.
func (b *Budgets) For(dialect string) Budgets {
	if b == nil {
		return Budgets{}
	}
	out := *b
	out.Dialects = nil
	out.take(b.Dialects[dialect])
	return out
}

// With returns the budgets overridden by those of a later configuration. A later general budget also
// overrides earlier ones of dialects.
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

// take copies the budgets that are set.
func (b *Budgets) take(from Budgets) {
	to := b.fields()
	for i, n := range from.fields() {
		if *n > 0 {
			*to[i] = *n
		}
	}
}

// drop clears the budgets that are set in others.
func (b *Budgets) drop(others Budgets) {
	to := b.fields()
	for i, n := range others.fields() {
		if *n > 0 {
			*to[i] = 0
		}
	}
}

func (b *Budgets) fields() [7]*int {
	return [7]*int{&b.Skill, &b.Metadata, &b.Reference, &b.References, &b.Preloads, &b.Protocol, &b.Spawn}
}
