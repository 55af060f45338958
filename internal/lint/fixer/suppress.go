package fixer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
)

// maxPasses limits how often comments are written and the workspace is analyzed: a comment may exceed a
// budget, which causes another finding, or move a finding.
const maxPasses = 10

// A suppressor writes comments that suppress findings.
type suppressor struct {
	req    lint.Request
	reason string

	tried    map[string]map[string]bool // rules by file, for which a comment was written
	files    map[string]bool            // that were written
	failed   map[string]bool
	unused   map[string]bool // files that had unused suppressions before
	problems []finding.Notice
	errs     []error
}

// A Suppression is what [Suppress] did.
type Suppression struct {
	*lint.Result
	Findings, Files int // suppressed now but not before
}

// Suppress runs a request, writes comments that suppress its findings, and returns the result of a run on
// them. An error for files that could not be written comes with a result.
func Suppress(ctx context.Context, req lint.Request, reason string) (*Suppression, error) {
	w := &suppressor{req: req, reason: reason, tried: map[string]map[string]bool{}, files: map[string]bool{}, failed: map[string]bool{}}
	result, err := run(ctx, &w.req)
	if err != nil {
		return nil, err
	}
	before := suppressedIn(result)
	w.unused = unusedIn(result)
	for range maxPasses {
		w.problems = nil
		wrote, err := w.pass(ctx, result)
		if err == nil && !wrote {
			wrote, err = w.tidy(ctx, result)
		}
		if err != nil {
			return nil, err
		}
		if !wrote {
			break
		}
		if result, err = run(ctx, &w.req); err != nil {
			return nil, err
		}
	}
	w.notices(result.Report)
	done := &Suppression{Result: result}
	for path, n := range suppressedIn(result) {
		if more := n - before[path]; more > 0 {
			done.Findings, done.Files = done.Findings+more, done.Files+1
		}
	}
	return done, errors.Join(w.errs...)
}

// suppressedIn counts the findings that are suppressed in each file.
func suppressedIn(result *lint.Result) map[string]int {
	counts := map[string]int{}
	for _, f := range result.Report.Suppressed {
		counts[f.Place.Path]++
	}
	return counts
}

// unusedIn returns the files with unused suppressions.
func unusedIn(result *lint.Result) map[string]bool {
	files := map[string]bool{}
	for _, f := range result.Report.Findings {
		if f.Analyzer.Meta {
			files[f.Place.Path] = true
		}
	}
	return files
}

// tidy removes written comments that suppress nothing, because a finding moved or disappeared when the text
// grew. It reports whether it wrote anything.
func (w *suppressor) tidy(ctx context.Context, result *lint.Result) (wrote bool, err error) {
	needless := slices.DeleteFunc(slices.Clone(result.Report.Findings), func(f finding.Finding) bool {
		return !f.Analyzer.Meta || !w.files[f.Place.Path] || w.unused[f.Place.Path] || w.failed[f.Place.Path]
	})
	files := filesOf(result)
	edits := fix.EditsOf(fix.Choose(needless, false, nil))
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		if err := ctx.Err(); err != nil {
			return wrote, err
		}
		f := files[path]
		_, err := fix.Write(ctx, w.req.Output, result.Writable(f).Disk, f.Rel, &fix.File{Hash: f.Hash, Edits: edits[path]})
		w.fail(path, err)
		wrote = wrote || err == nil
	}
	return wrote, nil
}

func filesOf(result *lint.Result) map[string]*analysis.File {
	files := map[string]*analysis.File{}
	for _, f := range result.Files {
		files[f.Path] = f
	}
	return files
}

// fail records the error of a file, which is not written again.
func (w *suppressor) fail(path string, err error) {
	if err != nil {
		w.failed[path] = true
		w.errs = append(w.errs, fmt.Errorf("cannot write %s: %w", quote.Text(path), treefs.WithoutPath(err)))
	}
}

// notices lists files with remaining findings, at most lint.MaxListed.
func (w *suppressor) notices(r *finding.Report) {
	shown := w.problems[:min(len(w.problems), lint.MaxListed)]
	r.Notices = append(r.Notices, shown...)
	if more := len(w.problems) - len(shown); more > 0 {
		r.Notices = append(r.Notices, finding.Notice{Message: fmt.Sprintf("the same applies to %s more", quote.Plural(more, "file"))})
	}
}

// pass writes each file once. It reports whether it wrote anything.
func (w *suppressor) pass(ctx context.Context, result *lint.Result) (wrote bool, err error) {
	byPath := map[string][]finding.Finding{}
	for _, f := range result.Report.Findings {
		if config.Suppressible(f.Analyzer) && !result.Enforces(f.Analyzer) && !w.failed[f.Place.Path] {
			byPath[f.Place.Path] = append(byPath[f.Place.Path], f)
		}
	}
	files := filesOf(result)
	for _, f := range files {
		if w.reason == "" && f.Suppressions != nil && f.Suppressions.RequireReason && len(byPath[f.Path]) > 0 {
			return false, fmt.Errorf("--add-ignore: the configuration requires a reason; add --reason TEXT")
		}
	}
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		done, err := w.file(ctx, result, files[path], path, byPath[path])
		w.fail(path, err)
		wrote = wrote || done
	}
	return wrote, nil
}

// file writes the comments of one file.
func (w *suppressor) file(ctx context.Context, result *lint.Result, f *analysis.File, path string, findings []finding.Finding) (wrote bool, err error) {
	if f == nil || !takesComments(f) || f.Hash == [32]byte{} {
		w.report(path, findings)
		return false, nil
	}
	wants, again := w.wants(path, findings)
	w.report(path, again)
	if len(wants) == 0 {
		return false, nil
	}
	root := result.Writable(f)
	source := treefs.ReadFile(root.FS, f.Rel, load.MaxText)
	if source == nil {
		return false, fix.ErrChanged
	}
	edits, left := commentEdits(f, source, wants, w.reason)
	for _, f := range findings {
		if slices.ContainsFunc(left, func(l goal) bool { return l.Rule == f.Rule && l.At == f.Place.Range }) {
			w.report(path, []finding.Finding{f})
		}
	}
	if len(edits) == 0 {
		return false, nil
	}
	if _, err := fix.Write(ctx, w.req.Output, root.Disk, f.Rel, &fix.File{Hash: f.Hash, Edits: edits}); err != nil {
		return false, err
	}
	w.files[path] = true
	return true, nil
}

// wants returns the findings to suppress in a file, and those for which a second comment was written.
// Findings that remain after a comment are suppressed in the whole file.
func (w *suppressor) wants(path string, findings []finding.Finding) (wants []goal, again []finding.Finding) {
	tried := w.tried[path]
	if tried == nil {
		tried = map[string]bool{}
		w.tried[path] = tried
	}
	for _, f := range findings {
		if tried["whole "+f.Rule] {
			again = append(again, f)
			continue
		}
		wants = append(wants, goal{Rule: f.Rule, At: f.Place.Range, Whole: tried[f.Rule]})
	}
	for _, want := range wants {
		if want.Whole {
			tried["whole "+want.Rule] = true
		}
		tried[want.Rule] = true
	}
	return wants, again
}

// report records findings that no comment suppresses.
func (w *suppressor) report(path string, findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	var rules []string
	for _, f := range findings {
		rules = append(rules, f.Rule)
	}
	w.problems = append(w.problems, finding.Notice{Path: path,
		Message: "comments cannot suppress " + postprocess.JoinNames(rules) + " here; add an override to the configuration"})
}
