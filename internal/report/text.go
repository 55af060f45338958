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
	"github.com/skilllint/skilllint/internal/sorting"
)

const (
	shownRelated = 3  // places
	shownSteps   = 10 // places of a path, such as a cycle
	defaultWidth = 120
	hanging      = 6 // indent of the continuation lines of a message: the width of a line number and " |"
)

// writeText writes findings for people. Ungrouped findings start with "path:line:column: severity: ", which editors parse. Other lines
// start with spaces or fixed words.
func writeText(w *bufio.Writer, r *finding.Report, o Options) error {
	return withGuard(w, o, func(w *bufio.Writer) {
		t := newText(w, o)
		q := newQuota(r, o.MaxResults)
		if t.findings(q.selected(r)) && (!o.NoSummary || o.Statistics) {
			t.line("")
		}
		t.totals(r, q)
	})
}

// writeConcise writes a line for each finding: "path:line:column: severity rule message".
func writeConcise(w *bufio.Writer, r *finding.Report, o Options) error {
	return withGuard(w, o, func(w *bufio.Writer) {
		t := newText(w, o)
		for _, f := range newQuota(r, o.MaxResults).selected(r) {
			t.line("%s: %s %s %s", t.place(f.Place.Path, t.paint(bold, address(f.Place.Location))), t.paint(severityStyle(f.Severity), f.Severity.String()),
				t.rule(f.Rule), escape.String(oneLine(f)))
		}
	})
}

// withGuard escapes commands of CI systems if the output is a CI log.
func withGuard(w *bufio.Writer, o Options, write func(*bufio.Writer)) error {
	if !o.CI {
		write(w)
		return nil
	}
	safe := bufio.NewWriter(escape.Guard(w))
	write(safe)
	return safe.Flush()
}

// Totals writes the text after the findings: the overview and the summary.
func Totals(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	err := withGuard(out, o, func(w *bufio.Writer) { newText(w, o).totals(r, newQuota(r, o.MaxResults)) })
	if err != nil {
		return err
	}
	return out.Flush()
}

// shownAlike is the number of similar notices that are shown before the others are counted.
const shownAlike = 5

// Notices writes the notices of a report for standard error, one per line: "notice: path: message". They include a notice about findings
// omitted by MaxResults, because jsonl cannot contain it. Unless Verbose is set, only the first of similar notices are written and the
// others are counted. With NoSummary, only notices about unchecked files are written.
func Notices(w io.Writer, r *finding.Report, o Options) error {
	if o.CI {
		w = escape.Guard(w)
	}
	out := bufio.NewWriter(w)
	notices := slices.DeleteFunc(slices.Clone(newQuota(r, o.MaxResults).notices(r)), func(n finding.Notice) bool {
		return o.NoSummary && !n.Unchecked || !o.NoSummary && n.InSummary
	})
	if !o.Verbose {
		notices = foldNotices(notices)
	}
	for _, n := range notices {
		const label = "notice:"
		l := newText(out, o).begin(2, o.paint(bold, label), len(label))
		if n.Path != "" {
			l.words(plain, n.Path+":")
		}
		if n.Short != "" && o.Width > 0 && !o.Verbose {
			n.Message = n.Short
		}
		l.words(plain, n.Message)
		l.end()
	}
	return out.Flush()
}

// foldNotices keeps the first of similar notices and replaces the others by their number. A single other notice is kept.
func foldNotices(notices []finding.Notice) []finding.Notice {
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
			short = append(short, finding.Notice{Message: fmt.Sprintf("%d more files %s; --verbose lists them", more, n.Alike)})
		}
	}
	return short
}

type text struct {
	Options
	w         *bufio.Writer
	wrapWidth int           // columns for wrapping, or 0
	cells     []escape.Cell // of the current line; reused to save memory
	columns   []int
}

func newText(w *bufio.Writer, o Options) *text {
	t := &text{Options: o, w: w, wrapWidth: o.Width}
	if o.Width <= 0 {
		t.Width = defaultWidth
	}
	return t
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(t.w, format+"\n", args...) }

