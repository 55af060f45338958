package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// recordFlags are the flags of baseline.
type recordFlags struct {
	sources
	ruleFlags
	base   string
	output string
	prune  bool
}

func (p *program) baselineCommand() *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "baseline [flags] [path ...]",
		Short: "record today's findings, so that only new ones count",
		Long: "Writes the findings of a run into the file that the configuration names as its baseline, else into\n" + baseline.Name + " in the root. What was found at other paths or by other rules stays\n" +
			"recorded; what is suppressed or enforced is not. A finding is known again when its lines move or are\nformatted anew.\n\n" +
			"With --prune nothing is added: entries that no longer occur go, and a number that shrank may not grow back.",
		Example:           "  skilllint baseline\n  skilllint --baseline " + baseline.Name + "\n  skilllint baseline --prune\n",
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.record(cmd.Context(), f, paths) },
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVarP(&f.output, "output", "o", "", "write `FILE` (default: baseline of the configuration, else "+baseline.Name+" in the root)")
	set.BoolVar(&f.prune, "prune", false, "add nothing: remove entries that no longer occur, and lower what entries allow")
	f.ruleFlags.register(set)
	set.Var(revision{&f.base}, "base", "compare ledgers with what they were where this branch left REF")
	f.trust.register(set)
	f.sources.register(set)
	addGroups(cmd, set)
	return cmd
}

// record is the command baseline.
func (p *program) record(ctx context.Context, f *recordFlags, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	selection, _, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	s, err := p.settle(&f.sources, selection)
	if err != nil {
		return err
	}
	s.targets, s.bases.ref, s.whole = f.targets, f.base, true
	result, err := p.analyse(ctx, s, p.analyzers, paths)
	if err == nil {
		err = errors.Join(s.checkSelection(), result.complete())
	}
	if err != nil {
		return err
	}
	asked, err := askedFor(paths)
	if err != nil {
		return err
	}
	records, err := f.sort(s, result, asked)
	if err != nil {
		return err
	}
	looked := newSight(s, result)
	for _, r := range records {
		if err := r.check(&p.files); err != nil {
			return err
		}
		if err := r.settle(func(e baseline.Entry) bool { return asked.holds(result.roots[0], e.Path) && looked.at(e) }, f.prune); err != nil {
			return err
		}
	}
	for _, r := range records {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.writeFile(r.path, safefile.Options{}, r.next.Write); err != nil {
			return fmt.Errorf("write %s: %w", quote.Text(r.shown), err)
		}
		r.print(p.forPeople(), f.prune)
		if !r.existed && !r.named {
			p.note("to use it, %slint with --baseline %s", r.inConfiguration(result.roots), r.shown)
		}
	}
	return report.Notices(p.err, result.report, report.Options{CI: p.ci()})
}

// inConfiguration says how a configuration in the root names it; "" of a file outside, which none can name.
func (r *record) inConfiguration(roots []discover.Root) string {
	rel, err := filepath.Rel(roots[0].Dir, r.path)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return fmt.Sprintf("write `baseline: %s` in %s, or ", filepath.ToSlash(rel), config.Name)
}

// asked are the paths that were asked for, absolute and without links. All of the tree is looked at,
// because what a rule says of a file may hang on others.
type asked []string

func askedFor(paths []string) (asked, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var a asked
	for _, p := range paths {
		real, err := filepath.EvalSymlinks(p)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", quote.Text(p), pathless.Error(err))
		}
		a = append(a, real)
	}
	return a, nil
}

// holds reports whether a path below a root is asked for.
func (a asked) holds(root discover.Root, rel string) bool {
	full := filepath.Join(root.Dir, filepath.FromSlash(rel))
	return slices.ContainsFunc(a, func(dir string) bool { return within(dir, full) })
}

