package lint

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// setEnforced resolves the names of enforced rules. Custom rules must come from --config, because a tree could remove its
// own.
func (p *policy) setEnforced() (err error) {
	rules := p.Rules
	if p.single != nil {
		rules = slices.Concat(rules, p.single.CustomRules())
	}
	if p.enforced, _, err = config.MatchRules(p.Enforce, rules); err == nil {
		p.enforceProtected()
		return nil
	}
	for _, name := range p.Enforce {
		if p.Config == "" && strings.HasPrefix(name+"/", CustomGroup) {
			return fmt.Errorf("--enforce %s: a custom rule can only be enforced by a configuration outside of the repository; name it with --config FILE", quote.Text(name))
		}
	}
	return fmt.Errorf("--enforce: %w", err)
}

// enforceProtected adds the protected rules to the enforced ones: the tree is not trusted, and enforced rules do not run on
// unchecked files.
func (p *policy) enforceProtected() {
	if len(p.enforced) == 0 {
		return
	}
	for _, a := range p.Rules {
		if a.IsProtected() {
			p.enforced[a] = true
		}
	}
}

// isEnforced reports whether the tree must not hide findings of a rule.
func (p *policy) isEnforced(rule *analysis.Analyzer) bool { return p.enforced[rule] }

// dropCustom removes custom rules from the enforced ones. It is called if the tree contains their definitions.
func (p *policy) dropCustom() []finding.Notice {
	var dropped []string
	for a := range p.enforced {
		if strings.HasPrefix(a.Name, CustomGroup) {
			dropped = append(dropped, a.Name)
			delete(p.enforced, a)
		}
	}
	if len(dropped) == 0 {
		return nil
	}
	return []finding.Notice{{Path: p.single.Path, Message: "--enforce does not apply to custom rules of a configuration inside the repository: " + postprocess.JoinNames(dropped)}}
}

// enforce replaces the findings of enforced rules by those of a second analysis, which reads no configuration in the tree.
// Severities, options, overrides, dialects and exclusions have no effect on it. If there are no enforced rules, a second
// analysis with the configurations of the roots only adds findings of protected rules. Notices list the findings that the
// configuration would have hidden.
func (r *run) enforce(ctx context.Context) error {
	r.since = r.Profile.Start()
	p := r.policy
	p.protectFindings(r.driven.Findings)
	if r.NoConfig || p.single != nil && !r.inTree(r.Config, r.found.Roots) {
		return nil
	}
	r.enforceNotices = p.dropCustom()
	if len(p.enforced) == 0 && !p.isLoosened() {
		return nil
	}
	strict := r.strictRun()
	if err := strict.analyze(ctx); err != nil {
		return err
	}
	p.strict, p.originals = strict.policy, map[*analysis.Tree]*analysis.Tree{}
	p.mapTrees(strict.policy, r.found.Roots, strict.found.Roots)
	e := &enforcement{policy: p, strict: strict.policy}
	r.enforceNotices = slices.Concat(r.enforceNotices, e.settings(), e.hidden(r.driven, strict.driven))
	r.driven.Findings = slices.DeleteFunc(r.driven.Findings, func(f finding.Finding) bool { return p.enforced[f.Analyzer] })
	for _, f := range strict.driven.Findings {
		if p.isGuarded(f.Analyzer) || f.Analyzer == analysis.Broken {
			r.driven.Findings = append(r.driven.Findings, f)
		}
	}
	r.driven.Files = append(r.driven.Files, e.excluded...)
	sorting.By(r.driven.Files, func(a, b *analysis.File) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// isGuarded reports whether the second analysis runs a rule: an enforced rule, or otherwise a protected one.
func (p *policy) isGuarded(a *analysis.Analyzer) bool {
	return p.enforced[a] || len(p.enforced) == 0 && a.IsProtected()
}

// strictRun returns a run of the guarded rules: without the configurations in the tree, or with those of the roots only.
func (r *run) strictRun() *run {
	p, src := emptyPolicy(r.Request), r.source
	p.schema.Rules = slices.Concat(r.policy.schema.Rules, r.policy.customRules()) // comments may contain their names
	p.excluded = r.policy.excluded
	if len(r.policy.enforced) > 0 {
		p.single = noConfig
		for tree := range r.policy.finders {
			if r.ConfigFrom != "" {
				p.trusted = append(p.trusted, r.policy.hosts(tree)...)
			}
		}
	} else {
		p.rootOnly, src.finder = true, r.policy.finderAt
	}
	strict := r.derive(p, src)
	strict.bases.ref, strict.bases.choose = r.bases.ref, r.bases.choose
	strict.Profile = nil
	strict.Analyzers = slices.DeleteFunc(slices.Clone(r.Analyzers), func(a *analysis.Analyzer) bool { return !r.policy.isGuarded(a) })
	return strict
}

// finderAt returns the finder of the configurations of the root at a directory.
func (p *policy) finderAt(dir string) *config.Finder {
	for tree, root := range p.roots {
		if root.Dir == dir {
			return p.finders[tree]
		}
	}
	return nil
}

// protectFindings prevents other findings from superseding guarded ones, because comments and configurations may hide them.
func (p *policy) protectFindings(findings []finding.Finding) {
	guarded := map[string]bool{}
	for _, a := range p.Analyzers {
		if p.isGuarded(a) {
			guarded[a.Name] = true
		}
	}
	for i := range findings {
		if f := &findings[i]; len(f.Supersedes) > 0 && !p.isGuarded(f.Analyzer) {
			f.Supersedes = slices.DeleteFunc(slices.Clone(f.Supersedes), func(o analysis.Superseded) bool { return guarded[o.Rule] })
		}
	}
}

// mapTrees maps the trees of the second analysis to those of the first.
func (p *policy) mapTrees(strict *policy, roots, again []discover.Root) {
	for _, a := range again {
		for _, r := range roots {
			if r.Dir == a.Dir {
				p.finders[a.Tree], p.roots[a.Tree], p.originals[a.Tree] = p.finders[r.Tree], strict.roots[a.Tree], r.Tree
				strict.finders[r.Tree], strict.roots[r.Tree] = strict.finders[a.Tree], p.roots[r.Tree]
			}
		}
	}
}

// inTree reports whether a file from the command line is in the tree of the run.
func (r *Request) inTree(name string, roots []discover.Root) bool {
	return r.Memory == nil && InRoots(name, roots)
}

// InRoots reports whether a file, or a link that resolves to it, is in one of the roots.
func InRoots(name string, roots []discover.Root) bool {
	full, err := filepath.Abs(name)
	if err != nil {
		return true
	}
	paths := []string{full}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		paths = append(paths, filepath.Join(dir, filepath.Base(full)))
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		paths = append(paths, real)
	}
	return slices.ContainsFunc(roots, func(r discover.Root) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return treefs.IsBelow(r.Dir, path) })
	})
}

