package cli

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/spf13/pflag"
)

// A trust says how far what stands in a tree may judge the tree itself.
type trust struct {
	noInline bool
	enforce  []string
}

func (t *trust) register(flags *pflag.FlagSet) {
	flags.BoolVar(&t.noInline, "no-inline-suppressions", false, "comments in files suppress nothing")
	flags.Var(names{&t.enforce, "GLOB"}, "enforce", "rules that neither configuration nor comments in the tree can switch off or soften; "+
		"a --config outside of it can")
}

// suppressions returns what holds for comments in the files of a configuration.
func (s *settlement) suppressions(c *config.Config) *analysis.Suppressions {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.comments[c] == nil {
		s.comments[c] = s.keeping.commentsOf(c, func() *analysis.Suppressions { return config.Comments(s.schema.Rules, c) })
	}
	return s.comments[c]
}

// suppress takes out of a report what comments in files suppress.
func (s *settlement) suppress(r *finding.Report, store *analysis.Store, analyzers []*analysis.Analyzer) {
	var said []finding.Notice
	r.Findings, r.Suppressed, said = triage.Suppress(r.Findings, store, triage.Comments{
		Rules: slices.Concat(analyzers, s.houseRules()), Severity: s.severity, Means: config.Means, Suppressible: config.Suppressible,
		Enforced: s.enforces, Reported: s.selection.Reports, Ignored: s.flags.noInline,
	})
	r.Notices = append(r.Notices, said...)
}

// enforces reports whether nothing in the tree may keep the findings of a rule from being reported.
func (s *settlement) enforces(rule *analysis.Analyzer) bool { return s.enforced[rule] }
