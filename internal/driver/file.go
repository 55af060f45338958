package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fingerprint"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// inFlight limits the bytes of documents that are parsed at a time, for any number of workers: the tree of a
// hostile document takes up to 180 times its bytes.
const inFlight = 4 << 20

// file reads and analyzes one file. It returns nil if the file is not for clients.
func (r *run) file(ctx context.Context, in Input, begin func(release func())) *outcome {
	if ctx.Err() != nil {
		return nil
	}
	o := &outcome{file: in.File, open: in.Open, guess: in.Guess}
	if r.skips(in) {
		return o
	}
	a := &analyses{run: r, ctx: ctx, outcome: o, partial: r.isPartial(in.File)}
	since := r.Profile.Start()
	f, err := in.Open()
	if err != nil {
		return unread(o, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return unread(o, err)
	} else if !info.Mode().IsRegular() {
		return unread(o, errors.New("not a regular file"))
	} else {
		in.File.Size = info.Size()
	}
	r.Profile.End(stepOpen, since, 0)
	if in.File.Kind == analysis.Manifest {
		begin(func() {})
		a.base = r.base(ctx, in.File)
		if err := a.manifest(f); err != nil {
			return unread(o, err)
		}
		return o
	}
	switch {
	case in.File.Kind == analysis.Resource:
		return a.resource(f)
	case load.IsTooLarge(in.File):
		return a.large(in, f)
	}
	weight := min(in.File.Size, inFlight)
	if r.turns.Acquire(ctx, weight) != nil {
		return nil // interrupted
	}
	begin(func() { r.turns.Release(weight) })
	since = r.Profile.Start()
	source, tooLarge, err := load.Read(f, in.File)
	r.Profile.End(stepRead, since, 0)
	if err != nil {
		return unread(o, err)
	}
	if tooLarge {
		return a.large(in, f)
	}
	var d *analysis.Document
	since = r.Profile.Start()
	err = Guard(func() error {
		if a.partial {
			d = load.Head(in.File, source, in.Guess)
		} else {
			d = r.parse(ctx, in.File, source, in.Guess)
		}
		return nil
	})
	r.Profile.End(stepParse, since, 0)
	if err != nil {
		d = analysis.NewDocument(in.File, source) // of which nothing was parsed
	}
	if d == nil && in.Owned {
		return a.owned(f)
	} else if d == nil {
		return nil
	}
	since = r.Profile.Start()
	a.prepare()
	if err != nil {
		a.doc = d
		a.keep(analysis.Broken, internalError("the parser", err))
	}
	a.document(d)
	r.Profile.End(stepKeep, since, a.analyzed)
	return o
}

// tooLargeToTell records a file whose unread content decides whether it is for clients, unless its start
// shows that it is another program's manifest.json.
func tooLargeToTell(o *outcome, f treefs.File) *outcome {
	if path.Base(o.file.Rel) == "manifest.json" {
		text, err := io.ReadAll(io.NewSectionReader(f, 0, load.MaxJSON))
		if err == nil && !schema.IsRegistry(text) {
			return nil
		}
	}
	o.unread = fmt.Sprintf("file too large: %s bytes", quote.Count(int(o.file.Size)))
	return o
}

// unread records a file that could not be read. Earlier findings are kept.
func unread(o *outcome, err error) *outcome {
	o.unread = "cannot read file: " + treefs.WithoutPath(err).Error()
	return o
}

// An analyses is the analysis of one file.
type analyses struct {
	*run
	ctx       context.Context
	outcome   *outcome
	partial   bool // only the facts of the focus are needed
	settings  *Settings
	base      *analysis.Base // nil: the git base does not have the file
	schedule  *schedule
	facts     analysis.FactSet
	lineFacts analysis.FactSet // of the line at hand
	doc       *analysis.Document
	text      *fingerprint.Text  // of placesOf
	placesOf  *analysis.Document // nil: no place was looked up yet
	rereadErr error              // of a manifest
	line      *analysis.Line
	window    *load.Window                          // the document's text; nil: all of the file
	steps     []lineStep                            // of each line
	passes    map[*analysis.Analyzer]*analysis.Pass // of lines, for analyzers that read facts; reused for every line
	shared    *analysis.Pass                        // of the document, reused for each analyzer
	lineHash  string                                // of the line, computed on demand
	counts    map[*analysis.Analyzer]int
	rest      overflow[*analysis.Analyzer]
	missing   map[*analysis.Analyzer]bool // facts that this input has not
	analyzed  time.Duration               // duration of each analyzer, if the run is measured
}

func (a *analyses) prepare() {
	a.settings = a.SettingsFor(a.outcome.file)
	a.schedule = a.scheduleFor(a.outcome.file.Kind, a.settings, a.base != nil, a.partial)
	a.counts = map[*analysis.Analyzer]int{}
	a.missing = map[*analysis.Analyzer]bool{}
}

// document runs the analyzers of a document and keeps the facts for the workspace.
func (a *analyses) document(d *analysis.Document) {
	a.doc = d
	a.documents()
	a.finish()
}

func (a *analyses) documents() {
	for _, x := range a.schedule.documents {
		if a.ctx.Err() != nil {
			return // abandoned or interrupted: findings are discarded
		}
		if x.Compares && a.doc.Encoding != analysis.UTF8 {
			continue // no base to compare with
		}
		a.one(x, &a.facts)
	}
}

func (a *analyses) finish() {
	a.outcome.findings = append(a.outcome.findings, a.rest.findings()...)
	a.dropGated()
	if few := 64; len(a.outcome.findings) < few {
		a.outcome.findings = slices.Clone(a.outcome.findings) // without the spare capacity of append
	}
	a.numberLines()
	n := 0
	for _, x := range a.plan.kept {
		if a.facts.Has(x) {
			n++
		}
	}
	a.outcome.kept = make([]keptFact, 0, n)
	for i, x := range a.plan.kept {
		if v := a.facts.Value(x); v != nil {
			a.outcome.kept = append(a.outcome.kept, keptFact{i, v})
		}
	}
}

func (a *analyses) numberLines() {
	if len(a.outcome.findings) == 0 || a.source() == nil {
		return
	}
	findings := make([]*finding.Finding, 0, len(a.outcome.findings))
	for i := range a.outcome.findings {
		findings = append(findings, &a.outcome.findings[i])
	}
	numberLines(a.doc.Source, findings)
}

// one runs an analyzer on the current document or line, unless a required fact is missing.
func (a *analyses) one(x *analysis.Analyzer, facts *analysis.FactSet) {
	for _, need := range x.Requires {
		if need.Scope == analysis.PerDocument && !a.facts.Has(need) || a.missing[need] {
			a.miss(x)
			return
		}
	}
	pass := a.pass(x, facts)
	took, err := a.measured(x, func() error {
		switch {
		case x.IsFact():
			return facts.Compute(pass)
		case pass.Line != nil && x.Lines != nil:
			return x.Lines(pass)
		}
		return x.Run(pass)
	})
	a.analyzed += took
	if err != nil {
		a.miss(x)
		if !errors.Is(err, analysis.ErrNoFact) {
			a.broke(x, err)
		}
	}
}

// miss records that an analyzer has no fact.
func (a *analyses) miss(x *analysis.Analyzer) {
	if x.IsFact() {
		a.missing[x] = true
	}
}

// pass returns the pass of an analyzer, which is valid until the next one for the same input.
func (a *analyses) pass(x *analysis.Analyzer, facts *analysis.FactSet) *analysis.Pass {
	if a.line == nil {
		if a.shared == nil {
			a.shared = analysis.NewPass(a.ctx, x, facts, func(d analysis.Diagnostic) { a.keep(a.shared.Analyzer, d) })
			a.shared.File = a.outcome.file
		}
		a.shared.Document = a.doc
		a.prime(a.shared, x)
		return a.shared
	}
	p := a.passes[x]
	if p == nil {
		p = a.newPass(x, facts)
		if a.passes == nil {
			a.passes = map[*analysis.Analyzer]*analysis.Pass{}
		}
		a.passes[x] = p
	}
	p.Line = a.line
	return p
}

func (a *analyses) newPass(x *analysis.Analyzer, facts *analysis.FactSet) *analysis.Pass {
	p := analysis.NewPass(a.ctx, x, facts, func(d analysis.Diagnostic) { a.keep(x, d) })
	p.File = a.outcome.file
	a.prime(p, x)
	return p
}

// prime sets the fields of a pass that differ between analyzers.
func (a *analyses) prime(p *analysis.Pass, x *analysis.Analyzer) {
	p.Analyzer, p.Options, p.Base = x, a.settings.options(x), nil
	if x.Compares {
		p.Base = a.base
	}
}

// Guard runs a function of an analyzer and turns a panic into an error.
func Guard(run func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return run()
}

// broke reports an analyzer that panicked or returned an error.
func (a *analyses) broke(x *analysis.Analyzer, err error) {
	d := internalError("rule "+x.Name, err)
	if a.line != nil {
		d.Range = analysis.Range{Start: int(a.line.Offset), End: int(a.line.Offset)}
	}
	a.keep(analysis.Broken, d)
}

// internalError returns the diagnostic for a part of the program that panicked or returned an error.
func internalError(part string, err error) analysis.Diagnostic {
	return analysis.Diagnostic{Severity: analysis.Error, Message: fmt.Sprintf("internal error in %s: %s", part, err), Help: "report this bug and attach the file"}
}
