package driver

import (
	"cmp"
	"errors"
	"io"
	"math"
	"runtime"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// perCollection is how many bytes of a manifest are read between two collections of garbage, nearly all of which is the
// text of lines. What is kept of entries has few pointers, so a collection takes about a millisecond, but the collector
// would let as much garbage as that accumulate.
const perCollection = 16 << 20

// manifest streams a manifest through the line analyzers and folds, then runs the document analyzers on its
// facts.
func (a *analyses) manifest(f treefs.File) error {
	since := a.Profile.Start()
	defer func() { a.Profile.End(stepParse, since, a.analyzed) }()
	a.prepare()
	for _, x := range a.schedule.folds {
		a.facts.Start(a.pass(x, &a.facts))
	}
	a.steps = a.lineSteps()
	var d *analysis.Document
	var readErr error
	collected := int64(0)
	broken := Guard(func() error {
		d, readErr = load.Lines(f, a.outcome.file, func(l *analysis.Line) error {
			a.line, a.lineHash = l, ""
			a.lines()
			if l.Offset-collected > perCollection {
				collected = l.Offset
				runtime.GC()
			}
			return a.ctx.Err()
		})
		return nil
	})
	a.line = nil
	if broken != nil {
		d = analysis.NewDocument(a.outcome.file, nil)
		a.keep(analysis.Broken, internalError("the parser", broken))
	}
	d.Reread = func(see func(*analysis.Line) error) error { return a.reread(f, see) }
	a.doc = d
	a.documents()
	a.finish()
	return cmp.Or(readErr, a.rereadErr)
}

// reread passes the lines of a manifest to see again. A read error is kept for the outcome.
func (a *analyses) reread(f treefs.File, see func(*analysis.Line) error) error {
	var seen error
	err := load.RawLines(io.NewSectionReader(f, 0, math.MaxInt64), a.outcome.file, func(l *analysis.Line) error {
		if seen = see(l); seen == nil {
			seen = a.ctx.Err()
		}
		return seen
	})
	if seen == nil {
		a.rereadErr = err
	}
	return err
}

// A lineStep is an analyzer of lines. A rule without facts, and a fold, reuse a pass for every line.
type lineStep struct {
	*analysis.Analyzer
	pass *analysis.Pass // nil: see one
	run  func(*analysis.Pass) error
}

// lineSteps returns the line analyzers and then the folds.
func (a *analyses) lineSteps() []lineStep {
	var steps []lineStep
	for _, x := range a.schedule.lines {
		s := lineStep{Analyzer: x, run: x.Run}
		if x.Lines != nil {
			s.run = x.Lines
		}
		if !x.IsFact() && len(x.Requires) == 0 {
			s.pass = a.newPass(x, &a.lineFacts)
		}
		steps = append(steps, s)
	}
	for _, x := range a.schedule.folds {
		steps = append(steps, lineStep{x, a.newPass(x, &a.facts), a.facts.Step})
	}
	return steps
}

// lines runs the line analyzers on a line, then the folds. One guard serves all of them until one fails.
func (a *analyses) lines() {
	a.lineFacts = analysis.FactSet{}
	for at := 0; at < len(a.steps); at++ {
		err := Guard(func() error {
			for ; at < len(a.steps); at++ {
				if err := a.step(&a.steps[at]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			x := a.steps[at].Analyzer
			a.missing[x] = true
			a.broke(x, err)
		}
	}
}

// step runs an analyzer on the current line.
func (a *analyses) step(s *lineStep) error {
	switch {
	case s.IsFold() && a.missing[s.Analyzer] || !s.IsFold() && a.rest.full(s.Analyzer):
		return nil
	case s.pass == nil:
		delete(a.missing, s.Analyzer)
		a.one(s.Analyzer, &a.lineFacts)
		return nil
	}
	s.pass.Line = a.line
	since := a.Profile.Start()
	err := s.run(s.pass)
	a.analyzed += a.Profile.End(s.Name, since, 0)
	if errors.Is(err, analysis.ErrNoFact) {
		err = nil
	}
	return err
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
