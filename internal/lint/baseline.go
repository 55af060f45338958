package lint

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

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A recordedFindings is a baseline that the findings of a run are compared with.
type recordedFindings struct {
	*baseline.Baseline
	shown   string          // its path for messages
	trusted bool            // outside the tree, so that enforced findings may be recorded too
	matched map[string]bool // fingerprints of entries that occurred
	lower   int             // entries that allow more than was found
}

// baselines find the baseline of each file.
type baselines struct {
	run    *run
	named  *recordedFindings                    // by --baseline
	byPath map[string]*recordedFindings         // by configuration; nil: it has no baseline
	byConf map[*config.Config]*recordedFindings // the same
}

// applyBaselines removes findings that baselines record.
func (r *run) applyBaselines(context.Context) error {
	if r.Baseline == (Baseline{}) {
		return nil
	}
	b := &baselines{run: r, byPath: map[string]*recordedFindings{}, byConf: map[*config.Config]*recordedFindings{}}
	if err := b.open(); err != nil || b.named == nil && len(b.byConf) == 0 {
		return err
	}
	report := r.result.Report
	var known []finding.Finding
	report.Findings = slices.DeleteFunc(report.Findings, func(f finding.Finding) bool {
		isKnown := b.records(&f)
		if isKnown {
			known = append(known, f)
		}
		return isKnown
	})
	for i := range report.Findings {
		b.addAllowance(&report.Findings[i])
	}
	report.Summary.Baselined = len(postprocess.Join(known)) // as reports count them
	report.Summary.Errors, report.Summary.Warnings, report.Summary.Infos = postprocess.Count(report.Findings)
	if r.changes == nil && r.scope == nil && r.Stdin == nil { // otherwise, more findings are missing than were fixed
		report.Notices = append(report.Notices, b.notices()...)
	}
	return nil
}

// open reads the baselines of all files.
func (b *baselines) open() error {
	r := b.run
	if name := r.Baseline.File; name != "" {
		var dirs []string
		for _, root := range r.result.Roots {
			dirs = append(dirs, root.Dir)
		}
		file, err := treefs.OpenNamed(name, dirs...)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--baseline %s: no such file; create it with: skilllint baseline -o %s", name, name)
		} else if err != nil {
			return fmt.Errorf("--baseline %s: %w", name, treefs.WithoutPath(err))
		}
		defer file.Close()
		b.named, err = readBaseline(file, name)
		if err == nil {
			b.named.trusted = !r.inTree(name, r.result.Roots)
		}
		return err
	}
	var tree *analysis.Tree
	last := "" // the directory of the file before
	for _, f := range r.result.Files {
		dir := f.Rel[:strings.LastIndexByte(f.Rel, '/')+1]
		if f.Tree == tree && dir == last {
			continue
		}
		tree, last = f.Tree, dir
		c, err := r.policy.config(tree, path.Dir(f.Rel))
		if err != nil {
			return err
		}
		if _, known := b.byConf[c]; known || c.Baseline.Rel == "" {
			continue
		}
		if b.byConf[c], err = b.configured(f.Tree, c); err != nil {
			return err
		}
	}
	return nil
}

// configured reads the baseline of a configuration once.
func (b *baselines) configured(tree *analysis.Tree, c *config.Config) (*recordedFindings, error) {
	file, shown, err := b.run.policy.openNamed(tree, c.Baseline)
	if known := b.byPath[shown]; known != nil {
		if file != nil {
			file.Close()
		}
		return known, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: baseline %s does not exist; create it with `skilllint baseline`, or remove this line", c.Baseline.Origin, quote.Text(shown))
	} else if err != nil {
		return nil, fmt.Errorf("%s: cannot read the baseline %s: %w", c.Baseline.Origin, quote.Text(shown), treefs.WithoutPath(err))
	}
	defer file.Close()
	one, err := readBaseline(file, shown)
	if err != nil {
		return nil, err
	}
	one.trusted = b.run.policy.single != nil && !b.run.inTree(b.run.Config, b.run.result.Roots) && !b.run.inTree(shown, b.run.result.Roots)
	b.byPath[shown] = one
	return one, nil
}

func readBaseline(r io.Reader, shown string) (*recordedFindings, error) {
	known, err := baseline.Read(r, shown)
	if err != nil {
		return nil, err
	}
	return &recordedFindings{Baseline: known, shown: shown, matched: map[string]bool{}}, nil
}

// openNamed opens a file that a configuration of a tree specifies. shown is its path for messages.
func (p *policy) openNamed(tree *analysis.Tree, named config.File) (file io.ReadCloser, shown string, err error) {
	if p.single == nil {
		p.mu.Lock()
		finder := p.finders[tree]
		p.mu.Unlock()
		return finder.Open(named)
	}
	shown = p.Shown(p.home)(named.Rel)
	root, err := os.OpenRoot(p.home)
	if err != nil {
		return nil, shown, err
	}
	defer root.Close()
	opened, err := treefs.Disk(root).Open(named.Rel)
	if err != nil {
		return nil, shown, err
	}
	return opened, shown, nil
}

