package cleo

import "github.com/skilllint/skilllint/facts/registry"

// A hitJSON is an entry that matches a task.
type hitJSON struct {
	Skill      string             `json:"skill"`
	Path       string             `json:"path"`
	By         registry.MatchKind `json:"by"`                // label, type, keyword or fallback
	Trigger    string             `json:"trigger,omitempty"` // absent for the fallback
	Line       int                `json:"line"`              // of the trigger in the registry; for the fallback, of its name
	InsideWord bool               `json:"inside_word"`
	Protocol   string             `json:"protocol"`
}

// A wordJSON is a word of the title that suggests a conditional protocol.
type wordJSON struct {
	Word       string `json:"word"`
	Protocol   string `json:"protocol"`
	InsideWord bool   `json:"inside_word"`
}

// JSON returns the value for --format json.
func (d *Dispatched) JSON() any {
	out := struct {
		Version     int        `json:"version"`
		Registry    string     `json:"registry"`
		Title       string     `json:"title"`
		Description string     `json:"description"`
		Type        string     `json:"type"`
		Labels      []string   `json:"labels"`
		Chosen      *hitJSON   `json:"chosen"` // null if no entry matches and the fallback is not listed
		Others      []hitJSON  `json:"others"`
		InsideWords []hitJSON  `json:"inside_words"`
		Words       []wordJSON `json:"protocol_words"`
	}{Version: 1, Registry: d.registry.path, Title: d.task.Title, Description: d.task.Description, Type: d.task.Type,
		Labels: append([]string{}, d.task.Labels...), Others: hitsJSON(d.result.Others), InsideWords: hitsJSON(d.result.Inside), Words: []wordJSON{}}
	if d.result.Chosen.Entry != nil {
		out.Chosen = &hitsJSON([]registry.Match{d.result.Chosen})[0]
	}
	for _, w := range registry.Keywords(d.task) {
		out.Words = append(out.Words, wordJSON{w.Text, w.Protocol, w.Inside})
	}
	return out
}

func hitsJSON(hits []registry.Match) []hitJSON {
	all := []hitJSON{}
	for _, h := range hits {
		line := h.Text.Location.Start.Line
		if h.By == registry.ByFallback {
			line = h.Entry.Name.Location.Start.Line
		}
		all = append(all, hitJSON{h.Entry.Name.Value, h.Entry.Path.Value, h.By, h.Text.Value, line, h.Inside, registry.Protocol(h.Entry)})
	}
	return all
}
