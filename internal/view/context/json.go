package context

import (
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

type jsonReport struct {
	Version  int           `json:"version"`
	Contexts []jsonContext `json:"contexts"`
}

type jsonContext struct {
	Client    jsonClient `json:"client"`
	Start     string     `json:"start"`
	For       string     `json:"for,omitempty"`
	Limit     *int       `json:"limit"` // for all instruction files, in bytes; null if unlimited
	Parts     []jsonPart `json:"parts"`
	Totals    jsonTotals `json:"totals"`
	Estimates []string   `json:"estimates"`
	Notes     []string   `json:"notes"`
	Text      string     `json:"text"`
	Later     string     `json:"later,omitempty"`
}

type jsonClient struct {
	ID      string       `json:"id"`
	Version string       `json:"version,omitempty"`
	Grade   loader.Grade `json:"grade"`
	Source  string       `json:"source"`
	Checked string       `json:"checked"`
}

type jsonPart struct {
	Kind       Kind          `json:"kind"`
	Name       string        `json:"name,omitempty"`
	Path       string        `json:"path,omitempty"`
	ImportedBy string        `json:"importedBy,omitempty"`
	State      startup.State `json:"state"`
	Reason     string        `json:"reason,omitempty"`
	Tokens     *int          `json:"tokens"` // null if unknown
	Later      int           `json:"later,omitempty"`
	Bytes      int           `json:"bytes,omitempty"`
	Text       string        `json:"text,omitempty"`
}

type jsonTotals struct {
	Instructions int `json:"instructions"`
	SkillList    int `json:"skillList"`
	Subagents    int `json:"subagents"`
	Commands     int `json:"commands"`
	Tokens       int `json:"tokens"`
	Later        int `json:"later,omitempty"`
}

// JSON returns the value for --format json.
func (r *Report) JSON() any {
	out := jsonReport{Version: 1, Contexts: []jsonContext{}}
	for _, x := range r.Contexts {
		out.Contexts = append(out.Contexts, x.json())
	}
	return out
}

func (x *Context) json() jsonContext {
	c := x.Client
	out := jsonContext{Client: jsonClient{c.ID, c.Version, c.Grade, c.Source, c.Checked}, Start: x.Start, For: x.For, Parts: []jsonPart{},
		Estimates: append([]string{}, x.Estimates...), Notes: append([]string{}, x.Notes...), Text: x.Text, Later: x.LaterText,
		Totals: jsonTotals{x.Tokens(Instructions), x.Tokens(SkillList), x.Tokens(Subagents), x.Tokens(Commands), x.Tokens(""), x.later()}}
	if x.Limit > 0 {
		out.Limit = &x.Limit
	}
	for i := range x.Parts {
		p := &x.Parts[i]
		part := jsonPart{Kind: p.Kind, Name: p.Name, Path: p.Path, ImportedBy: p.From, State: p.State, Reason: p.Reason, Later: p.Later, Bytes: p.Size, Text: p.Text}
		if p.Tokens >= 0 {
			part.Tokens = &p.Tokens
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}
