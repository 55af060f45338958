package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
)

// A skill must not judge itself: what it contains may tighten protected rules, but not loosen them. To loosen is to make one
// of their findings less severe, or to hide it. The forms are:
//
//   - severities and overrides, [config.Config.Loosens]
//   - exclude, and manifest.paths and ledgers, which turn a file into a manifest, likewise
//   - min-severity, [Result.leastSeverity]
//   - baseline, [baselines.mayHide]
//   - security.trusted-hosts, [policy.hosts]
//   - comments, [policy.cannotSuppress]
//   - ignore files outside of git work trees, in package discover
//
// Protected rules have no options and do not depend on dialects; tests check both. Only the configuration of a trusted root
// may loosen them.

// noConfig is the configuration of a root that is not trusted, or has none.
var noConfig = &config.Config{Dir: "."}

// rootConfig returns the configuration that applies to protected rules: the one of the request, or of the root. The root is
// trusted if it is a git work tree, because the owner of the repository reviews its files, or if it is the working directory.
// With Guard, the latter may be a directory that was just extracted.
func (p *policy) rootConfig(tree *analysis.Tree) *config.Config {
	if p.single != nil {
		return p.single
	}
	p.mu.Lock()
	root, finder := p.roots[tree], p.finders[tree]
	p.mu.Unlock()
	if finder == nil || !root.Git && (p.Guard || root.Dir != p.Dir) {
		return noConfig
	}
	if c, err := finder.For("."); err == nil {
		return c
	}
	return noConfig
}

// isLoosened reports whether a configuration that is not trusted may loosen protected rules.
func (p *policy) isLoosened() bool {
	return p.single == nil && slices.ContainsFunc(p.untrusted(), (*config.Config).Loosens)
}

// untrusted returns the configurations that cannot loosen protected rules.
func (p *policy) untrusted() []*config.Config {
	var all []*config.Config
	for tree, finder := range p.finders {
		trusted := p.rootConfig(tree)
		for _, c := range finder.All() {
			if c != trusted {
				all = append(all, c)
			}
		}
	}
	return all
}

// hosts returns the trusted hosts in a tree.
func (p *policy) hosts(tree *analysis.Tree) []string { return p.rootConfig(tree).TrustedHosts }

// cannotSuppress reports whether comments cannot suppress a finding.
func (p *policy) cannotSuppress(f *finding.Finding) bool {
	if p.isEnforced(f.Analyzer) {
		return true
	}
	if !f.Analyzer.IsSecurity() && !f.Analyzer.Unchecked {
		return false
	}
	return !p.rootConfig(p.treeOf(f)).Suppression.Security
}

// treeOf returns the tree of a finding. Findings without a file belong to the first one.
func (p *policy) treeOf(f *finding.Finding) *analysis.Tree {
	switch {
	case f.File == nil:
		return p.first
	case p.originals[f.File.Tree] != nil:
		return p.originals[f.File.Tree]
	}
	return f.File.Tree
}

// suppressionsOff describes the rules of [policy.cannotSuppress] for notices.
func (p *policy) suppressionsOff() string {
	if len(p.Enforce) > 0 {
		return "enforced rules"
	}
	return "security rules"
}

// switchedOff returns a notice for each trusted configuration that switches off protected rules.
func (p *policy) switchedOff() []finding.Notice {
	off := map[string][]string{} // by path
	untrusted := p.untrusted()
	for c := range p.settings {
		base := c.Base()
		if base.Path == "" || slices.Contains(untrusted, base) {
			continue
		}
		for _, a := range p.Rules {
			if a.IsProtected() && !p.isEnforced(a) && p.Selection.Reports(a) && c.SwitchesOff(a) {
				off[base.Path] = append(off[base.Path], a.Name)
			}
		}
	}
	var notices []finding.Notice
	for _, c := range p.configs() {
		if rules := off[c.Path]; len(rules) > 0 {
			notices = append(notices, finding.Notice{Path: c.Path, Message: "switches off " + p.joinNames(rules), Unchecked: true, InSummary: true})
		}
	}
	return notices
}

// joinNames returns a list of rules. A complete group security is its name.
func (p *policy) joinNames(rules []string) string {
	isListed := func(a *analysis.Analyzer) bool { return !a.IsSecurity() || slices.Contains(rules, a.Name) }
	for _, a := range p.Rules {
		if !isListed(a) {
			return postprocess.JoinNames(rules)
		}
	}
	rules = slices.DeleteFunc(slices.Clone(rules), func(name string) bool { return strings.HasPrefix(name, "security/") })
	return postprocess.JoinNames(append(rules, "security"))
}

// leastSeverityOf returns the lowest reported severity of protected rules: a configuration that is not trusted can only
// lower it.
func (p *policy) leastSeverityOf(f *finding.Finding, own, fallback analysis.Severity) analysis.Severity {
	return min(own, cmp.Or(p.rootConfig(p.treeOf(f)).MinSeverity, fallback))
}
