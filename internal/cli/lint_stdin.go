package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/spf13/pflag"
)

// stdinFlags are the flags for standard input: what an editor holds and has not saved.
type stdinFlags struct {
	path    string
	content []byte // of standard input; with --fix, what the fixes made of it
}

func (f *stdinFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "stdin-filename", "", "look at standard input as if it stood at `PATH`, which need not exist; with --fix, print what the fixes make of it")
}

// read reads standard input, if that is what is looked at.
func (f *stdinFlags) read(paths []string) error {
	switch {
	case f.path == "" && slices.Contains(paths, "-"):
		return usagef("only its path tells what standard input is; write --stdin-filename PATH (./- is a file of that name)")
	case f.path == "":
		return nil
	case len(paths) > 0:
		return usagef("%s: with --stdin-filename nothing else is looked at; leave it out", quote.Text(paths[0]))
	}
	var err error
	if f.content, err = readAtMost(os.Stdin, load.MaxJSON); err != nil {
		return fmt.Errorf("read standard input: %w", pathless.Error(err))
	}
	return nil
}

// aboutOnly leaves in the report of some files what is about one of them, under any of the paths by which
// it is known.
func aboutOnly(r *finding.Report, files []*analysis.File, paths []string) {
	other := func(path string) bool { return !slices.Contains(paths, path) }
	enterAll(r.Findings, other)
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return other(f.Place.Path) })
	r.Suppressed = slices.DeleteFunc(r.Suppressed, func(f finding.Finding) bool { return other(f.Place.Path) })
	r.Notices = slices.DeleteFunc(r.Notices, func(n finding.Notice) bool { return other(n.Path) })
	files = slices.DeleteFunc(slices.Clone(files), func(f *analysis.File) bool { return other(f.Path) })
	r.Summary = summary(r.Findings, files)
	r.Summary.Suppressed = len(r.Suppressed)
}

// enterAll lets each finding that leads from place to place begin where it passes through what is looked at.
func enterAll(findings []finding.Finding, other func(path string) bool) {
	for i := range findings {
		if f := &findings[i]; f.Flow && other(f.Place.Path) {
			enterHere(f, other)
		}
	}
}

// enterHere lets what leads from place to place, as a circle does, begin in the file where it passes
// through that.
func enterHere(f *finding.Finding, other func(path string) bool) {
	for _, r := range f.Related {
		if !other(r.Place.Path) {
			f.Place = r.Place
			return
		}
	}
}

// mendInput applies the fixes of a run's findings to what was read from standard input, and returns
// what a run finds then.
func (m *mending) mendInput(ctx context.Context, f *stdinFlags, s *settlement, result *analysed) (*analysed, error) {
	result, err := m.rounds(ctx, s, result)
	if err != nil {
		return nil, err
	}
	for _, file := range m.made { // only one
		if f.content, err = fix.Apply(f.content, file.Edits); err != nil {
			return nil, fmt.Errorf("fix %s: %w", quote.Text(f.path), err)
		}
	}
	if !m.quiet {
		m.program.note("fixed %s", quote.Plural(m.count(), "finding"))
	}
	result.report.Notices = append(result.report.Notices, m.notices()...)
	return result, nil
}

// printInput prints what the fixes made of standard input. What is reported goes to standard error
// from here on.
func (p *program) printInput(content []byte) error {
	if _, err := p.out.Write(content); err != nil {
		return err
	}
	if err := p.out.Flush(); err != nil {
		return err
	}
	p.out, p.outFile = bufio.NewWriter(p.err), p.errFile
	return nil
}
