package report

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A report with more causes than manyCauses ends with an overview, which fits on a screen of 24 lines.
const (
	manyCauses = 15
	shownRules = 8
	shownWorst = 3
)

// A subject are the findings of a rule with one severity.
type subject struct {
	first  *finding.Finding
	places int
	all    []finding.Cause
}

// title returns the message of the only cause, or else what the rule reports.
func (s *subject) title() string {
	if len(s.all) > 1 && s.first.Analyzer != nil {
		return s.first.Analyzer.Doc
	}
	return s.first.Message
}

// costs describe what findings of each severity cost.
var costs = [...]string{
	analysis.Error:   "errors: clients reject, drop or misread it",
	analysis.Warning: "warnings: likely to hurt",
	analysis.Info:    "infos: possible improvements",
}

// overview writes where to begin: the rules with the most findings of each severity, the skills with the most findings, and the next
// commands. With Statistics, it lists all rules.
func (t *text) overview(r *finding.Report, causes []finding.Cause) {
	subjects, all := subjectsOf(causes), ""
	if len(subjects) > shownRules && !t.Statistics {
		all = " (all: --statistics)"
	}
	t.line("%s%s", t.paint(bold, "Where to begin: "+plural(len(r.Findings), "finding has ", "findings have ")+plural(len(causes), "cause", "causes")), all)
	t.line("places  causes  fixable")
	room := shownRules
	for len(subjects) > 0 {
		severity := subjects[0].first.Severity
		n := 1
		for n < len(subjects) && subjects[n].first.Severity == severity {
			n++
		}
		shown := n
		if !t.Statistics {
			shown = min(n, room-min(len(subjects)-n, room*2/5))
			room -= shown
		}
		t.section(costs[severity], subjects[:n], shown)
		subjects = subjects[n:]
	}
	t.line("%s", fitTo("Most findings: "+escape.String(worst(r, t.Width)), t.Width))
	if t.HasMenu {
		return
	}
	if line := fixCommand(r); line != "" {
		t.line("%s", fitTo("  "+line, t.Width))
	}
	t.line("  skilllint baseline     record the rest: only new findings are reported")
	t.line("  skilllint --changed    check only what differs from the main branch")
}

// fixCommand returns the command that fixes findings and what it does, or "".
func fixCommand(r *finding.Report) string {
	safe, unsafe := fixableOf(r)
	switch {
	case r.ReadOnly || safe+unsafe == 0:
		return ""
	case safe == 0:
		return "skilllint --diff       show fixes of " + plural(unsafe, "finding", "findings") + "; --fix --unsafe-fixes applies them"
	case unsafe == 0:
		return "skilllint --fix        fix " + plural(safe, "finding safely", "findings safely")
	}
	return fmt.Sprintf("skilllint --fix        fix %s, %d more with --unsafe-fixes", plural(safe, "finding safely", "findings safely"), unsafe)
}

// section writes the first subjects of a severity below the sum of all.
func (t *text) section(title string, subjects []*subject, shown int) {
	sum := subject{}
	for _, s := range subjects {
		sum.places += s.places
		sum.all = append(sum.all, s.all...)
	}
	if hidden := len(subjects) - shown; hidden > 0 {
		title += fmt.Sprintf(" (%d more)", hidden)
	}
	t.line("%s", strings.Replace(sum.row(title, t.Width), title, t.paint(severityStyle(subjects[0].first.Severity), title), 1))
	for _, s := range subjects[:shown] {
		rule := escape.String(s.first.Rule)
		t.line("%s", strings.Replace(s.row("  "+rule+": "+escape.String(s.title()), t.Width), rule, t.rule(s.first.Rule), 1))
	}
}

// row returns a row of the overview.
func (s *subject) row(text string, width int) string {
	return fitTo(fmt.Sprintf("%6d  %6d  %7s  %s", s.places, len(s.all), s.fixable(), text), width)
}

// fixable returns the number of findings that a safe fix removes, or "".
func (s *subject) fixable() string {
	if n := countSafe(s.all); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// subjectsOf returns the subjects of causes, those with the highest severity and then the most places first.
func subjectsOf(causes []finding.Cause) []*subject {
	type key struct {
		severity analysis.Severity
		rule     string
	}
	of := map[key]*subject{}
	var all []*subject
	for _, c := range causes {
		k := key{c[0].Severity, c[0].Rule}
		s := of[k]
		if s == nil {
			s = &subject{first: c[0]}
			of[k] = s
			all = append(all, s)
		}
		s.all = append(s.all, c)
		s.places += len(c)
	}
	sorting.By(all, func(a, b *subject) int {
		return cmp.Or(int(b.first.Severity)-int(a.first.Severity), b.places-a.places, strings.Compare(a.first.Rule, b.first.Rule))
	})
	return all
}

// fitTo cuts a line to a width.
func fitTo(line string, width int) string {
	if escape.Width(line) <= width {
		return line
	}
	columns := 0
	for i, r := range line {
		if columns += escape.Width(string(r)); columns >= width {
			return line[:i] + "…"
		}
	}
	return line
}

// countSafe returns the number of findings that have a safe fix.
func countSafe(causes []finding.Cause) int {
	n := 0
	for _, c := range causes {
		for _, f := range c {
			if f.HasSafeFix() {
				n++
			}
		}
	}
	return n
}

// worst returns the skills with the most findings: their directories, or the names of these if the line is longer than width.
func worst(r *finding.Report, width int) string {
	skill := skillsOf(r)
	counts := map[string]int{}
	var dirs []string
	for i := range r.Findings {
		dir := skill(r.Findings[i].Place.Path)
		if counts[dir]++; counts[dir] == 1 {
			dirs = append(dirs, dir)
		}
	}
	sorting.By(dirs, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	var full, short []string
	for _, d := range dirs[:min(len(dirs), shownWorst)] {
		full = append(full, fmt.Sprintf("%s (%d)", d, counts[d]))
		short = append(short, fmt.Sprintf("%s (%d)", path.Base(d), counts[d]))
	}
	if line := strings.Join(full, ", "); len("Most findings: ")+escape.Width(line) <= width {
		return line
	}
	return strings.Join(short, ", ")
}

// skillsOf returns a function that returns the directory of the skill that a file belongs to, or else its own directory.
func skillsOf(r *finding.Report) func(file string) string {
	skills := map[string]bool{}
	for _, f := range r.Files {
		if f.Kind == analysis.Skill {
			skills[path.Dir(f.Path)] = true
		}
	}
	return func(file string) string {
		dir := path.Dir(file)
		for d := dir; d != "." && d != "/"; d = path.Dir(d) {
			if skills[d] {
				return d
			}
		}
		return dir
	}
}
