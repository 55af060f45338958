package registry

import "github.com/skilllint/skilllint/analysis"

// Evals are the evaluations of a skill.
type Evals struct {
	Skill Text   // name of the skill
	Files []Text // input files, relative to the directory of the skill
}

// EvalsFact is the evaluations in a valid document.
var EvalsFact = analysis.NewFact("evals", "contents of an evals.json", analysis.PerDocument, analysis.Evals, readEvals).MarkShallow()

func readEvals(pass *analysis.Pass) (Evals, error) {
	d := pass.Document
	list := d.Data.Get("evals")
	if list == nil {
		return Evals{}, analysis.ErrNoFact
	}
	e := Evals{Skill: text(d, d.Data.Get("skill_name"))}
	for _, item := range list.Items {
		e.Files = append(e.Files, texts(d, item.Get("files"))...)
	}
	return e, nil
}
