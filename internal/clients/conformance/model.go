package conformance

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
)

// Modelled returns the answer of a model to a case.
func Modelled(model *loader.Client, c Header) Answer { return AnswerOf(model, c.Document()) }

// Document returns the parsed skill. All models can share it.
func (c Header) Document() *analysis.Document {
	path := c.Directory + "/SKILL.md"
	return load.Document(&analysis.File{Path: path, Rel: path, Kind: analysis.Skill}, c.File, false)
}

// AnswerOf returns the answer of a model to a parsed skill.
func AnswerOf(model *loader.Client, d *analysis.Document) Answer {
	r := model.Read(d)
	if r.Status == loader.Loads || r.Status == loader.Partial {
		return Answer{Loads: true, Name: r.Name, Description: r.Description}
	}
	a := Answer{Error: string(r.Status)}
	if len(r.Reasons) > 0 {
		a.Error += ": " + r.Reasons[0].Message
	}
	return a
}

// String formats the answer on one line.
func (a Answer) String() string {
	switch {
	case a.Loads:
		return fmt.Sprintf("loads %.80q %.1200q", a.Name, a.Description)
	case a.Error == "":
		return "rejects"
	}
	return fmt.Sprintf("rejects: %.200s", a.Error)
}
