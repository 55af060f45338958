package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/triage"
)

// setEnforced finds the rules that --enforce names. House rules are those of --config: what the tree itself
// defines it could as well leave undefined.
func (s *settlement) setEnforced() (err error) {
	rules := s.analyzers
	if s.fixed != nil {
		rules = slices.Concat(rules, s.fixed.HouseRules())
	}
	if s.enforced, _, err = config.MatchRules(s.flags.enforce, rules); err == nil {
		s.enforceUnchecked()
		return nil
	}
	for _, name := range s.flags.enforce {
		if s.flags.config == "" && strings.HasPrefix(name+"/", houseGroup) {
			return usagef("--enforce %s: a house rule is enforced by a configuration outside of the tree; name it: --config FILE", quote.Text(name))
		}
	}
	return fmt.Errorf("--enforce: %w", err)
}

// enforceUnchecked adds the rules that report what could not be checked: no enforced rule has looked at that.
func (s *settlement) enforceUnchecked() {
	if len(s.enforced) == 0 {
		return
	}
	for _, a := range s.analyzers {
		if a.Unchecked {
			s.enforced[a] = true
		}
	}
}

// leaveHouse takes house rules that a configuration in the tree defines out of the enforced ones.
func (s *settlement) leaveHouse() []finding.Notice {
	var left []string
	for a := range s.enforced {
		if strings.HasPrefix(a.Name, houseGroup) {
			left = append(left, a.Name)
			delete(s.enforced, a)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return []finding.Notice{{Path: s.fixed.Path, Message: "it lies in the tree, so --enforce does not hold for its house rules: " + triage.Names(left)}}
}

// enforce puts the findings of the enforced rules into a result as they are when no configuration
// stands in the tree. Whatever such a configuration does to them, by severities, options, overrides,
// dialects or exclusions, is so without effect: they run a second time, and it is not read. It returns
// a notice for each thing that would have been lost.
func (p *program) enforce(ctx context.Context, s *settlement, analyzers []*analysis.Analyzer, paths []string, found *discover.Found, result *driver.Result) ([]finding.Notice, error) {
	if len(s.enforced) == 0 || s.flags.noConfig || s.fixed != nil && !liesIn(s.flags.config, found.Roots) {
		return nil, nil
	}
	left := s.leaveHouse()
	if len(s.enforced) == 0 {
		return left, nil
	}
	rules := slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool { return !s.enforced[a] })
	strict := s.withoutConfiguration()
	again, unconfigured, err := p.drive(ctx, strict, rules, paths)
	if err != nil {
		return nil, err
	}
	s.strict, s.adopted = strict, map[*analysis.Tree]*analysis.Tree{}
	e := &enforcement{s: s, strict: strict}
	notices := slices.Concat(left, e.settings(), e.lost(result, unconfigured))
	s.adopt(strict, found.Roots, again.Roots)
	isEnforced := func(f finding.Finding) bool { return s.enforced[f.Analyzer] }
	result.Findings = slices.DeleteFunc(result.Findings, isEnforced)
	for _, f := range unconfigured.Findings {
		if isEnforced(f) || f.Analyzer == analysis.Broken {
			result.Findings = append(result.Findings, f)
		}
	}
	result.Files = append(result.Files, e.left...)
	sorting.By(result.Files, func(a, b *analysis.File) int { return strings.Compare(a.Path, b.Path) })
	return notices, nil
}

// standAlone lets what enforced rules find stand beside what other rules find in its place: comments and
// configurations may keep that from being reported.
func (s *settlement) standAlone(findings []finding.Finding) {
	enforced := map[string]bool{}
	for a := range s.enforced {
		enforced[a.Name] = true
	}
	if len(enforced) == 0 {
		return
	}
	for i := range findings {
		if f := &findings[i]; len(f.Supersedes) > 0 && !s.enforced[f.Analyzer] {
			f.Supersedes = slices.DeleteFunc(slices.Clone(f.Supersedes), func(o analysis.Superseded) bool { return enforced[o.Rule] })
		}
	}
}

// withoutConfiguration returns what the command line alone says.
func (s *settlement) withoutConfiguration() *settlement {
	schema := s.schema
	schema.Rules = slices.Concat(schema.Rules, s.houseRules()) // which comments may name
	return &settlement{
		dir: s.dir, analyzers: s.analyzers, flags: s.flags, selection: s.selection, targets: s.targets, schema: schema, output: s.output,
		excluded: s.excluded, fixed: &config.Config{Dir: "."}, checkRoot: s.checkRoot,
		bases: bases{ref: s.bases.ref, choose: s.bases.choose}, from: s.from, whole: s.whole, lenient: s.lenient, stdin: s.stdin, ledgers: s.ledgers,

		finders:    map[*analysis.Tree]*config.Finder{},
		roots:      map[*analysis.Tree]discover.Root{},
		settings:   map[*config.Config]*driver.Settings{},
		comments:   map[*config.Config]*analysis.Suppressions{},
		overlooked: map[string]bool{},
	}
}

// adopt lets files of a second look at the same roots be found as those of the first.
func (s *settlement) adopt(second *settlement, roots, again []discover.Root) {
	for _, a := range again {
		for _, r := range roots {
			if r.Dir == a.Dir {
				s.finders[a.Tree], s.roots[a.Tree], s.adopted[a.Tree] = s.finders[r.Tree], second.roots[a.Tree], r.Tree
			}
		}
	}
}

// liesIn reports whether a file, or what leads to it, lies in one of the roots.
func liesIn(name string, roots []discover.Root) bool {
	full, err := filepath.Abs(name)
	if err != nil {
		return true
	}
	ways := []string{full}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		ways = append(ways, filepath.Join(dir, filepath.Base(full)))
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		ways = append(ways, real)
	}
	return slices.ContainsFunc(roots, func(r discover.Root) bool {
		return slices.ContainsFunc(ways, func(way string) bool { return isBelow(r.Dir, way) })
	})
}

