package postprocess

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Comments configures suppression comments.
type Comments struct {
	Rules        []*analysis.Analyzer // all rules; may contain facts
	Severity     Policy               // as for Decide; Off for rules that do not run
	Matches      func(name string, rule *analysis.Analyzer) bool
	Suppressible func(rule *analysis.Analyzer) bool
	Enforced     func(f *finding.Finding) bool      // findings that cannot be suppressed; nil: none
	EnforcedName string                             // describes their rules, for notices: "enforced rules"
	Reported     func(rule *analysis.Analyzer) bool // rules whose findings are reported; others only run to detect unused suppressions; nil: all
	Ignored      bool                               // comments do not suppress findings
}

// Suppress applies the directives in store to the findings of [Decide]. It returns the remaining and the suppressed findings,
// both in order, and notices for each file with effective directives. The primary place of a finding determines its file and
// offset. Of meta rules, only findings about unused suppressions are kept.
func Suppress(found []finding.Finding, store *analysis.Store, c Comments) (kept, suppressed []finding.Finding, notices []finding.Notice) {
	files := map[string]*fileComments{}
	for f, d := range directive.Fact.All(store) {
		files[f.Path] = &fileComments{Comments: c, file: f, directives: d, used: map[int]bool{}, byRule: map[*analysis.Analyzer][]suppression{}}
	}
	kept = found[:0]
	for _, f := range found {
		file := files[f.Place.Path]
		if file == nil {
			kept = append(kept, f)
			continue
		}
		if f.Analyzer == analysis.Broken {
			file.broken = true
		}
		s := file.find(&f)
		switch {
		case s == nil || !c.reports(f.Analyzer):
			kept = append(kept, f)
		case c.Enforced != nil && c.Enforced(&f):
			file.enforced = append(file.enforced, f.Rule)
			kept = append(kept, f)
		case c.Ignored:
			kept = append(kept, f)
		default:
			file.suppressed = append(file.suppressed, f.Rule)
			f.Suppression = &finding.Suppression{Reason: s.directive.Reason, At: finding.Place{Location: s.directive.At, ExcerptColumn: 1}}
			suppressed = append(suppressed, f)
		}
	}
	kept = slices.DeleteFunc(kept, func(f finding.Finding) bool {
		file := files[f.Place.Path]
		return !c.reports(f.Analyzer) || f.Analyzer.Meta && (file == nil || !file.isUnused(f.Place.Range.Start))
	})
	for _, path := range slices.Sorted(maps.Keys(files)) {
		notices = append(notices, files[path].notices()...)
	}
	return kept, suppressed, notices
}

func (c *Comments) reports(rule *analysis.Analyzer) bool {
	return c.Reported == nil || rule == analysis.Broken || c.Reported(rule)
}

// A fileComments contains the directives of a file.
type fileComments struct {
	Comments
	file       *analysis.File
	directives *directive.Directives
	byRule     map[*analysis.Analyzer][]suppression
	used       map[int]bool // offsets of names that have an effect
	endsMarked bool         // used includes directives that end others
	broken     bool         // the file has an internal error

	suppressed, enforced []string // the rule of each such finding
}

// A suppression is the scope in which a directive suppresses one rule.
type suppression struct {
	directive *directive.Directive
	name      int // offset of the name that matches the rule
	effect    analysis.Range
}

// find returns the suppression of a finding with the smallest scope, or nil. It marks the suppression as used.
func (c *fileComments) find(f *finding.Finding) *suppression {
	if !c.Suppressible(f.Analyzer) {
		return nil
	}
	list, known := c.byRule[f.Analyzer]
	if !known {
		list = c.suppressionsOf(f.Analyzer)
		c.byRule[f.Analyzer] = list
	}
	var best *suppression
	for i := range list {
		s := &list[i]
		if at := f.Place.Range.Start; s.effect.Start <= at && at < s.effect.End && (best == nil || s.effect.Len() < best.effect.Len()) {
			best = s
		}
	}
	if best != nil {
		c.used[best.name] = true
	}
	return best
}

