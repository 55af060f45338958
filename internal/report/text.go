package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	shownPerRule    = 100 // findings of one rule in one file; the others are counted
	shownPerFinding = 10  // related places
	defaultWidth    = 120
)

// writeText writes findings for people. Each starts with "path:line:column: severity: ", which
// editors and error formats know, and all other lines start with blanks or words of ours.
func writeText(w *bufio.Writer, r *finding.Report, o Options) error {
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	if o.CI {
		guarded := bufio.NewWriter(escape.Guard(w))
		defer guarded.Flush()
		w = guarded
	}
	t := &text{w: w, Options: o}
	q := newQuota(r, o.MaxResults)
	if o.Statistics {
		t.statistics(r)
	} else {
		t.findings(r, q)
	}
	if !o.Quiet {
		t.summary(r, q)
	}
	return nil
}

// shownAlike is how many notices of a kind are shown one by one where there are more of them.
const shownAlike = 5

// Notices writes what is to be said beside the findings, a line each: "notice: path: message". It
// belongs on standard error. That MaxResults leaves findings out is a notice too, because jsonl has
// no place for it. Of many that are alike the first ones are shown, and the others counted, unless
// Verbose is set.
func Notices(w io.Writer, r *finding.Report, o Options) error {
	if o.CI {
		w = escape.Guard(w)
	}
	out := bufio.NewWriter(w)
	notices := newQuota(r, o.MaxResults).notices(r)
	if !o.Verbose {
		notices = folded(notices)
	}
	for _, n := range notices {
		out.WriteString(o.paint(bold, "notice:") + " ")
		if n.Path != "" {
			out.WriteString(escape.String(n.Path) + ": ")
		}
		out.WriteString(escape.String(n.Message) + "\n")
	}
	return out.Flush()
}

// folded counts the notices of a kind behind the first ones, at the place of the last one shown. A
// single one more is shown as it is.
func folded(notices []finding.Notice) []finding.Notice {
	total, seen := map[string]int{}, map[string]int{}
	for _, n := range notices {
		total[n.Alike]++
	}
	var short []finding.Notice
	for _, n := range notices {
		seen[n.Alike]++
		switch more := total[n.Alike] - shownAlike; {
		case n.Alike == "", more <= 1, seen[n.Alike] <= shownAlike:
			short = append(short, n)
		case seen[n.Alike] == shownAlike+1:
			short = append(short, finding.Notice{Message: fmt.Sprintf("%d more files %s; --verbose names them", more, n.Alike)})
		}
	}
	return short
}

type text struct {
	Options
	w       *bufio.Writer
	cells   []escape.Cell // of the line that is shown; kept, so that not every line needs memory of its own
	columns []int
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(t.w, format+"\n", args...) }

// findings writes the findings with an empty line between them, and file by file how many of a
// rule are not shown.
func (t *text) findings(r *finding.Report, q *quota) {
	counts := map[string]int{} // of the file, by rule
	path, first := "", true
	for i := range r.Findings {
		f := &r.Findings[i]
		if !q.takes(f.Severity) {
			continue
		}
		if f.Place.Path != path {
			t.uncounted(path, counts)
			path = f.Place.Path
			clear(counts)
		}
		counts[f.Rule]++
		if counts[f.Rule] > shownPerRule {
			continue
		}
		if !first {
			t.line("")
		}
		first = false
		t.finding(f)
	}
	t.uncounted(path, counts)
	if !first && !t.Quiet {
		t.line("")
	}
}

// uncounted says how many findings of a file were not shown.
func (t *text) uncounted(path string, counts map[string]int) {
	var over []string
	for rule, n := range counts {
		if n > shownPerRule {
			over = append(over, rule)
		}
	}
	slices.Sort(over)
	for _, rule := range over {
		more := plural(counts[rule]-shownPerRule, "more finding", "more findings")
		t.line("\n%s: %s of %s in this file", t.paint(bold, escape.String(path)), more, t.rule(rule))
	}
}

func (t *text) finding(f *finding.Finding) {
	severity := t.paint(severityStyle(f.Severity), f.Severity.String()+":")
	rule := t.paint(dim, "["+t.rule(f.Rule)+"]")
	for _, part := range [...]string{t.paint(bold, address(f.Place.Location)), ": ", severity, " ", escape.String(f.Message), " ", rule, "\n"} {
		t.w.WriteString(part)
	}
	margin := marginOf(&f.Place)
	t.excerpt(&f.Place, "", margin, severityStyle(f.Severity))
	if f.Effect != "" {
		t.note(margin, t.paint(bold, "note:")+" "+escape.String(f.Effect))
	}
	t.related(f, margin)
	t.help(f, margin)
}

// help writes what to do, and which flag does it: help comes with the first fix, which does what it says.
func (t *text) help(f *finding.Finding, margin int) {
	help := func(words, flag string) {
		t.note(margin, t.paint(green, "help:")+" "+escape.String(words)+flag)
	}
	if len(f.Fixes) == 0 && f.Help != "" {
		help(f.Help, "")
	}
	for i, fix := range f.Fixes {
		flag := " (--fix)"
		if !fix.Safe {
			flag = " (--unsafe-fixes)"
		}
		if i == 0 && f.Help != "" {
			help(f.Help, flag)
		} else {
			help(fix.Title, flag)
		}
	}
}

// related writes the related places of a finding, each with its own excerpt.
func (t *text) related(f *finding.Finding, margin int) {
	for i, r := range f.Related {
		if i == shownPerFinding {
			t.note(margin, "and "+plural(len(f.Related)-i, "more place", "more places"))
			return
		}
		lead := "see"
		if f.Flow {
			lead = fmt.Sprintf("%d.", i+1)
		}
		note := lead + " " + t.paint(bold, address(r.Place.Location))
		if r.Message != "" {
			note += ": " + escape.String(r.Message)
		}
		t.note(margin, note)
		if r.Place.Location != f.Place.Location { // what is shown above is not shown again
			t.excerpt(&r.Place, strings.Repeat(" ", margin+1), marginOf(&r.Place), blue)
		}
	}
}

// note writes a line that belongs to the finding above it.
func (t *text) note(margin int, note string) {
	t.line("%*s %s %s", margin, "", t.paint(dim, "="), note)
}

func (t *text) rule(name string) string {
	return t.link(page(t.URL, name), escape.String(name))
}

// address returns a place as editors and error formats read it.
func address(l analysis.Location) string {
	start, _ := positions(l)
	return escape.String(l.Path) + ":" + strconv.Itoa(start.Line) + ":" + strconv.Itoa(start.Column)
}
