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

// maxPasses limits the passes over the workspace. A comment may cause another finding, for example by exceeding a budget, or
// move one.
const maxPasses = 10

// A suppressor writes comments that suppress findings.
type suppressor struct {
	req    lint.Request
	reason string

	tried    map[string]map[string]bool // rules for which a comment was written, by file
	files    map[string]bool            // files that were written
	failed   map[string]bool            // files that could not be written
	unused   map[string]bool            // files that already had unused suppressions
	problems []finding.Notice
	errs     []error
}

// A Suppression is the result of [Suppress].
type Suppression struct {
	*lint.Result
	Findings, Files int // newly suppressed findings, and their files
}

// Suppress runs a request, writes comments that suppress its findings, and returns the result of a run on the changed files.
// If files could not be written, it returns both a result and an error.
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
			wrote, err = w.removeUnused(ctx, result)
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

// removeUnused removes written comments that have no effect, because another comment moved or removed the finding. It
// reports whether it wrote a file.
func (w *suppressor) removeUnused(ctx context.Context, result *lint.Result) (wrote bool, err error) {
	unused := slices.DeleteFunc(slices.Clone(result.Report.Findings), func(f finding.Finding) bool {
		return !f.Analyzer.Meta || !w.files[f.Place.Path] || w.unused[f.Place.Path] || w.failed[f.Place.Path]
	})
	files := filesOf(result)
	edits := fix.EditsOf(fix.Choose(unused, false, nil))
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

// notices adds notices about files with remaining findings, at most lint.MaxListed.
func (w *suppressor) notices(r *finding.Report) {
	shown := w.problems[:min(len(w.problems), lint.MaxListed)]
	r.Notices = append(r.Notices, shown...)
	if more := len(w.problems) - len(shown); more > 0 {
		r.Notices = append(r.Notices, finding.Notice{Message: fmt.Sprintf("the same applies to %s more", quote.Plural(more, "file"))})
	}
}

// pass adds comments to each file with findings. It reports whether it wrote a file.
func (w *suppressor) pass(ctx context.Context, result *lint.Result) (wrote bool, err error) {
	byPath := map[string][]finding.Finding{}
	for _, f := range result.Report.Findings {
		if config.Suppressible(f.Analyzer) && !result.CannotSuppress(&f) && !w.failed[f.Place.Path] {
			byPath[f.Place.Path] = append(byPath[f.Place.Path], f)
		}
	}
	files := filesOf(result)
	for _, f := range files {
		if w.reason == "" && f.Suppressions != nil && f.Suppressions.RequireReason && len(byPath[f.Path]) > 0 {
			return false, fmt.Errorf("--add-ignore: the configuration requires a reason; write --add-ignore=REASON")
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
	if f == nil || !supportsComments(f) || f.Hash == [32]byte{} {
		w.report(path, findings)
		return false, nil
	}
	targets, failed := w.targets(path, findings)
	w.report(path, failed)
	if len(targets) == 0 {
		return false, nil
	}
	root := result.Writable(f)
	source := treefs.ReadFile(root.FS, f.Rel, load.MaxText)
	if source == nil {
		return false, fix.ErrChanged
	}
	edits, remaining := commentEdits(f, source, targets, w.reason)
	for _, f := range findings {
		if slices.ContainsFunc(remaining, func(l target) bool { return l.Rule == f.Rule && l.At == f.Place.Range }) {
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

// targets returns the findings to suppress in a file, and those that remain after a comment for the whole file. Findings
// that remain after another comment are suppressed in the whole file.
func (w *suppressor) targets(path string, findings []finding.Finding) (targets []target, failed []finding.Finding) {
	tried := w.tried[path]
	if tried == nil {
		tried = map[string]bool{}
		w.tried[path] = tried
	}
	for _, f := range findings {
		if tried["whole "+f.Rule] {
			failed = append(failed, f)
			continue
		}
		targets = append(targets, target{Rule: f.Rule, At: f.Place.Range, Whole: tried[f.Rule]})
	}
	for _, one := range targets {
		if one.Whole {
			tried["whole "+one.Rule] = true
		}
		tried[one.Rule] = true
	}
	return targets, failed
}

// report records findings that comments cannot suppress.
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
