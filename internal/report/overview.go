package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
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
	shownRows  = 11 // costs and rules
	shownWorst = 3
)

// A subject are the findings of a rule with one cost and severity.
type subject struct {
	cost   finding.Cost
	first  *finding.Finding
	places int
	all    []finding.Cause
}

// title returns the message of the cause with most of the places, or else what the rule reports.
func (s *subject) title() string {
	for _, c := range s.all {
		if 2*len(c) > s.places {
			if len(c) == s.places {
				return c[0].Message
			}
			return fmt.Sprintf("%s (%d), …", c[0].Message, len(c))
		}
	}
	if s.first.Analyzer != nil {
		return s.first.Analyzer.Doc
	}
	return s.first.Message
}

// costs describe what findings cost.
var costs = [...]string{
	finding.Danger:  "dangerous to the user",
	finding.Reject:  "rejected: clients or readers do not load it",
	finding.Drop:    "dropped: clients or agents go without it",
	finding.Misread: "misread: clients read something else",
	finding.Hurt:    "will hurt: fails or costs something in use",
}

// overview writes where to begin: the rules with the most findings of each cost, the skills with the most findings, and the next
// commands. With Statistics, it lists all rules.
func (t *text) overview(r *finding.Report, causes []finding.Cause) {
	subjects, all := subjectsOf(causes), ""
	sections := sectionsOf(subjects)
	room := shownRows - len(sections)
	if len(subjects) > room && !t.Statistics {
		all = " (all: --statistics)"
	}
	t.line("%s%s", t.paint(bold, "Where to begin: "+plural(len(r.Findings), "finding has ", "findings have ")+plural(len(causes), "cause", "causes")), all)
	t.line("places  causes  fixable")
	if t.Statistics {
		room = len(subjects)
	}
	shown := make([]int, len(sections))
	for room = min(room, len(subjects)); room > 0; {
		for i, s := range sections {
			if room > 0 && shown[i] < len(s) {
				shown[i]++
				room--
			}
		}
	}
	for i, s := range sections {
		t.section(costs[s[0].cost], s, shown[i])
	}
	if skills := worst(r, t.Width); skills != "" {
		t.line("%s", escape.Fit("Most findings: "+escape.String(skills), t.Width))
	}
	if t.HasMenu {
		return
	}
	if line := fixCommand(r); line != "" {
		t.line("%s", escape.Fit("  "+line, t.Width))
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
	t.line("%s", strings.Replace(sum.row(title, t.Width), title, t.paint(bold, title), 1))
	for _, s := range subjects[:shown] {
		rule, severity := escape.String(s.first.Rule), s.first.Severity.String()
		t.line("%s", strings.Replace(s.row("  "+severity+" "+rule+": "+escape.String(s.title()), t.Width),
			severity+" "+rule, t.paint(severityStyle(s.first.Severity), severity)+" "+t.rule(s.first.Rule), 1))
	}
}

// row returns a row of the overview.
func (s *subject) row(text string, width int) string {
	return escape.Fit(fmt.Sprintf("%6d  %6d  %7s  %s", s.places, len(s.all), s.fixable(), text), width)
}

// fixable returns the number of findings that a safe fix removes, or "".
func (s *subject) fixable() string {
	if n := countSafe(s.all); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// sectionsOf splits subjects by cost.
func sectionsOf(subjects []*subject) (sections [][]*subject) {
	for i, s := range subjects {
		if i == 0 || s.cost != subjects[i-1].cost {
			sections = append(sections, nil)
		}
		sections[len(sections)-1] = append(sections[len(sections)-1], s)
	}
	return sections
}

// subjectsOf returns the subjects of causes, those with the highest cost and severity, and then the most places, first.
func subjectsOf(causes []finding.Cause) []*subject {
	type key struct {
		cost     finding.Cost
		severity analysis.Severity
		rule     string
	}
	of := map[key]*subject{}
	var all []*subject
	for _, c := range causes {
		k := key{c[0].Cost(), c[0].Severity, c[0].Rule}
		s := of[k]
		if s == nil {
			s = &subject{cost: k.cost, first: c[0]}
			of[k] = s
			all = append(all, s)
		}
		s.all = append(s.all, c)
		s.places += len(c)
	}
	sorting.By(all, func(a, b *subject) int {
		return cmp.Or(int(a.cost-b.cost), int(b.first.Severity)-int(a.first.Severity), b.places-a.places, strings.Compare(a.first.Rule, b.first.Rule))
	})
	return all
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
// Those with one finding are omitted.
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
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return counts[dir] == 1 })
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
