// Package lint lints agent skills that are in memory, for services and tools that have no directory on a disk.
//
// [NewTree] and [ReadFS] make a [Tree], and [Run] returns what the rules report for it, as `skilllint lint` does for a
// directory. Each [Finding] has a message, an effect, a help text, an exact location and fixes, which [Tree.Apply] and
// [FixAll] apply in memory. Nothing is read from or written to a disk, no program is started and no connection is
// opened; the tree may be hostile.
package lint

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// Options configure a run. The zero value runs the default rules with the configuration files of the tree.
type Options struct {
	Analyzers []*analysis.Analyzer // the rules; nil: those of package rules. For rules of your own, append to these

	Select      []string          // names, groups and globs of the rules to run, or "all"; none: as configured
	Ignore      []string          // names, groups and globs of rules not to run
	MinSeverity analysis.Severity // lowest severity of the findings; Off: as configured, else Warning
	Enforce     []string          // names, groups and globs of rules that the tree cannot switch off or lower

	Dialect string   // the dialect of each SKILL.md; empty: as configured or detected
	Targets []string // clients that all skills must work with; none: as configured

	NoConfig       bool // ignore the .skilllint.yaml files of the tree
	NoSuppressions bool // ignore suppression comments
	Isolated       bool // trust nothing in the tree: also ignore words that excuse findings
	Trust          bool // the .skilllint.yaml in the root may loosen protected rules, as in a repository that you own

	Jobs int // files to process at a time; 0: one for each processor
}

// Run lints a tree. A tree without skills, agents or manifests has an empty result. Errors are caused by invalid
// options, an invalid configuration file of the tree, or the end of the context.
func Run(ctx context.Context, t *Tree, o Options) (*Result, error) {
	req, described, err := t.request(&o)
	if err != nil {
		return nil, err
	}
	result, err := lint.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	return newResult(result, o.MinSeverity, described), nil
}

// FixAll returns the tree with all safe fixes applied, and unsafe ones if requested, and its result. It omits fixes that
// would cause other findings.
func FixAll(ctx context.Context, t *Tree, o Options, unsafe bool) (*Tree, *Result, error) {
	req, described, err := t.request(&o)
	if err != nil {
		return nil, nil, err
	}
	fixes, err := fixer.New(ctx, req, unsafe, cache.New())
	if err != nil {
		return nil, nil, err
	}
	result, err := fixes.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	type file struct {
		mode    fs.FileMode
		content []byte
	}
	changed := map[string]file{}
	err = fixes.Changed(func(name string, f treefs.File) error {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		content, err := io.ReadAll(f)
		changed[name] = file{info.Mode(), content}
		return err
	}, func(name, target string) { changed[name] = file{fs.ModeSymlink | 0o777, []byte(target)} })
	if err != nil {
		return nil, nil, err
	}
	fixed, err := t.copy(func(name string, mode fs.FileMode, content []byte) (fs.FileMode, []byte, error) {
		if now, ok := changed[name]; ok {
			return now.mode, now.content, nil
		}
		return mode, content, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return fixed, newResult(result, o.MinSeverity, described), nil
}

// request returns the engine's request, and a map that it fills with descriptions.
func (t *Tree) request(o *Options) (lint.Request, map[*analysis.File]description, error) {
	all := o.Analyzers
	if all == nil {
		all = rules.All()
	}
	if err := analysis.Validate(all); err != nil {
		return lint.Request{}, nil, err
	}
	if o.Dialect != "" && schema.Lookup(o.Dialect) == nil {
		return lint.Request{}, nil, fmt.Errorf("unknown dialect %s%s", quote.Text(o.Dialect), config.Hint(o.Dialect, schema.Names()))
	}
	for _, id := range o.Targets {
		if !slices.Contains(loader.IDs(), id) {
			return lint.Request{}, nil, fmt.Errorf("unknown client %s%s", quote.Text(id), config.Hint(id, loader.IDs()))
		}
	}
	known := ruleSet(all)
	selection, _, err := config.Select(known, o.Select, o.Ignore)
	if err != nil {
		return lint.Request{}, nil, err
	}
	if len(o.Select) > 0 && !slices.Contains(o.Select, "all") && o.MinSeverity == analysis.Off {
		o.MinSeverity = analysis.Info // as with --select
	}
	described := map[*analysis.File]description{}
	return lint.Request{
		Dir: "/", Memory: t.memory, AllowEmpty: true, Output: &safefile.Writer{},
		Rules: known, Analyzers: slices.Concat(all, config.Engines(), []*analysis.Analyzer{collect(described)}), Selection: selection,
		Targets: o.Targets, Dialect: o.Dialect, NoConfig: o.NoConfig, Isolated: o.Isolated, Guard: !o.Trust, Jobs: o.Jobs,
		NoInlineSuppressions: o.NoSuppressions, Enforce: o.Enforce, Baseline: lint.Baseline{Configured: true},
	}, described, nil
}

// ruleSet returns the rules among analyzers, sorted by name, and the one that reports internal errors.
func ruleSet(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	set := slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool { return a.IsFact() || config.IsEngine(a) })
	if !slices.Contains(set, analysis.Broken) {
		set = append(set, analysis.Broken)
	}
	slices.SortFunc(set, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return set
}

// A Rule describes a rule.
type Rule struct {
	Name     string
	Doc      string            // what it reports: a noun phrase
	Severity analysis.Severity // by default; Off: it runs only if it is selected
}

// Rules describes the rules among analyzers, sorted by name; nil: those of package rules.
func Rules(analyzers []*analysis.Analyzer) []Rule {
	if analyzers == nil {
		analyzers = rules.All()
	}
	var list []Rule
	for _, a := range ruleSet(analyzers) {
		list = append(list, Rule{a.Name, a.Doc, a.Severity})
	}
	return list
}
