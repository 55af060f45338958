package cleo

import (
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// A jsonContext is the number of newest entries that fit into a context.
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

// members writes the manifests as members of the JSON object, one by one. Otherwise, large manifests would be in memory several times.
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

// members returns the scalar fields of a manifest. The key "" counts entries without a value.
func (m *auditedFile) members() []jsonMember {
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

func (m *auditedFile) profile() string {
	if m.file.Strict {
		return "strict"
	}
	return "tolerant"
}

// withOthers returns the counts of all values; "…" counts those beyond the limit.
func withOthers(c manifest.Counts) map[string]int {
	values := map[string]int{}
	maps.Copy(values, c.Values)
	if c.Others > 0 {
		values["…"] = c.Others
	}
	return values
}

func (m *auditedFile) lists(raw func(string), value func(any) error) error {
	raw("\n")
	err := list(raw, value, "followups", m.FollowUps.All, func(f manifest.FollowUp) any { return jsonFollowUp(f) })
	raw(",\n")
	err = errors.Join(err, list(raw, value, "gone", slices.Values(m.missing), func(g missingFile) any { return g }))
	raw(",\n")
	return errors.Join(err, list(raw, value, "entries", m.Lines, func(l manifest.AuditLine) any { return jsonEntry{int(l.Number), l.ID, int(l.Tokens)} }))
}

// list writes a member whose value is a list, with a line for each item.
func list[T any](raw func(string), value func(any) error, name string, items iter.Seq[T], encode func(T) any) error {
	separator := "\"" + name + "\":["
	for item := range items {
		raw(separator + "\n")
		if err := value(encode(item)); err != nil {
			return err
		}
		separator = ","
	}
	end := "\n]"
	if separator != "," { // the list is empty
		end = separator + "]"
	}
	raw(end)
	return nil
}
