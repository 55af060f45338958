package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A tally counts the findings of a rule.
type tally struct {
	rule     string
	finds    string // what the rule finds
	count    int
	fixable  int
	severity analysis.Severity // the worst
}

// statistics writes how many findings each rule has, the most frequent one first.
func (t *text) statistics(r *finding.Report) {
	tallies := count(r)
	if len(tallies) == 0 {
		return
	}
	digits := len(strconv.Itoa(tallies[0].count))
	table := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	for _, n := range tallies {
		fixable := ""
		if n.fixable > 0 {
			fixable = strconv.Itoa(n.fixable) + " fixable"
		}
		fmt.Fprintf(table, "%*d\t%s\t%s\t%s\t%s\n", digits, n.count, n.severity, escape.String(n.rule), fixable, escape.String(n.finds))
	}
	table.Flush()
	if !t.Quiet {
		t.line("")
	}
}

func count(r *finding.Report) []tally {
	finds := map[string]string{}
	for _, a := range r.Rules {
		finds[a.Name] = a.Doc
	}
	byRule := map[string]*tally{}
	for i := range r.Findings {
		f := &r.Findings[i]
		n := byRule[f.Rule]
		if n == nil {
			n = &tally{rule: f.Rule, finds: finds[f.Rule]}
			byRule[f.Rule] = n
		}
		n.count++
		n.severity = max(n.severity, f.Severity)
		if len(f.Fixes) > 0 {
			n.fixable++
		}
	}
	var tallies []tally
	for _, n := range byRule {
		tallies = append(tallies, *n)
	}
	sorting.By(tallies, func(a, b tally) int {
		return cmp.Or(b.count-a.count, strings.Compare(a.rule, b.rule))
	})
	return tallies
}

// summary writes one line that counts everything, also what is not shown.
func (t *text) summary(r *finding.Report, q *quota) {
	s := r.Summary
	counts := totals(s)
	if s.Errors+s.Warnings+s.Infos > 0 {
		counts = t.counted(analysis.Error, s.Errors) + ", " + t.counted(analysis.Warning, s.Warnings) + ", " + t.counted(analysis.Info, s.Infos)
	} else if s.Files > 0 {
		counts = t.paint(green, counts)
	}
	t.line("%s in %s", counts, scope(r, q))
}

// scope says what was looked at, and what of it is not shown.
func scope(r *finding.Report, q *quota) string {
	s := r.Summary
	var b strings.Builder
	fmt.Fprintf(&b, "%s; %s", plural(s.Files, "file", "files"), plural(s.Skills, "skill", "skills"))
	for _, extra := range []struct {
		count int
		what  string
	}{{s.Suppressed, "suppressed"}, {s.Baselined, "baselined"}, {s.Unchanged, "unchanged"}, {q.omitted, "left out of this report, the least severe"}} {
		if extra.count > 0 {
			fmt.Fprintf(&b, "; %d %s", extra.count, extra.what)
		}
	}
	return b.String() + fixable(r.Findings)
}

func (t *text) counted(s analysis.Severity, n int) string {
	words := plural(n, s.String(), s.String()+"s")
	if n == 0 {
		return words
	}
	return t.paint(severityStyle(s), words)
}

// fixable says how many findings have a fix.
func fixable(findings []finding.Finding) string {
	safe, unsafe := 0, 0
	for i := range findings {
		fixes := findings[i].Fixes
		switch {
		case slices.ContainsFunc(fixes, func(f finding.Fix) bool { return f.Safe }):
			safe++
		case len(fixes) > 0:
			unsafe++
		}
	}
	switch {
	case safe+unsafe == 0:
		return ""
	case unsafe == 0:
		return fmt.Sprintf("; %d fixable", safe)
	}
	return fmt.Sprintf("; %d fixable, %d of them unsafely", safe+unsafe, unsafe)
}
