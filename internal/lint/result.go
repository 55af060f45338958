package lint

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// notices adds notices about the run as a whole.
func (r *run) notices(context.Context) error {
	report := r.result.Report
	if r.Changed.Staged && !r.Hook && len(report.Files) == 0 {
		report.Notices = append(report.Notices, finding.Notice{Message: "nothing checked: no skill, agent or manifest is staged", Unchecked: true})
	}
	if r.Limit && !r.partial && len(r.Paths) > 0 && !r.result.Whole {
		report.Notices = append(report.Notices, finding.Notice{Message: "links, names and dependencies were checked within the given paths only, because they are not in a git repository or below a " + config.Name})
	}
	report.Notices = append(report.Notices, r.policy.commit.notices(r)...)
	report.Notices = append(report.Notices, loweredNotice(report.Findings)...)
	return r.policy.commit.readError()
}

// Complete returns an error that lists unchecked files, for commands that need all files.
func (r *Result) Complete() error {
	if len(r.Unchecked) == 0 {
		return nil
	}
	more := ""
	if n := len(r.Unchecked) - 1; n > 0 {
		more = fmt.Sprintf(" (and %s more)", quote.Count(n))
	}
	return fmt.Errorf("%s: %s%s; nothing was written", quote.Text(r.Unchecked[0].Path), r.Unchecked[0].Reason, more)
}

// RootOf returns the root that contains a file. For nil, it returns the first root: findings without a file belong to it.
func (r *Result) RootOf(f *analysis.File) discover.Root {
	if f == nil {
		return r.Roots[0]
	}
	tree := cmp.Or(r.run.policy.originals[f.Tree], f.Tree)
	for _, root := range r.Roots {
		if root.Tree == tree {
			return root
		}
	}
	return r.Roots[0]
}

// Trees returns the roots by their trees. Findings of enforced and protected rules may have another tree than the root.
func (r *Result) Trees() map[*analysis.Tree]discover.Root {
	roots := make(map[*analysis.Tree]discover.Root, len(r.Roots))
	for _, root := range r.Roots {
		roots[root.Tree] = root
	}
	for again, tree := range r.run.policy.originals {
		if root, ok := roots[tree]; ok {
			roots[again] = root
		}
	}
	return roots
}

// Writable returns the root of a file. Its Disk is the directory that fixes are written to.
func (r *Result) Writable(f *analysis.File) discover.Root { return r.run.policy.rootOf(f) }

// WritableRoots returns the roots. Their Disk fields are the directories that fixes are written to.
func (r *Result) WritableRoots() []discover.Root {
	var roots []discover.Root
	for _, root := range r.run.policy.roots {
		roots = append(roots, root)
	}
	sorting.By(roots, func(a, b discover.Root) int { return strings.Compare(a.Dir, b.Dir) })
	return roots
}

// Settings returns the settings of the rules for a file.
func (r *Result) Settings(f *analysis.File) *driver.Settings { return r.run.policy.settingsFor(f) }

// Config returns the configuration of a path relative to a root.
func (r *Result) Config(root discover.Root, rel string) (*config.Config, error) {
	return r.run.policy.config(root.Tree, path.Dir(rel))
}

// Excludes reports whether flags or configurations exclude a path relative to a root.
func (r *Result) Excludes(root discover.Root, rel string) bool {
	return r.run.policy.isExcluded(root, rel)
}

// Enforces reports whether a rule is enforced: the tree cannot hide its findings.
func (r *Result) Enforces(rule *analysis.Analyzer) bool { return r.run.policy.isEnforced(rule) }

// CannotSuppress reports whether comments cannot suppress a finding.
func (r *Result) CannotSuppress(f *finding.Finding) bool { return r.run.policy.cannotSuppress(f) }

// CustomGroup is the group of custom rules.
const CustomGroup = "house/"

// customRules returns the custom rules in the configurations of the run, sorted by name.
func (p *policy) customRules() []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, c := range p.configs() {
		all = append(all, c.CustomRules()...)
	}
	sorting.By(all, func(a, b *analysis.Analyzer) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Source.Name, b.Source.Name))
	})
	return all
}