// find returns the baseline of a finding; nil if there is none. Findings about skilllint itself have none.
func (b *baselines) find(f *finding.Finding) *recordedFindings {
	one := b.named
	if one == nil {
		tree := b.run.policy.first
		if f.File != nil {
			tree = f.File.Tree
		}
		if tree == nil {
			return nil
		}
		c, err := b.run.policy.config(tree, path.Dir(f.Rel))
		if err != nil {
			return nil
		}
		one = b.byConf[c]
	}
	if one == nil || isInternal(f) {
		return nil
	}
	return one
}

// mayHide reports whether a baseline may hide a finding.
func (b *baselines) mayHide(one *recordedFindings, f *finding.Finding) bool {
	return one.trusted || !b.run.policy.isEnforced(f.Analyzer)
}

// isInternal reports whether a finding is an internal error, which hides unknown other findings.
func isInternal(f *finding.Finding) bool {
	return f.Analyzer == analysis.Broken || strings.HasPrefix(f.Rule, "internal/")
}

// records reports whether a finding is recorded and has not grown.
func (b *baselines) records(f *finding.Finding) bool {
	one := b.find(f)
	if one == nil {
		return false
	}
	e, ok := one.entry(f)
	if !ok {
		return false
	}
	one.matched[e.Fingerprint] = true
	if e.Measured > 0 && f.Measured > 0 && f.Measured < e.Measured {
		one.lower++
	}
	return allows(e, f) && b.mayHide(one, f)
}

// entry returns the entry of a finding, if it has the same rule and path.
func (b *recordedFindings) entry(f *finding.Finding) (baseline.Entry, bool) {
	e, ok := b.Find(f.Fingerprint)
	return e, ok && e.Names(baseline.Entry{Rule: f.Rule, Path: baseline.Path(f.Rel)})
}

// allows reports whether the measure of a finding is at most the recorded one.
func allows(e baseline.Entry, f *finding.Finding) bool {
	return e.Measured == 0 || f.Measured <= e.Measured
}

// addAllowance adds the recorded measure to the message of a finding.
func (b *baselines) addAllowance(f *finding.Finding) {
	if one := b.find(f); one != nil && b.mayHide(one, f) {
		if e, ok := one.entry(f); ok {
			f.Message = qualify(f.Message, "baseline: "+quote.Count(e.Measured))
		}
	}
}

// qualify adds a remark in parentheses to a message, or to the parentheses at its end: "(limit: 10, baseline:
// 20)".
func qualify(message, remark string) string {
	if rest, ok := strings.CutSuffix(message, ")"); ok && strings.LastIndexByte(rest, '(') > strings.LastIndexByte(rest, ')') {
		return rest + ", " + remark + ")"
	}
	return message + " (" + remark + ")"
}

// notices returns notices about baselines that record more than exists.
func (b *baselines) notices() []finding.Notice {
	var notices []finding.Notice
	seen := newCoverage(b.run)
	all := []*recordedFindings{b.named}
	if b.named == nil {
		all = all[:0]
		for _, one := range b.byPath {
			all = append(all, one)
		}
		slices.SortFunc(all, func(x, y *recordedFindings) int { return strings.Compare(x.shown, y.shown) })
	}
	for _, one := range all {
		gone := 0
		for _, e := range one.All() {
			if !one.matched[e.Fingerprint] && seen.has(e) {
				gone++
			}
		}
		var said []string
		if gone > 0 {
			said = append(said, quote.Choose(gone, "1 entry no longer occurs", "%s entries no longer occur"))
		}
		if one.lower > 0 {
			said = append(said, quote.Choose(one.lower, "1 entry has a higher count than needed", "%s entries have higher counts than needed"))
		}
		if len(said) > 0 {
			notices = append(notices, finding.Notice{Path: one.shown, Message: strings.Join(said, " and ") + "; `skilllint baseline --prune` updates the file"})
		}
	}
	return notices
}

// A coverage is the part of the tree that a run covers. A run on a part cannot tell that an entry is
// obsolete, as findings may depend on other files.
type coverage struct {
	files map[string]bool // paths below their roots, as entries have them
	rules map[string]*analysis.Analyzer
	root  discover.Root
	gone  map[string]bool // entries for paths that are not checked files: whether nothing exists there
	whole bool            // everything in the only root
	base  bool            // rules that compare with history ran
}

func newCoverage(r *run) *coverage {
	v := &coverage{files: map[string]bool{}, gone: map[string]bool{}, rules: map[string]*analysis.Analyzer{}, base: r.bases.ref != "",
		whole: len(r.result.Roots) == 1 && r.result.Whole && len(r.policy.excluded) == 0}
	if len(r.result.Roots) > 0 {
		v.root = r.result.Roots[0]
	}
	for _, f := range r.result.Files {
		v.files[baseline.Path(f.Rel)] = true
	}
	for _, a := range r.result.Report.Rules {
		v.rules[a.Name] = a
	}
	return v
}

// has reports whether the run would have found an existing finding of an entry.
func (v *coverage) has(e baseline.Entry) bool {
	rule := v.rules[e.Rule]
	if !v.whole || rule == nil || rule.NeedsBase() && !v.base {
		return false
	}
	if v.files[e.Path] {
		return true
	}
	if !filepath.IsLocal(filepath.FromSlash(e.Path)) {
		return false
	}
	gone, known := v.gone[e.Path]
	if !known {
		_, err := v.root.FS.Lstat(e.Path)
		gone = errors.Is(err, fs.ErrNotExist)
		v.gone[e.Path] = gone
	}
	return gone
}