// suppressionsOf returns the suppressions of a rule.
func (c *fileComments) suppressionsOf(rule *analysis.Analyzer) []suppression {
	var list []suppression
	for i := range c.directives.List {
		d := &c.directives.List[i]
		n := slices.IndexFunc(d.Names, func(n directive.Name) bool { return c.Matches(n.Text, rule) })
		if n < 0 {
			continue
		}
		if d.Verb != directive.Enable {
			list = append(list, suppression{d, d.Names[n].Range.Start, d.Effect})
			continue
		}
		for j := range list {
			if s := &list[j]; s.directive.Verb == directive.Disable && s.effect.End > d.Effect.Start {
				s.effect.End = d.Effect.Start
				c.used[d.Names[n].Range.Start] = true
			}
		}
	}
	return list
}

// isUnused reports whether the name at an offset certainly has no effect.
func (c *fileComments) isUnused(at int) bool {
	if c.broken {
		return false
	}
	if !c.endsMarked {
		c.endsMarked = true
		if slices.ContainsFunc(c.directives.List, func(d directive.Directive) bool { return d.Verb == directive.Enable }) {
			for _, rule := range c.Rules {
				c.suppressionsOf(rule)
			}
		}
	}
	return !c.used[at] && c.allRan(c.nameAt(at))
}

func (c *fileComments) nameAt(at int) string {
	for _, d := range c.directives.List {
		for _, n := range d.Names {
			if n.Range.Start == at {
				return n.Text
			}
		}
	}
	return ""
}

// allRan reports whether all rules that a name matches, except opt-in rules, have checked the file.
func (c *fileComments) allRan(name string) bool {
	ran := false
	for _, rule := range c.Rules {
		if rule.IsFact() || !c.Suppressible(rule) || !c.Matches(name, rule) {
			continue
		}
		severity, ok := c.Severity(rule, c.file)
		switch {
		case !ok: // a rule of another configuration
		case severity == analysis.Off && rule.Severity == analysis.Off:
		case severity == analysis.Off || c.dependsOnRun(rule):
			return false
		default:
			ran = true
		}
	}
	return ran
}

// dependsOnRun reports whether a rule may report more findings in the file in another run: on the whole tree, with targets,
// or with a git base.
func (c *fileComments) dependsOnRun(rule *analysis.Analyzer) bool {
	return rule.Scope == analysis.PerWorkspace && (c.file.Tree == nil || !c.file.Tree.Walked(".")) ||
		strings.HasPrefix(rule.Name, "portability/") && len(c.file.Targets) == 0 || rule.NeedsBase()
}

// notices returns notices about the comments in the file.
func (c *fileComments) notices() []finding.Notice {
	var notices []finding.Notice
	if n := len(c.suppressed); n > 0 {
		noun := "findings"
		if n == 1 {
			noun = "finding"
		}
		notices = append(notices, finding.Notice{Path: c.file.Path, Alike: "with suppression comments",
			Message: fmt.Sprintf("%d %s suppressed by comments: %s", n, noun, JoinNames(c.suppressed))})
	}
	if len(c.enforced) > 0 {
		notices = append(notices, finding.Notice{Path: c.file.Path, Alike: "with comments that cannot suppress " + c.EnforcedName,
			Message: "comments cannot suppress " + c.EnforcedName + ": " + JoinNames(c.enforced)})
	}
	return notices
}

// JoinNames returns a list of the unique names of rules, at most five.
func JoinNames(rules []string) string {
	const limit = 5
	rules = slices.Clone(rules)
	sorting.By(rules, strings.Compare)
	rules = slices.Compact(rules)
	more := ""
	if len(rules) > limit {
		more = fmt.Sprintf(" and %d more", len(rules)-limit)
		rules = rules[:limit]
	}
	return strings.Join(rules, ", ") + more
}
