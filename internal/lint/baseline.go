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

// A recordedFindings is a baseline with its state in a run.
type recordedFindings struct {
	*baseline.Baseline
	shown   string          // path for messages
	trusted bool            // outside the tree; it may also hide enforced findings
	ofRoot  bool            // named by the request or a trusted root; it may also hide findings of protected rules
	matched map[string]bool // fingerprints of entries with findings
	loose   int             // entries with a higher measure than their finding
}

// baselines find the baseline of each file.
type baselines struct {
	run    *run
	named  *recordedFindings                    // from --baseline; nil: as configured
	byPath map[string]*recordedFindings         // configured baselines, by path for messages
	byConf map[*config.Config]*recordedFindings // configured baselines, by configuration

	resolved []finding.Recorded // entries that no longer occur
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
		isKnown := b.isRecorded(&f)
		if isKnown {
			known = append(known, f)
		}
		return isKnown
	})
	for i := range report.Findings {
		b.addAllowance(&report.Findings[i])
	}
	report.Summary.Baselined = len(postprocess.Join(known)) // as counted in reports
	report.Summary.Errors, report.Summary.Warnings, report.Summary.Infos = postprocess.Count(report.Findings)
	if r.changes == nil && r.scope == nil && r.Stdin == nil { // otherwise, missing findings may still occur
		report.Notices = append(report.Notices, b.notices()...)
		report.Resolved = b.resolved
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
			b.named.trusted, b.named.ofRoot = !r.inTree(name, r.result.Roots), true
		}
		return err
	}
	var tree *analysis.Tree
	last := "" // directory of the previous file
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
	one.ofRoot = b.run.policy.rootConfig(tree).Baseline.Rel == c.Baseline.Rel // an extended file names it for others, too
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
	shown = p.Shown(p.configRoot)(named.Rel)
	root, err := os.OpenRoot(p.configRoot)
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

// find returns the baseline of a finding, or nil.
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
	if one == nil || !isRecordable(f) {
		return nil
	}
	return one
}

// mayHide reports whether a baseline may hide a finding.
func (b *baselines) mayHide(one *recordedFindings, f *finding.Finding) bool {
	return one.trusted || !b.run.policy.isEnforced(f.Analyzer) && (one.ofRoot || !f.Analyzer.IsProtected())
}

// isRecordable reports whether a baseline may contain a finding: not an internal error, nor a security finding that depends
// on unknown files.
func isRecordable(f *finding.Finding) bool {
	return !isInternal(f) && (!f.Analyzer.IsSecurity() || f.State != "")
}

// isInternal reports whether a finding is an internal error. A file with one may have other, unknown findings.
func isInternal(f *finding.Finding) bool {
	return f.Analyzer == analysis.Broken || strings.HasPrefix(f.Rule, "internal/")
}

// isRecorded reports whether a finding is recorded with at least the same measure.
func (b *baselines) isRecorded(f *finding.Finding) bool {
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
		one.loose++
	}
	return allows(e, f) && b.mayHide(one, f)
}

// entry returns the entry of a finding, if it has the same rule and path.
func (b *recordedFindings) entry(f *finding.Finding) (baseline.Entry, bool) {
	e, ok := b.Find(f.Fingerprint)
	return e, ok && e.Matches(baseline.Entry{Rule: f.Rule, Path: baseline.Path(f.Rel)})
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

// qualify adds a remark in parentheses to a message. If the message ends with parentheses, the remark is added to them:
// "(limit: 10, baseline: 20)".
func qualify(message, remark string) string {
	if rest, ok := strings.CutSuffix(message, ")"); ok && strings.LastIndexByte(rest, '(') > strings.LastIndexByte(rest, ')') {
		return rest + ", " + remark + ")"
	}
	return message + " (" + remark + ")"
}

// notices returns notices about baselines with obsolete entries, and collects these.
func (b *baselines) notices() []finding.Notice {
	var notices []finding.Notice
	covered := newCoverage(b.run)
	all := []*recordedFindings{b.named}
	if b.named == nil {
		all = all[:0]
		for _, one := range b.byPath {
			all = append(all, one)
		}
		slices.SortFunc(all, func(x, y *recordedFindings) int { return strings.Compare(x.shown, y.shown) })
	}
	for _, one := range all {
		obsolete := 0
		for _, e := range one.All() {
			if !one.matched[e.Fingerprint] && covered.covers(e) {
				obsolete++
				b.resolved = append(b.resolved, finding.Recorded{Path: e.Path, Rule: e.Rule})
			}
		}
		var problems []string
		if obsolete > 0 {
			problems = append(problems, quote.Choose(obsolete, "1 entry no longer occurs", "%s entries no longer occur"))
		}
		if one.loose > 0 {
			problems = append(problems, quote.Choose(one.loose, "1 entry has a higher count than needed", "%s entries have higher counts than needed"))
		}
		if len(problems) > 0 {
			notices = append(notices, finding.Notice{Path: one.shown, Message: strings.Join(problems, " and ") + "; `skilllint baseline --prune` updates the file"})
		}
	}
	return notices
}

// A coverage is the part of the tree that a run covers. If it is not the whole tree, the run cannot determine that an
// entry is obsolete, because findings may depend on other files.
type coverage struct {
	files   map[string]bool // paths of checked files, as in entries
	rules   map[string]*analysis.Analyzer
	root    discover.Root
	missing map[string]bool // cache: whether no file exists at a path, or a link to a checked one
	whole   bool            // there is one root, and it was read completely
	base    bool            // rules that compare with a base ran
}

func newCoverage(r *run) *coverage {
	c := &coverage{files: map[string]bool{}, missing: map[string]bool{}, rules: map[string]*analysis.Analyzer{}, base: r.bases.ref != "",
		whole: len(r.result.Roots) == 1 && r.result.Whole && len(r.policy.excluded) == 0}
	if len(r.result.Roots) > 0 {
		c.root = r.result.Roots[0]
	}
	for _, f := range r.result.Files {
		c.files[baseline.Path(f.Rel)] = true
	}
	for _, a := range r.result.Report.Rules {
		c.rules[a.Name] = a
	}
	return c
}

// covers reports whether the run would have reported the finding of an entry.
func (v *coverage) covers(e baseline.Entry) bool {
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
	missing, known := v.missing[e.Path]
	if !known {
		_, err := v.root.FS.Lstat(e.Path)
		missing = errors.Is(err, fs.ErrNotExist) || v.isFollowed(e.Path)
		v.missing[e.Path] = missing
	}
	return missing
}

// isFollowed reports whether a path is a link to a checked file or directory, which has its own path in findings.
func (v *coverage) isFollowed(rel string) bool {
	if real := v.root.Tree.Real(rel); real != "" && real != rel {
		return true
	}
	to, err := v.root.FS.ReadLink(rel)
	return err == nil && v.files[path.Join(path.Dir(rel), filepath.ToSlash(to))]
}
