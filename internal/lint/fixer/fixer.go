// Package fixer applies fixes. It repeats a run on the fixed content, rejects fixes that cause new findings, and writes
// files when no fixes remain. It also writes suppression comments.
package fixer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/treefs"
)

// maxRuns limits the runs on a workspace. Two or three are usual, but a fix may cause another finding or overlap with
// another fix, and harmful fixes must be isolated.
const maxRuns = 40

// A Fixer fixes the files of one request.
type Fixer struct {
	req       lint.Request
	unsafe    bool
	onlyStdin bool                                           // change only the file on standard input
	only      string                                         // change only this file; "": all files
	shows     func(*lint.Result) func(*finding.Finding) bool // fix only these findings; nil: all
	cache     *cache.Cache                                   // shared by all rounds; nil: none

	first     *lint.Result
	files     map[cache.Location]*fix.File
	fixed     map[cache.Location]int // number of fixed findings; one that is fixed in several files counts for the first
	originals map[string]treefs.FS   // roots without fixes, by directory
	rejected  map[fixID]string       // fixes that are not applied, and why
	postponed map[fixID]bool         // fixes to try after other fixes
	written   bool
	errs      []error  // of files that could not be written
	linked    []string // files with several hard links
}

// A fixID identifies a fix across rounds.
type fixID struct{ rule, path, fingerprint, title string }

func idOf(f *finding.Finding, x *finding.Fix) fixID {
	return fixID{f.Rule, f.Place.Path, f.Fingerprint, x.Title}
}

func newFixer(req lint.Request, unsafe bool, rounds *cache.Cache) *Fixer {
	return &Fixer{req: req, unsafe: unsafe, onlyStdin: req.Stdin != nil, cache: rounds, originals: map[string]treefs.FS{},
		files: map[cache.Location]*fix.File{}, fixed: map[cache.Location]int{}, rejected: map[fixID]string{}, postponed: map[fixID]bool{}}
}

// New runs a request whose findings are to be fixed, with safe or also with unsafe fixes. Rounds use the cache, which may
// be nil.
func New(ctx context.Context, req lint.Request, unsafe bool, rounds *cache.Cache) (*Fixer, error) {
	f := newFixer(req, unsafe, rounds)
	if f.req.Cache == nil {
		f.req.Cache = rounds
	}
	var err error
	f.first, err = f.run(ctx, nil)
	f.req.Cache = rounds
	return f, err
}

// FixOnlyShown restricts the fixes to findings that a report with these severities shows, as [lint.Result.Visible] does.
func (f *Fixer) FixOnlyShown(least, failOn analysis.Severity) {
	f.shows = func(r *lint.Result) func(*finding.Finding) bool { return r.Shows(least, failOn) }
}

// Result returns the result before fixes.
func (f *Fixer) Result() *lint.Result { return f.first }

// run runs the request on the fixed files.
func (f *Fixer) run(ctx context.Context, fixed map[cache.Location]*fix.File) (*lint.Result, error) {
	f.req.Overlay = f.overlay(fixed)
	return run(ctx, &f.req)
}

// run runs a request. If it had to read whole trees, later runs do, too.
func run(ctx context.Context, req *lint.Request) (*lint.Result, error) {
	result, err := lint.Run(ctx, *req)
	if err == nil && result.Widened {
		req.Whole = true
	}
	return result, err
}

// Fix applies the fixes, writes the files, and returns the result of a run on them. If a file cannot be written, Fix writes
// the others and returns both a result and an error.
func (f *Fixer) Fix(ctx context.Context) (*lint.Result, error) {
	roots := map[string]*os.Root{}
	for _, root := range f.first.WritableRoots() {
		roots[root.Dir] = root.Disk
	}
	result, err := f.Plan(ctx)
	f.setFixed(nil)
	f.req.Cache, f.cache = nil, nil // it is invalid after writing files
	if err != nil {
		return nil, err
	}
	if err := f.write(ctx, roots); err != nil {
		return nil, err
	}
	f.written = true
	if len(f.errs) > 0 || f.req.Changed.Staged {
		if result, err = f.run(ctx, nil); err != nil {
			return nil, err
		}
	}
	result.Report.Notices = append(result.Report.Notices, f.Notices()...)
	return result, errors.Join(f.errs...)
}

// Plan applies the fixes in memory, and returns the result of a run on them.
func (f *Fixer) Plan(ctx context.Context) (*lint.Result, error) {
	result := f.first
	for range maxRuns {
		r := f.choose(result)
		if len(r.choices) == 0 {
			break
		}
		f.setFixed(r.files)
		next, err := f.run(ctx, r.files)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if blamed := fix.Blame(result.Report.Findings, next.Report.Findings, r.choices); len(blamed) > 0 {
			f.postpone(blamed)
			continue
		}
		for _, c := range r.choices {
			f.fixed[r.locations[c.Changes()[0]]]++
		}
		f.files, f.postponed, result = r.files, map[fixID]bool{}, next
	}
	return result, nil
}

// setFixed records in the cache the files that differ from the disk in the next run. If a configuration changes, it disables
// the cache.
func (f *Fixer) setFixed(files map[cache.Location]*fix.File) {
	if f.cache == nil {
		return
	}
	f.cache.Fixed = files
	for at := range files {
		if f.cache.Configs.Reads(filepath.Join(at.Dir, filepath.FromSlash(at.Rel))) {
			f.cache.Fixed = nil
			f.req.Cache, f.cache = nil, nil
			return
		}
	}
}