// findings writes the findings separated by empty lines, with a heading for each group. It reports whether there are any.
func (t *text) findings(findings []*finding.Finding) bool {
	folds := newFold(findings, t.NoFold)
	group := grouping(t.GroupBy, findings)
	counts := map[string]int{}
	for _, f := range findings {
		counts[group(f)]++
	}
	last := ""
	for i, f := range findings {
		others, more, shown := folds.next(f)
		if !shown {
			continue
		}
		if i > 0 {
			t.line("")
		}
		if g := group(f); g != last {
			t.heading(f, g, counts[g])
			last = g
		}
		t.finding(f, others)
		if more > 0 {
			t.line("%s… and %d more of %s (--no-fold)", t.indent(), more, t.rule(f.Rule))
		}
	}
	return len(findings) > 0
}

// Groupings returns the values of Options.GroupBy.
func Groupings() []string { return []string{"file", "rule", "severity", "none"} }

// grouping sorts findings by group and returns a function that returns the group of a finding, or "" without groups.
func grouping(by string, findings []*finding.Finding) func(*finding.Finding) string {
	switch by {
	case "file":
		return func(f *finding.Finding) string { return f.Place.Path }
	case "rule":
		sorting.By(findings, func(a, b *finding.Finding) int { return strings.Compare(a.Rule, b.Rule) })
		return func(f *finding.Finding) string { return f.Rule }
	case "severity":
		sorting.By(findings, func(a, b *finding.Finding) int { return int(b.Severity) - int(a.Severity) })
		return func(f *finding.Finding) string { return f.Severity.String() }
	}
	return func(*finding.Finding) string { return "" }
}

// heading writes the line above a group.
func (t *text) heading(f *finding.Finding, group string, count int) {
	switch t.GroupBy {
	case "file":
		t.line("%s", t.place(group, t.paint(bold, escape.String(group))))
	case "rule":
		t.line("%s", t.paint(bold, t.rule(group)+" ("+strconv.Itoa(count)+")"))
	case "severity":
		t.line("%s", t.paintCount(f.Severity, count))
	}
}

// indent returns the indentation of a finding below the heading of its file.
func (t *text) indent() string {
	if t.GroupBy == "file" {
		return "  "
	}
	return ""
}

// finding writes a finding, and the first places of others with the same cause.
func (t *text) finding(f *finding.Finding, others finding.Cause) {
	place := t.relative(f, f.Place.Location)
	severity := f.Severity.String() + ":"
	l := t.begin(hanging, t.indent()+t.place(f.Place.Path, place)+": "+t.paint(severityStyle(f.Severity), severity),
		len(t.indent())+escape.Width(place)+2+len(severity))
	l.words(bold, f.Message)
	l.word(t.paint(cyan, "["+t.rule(f.Rule)+"]"), escape.Width(f.Rule)+2)
	l.end()
	margin := marginOf(&f.Place)
	t.excerpt(&f.Place, "", margin, severityStyle(f.Severity))
	if f.Effect != "" {
		t.note(margin, bold, "note:", f.Effect)
	}
	t.related(f, margin)
	for i, other := range others {
		if i == shownPerCause-1 && len(others) > i+1 {
			t.note(margin, bold, "also at", plural(len(others)-i, "more place", "more places")+" (--no-fold)")
			break
		}
		t.note(margin, bold, "also at", t.relative(f, other.Place.Location))
	}
	t.help(f, margin)
}

// help writes the help and the flags that apply the fixes. Help describes the first fix.
func (t *text) help(f *finding.Finding, margin int) {
	if len(f.Fixes) == 0 && f.Help != "" {
		t.note(margin, green, "help:", f.Help)
	}
	for i, fix := range f.Fixes {
		if i > 0 && fix.ChangesEntry() {
			break // a fix of a joined finding, which Help includes
		}
		title, flag := fix.Title, " (--fix)"
		if i == 0 {
			title = helpOf(f)
		}
		if !fix.Safe {
			flag = " (--unsafe-fixes)"
		}
		t.note(margin, green, "help:", title+flag)
	}
}