// An enforcement determines the findings of guarded rules that configurations in the tree would have hidden.
type enforcement struct {
	policy, strict *policy
	excluded       []*analysis.File // files that only the second analysis has
}

// settings returns a notice for each configuration with settings of enforced rules.
func (e *enforcement) settings() []finding.Notice {
	configured, strict := map[string][]string{}, e.strict.settingsFor(nil) // rules, by configuration
	untrusted := e.policy.untrusted()
	for c, settings := range e.policy.settings {
		if len(e.policy.enforced) == 0 && !slices.Contains(untrusted, c.Base()) {
			continue
		}
		for a := range strict.Severity {
			if e.policy.isGuarded(a) && (settings.Severity[a] < strict.Severity[a] || settings.Options[a] != strict.Options[a]) {
				path := c.Base().Path
				configured[path] = append(configured[path], a.Name)
			}
		}
	}
	var notices []finding.Notice
	for _, c := range e.policy.configs() {
		if rules := configured[c.Path]; len(rules) > 0 {
			notices = append(notices, finding.Notice{Path: c.Path, Message: "settings ignored for " + e.rules() + ": " + e.policy.joinNames(rules)})
		}
	}
	return notices
}

// rules describes the guarded rules.
func (e *enforcement) rules() string {
	if len(e.policy.enforced) > 0 {
		return "enforced rules"
	}
	return "protected rules"
}

// MaxListed limits the number of files in notices.
const MaxListed = 20

// hidden returns a notice for each file with findings that would be hidden or less severe, and one for files that would not
// be checked.
func (e *enforcement) hidden(result, strict *driver.Result) []finding.Notice {
	checked := map[string]bool{}
	for _, f := range result.Files {
		checked[f.Path] = true
	}
	var excluded []string
	for _, f := range strict.Files {
		if !checked[f.Path] {
			e.excluded = append(e.excluded, f)
			excluded = append(excluded, f.Path)
		}
	}
	var notices []finding.Notice
	if len(excluded) > 0 {
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("%s also check %s that the configuration excludes: %s", e.rules(), quote.Plural(len(excluded), "file"), quote.List(excluded, "and"))})
	}
	return append(notices, e.hiddenFindings(result, strict)...)
}

func (e *enforcement) hiddenFindings(result, strict *driver.Result) []finding.Notice {
	type key struct {
		path, rule, message string
		place               analysis.Range
	}
	keyOf := func(f *finding.Finding) key { return key{f.Place.Path, f.Rule, f.Message, f.Place.Range} }
	e.policy.strict = nil // use the severities of the configuration
	before := map[key]analysis.Severity{}
	for _, f := range postprocess.Decide(slices.Clone(result.Findings), e.policy.severity) {
		before[keyOf(&f)] = f.Severity
	}
	e.policy.strict = e.strict
	affected := map[string][]string{} // rules, by file
	var paths []string
	for _, f := range postprocess.Decide(slices.Clone(strict.Findings), e.strict.severity) {
		if e.policy.isGuarded(f.Analyzer) && before[keyOf(&f)] < f.Severity {
			if affected[f.Place.Path] == nil {
				paths = append(paths, f.Place.Path)
			}
			affected[f.Place.Path] = append(affected[f.Place.Path], f.Rule)
		}
	}
	var notices []finding.Notice
	for i, path := range paths {
		if i == MaxListed {
			notices = append(notices, finding.Notice{Message: fmt.Sprintf("the configuration also affects findings of %s in %s more", e.rules(), quote.Plural(len(paths)-i, "file"))})
			break
		}
		notices = append(notices, finding.Notice{Path: path, Message: fmt.Sprintf("the configuration would hide or lower %s of %s: %s",
			quote.Plural(len(affected[path]), "finding"), e.rules(), postprocess.JoinNames(affected[path]))})
	}
	return notices
}