// overlay returns the overlay of fixed files.
func (f *Fixer) overlay(fixed map[cache.Location]*fix.File) lint.Overlay {
	return func(root discover.Root) (treefs.FS, error) {
		f.originals[root.Dir] = root.FS
		files, targets := map[string]func(treefs.File) (treefs.File, error){}, map[string]string{}
		for at, file := range fixed {
			switch {
			case at.Dir != root.Dir:
			case file.Target != "":
				targets[at.Rel] = file.Target
			default:
				files[at.Rel] = file.Rewrite
			}
		}
		if len(files)+len(targets) == 0 {
			return root.FS, nil
		}
		return treefs.Rewrite(root.FS, files, targets)
	}
}

// postpone handles groups of fixes of which at least one is harmful. A single fix is rejected. Otherwise, half of the group
// is postponed.
func (f *Fixer) postpone(groups []fix.Blamed) {
	for _, blamed := range groups {
		if len(blamed.Choices) == 1 {
			f.rejected[idOf(blamed.Choices[0].Finding, blamed.Choices[0].Fix)] = blamed.Reason
			continue
		}
		for _, c := range blamed.Choices[len(blamed.Choices)/2:] {
			f.postponed[idOf(c.Finding, c.Fix)] = true
		}
	}
}

// locations returns the locations of the fixed files, sorted by their path in reports.
func (f *Fixer) locations() []cache.Location {
	return slices.SortedFunc(maps.Keys(f.files), func(a, b cache.Location) int {
		return strings.Compare(f.files[a].Path+"\x00"+a.Dir, f.files[b].Path+"\x00"+b.Dir)
	})
}

// write writes the fixed files. If one cannot be written, its error is recorded, and its fixes are dropped.
func (f *Fixer) write(ctx context.Context, roots map[string]*os.Root) error {
	for _, at := range f.locations() {
		if err := ctx.Err(); err != nil {
			return err
		}
		linked, err := fix.Write(ctx, f.req.Output, roots[at.Dir], at.Rel, f.files[at])
		switch {
		case err != nil:
			f.errs = append(f.errs, fmt.Errorf("cannot fix %s: %w", quote.Text(f.files[at].Path), treefs.WithoutPath(err)))
			delete(f.files, at)
			delete(f.fixed, at)
		case linked:
			f.linked = append(f.linked, f.files[at].Path)
		}
	}
	return nil
}

// Content returns the fixed content of standard input.
func (f *Fixer) Content() ([]byte, error) {
	content := f.req.Stdin.Content
	for _, file := range f.files {
		var err error
		if content, err = fix.Apply(content, file.Edits); err != nil {
			return nil, fmt.Errorf("cannot fix %s: %w", quote.Text(f.req.Stdin.Path), err)
		}
	}
	return content, nil
}

// Patch writes the changes as patches, sorted by path. It returns the number of changed files.
func (f *Fixer) Patch(w io.Writer) (changed int, err error) {
	for _, at := range f.locations() {
		counter := &countingWriter{w: w}
		if err := f.patch(counter, at); err != nil {
			return 0, err
		}
		if counter.bytes > 0 {
			changed++
		}
	}
	return changed, nil
}

// Changed calls yield with each changed file after [Fixer.Plan], and relink with each symbolic link that has a new target.
func (f *Fixer) Changed(yield func(rel string, file treefs.File) error, relink func(rel, target string)) error {
	for _, at := range f.locations() {
		if target := f.files[at].Target; target != "" {
			relink(at.Rel, target)
			continue
		}
		old, err := f.originals[at.Dir].Open(at.Rel)
		if err != nil {
			return err
		}
		changed, err := f.files[at].Rewrite(old)
		if err != nil {
			return err
		}
		err = yield(at.Rel, changed)
		changed.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *Fixer) patch(w io.Writer, at cache.Location) error {
	file := f.files[at]
	if file.Target != "" {
		old, err := f.originals[at.Dir].ReadLink(at.Rel)
		if err != nil {
			return err
		}
		return fix.Patch(w, file.Path, strings.NewReader(filepath.ToSlash(old)), false, file)
	}
	old, err := f.originals[at.Dir].Open(at.Rel)
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	return fix.Patch(w, file.Path, old, info.Mode()&0o111 != 0, file)
}

type countingWriter struct {
	w     io.Writer
	bytes int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	c.bytes += len(b)
	return c.w.Write(b)
}

// Written reports whether Fix wrote the files that are not in its error.
func (f *Fixer) Written() bool { return f.written }

// Counts returns the number of fixed findings and of their files.
func (f *Fixer) Counts() (findings, files int) {
	for _, n := range f.fixed {
		findings += n
	}
	return findings, len(f.files)
}

// Notices returns notices about the fixes.
func (f *Fixer) Notices() []finding.Notice {
	var all []finding.Notice
	for _, path := range f.linked {
		all = append(all, finding.Notice{Path: path, Message: "another hard link to the file still has the old content"})
	}
	type group struct{ path, rule, reason string }
	rejected := map[group]int{}
	for id, reason := range f.rejected {
		rejected[group{id.path, id.rule, reason}]++
	}
	groups := slices.SortedFunc(maps.Keys(rejected), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.rule, b.rule), cmp.Compare(a.reason, b.reason))
	})
	for _, g := range groups {
		all = append(all, finding.Notice{Path: g.path,
			Message: quote.Plural(rejected[g], "fix") + " of " + g.rule + " not applied, because " + g.reason})
	}
	return all
}