// related writes the related places of a finding with their excerpts.
func (t *text) related(f *finding.Finding, margin int) {
	shown := shownRelated
	if f.Flow {
		shown = shownSteps
	}
	for i, r := range f.Related {
		if i == shown && i < len(f.Related)-1 {
			t.note(margin, plain, "and", plural(len(f.Related)-i, "more place", "more places"))
			return
		}
		lead := "see "
		if f.Flow {
			lead = fmt.Sprintf("%d. ", i+1)
		}
		lead += t.relative(f, r.Place.Location)
		if r.Message != "" {
			lead += ":"
		}
		t.note(margin, bold, lead, r.Message)
		if r.Place.Location != f.Place.Location { // the excerpt is already shown
			t.excerpt(&r.Place, strings.Repeat(" ", margin+1), marginOf(&r.Place), blue)
		}
	}
}

// note writes a labeled text below a finding.
func (t *text) note(margin int, s style, label, text string) {
	const sign = " = "
	columns := margin + len(sign) + escape.Width(label)
	continuation := columns + 1
	if continuation > t.Width/2 {
		continuation = margin + len(sign)
	}
	l := t.begin(continuation, strings.Repeat(" ", margin+1)+t.paint(dim, "=")+" "+t.paint(s, label), columns)
	if text != "" {
		l.words(plain, text)
	}
	l.end()
}

// A wrapper writes words in lines of limited width.
type wrapper struct {
	*text
	indent int // of continuation lines
	column int
}

// begin writes the start of a line. columns is its width, and indent that of continuation lines.
func (t *text) begin(indent int, start string, columns int) *wrapper {
	t.w.WriteString(start)
	return &wrapper{t, indent, columns}
}

// words writes a text after a space.
func (l *wrapper) words(s style, text string) {
	text = escape.String(text)
	if l.wrapWidth <= 0 {
		l.w.WriteByte(' ')
		l.w.WriteString(l.paint(s, text))
		return
	}
	for word := range strings.SplitSeq(text, " ") {
		l.word(l.paint(s, word), escape.Width(word))
	}
}

// clauses writes the clauses of a text, which are separated by "; ". One that fits on a line is not broken.
func (l *wrapper) clauses(text string) {
	for i, clause := range strings.SplitAfter(text, "; ") {
		clause = strings.TrimSuffix(clause, " ")
		if columns := escape.Width(clause); i > 0 && l.indent+columns <= l.wrapWidth {
			l.word(escape.String(clause), columns)
			continue
		}
		l.words(plain, clause)
	}
}

// word writes text of the given width after a space, or on a new line if it does not fit.
func (l *wrapper) word(text string, columns int) {
	if l.wrapWidth > 0 && l.column+1+columns > l.wrapWidth && l.column > l.indent {
		l.w.WriteByte('\n')
		l.w.WriteString(strings.Repeat(" ", l.indent))
		l.column = l.indent
	} else {
		l.w.WriteByte(' ')
		l.column++
	}
	l.w.WriteString(text)
	l.column += columns
}

func (l *wrapper) end() { l.w.WriteByte('\n') }

func (t *text) rule(name string) string {
	return t.link(page(t.URL, name), escape.String(name))
}

// relative returns the address of a place for the text about a finding: below the heading of its file, without the path.
func (t *text) relative(f *finding.Finding, l analysis.Location) string {
	if t.GroupBy != "file" || l.Path != f.Place.Path {
		return address(l)
	}
	start, _ := positions(l)
	return fmt.Sprintf("%d:%d", start.Line, start.Column)
}

// place returns text as a hyperlink to a file.
func (t *text) place(path, text string) string { return t.link(page(t.FileURL, path), text) }

// address returns a location in a format that editors parse.
func address(l analysis.Location) string {
	start, _ := positions(l)
	return escape.String(l.Path) + ":" + strconv.Itoa(start.Line) + ":" + strconv.Itoa(start.Column)
}