// An enforcement finds out what configurations in the tree would have kept from being reported.
type enforcement struct {
	s, strict *settlement
	left      []*analysis.File // that only the second look saw
}

// settings returns a notice for each configuration that says something of enforced rules.
func (e *enforcement) settings() []finding.Notice {
	said := map[string][]string{} // rules, by configuration
	for c, settings := range e.s.settings {
		for a := range e.s.enforced {
			strict := e.strict.settingsFor(nil)
			if settings.Severity[a] < strict.Severity[a] || settings.Options[a] != strict.Options[a] {
				path := c.Base().Path
				said[path] = append(said[path], a.Name)
			}
		}
	}
	var notices []finding.Notice
	for _, c := range e.s.configs() {
		if rules := said[c.Path]; len(rules) > 0 {
			notices = append(notices, finding.Notice{Path: c.Path, Message: "what it says of rules that are enforced does not count: " + triage.Names(rules)})
		}
	}
	return notices
}

// mostLost is how many files are named one by one in which something would have been lost.
const mostLost = 20

// lost returns a notice for each file in which findings would not be reported, or as less severe, and one
// for the files that would not have been looked at.
func (e *enforcement) lost(result, strict *driver.Result) []finding.Notice {
	seen := map[string]bool{}
	for _, f := range result.Files {
		seen[f.Path] = true
	}
	var left []string
	for _, f := range strict.Files {
		if !seen[f.Path] {
			e.left = append(e.left, f)
			left = append(left, f.Path)
		}
	}
	var notices []finding.Notice
	if len(left) > 0 {
		files := "files that the configuration leaves out are"
		if len(left) == 1 {
			files = "file that the configuration leaves out is"
		}
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("%d %s looked at by what is enforced: %s", len(left), files, quote.List(left, "and"))})
	}
	return append(notices, e.findings(result, strict)...)
}

func (e *enforcement) findings(result, strict *driver.Result) []finding.Notice {
	type key struct {
		path, rule, message string
		place               analysis.Range
	}
	of := func(f *finding.Finding) key { return key{f.Place.Path, f.Rule, f.Message, f.Place.Range} }
	e.s.strict = nil // the severities that the configuration gives
	before := map[key]analysis.Severity{}
	for _, f := range triage.Decide(slices.Clone(result.Findings), e.s.severity) {
		before[of(&f)] = f.Severity
	}
	e.s.strict = e.strict
	lost := map[string][]string{} // rules, by file
	var paths []string
	for _, f := range triage.Decide(slices.Clone(strict.Findings), e.strict.severity) {
		if e.s.enforced[f.Analyzer] && before[of(&f)] < f.Severity {
			if lost[f.Place.Path] == nil {
				paths = append(paths, f.Place.Path)
			}
			lost[f.Place.Path] = append(lost[f.Place.Path], f.Rule)
		}
	}
	var notices []finding.Notice
	for i, path := range paths {
		if i == mostLost {
			notices = append(notices, finding.Notice{Message: fmt.Sprintf("the configuration would hide or soften enforced findings in %s more", quote.Plural(len(paths)-i, "file"))})
			break
		}
		notices = append(notices, finding.Notice{Path: path, Message: fmt.Sprintf("the configuration would hide or soften %s that %s enforced: %s",
			quote.Plural(len(lost[path]), "finding"), map[bool]string{true: "is", false: "are"}[len(lost[path]) == 1], triage.Names(lost[path]))})
	}
	return notices
}
