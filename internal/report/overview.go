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
	manyCauses = 30
	shownRules = 10
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

// overview writes where to begin: the rules with the most findings, errors first, the skills with the most findings, and the next
// commands. With Statistics, it lists all rules.
func (t *text) overview(r *finding.Report, causes []finding.Cause) {
	subjects := subjectsOf(causes)
	t.line("%s", t.paint(bold, "Where to begin: "+plural(len(r.Findings), "finding has ", "findings have ")+plural(len(causes), "cause", "causes")))
	t.line("places  causes  fixable  severity  problem")
	for i, s := range subjects {
		if i == shownRules && !t.Statistics {
			places := 0
			for _, hidden := range subjects[i:] {
				places += hidden.places
			}
			t.line("%6d  … in %s (--statistics)", places, plural(len(subjects)-i, "more problem", "more problems"))
			break
		}
		severity := s.first.Severity.String()
		line := fitTo(fmt.Sprintf("%6d  %6d  %7s  %-8s  %s: %s", s.places, len(s.all), s.fixable(), severity, escape.String(s.first.Rule), escape.String(s.title())), t.Width)
		line = strings.Replace(line, severity, t.paint(severityStyle(s.first.Severity), severity), 1)
		t.line("%s", strings.Replace(line, s.first.Rule+":", t.rule(s.first.Rule)+":", 1))
	}
	t.line("%s", fitTo("Most findings: "+escape.String(strings.Join(worst(r), ", ")), t.Width))
	if safe := countSafe(causes); safe > 0 && !r.ReadOnly {
		t.line("  skilllint --fix        fix %s", plural(safe, "finding safely", "findings safely"))
	}
	t.line("  skilllint baseline     record the rest: only new findings are reported")
	t.line("  skilllint --changed    check only what differs from the main branch")
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

// worst returns the skills with the most findings.
func worst(r *finding.Report) []string {
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
	dirs = dirs[:min(len(dirs), shownWorst)]
	for i, d := range dirs {
		dirs[i] = fmt.Sprintf("%s (%d)", d, counts[d])
	}
	return dirs
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
