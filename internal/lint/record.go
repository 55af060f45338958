package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Record is a baseline to be written.
type Record struct {
	Path    string // absolute
	Shown   string // for messages
	Named   bool   // specified by a configuration
	Existed bool   // the file existed
	Next    *baseline.Baseline
	Changes []BaselineChange
	Same    int // entries that did not change

	rel      string // relative to the root, or as specified by the user
	ofRoot   bool   // as recordedFindings'
	findings []*finding.Finding
}

// A BaselineChange is a change of an entry.
type BaselineChange struct {
	Mark     byte // '+', '-' or '~'
	Entry    baseline.Entry
	Was, Now int // for '~': the old and new measure
}

// RecordOptions are options of [PlanRecords].
type RecordOptions struct {
	File  string // for all findings; "": as configured, otherwise baseline.Name in the root
	Prune bool   // add no entries
}

// PlanRecords runs a request and returns the baselines to write: one for each root, and those that configurations specify.
func PlanRecords(ctx context.Context, req Request, o RecordOptions) (*Result, []*Record, error) {
	req.Whole = true // findings may depend on other files
	result, err := Run(ctx, req)
	if err == nil {
		err = result.Complete()
	}
	if err != nil {
		return nil, nil, err
	}
	requested, err := realPaths(req.Paths)
	if err != nil {
		return nil, nil, err
	}
	records, err := result.records(o.File, requested)
	if err != nil {
		return nil, nil, err
	}
	covered := newCoverage(result.run)
	for _, r := range records {
		if err := r.check(req.Output); err != nil {
			return nil, nil, err
		}
		isCovered := func(e baseline.Entry) bool { return requested.contains(result.Roots[0], e.Path) && covered.covers(e) }
		if err := r.compare(isCovered, o.Prune); err != nil {
			return nil, nil, err
		}
	}
	return result, records, nil
}

// InConfiguration returns the path of the file for a configuration in the root, or "" if the file is outside.
func (r *Record) InConfiguration(root discover.Root) string {
	rel, err := filepath.Rel(root.Dir, r.Path)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// records returns the baselines of the requested findings.
func (r *Result) records(file string, requested paths) ([]*Record, error) {
	byPath, roots := map[string]*Record{}, map[*Record]string{}
	find := func(root discover.Root, rel string) (*Record, error) {
		one, err := r.newRecord(file, root, rel)
		if err != nil {
			return nil, err
		}
		if byPath[one.Path] == nil {
			byPath[one.Path] = one
		}
		one = byPath[one.Path]
		if roots[one] != "" && roots[one] != root.Dir {
			return nil, fmt.Errorf("paths in several repositories, %s and %s; record a baseline for each", quote.Text(roots[one]), quote.Text(root.Dir))
		}
		roots[one] = root.Dir
		return one, nil
	}
	for i := range r.Report.Findings {
		f := &r.Report.Findings[i]
		root := r.RootOf(f.File)
		one, err := find(root, f.Rel)
		if err != nil {
			return nil, err
		}
		if isRecordable(f) && !r.Enforces(f.Analyzer) && (one.ofRoot || !f.Analyzer.IsProtected()) && requested.contains(root, f.Rel) {
			one.findings = append(one.findings, f)
		}
	}
	for _, f := range r.Files { // baselines without findings may have obsolete entries
		if root := r.RootOf(f); requested.contains(root, f.Rel) {
			if _, err := find(root, f.Rel); err != nil {
				return nil, err
			}
		}
	}
	records := make([]*Record, 0, len(byPath))
	for _, one := range byPath {
		records = append(records, one)
	}
	sorting.By(records, func(a, b *Record) int { return strings.Compare(a.Path, b.Path) })
	return records, nil
}

// newRecord returns a record for the baseline of a path relative to a root.
func (r *Result) newRecord(file string, root discover.Root, rel string) (*Record, error) {
	if file != "" {
		full, err := filepath.Abs(file)
		return &Record{Path: full, Shown: filepath.ToSlash(file), rel: filepath.ToSlash(file), ofRoot: true}, err
	}
	p := r.run.policy
	c, err := p.config(root.Tree, path.Dir(rel))
	if err != nil {
		return nil, err
	}
	one := &Record{rel: c.Baseline.Rel, Named: c.Baseline.Rel != ""}
	if !one.Named {
		one.rel = baseline.Name
	}
	one.ofRoot = !one.Named || p.rootConfig(root.Tree).Baseline.Rel == one.rel
	dir := root.Dir
	if p.single != nil && one.Named {
		dir = p.configRoot
	}
	one.Path, one.Shown = filepath.Join(dir, filepath.FromSlash(one.rel)), p.Shown(dir)(one.rel)
	return one, nil
}

// check returns an error if the file must not be written, for example because the tree redirects it with a link.
func (r *Record) check(files *safefile.Writer) error {
	if _, err := files.Resolve(r.Path, safefile.Options{}); err != nil {
		return fmt.Errorf("%s: %w", r.Shown, treefs.WithoutPath(err))
	}
	if filepath.Base(r.Path) == config.Name {
		return fmt.Errorf("%s: reserved for configuration; write the baseline to another file, for example %s", r.Shown, baseline.Name)
	}
	info, err := os.Lstat(r.Path)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", r.Shown)
	}
	if err != nil {
		err = safefile.CheckTarget(r.Path)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.Shown, treefs.WithoutPath(err))
	}
	return nil
}

