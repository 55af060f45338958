package driver

import (
	"io"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

// manifest streams a manifest through the line analyzers and folds, then runs the document analyzers on its
// facts.
func (a *analyses) manifest(r io.Reader) error {
	since := a.Profile.Start()
	defer func() { a.Profile.End(stepParse, since, a.analyzed) }()
	a.prepare()
	for _, x := range a.schedule.folds {
		a.facts.Start(a.pass(x, &a.facts))
	}
	var d *analysis.Document
	var readErr error
	broken := Guard(func() error {
		d, readErr = load.Lines(r, a.outcome.file, func(l *analysis.Line) error {
			a.line, a.lineHash = l, ""
			a.lines()
			return a.ctx.Err()
		})
		return nil
	})
	a.line = nil
	if broken != nil {
		d = analysis.NewDocument(a.outcome.file, nil)
		a.keep(analysis.Broken, internalError("the parser", broken))
	}
	a.doc = d
	a.documents()
	a.finish()
	return readErr
}

// lines runs the line analyzers on a line, then the folds.
func (a *analyses) lines() {
	a.lineFacts = analysis.FactSet{}
	for _, x := range a.schedule.lines {
		if a.rest.full(x) {
			continue
		}
		if len(a.missing) > 0 {
			delete(a.missing, x)
		}
		a.one(x, &a.lineFacts)
	}
	for _, x := range a.schedule.folds {
		if a.missing[x] {
			continue
		}
		pass := a.pass(x, &a.facts)
		took, err := a.measured(x, func() error { return a.facts.Step(pass) })
		a.analyzed += took
		if err != nil {
			a.missing[x] = true
			a.broke(x, err)
		}
	}
}

// dropGated drops the findings of line analyzers whose gate is false.
func (a *analyses) dropGated() {
	kept := a.outcome.findings[:0]
	for _, f := range a.outcome.findings {
		if gate := f.Analyzer.Gate; gate != nil {
			if open, _ := a.facts.Value(gate.Analyzer).(bool); !open {
				continue
			}
		}
		kept = append(kept, f)
	}
	a.outcome.findings = kept
}
