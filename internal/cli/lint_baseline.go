package cli

import (
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
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/spf13/pflag"
)

// baselineFlags are the flags that say which findings are known.
type baselineFlags struct {
	file string
	none bool
}

func (f *baselineFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "baseline", "", "leave out what `FILE` records (default: baseline of the configuration)")
	flags.BoolVar(&f.none, "no-baseline", false, "report what a baseline records, too")
}

// check refuses what contradicts the flags.
func (f *baselineFlags) check() error {
	if f.file != "" && f.none {
		return usagef("--baseline and --no-baseline contradict each other; leave one out")
	}
	return nil
}

// A book is a baseline that a run compares its findings with.
type book struct {
	*baseline.Baseline
	shown   string          // its path for messages
	trusted bool            // it lies outside of the tree: enforced rules keep to it, too
	matched map[string]bool // fingerprints of entries that occurred
	lower   int             // entries that allow more than there is now
}

// books finds the baseline of each file.
type books struct {
	flags  *baselineFlags
	s      *settlement
	result *analysed
	named  *book                    // by --baseline
	byPath map[string]*book         // by the configurations; nil: that file has none
	byConf map[*config.Config]*book // the same
}

// leaveKnown takes out of a report what baselines record. partly: findings are missing for another
// reason, so it is not known which entries no longer occur.
func (p *program) leaveKnown(f *baselineFlags, s *settlement, result *analysed, partly bool) error {
	if f.none {
		return nil
	}
	b := &books{flags: f, s: s, result: result, byPath: map[string]*book{}, byConf: map[*config.Config]*book{}}
	if err := b.open(); err != nil {
		return err
	}
	r := result.report
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return b.knows(&f) })
	for i := range r.Findings {
		b.compare(&r.Findings[i])
	}
	r.Summary.Baselined = before - len(r.Findings)
	r.Summary.Errors, r.Summary.Warnings, r.Summary.Infos = triage.Count(r.Findings)
	if !partly {
		r.Notices = append(r.Notices, b.notices()...)
	}
	return nil
}

