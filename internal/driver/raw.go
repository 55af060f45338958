package driver

import (
	"bytes"
	"context"
	"io"
	"math"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// resource checks the bytes of a skill's file. Binary files yield nothing.
func (a *analyses) resource(r io.Reader) *outcome {
	a.prepare()
	if len(a.schedule.documents) == 0 {
		r = io.LimitReader(r, load.BinaryBlock)
	}
	isText, err := load.Resource(r, a.outcome.file, a.look)
	a.closeWindow()
	a.finish()
	switch {
	case err != nil:
		return unread(a.outcome, err)
	case !isText:
		return nil
	}
	return a.outcome
}

// owned checks such a file if its content shows no other kind.
func (a *analyses) owned(f treefs.File) *outcome {
	file := *a.outcome.file // read when the file is abandoned
	file.Kind, file.Dialect, file.Why = analysis.Resource, nil, file.Why+"; other content unknown"
	a.outcome.file = &file
	return a.resource(fromStart(f))
}

// large checks a file that is too large to be parsed.
func (a *analyses) large(in Input, f treefs.File) *outcome {
	d := load.TooLarge(in.File, in.Guess)
	switch {
	case d == nil && in.Owned:
		return a.owned(f)
	case d == nil:
		return tooLargeToTell(a.outcome, f)
	}
	a.prepare()
	if err := a.unparsed(f); err != nil {
		return unread(a.outcome, err)
	}
	a.document(d)
	return a.outcome
}

// unparsed runs the analyzers that need only bytes on a file that is not parsed. A binary file has no text,
// however large: a sparse file may contain gigabytes of zeros.
func (a *analyses) unparsed(f treefs.File) error {
	block := make([]byte, load.BinaryBlock)
	n, err := f.ReadAt(block, 0)
	if err != nil && err != io.EOF {
		return err
	}
	if block = block[:n]; bytes.IndexByte(block, 0) >= 0 && analysis.EncodingOf(block) == analysis.UTF8 {
		return nil
	}
	err = load.Windows(fromStart(f), a.outcome.file, a.look)
	a.closeWindow()
	return err
}

func fromStart(f treefs.File) io.Reader { return io.NewSectionReader(f, 0, math.MaxInt64) }

// look runs the analyzers that need only bytes on a window.
func (a *analyses) look(w *load.Window, d *analysis.Document) error {
	a.window, a.doc = w, d
	for _, x := range a.scheduleFor(analysis.Resource, a.settings, false, false).documents {
		a.one(x, &a.facts)
	}
	return a.ctx.Err()
}

// closeWindow makes the window the current document if it contains the whole file.
func (a *analyses) closeWindow() {
	if a.doc == nil || a.doc.Part {
		a.doc = analysis.NewDocument(a.outcome.file, nil)
	}
	a.window = nil
}

// inFile converts a place in the current window to one in the file.
func (a *analyses) inFile(l analysis.Location) analysis.Location {
	w := a.window
	if w == nil {
		return l
	}
	for _, p := range []*analysis.Position{&l.Start, &l.End} {
		if p.Line == 1 {
			p.Column += w.Start.Column - 1
		}
		p.Line += w.Start.Line - 1
	}
	l.Range.Start += w.Offset
	l.Range.End += w.Offset
	return l
}

// abandoned returns the result of an abandoned file, from its bytes only. The worker may still write to the
// file's description, so the result has a copy.
func (r *run) abandoned(ctx context.Context, in Input, timeout time.Duration) *outcome {
	file := &analysis.File{Path: in.File.Path, Rel: in.File.Rel, Tree: in.File.Tree, Kind: in.File.Kind}
	a := &analyses{run: r, ctx: ctx, outcome: &outcome{file: file, open: in.Open}}
	a.prepare()
	f, err := in.Open()
	if err == nil {
		err = a.unparsed(f)
		f.Close()
	}
	if err != nil {
		unread(a.outcome, err)
	}
	a.doc = analysis.NewDocument(file, nil)
	a.keep(analysis.Broken, timedOut(timeout))
	a.finish()
	return a.outcome
}