// A record is a baseline that is written.
type record struct {
	path     string // absolute
	shown    string
	rel      string // as a configuration beside it names it
	named    bool   // by a configuration
	findings []*finding.Finding

	old, next *baseline.Baseline
	existed   bool
	changes   []change
	same      int
}

// A change is what happens to an entry.
type change struct {
	mark     byte // '+', '-' or '~'
	entry    baseline.Entry
	was, now int // of '~'
}

// sort puts findings to the baselines that their configurations name. There is one for each root and
// each that is named.
func (f *recordFlags) sort(s *settlement, result *analysed, asked asked) ([]*record, error) {
	byPath := map[string]*record{}
	of := func(root discover.Root, rel string) (*record, error) {
		r := &record{}
		if f.output != "" {
			full, err := filepath.Abs(f.output)
			if err != nil {
				return nil, err
			}
			*r = record{path: full, shown: filepath.ToSlash(f.output), rel: filepath.ToSlash(f.output)}
		} else {
			c, err := s.config(root.Tree, path.Dir(rel))
			if err != nil {
				return nil, err
			}
			*r = record{rel: c.Baseline.Rel, named: c.Baseline.Rel != ""}
			if !r.named {
				r.rel = baseline.Name
			}
			r.path, r.shown = filepath.Join(root.Dir, filepath.FromSlash(r.rel)), s.shown(root)(r.rel)
			if s.fixed != nil && r.named {
				r.path, r.shown = filepath.Join(s.home, filepath.FromSlash(r.rel)), s.showFrom(s.home)(r.rel)
			}
		}
		if byPath[r.path] == nil {
			byPath[r.path] = r
		}
		return byPath[r.path], nil
	}
	roots := map[*record]string{}
	at := func(root discover.Root, rel string) (*record, error) {
		r, err := of(root, rel)
		if err == nil && roots[r] != "" && roots[r] != root.Dir {
			err = usagef("the paths lie in several roots, %s and %s; record each by itself", quote.Text(roots[r]), quote.Text(root.Dir))
		} else if err == nil {
			roots[r] = root.Dir
		}
		return r, err
	}
	for i := range result.report.Findings {
		one := &result.report.Findings[i]
		root := result.rootOf(one)
		r, err := at(root, one.Rel)
		if err != nil {
			return nil, err
		}
		if !isInternal(one) && !s.enforces(one.Analyzer) && asked.holds(root, one.Rel) {
			r.findings = append(r.findings, one)
		}
	}
	for _, file := range result.files { // whose baselines may record what is gone
		root := result.rootOf(&finding.Finding{File: file})
		if !asked.holds(root, file.Rel) {
			continue
		}
		if _, err := at(root, file.Rel); err != nil {
			return nil, err
		}
	}
	records := make([]*record, 0, len(byPath))
	for _, r := range byPath {
		records = append(records, r)
	}
	sorting.By(records, func(a, b *record) int { return strings.Compare(a.path, b.path) })
	return records, nil
}

// rootOf returns the root that a finding lies in.
func (a *analysed) rootOf(f *finding.Finding) discover.Root {
	for _, root := range a.roots {
		if f.File != nil && root.Tree == f.File.Tree {
			return root
		}
	}
	return a.roots[0]
}

// check refuses to write where the tree, and not who runs this, chooses what is written.
func (r *record) check(files *safefile.Writer) error {
	if _, err := files.Resolve(r.path, safefile.Options{}); err != nil {
		return fmt.Errorf("%s: %w", r.shown, pathless.Error(err))
	}
	if filepath.Base(r.path) == config.Name {
		return usagef("%s: that is the name of a configuration; write the baseline into another file, as %s", r.shown, baseline.Name)
	}
	info, err := os.Lstat(r.path)
	if err == nil && !info.Mode().IsRegular() {
		return usagef("%s: it is no regular file, so no baseline is written there", r.shown)
	}
	if err != nil {
		err = checkTarget(r.path)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.shown, pathless.Error(err))
	}
	return nil
}