// open reads the baselines of all files.
func (b *books) open() error {
	if b.flags.file != "" {
		var trees []string
		for _, root := range b.result.roots {
			trees = append(trees, root.Dir)
		}
		file, err := openGiven(b.flags.file, trees...)
		if errors.Is(err, fs.ErrNotExist) {
			return usagef("--baseline %s: it does not exist; write it with: skilllint baseline -o %s", b.flags.file, b.flags.file)
		} else if err != nil {
			return fmt.Errorf("--baseline %s: %w", b.flags.file, pathless.Error(err))
		}
		defer file.Close()
		b.named, err = readBook(file, b.flags.file)
		if err == nil {
			b.named.trusted = !liesIn(b.flags.file, b.result.roots)
		}
		return err
	}
	for _, f := range b.result.files {
		c, err := b.s.config(f.Tree, path.Dir(f.Rel))
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

// configured reads the baseline that a configuration names, once.
func (b *books) configured(tree *analysis.Tree, c *config.Config) (*book, error) {
	file, shown, err := b.s.openNamed(tree, c.Baseline)
	if known := b.byPath[shown]; known != nil {
		if file != nil {
			file.Close()
		}
		return known, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the baseline %s does not exist; write it with `skilllint baseline`, or take this line out", c.Baseline.Origin, quote.Text(shown))
	} else if err != nil {
		return nil, fmt.Errorf("%s: the baseline %s cannot be read: %w", c.Baseline.Origin, quote.Text(shown), pathless.Error(err))
	}
	defer file.Close()
	one, err := readBook(file, shown)
	if err != nil {
		return nil, err
	}
	one.trusted = b.s.fixed != nil && !liesIn(b.s.flags.config, b.result.roots) && !liesIn(shown, b.result.roots)
	b.byPath[shown] = one
	return one, nil
}

func readBook(r io.Reader, shown string) (*book, error) {
	known, err := baseline.Read(r, shown)
	if err != nil {
		return nil, err
	}
	return &book{Baseline: known, shown: shown, matched: map[string]bool{}}, nil
}

// openNamed opens a file that a configuration of a tree names. shown is its path for messages.
func (s *settlement) openNamed(tree *analysis.Tree, named config.File) (file io.ReadCloser, shown string, err error) {
	if s.fixed == nil {
		s.mu.Lock()
		finder := s.finders[tree]
		s.mu.Unlock()
		return finder.Open(named)
	}
	shown = s.showFrom(s.home)(named.Rel)
	root, err := os.OpenRoot(s.home)
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

// of returns the baseline that holds for a finding; nil when there is none, or when none does for what
// skilllint finds in itself.
func (b *books) of(f *finding.Finding) *book {
	one := b.named
	if one == nil {
		tree := b.s.first
		if f.File != nil {
			tree = f.File.Tree
		}
		if tree == nil {
			return nil
		}
		c, err := b.s.config(tree, path.Dir(f.Rel))
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

// judges reports whether a baseline may keep a finding from being reported.
func (b *books) judges(one *book, f *finding.Finding) bool {
	return one.trusted || !b.s.enforces(f.Analyzer)
}

// isInternal reports whether a finding says that skilllint itself broke: what else there is to find is
// not known.
func isInternal(f *finding.Finding) bool {
	return f.Analyzer == analysis.Broken || strings.HasPrefix(f.Rule, "internal/")
}

// knows reports whether a finding is recorded, and no larger than it was.
func (b *books) knows(f *finding.Finding) bool {
	one := b.of(f)
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
	return allows(e, f) && b.judges(one, f)
}

// entry returns the entry of a finding. One that names another rule or path, for a reviewer to read, is none
// of it.
func (b *book) entry(f *finding.Finding) (baseline.Entry, bool) {
	e, ok := b.Find(f.Fingerprint)
	return e, ok && e.Names(baseline.Entry{Rule: f.Rule, Path: baseline.Path(f.Rel)})
}

// allows reports whether a finding is no larger than it was when it was recorded.
func allows(e baseline.Entry, f *finding.Finding) bool {
	return e.Measured == 0 || f.Measured <= e.Measured
}

// compare says of a finding that is reported how much its baseline allows.
func (b *books) compare(f *finding.Finding) {
	if one := b.of(f); one != nil && b.judges(one, f) {
		if e, ok := one.entry(f); ok {
			f.Message += fmt.Sprintf(" (the baseline allows %s)", quote.Count(e.Measured))
		}
	}
}

// notices says which baselines record more than there is.
func (b *books) notices() []finding.Notice {
	var notices []finding.Notice
	looked := newSight(b.s, b.result)
	all := []*book{b.named}
	if b.named == nil {
		all = all[:0]
		for _, one := range b.byPath {
			all = append(all, one)
		}
		slices.SortFunc(all, func(x, y *book) int { return strings.Compare(x.shown, y.shown) })
	}
	for _, one := range all {
		gone := 0
		for _, e := range one.All() {
			if !one.matched[e.Fingerprint] && looked.at(e) {
				gone++
			}
		}
		var said []string
		if gone > 0 {
			said = append(said, several(gone, "1 entry no longer occurs", "%s entries no longer occur"))
		}
		if one.lower > 0 {
			said = append(said, several(one.lower, "1 entry allows more than there is now", "%s entries allow more than there is now"))
		}
		if len(said) > 0 {
			notices = append(notices, finding.Notice{Path: one.shown, Message: strings.Join(said, ", and ") + "; `skilllint baseline --prune` brings it up to date"})
		}
	}
	return notices
}

func several(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, quote.Count(n))
}

// A sight knows what a run has looked at, and so whether it would have found something again. Of a part
// of a tree it knows nothing: what a rule says of a file may hang on files that were left out.
type sight struct {
	files map[string]bool // paths below their roots, as entries have them
	rules map[string]*analysis.Analyzer
	root  discover.Root
	gone  map[string]bool // paths of entries that are no such files: whether nothing is there
	whole bool            // all of the one root
	bases bool            // rules that compare with history ran
}

func newSight(s *settlement, result *analysed) *sight {
	v := &sight{files: map[string]bool{}, gone: map[string]bool{}, rules: map[string]*analysis.Analyzer{}, bases: s.bases.ref != "",
		whole: len(result.roots) == 1 && result.whole && len(s.excluded) == 0}
	if len(result.roots) > 0 {
		v.root = result.roots[0]
	}
	for _, f := range result.files {
		v.files[baseline.Path(f.Rel)] = true
	}
	for _, a := range result.report.Rules {
		v.rules[a.Name] = a
	}
	return v
}

// at reports whether what an entry records would have been found if it were there.
func (v *sight) at(e baseline.Entry) bool {
	rule := v.rules[e.Rule]
	if !v.whole || rule == nil || rule.NeedsBase() && !v.bases {
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
