package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/ignore"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/spf13/pflag"
)

// ignoreFlags say that suppressions are written.
type ignoreFlags struct {
	add    bool
	reason string
}

func (f *ignoreFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.add, "add-ignore", false, "write a comment at each finding that suppresses it, and report what is left")
	flags.StringVar(&f.reason, "reason", "", "with --add-ignore: the reason that the comments give, a `TEXT`")
}

// check refuses what does not go together with --add-ignore.
func (f *ignoreFlags) check(l *lintFlags) error {
	switch {
	case !f.add && f.reason != "":
		return usagef("--reason is the reason in the comments that --add-ignore writes; write --add-ignore --reason %q", f.reason)
	case !f.add:
		return nil
	case l.fix:
		return usagef("--add-ignore and --fix go one after the other: first skilllint fix, then skilllint --add-ignore")
	case l.diff:
		return usagef("--diff prints what --fix would change; commit first, write --add-ignore, and git diff shows what it wrote")
	case l.watch.how.value != "":
		return usagef("--add-ignore writes once, and --watch goes on; leave one out")
	case l.stdin.path != "":
		return usagef("--add-ignore writes into files, and --stdin-filename looks at none; leave one out")
	case l.noInline:
		return usagef("--add-ignore and --no-inline-suppressions contradict each other; leave one out")
	case l.changed.staged:
		return usagef("--add-ignore writes into files, and --staged looks at the index; write --changed=HEAD")
	case strings.ContainsAny(f.reason, "\r\n") || strings.Contains(f.reason, "-->"):
		return usagef(`--reason: a reason stands on one line, without "-->"`)
	}
	return nil
}

// mostPasses bounds how often comments are written or removed and files looked at again: a comment may cost
// more than a budget allows, which is to be suppressed then, too, or make a finding go elsewhere.
const mostPasses = 10

// An ignoring writes suppressions.
type ignoring struct {
	flags *ignoreFlags
	s     *settlement

	tried    map[string]map[string]bool // rules by file, for which a comment was written
	files    map[string]bool            // that were written
	failed   map[string]bool
	unused   map[string]bool // files that had suppressions before that suppress nothing
	problems []finding.Notice
	errs     []error
}

// ignore writes comments that suppress the findings of a run, and returns what a run finds then.
func (p *program) ignore(ctx context.Context, f *lintFlags, s *settlement, result *analysed, run func() (*settlement, *analysed, error)) (*analysed, error) {
	w := &ignoring{flags: &f.suppressing, s: s, tried: map[string]map[string]bool{}, files: map[string]bool{}, failed: map[string]bool{},
		unused: unusedIn(result)}
	before := suppressedIn(result)
	for range mostPasses {
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
		if w.s, result, err = run(); err != nil {
			return nil, err
		}
	}
	w.notices(result.report)
	if !f.quiet {
		findings, files := 0, 0
		for path, n := range suppressedIn(result) {
			if more := n - before[path]; more > 0 {
				findings, files = findings+more, files+1
			}
		}
		p.note("suppressed %s in %s", quote.Plural(findings, "finding"), quote.Plural(files, "file"))
	}
	return result, errors.Join(w.errs...)
}

// suppressedIn counts the findings that are suppressed in each file.
func suppressedIn(result *analysed) map[string]int {
	counts := map[string]int{}
	for _, f := range result.report.Suppressed {
		counts[f.Place.Path]++
	}
	return counts
}

// unusedIn returns the files that have suppressions which suppress nothing.
func unusedIn(result *analysed) map[string]bool {
	files := map[string]bool{}
	for _, f := range result.report.Findings {
		if f.Analyzer.Judges {
			files[f.Place.Path] = true
		}
	}
	return files
}

// tidy removes comments that were written and turned out to suppress nothing: a finding may move, or be
// gone, when the text grows. It reports whether it wrote anything.
func (w *ignoring) tidy(ctx context.Context, result *analysed) (wrote bool, err error) {
	needless := slices.DeleteFunc(slices.Clone(result.report.Findings), func(f finding.Finding) bool {
		return !f.Analyzer.Judges || !w.files[f.Place.Path] || w.unused[f.Place.Path] || w.failed[f.Place.Path]
	})
	files := filesOf(result)
	edits := fix.EditsOf(fix.Choose(needless, false, nil))
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		if err := ctx.Err(); err != nil {
			return wrote, err
		}
		f := files[path]
		_, err := fix.Write(ctx, w.s.output, w.s.roots[f.Tree].Disk, f.Rel, &fix.File{Want: f.Hash, Edits: edits[path]})
		w.fails(path, err)
		wrote = wrote || err == nil
	}
	return wrote, nil
}