// settle decides on the entries. looked reports whether one would have been found again.
func (r *record) settle(looked func(baseline.Entry) bool, prune bool) error {
	r.old, r.next = &baseline.Baseline{}, &baseline.Baseline{}
	file, err := os.Open(r.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && prune:
		return usagef("%s does not exist, so there is nothing to prune; `skilllint baseline` writes it", r.shown)
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("%s: %w", r.shown, pathless.Error(err))
	default:
		defer file.Close()
		r.existed = true
		if r.old, err = baseline.Read(file, r.shown); err != nil {
			return err
		}
	}
	now := &baseline.Baseline{}
	for _, f := range r.findings {
		now.Add(baseline.Entry{Path: f.Rel, Rule: f.Rule, Fingerprint: f.Fingerprint, Measured: f.Measured})
	}
	for _, e := range r.old.All() {
		found, occurs := now.Find(e.Fingerprint)
		switch {
		case occurs && !e.Names(found):
			r.changes = append(r.changes, change{mark: '-', entry: e})
		case !occurs && looked(e):
			r.changes = append(r.changes, change{mark: '-', entry: e})
		case occurs && e.Measured != found.Measured && !(prune && e.Measured > 0 && found.Measured > e.Measured):
			r.changes = append(r.changes, change{'~', e, e.Measured, found.Measured})
			r.next.Add(found)
		default:
			r.same++
			r.next.Add(e)
		}
	}
	if prune {
		return nil
	}
	for _, e := range now.All() {
		if old, known := r.old.Find(e.Fingerprint); !known || !old.Names(e) {
			r.next.Add(e)
			r.changes = append(r.changes, change{mark: '+', entry: e})
		}
	}
	return nil
}

// mostChanges is how many changed lines are shown.
const mostChanges = 40

// print says what was written.
func (r *record) print(w io.Writer, prune bool) {
	rules := map[string]bool{}
	for _, e := range r.next.All() {
		rules[e.Rule] = true
	}
	if r.existed {
		r.printChanges(w)
	}
	removed, lowered := r.count('-'), r.count('~')
	switch {
	case prune && len(r.changes) == 0:
		fmt.Fprintf(w, "%s: nothing to remove or to lower; %s\n", escape.String(r.shown), several(r.next.Len(), "1 entry is left", "%s entries are left"))
	case prune:
		fmt.Fprintf(w, "%s: %s removed, %s lowered, %s left\n", escape.String(r.shown), quote.Count(removed), quote.Count(lowered), quote.Count(r.next.Len()))
	default:
		fmt.Fprintf(w, "%s: recorded %s of %s\n", escape.String(r.shown), quote.Plural(r.next.Len(), "finding"), quote.Plural(len(rules), "rule"))
		if r.existed {
			fmt.Fprintf(w, "%s new, %s no longer there, %s of another size, %s as before\n",
				quote.Count(r.count('+')), quote.Count(removed), quote.Count(lowered), quote.Count(r.same))
		}
	}
}

func (r *record) count(mark byte) int {
	n := 0
	for _, c := range r.changes {
		if c.mark == mark {
			n++
		}
	}
	return n
}

// printChanges prints a line for the entries of each file and rule that changed in the same way.
func (r *record) printChanges(w io.Writer) {
	var lines []string
	times := map[string]int{}
	for _, c := range r.changes {
		line := fmt.Sprintf("%c %s: %s", c.mark, escape.String(c.entry.Path), escape.String(c.entry.Rule))
		if c.mark == '~' {
			line += fmt.Sprintf(", %s instead of %s", quote.Count(c.now), quote.Count(c.was))
		}
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if i == mostChanges {
			fmt.Fprintf(w, "and %d more such lines\n", len(lines)-i)
			break
		}
		if n := times[line]; n > 1 {
			line += fmt.Sprintf(" (%d)", n)
		}
		fmt.Fprintln(w, line)
	}
}