// read reads the existing baseline.
func (r *Record) read(prune bool) (*baseline.Baseline, error) {
	file, err := os.Open(r.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && prune:
		return nil, fmt.Errorf("%s does not exist; create it with `skilllint baseline`", r.Shown)
	case errors.Is(err, fs.ErrNotExist):
		return &baseline.Baseline{}, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.Shown, treefs.WithoutPath(err))
	}
	defer file.Close()
	r.Existed = true
	return baseline.Read(file, r.Shown)
}

// compare determines the entries to keep, add and remove. isCovered reports whether the run covers an entry.
func (r *Record) compare(isCovered func(baseline.Entry) bool, prune bool) error {
	old, err := r.read(prune)
	if err != nil {
		return err
	}
	r.Next = &baseline.Baseline{}
	now := &baseline.Baseline{}
	for _, f := range r.findings {
		now.Add(baseline.Entry{Path: f.Rel, Rule: f.Rule, Fingerprint: f.Fingerprint, Measured: f.Measured})
	}
	for _, e := range old.All() {
		found, occurs := now.Find(e.Fingerprint)
		switch {
		case occurs && !e.Matches(found), !occurs && isCovered(e):
			r.Changes = append(r.Changes, BaselineChange{Mark: '-', Entry: e})
		case occurs && e.Measured != found.Measured && !(prune && e.Measured > 0 && found.Measured > e.Measured):
			r.Changes = append(r.Changes, BaselineChange{'~', e, e.Measured, found.Measured})
			r.Next.Add(found)
		default:
			r.Same++
			r.Next.Add(e)
		}
	}
	if prune {
		return nil
	}
	for _, e := range now.All() {
		if before, known := old.Find(e.Fingerprint); !known || !before.Matches(e) {
			r.Next.Add(e)
			r.Changes = append(r.Changes, BaselineChange{Mark: '+', Entry: e})
		}
	}
	return nil
}

// Findings returns the number of recorded findings as counted in reports: joined findings count as one, but have an entry
// each.
func (r *Record) Findings() int {
	all := make([]finding.Finding, len(r.findings))
	for i, f := range r.findings {
		all[i] = *f
	}
	return r.Next.Len() - len(all) + len(postprocess.Join(all))
}

// Count returns the number of changes with a mark.
func (r *Record) Count(mark byte) int {
	n := 0
	for _, c := range r.Changes {
		if c.Mark == mark {
			n++
		}
	}
	return n
}