func filesOf(result *analysed) map[string]*analysis.File {
	files := map[string]*analysis.File{}
	for _, f := range result.files {
		files[f.Path] = f
	}
	return files
}

// fails keeps an error of a file, which is left alone from then on.
func (w *ignoring) fails(path string, err error) {
	if err != nil {
		w.failed[path] = true
		w.errs = append(w.errs, fmt.Errorf("write into %s: %w", quote.Text(path), pathless.Error(err)))
	}
}

// notices says in which files findings are left, of at most mostLost one by one.
func (w *ignoring) notices(r *finding.Report) {
	shown := w.problems[:min(len(w.problems), mostLost)]
	r.Notices = append(r.Notices, shown...)
	if more := len(w.problems) - len(shown); more > 0 {
		r.Notices = append(r.Notices, finding.Notice{Message: fmt.Sprintf("the same holds for %s more", quote.Plural(more, "file"))})
	}
}

// pass writes into each file once. It reports whether it wrote anything.
func (w *ignoring) pass(ctx context.Context, result *analysed) (wrote bool, err error) {
	byPath := map[string][]finding.Finding{}
	for _, f := range result.report.Findings {
		if config.Suppressible(f.Analyzer) && !w.s.enforces(f.Analyzer) && !w.failed[f.Place.Path] {
			byPath[f.Place.Path] = append(byPath[f.Place.Path], f)
		}
	}
	files := filesOf(result)
	for _, f := range files {
		if w.flags.reason == "" && f.Suppressions != nil && f.Suppressions.RequireReason && len(byPath[f.Path]) > 0 {
			return false, usagef("--add-ignore: the configuration requires a reason for each suppression; write --reason TEXT")
		}
	}
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		done, err := w.file(ctx, files[path], path, byPath[path])
		w.fails(path, err)
		wrote = wrote || done
	}
	return wrote, nil
}

// file writes the comments of one file.
func (w *ignoring) file(ctx context.Context, f *analysis.File, path string, findings []finding.Finding) (wrote bool, err error) {
	if f == nil || !ignore.Comments(f) || f.Hash == [32]byte{} {
		w.cannot(path, findings)
		return false, nil
	}
	wants, again := w.wants(path, findings)
	w.cannot(path, again)
	if len(wants) == 0 {
		return false, nil
	}
	root := w.s.roots[f.Tree]
	source := treefs.ReadFile(root.FS, f.Rel, load.MaxText)
	if source == nil {
		return false, fix.ErrChanged
	}
	edits, left := ignore.Edits(f, source, wants, w.flags.reason)
	for _, f := range findings {
		if slices.ContainsFunc(left, func(l ignore.Want) bool { return l.Rule == f.Rule && l.At == f.Place.Range }) {
			w.cannot(path, []finding.Finding{f})
		}
	}
	if len(edits) == 0 {
		return false, nil
	}
	if _, err := fix.Write(ctx, w.s.output, root.Disk, f.Rel, &fix.File{Want: f.Hash, Edits: edits}); err != nil {
		return false, err
	}
	w.files[path] = true
	return true, nil
}

// wants returns what is to be suppressed in a file, and the findings for which comments were written twice.
// What is found again behind a comment is suppressed in the whole file.
func (w *ignoring) wants(path string, findings []finding.Finding) (wants []ignore.Want, again []finding.Finding) {
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
		wants = append(wants, ignore.Want{Rule: f.Rule, At: f.Place.Range, Whole: tried[f.Rule]})
	}
	for _, want := range wants {
		if want.Whole {
			tried["whole "+want.Rule] = true
		}
		tried[want.Rule] = true
	}
	return wants, again
}

// cannot notes findings that no comment suppresses.
func (w *ignoring) cannot(path string, findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	var rules []string
	for _, f := range findings {
		rules = append(rules, f.Rule)
	}
	w.problems = append(w.problems, finding.Notice{Path: path,
		Message: "no comment in it suppresses " + triage.Names(rules) + "; write an override for it into the configuration"})
}
