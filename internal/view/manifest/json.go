package manifest

import (
	"maps"

	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// A jsonContext is how many of the newest entries fit into a context.
type jsonContext struct {
	Limit   int `json:"limit"`
	Entries int `json:"entries"`
	Tokens  int `json:"tokens"`
}

type jsonFollowUp struct {
	Line int    `json:"line"`
	ID   string `json:"id"`
	Item string `json:"item"`
}

type jsonEntry struct {
	Line   int    `json:"line"`
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
}

// members writes the manifests into the object of format json: of a million entries the whole would
// be held several times.
func (r *Report) members(raw func(string), value func(any) error) error {
	raw("\"manifests\":[")
	for i, m := range r.manifests {
		if i > 0 {
			raw(",")
		}
		raw("\n{")
		for _, member := range m.members() {
			raw("\"" + member.name + "\":")
			if err := value(member.value); err != nil {
				return err
			}
			raw(",")
		}
		if err := m.lists(raw, value); err != nil {
			return err
		}
		raw("}")
	}
	raw("\n],\n")
	return nil
}

type jsonMember struct {
	name  string
	value any
}

// members are what is said of a manifest beside lists. "" stands for entries without a value.
func (m *audited) members() []jsonMember {
	entries, tokens := m.Newest(ContextLimit)
	return []jsonMember{
		{"path", m.file.Path},
		{"protocol", m.protocol},
		{"profile", m.profile()},
		{"count", m.Entries},
		{"tokens", m.Tokens},
		{"context", jsonContext{ContextLimit, entries, tokens}},
		{"statuses", withOthers(m.Statuses)},
		{"agent_types", withOthers(m.AgentTypes)},
		{"months", withOthers(m.Months)},
		{"unseen", m.unseen},
	}
}

func (m *audited) profile() string {
	if m.file.Strict {
		return "strict"
	}
	return "tolerant"
}

// withOthers returns the counts of all values; those that were too many count as "…".
func withOthers(c manifest.Counts) map[string]int {
	values := map[string]int{}
	maps.Copy(values, c.Values)
	if c.Others > 0 {
		values["…"] = c.Others
	}
	return values
}

func (m *audited) lists(raw func(string), value func(any) error) error {
	separator := "\n\"followups\":["
	list := func(v any) error {
		raw(separator + "\n")
		separator = ","
		return value(v)
	}
	for f := range m.FollowUps.All {
		if err := list(jsonFollowUp(f)); err != nil {
			return err
		}
	}
	raw(closing(separator, "\n\"followups\":["))
	separator = ",\n\"gone\":["
	for _, g := range m.gone {
		if err := list(g); err != nil {
			return err
		}
	}
	raw(closing(separator, ",\n\"gone\":["))
	separator = ",\n\"entries\":["
	for l := range m.Lines {
		if err := list(jsonEntry{int(l.Number), l.ID, int(l.Tokens)}); err != nil {
			return err
		}
	}
	raw(closing(separator, ",\n\"entries\":["))
	return nil
}

// closing ends a list; one in which nothing was written is yet to be begun.
func closing(separator, begin string) string {
	if separator == "," {
		return "\n]"
	}
	return begin + "]"
}
