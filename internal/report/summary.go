package report

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// totals writes the text after the findings.
func (t *text) totals(r *finding.Report, q *quota) {
	causes := causesOf(r)
	overview := len(causes) > 0 && (t.Overview || t.Statistics || !t.NoSummary && len(causes) > manyCauses)
	if overview {
		t.overview(r, causes)
		if !t.NoSummary {
			t.line("")
		}
	}
	if !t.NoSummary {
		t.summary(r, q, len(causes), overview)
	}
}

func causesOf(r *finding.Report) []finding.Cause {
	findings := make([]*finding.Finding, len(r.Findings))
	for i := range r.Findings {
		findings[i] = &r.Findings[i]
	}
	return finding.Causes(findings)
}

// summary counts all findings, including hidden ones. The overview says how to fix them.
func (t *text) summary(r *finding.Report, q *quota, causes int, overview bool) {
	shown := verdict(r, t.paintCount)
	if shownCounts(r) == [analysis.Error + 1]int{} && r.Summary.Files > 0 {
		shown = t.paint(green, shown)
	}
	l := t.begin(hanging, shown, len(verdict(r, countText)))
	if causes+shownPerCause <= len(r.Findings) {
		l.words(plain, "("+plural(causes, "cause", "causes")+")")
	}
	l.clauses(scope(r, q, overview && !r.ReadOnly))
	l.end()
}

// shownCounts returns the number of findings of each severity, without hidden ones.
func shownCounts(r *finding.Report) [analysis.Error + 1]int {
	counts := [...]int{analysis.Error: r.Summary.Errors, analysis.Warning: r.Summary.Warnings, analysis.Info: r.Summary.Infos}
	for i := range r.Hidden {
		counts[r.Hidden[i].Severity]--
	}
	return counts
}

// verdict describes the number of findings.
func verdict(r *finding.Report, counted func(analysis.Severity, int) string) string {
	var all []string
	counts := shownCounts(r)
	for s := analysis.Error; s > analysis.Off; s-- {
		if counts[s] > 0 {
			all = append(all, counted(s, counts[s]))
		}
	}
	switch {
	case len(all) > 0:
		return strings.Join(all, ", ")
	case r.Summary.Files == 0:
		return "nothing to check"
	case r.Summary.Warnings > 0:
		return "no errors"
	case r.Summary.Infos > 0:
		return "no errors or warnings"
	}
	return "no findings"
}

// scope describes what was checked, omitted, fixable and hidden.
func scope(r *finding.Report, q *quota, overview bool) string {
	s := r.Summary
	var b strings.Builder
	fmt.Fprintf(&b, "in %s", plural(s.Files, "file", "files"))
	if s.Skills > 0 {
		fmt.Fprintf(&b, " (%s)", plural(s.Skills, "skill", "skills"))
	}
	for _, extra := range []struct {
		count int
		what  string
	}{{s.Suppressed, "suppressed"}, {s.Baselined, "baselined"}, {s.Unchanged, "unchanged"}, {q.omitted, "omitted, the least severe"}} {
		if extra.count > 0 {
			fmt.Fprintf(&b, "; %d %s", extra.count, extra.what)
		}
	}
	if !overview {
		b.WriteString(describeFixable(r))
	}
	b.WriteString(describeHidden(r.Hidden))
	for _, n := range r.Notices {
		if n.InSummary {
			b.WriteString("; " + escape.String(n.Path) + " " + escape.String(n.Message))
		}
	}
	return b.String()
}

func (t *text) paintCount(s analysis.Severity, n int) string {
	return t.paint(severityStyle(s), countText(s, n))
}

// countText describes a number of findings.
func countText(s analysis.Severity, n int) string { return plural(n, s.String(), s.String()+"s") }

// fixableOf returns the number of findings with a safe fix, and of those with unsafe fixes only.
func fixableOf(r *finding.Report) (safe, unsafe int) {
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case f.HasSafeFix():
			safe++
		case len(f.Fixes) > 0:
			unsafe++
		}
	}
	return safe, unsafe
}

// describeFixable describes the number of findings that can be fixed, and how.
func describeFixable(r *finding.Report) string {
	safe, unsafe := fixableOf(r)
	switch {
	case safe+unsafe == 0:
		return ""
	case r.ReadOnly:
		return fmt.Sprintf("; %d fixable, `--diff` shows how", safe+unsafe)
	case safe == 0:
		return fmt.Sprintf("; %d fixable with `skilllint --fix --unsafe-fixes`", unsafe)
	case unsafe == 0:
		return fmt.Sprintf("; %d fixable with `skilllint --fix`", safe)
	}
	return fmt.Sprintf("; %d fixable with `skilllint --fix`, %d more with `--unsafe-fixes`", safe, unsafe)
}

// describeHidden describes the number of findings below the reported severity.
func describeHidden(findings []finding.Finding) string {
	var counts [analysis.Error + 1]int
	for i := range findings {
		counts[findings[i].Severity]++
	}
	var all []string
	lowest := ""
	for s := analysis.Error; s > analysis.Off; s-- {
		if counts[s] > 0 {
			all = append(all, countText(s, counts[s]))
			lowest = s.String()
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s hidden, --min-severity %s shows them", strings.Join(all, " and "), lowest)
}
