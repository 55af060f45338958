package report

import (
	"bufio"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// The limits of Markdown: GitHub refuses comments of more than 65,536 characters, and drops the
// summary of a step that has more than 1 MiB.
const (
	maxMarkdown        = 60_000 // bytes of findings
	maxMarkdownNotices = 4_000  // bytes of notices
)

// writeMarkdown writes for the summary of a job or a comment on a pull request: a table for each
// severity, the worst first, of which all but the errors are folded, as far as there is room.
func writeMarkdown(w *bufio.Writer, r *finding.Report, o Options) error {
	if o.CI {
		guarded := bufio.NewWriter(escape.Guard(w))
		defer guarded.Flush()
		w = guarded
	}
	m := &markdown{Options: o, w: w, room: maxMarkdown}
	q := newQuota(r, o.MaxResults)
	if !o.Quiet {
		fmt.Fprintf(w, "### skilllint: %s\n\nin %s\n\n", totals(r.Summary), scope(r, q))
	}
	taken := make([]bool, len(r.Findings))
	for i := range r.Findings {
		taken[i] = q.takes(r.Findings[i].Severity)
	}
	for severity := analysis.Error; severity > analysis.Off; severity-- {
		var of []*finding.Finding
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Severity == severity && taken[i] {
				of = append(of, f)
			}
		}
		m.section(severity, of)
	}
	if !o.Quiet {
		m.notices(q.notices(r))
	}
	return nil
}

func totals(s finding.Summary) string {
	switch {
	case s.Errors+s.Warnings+s.Infos > 0:
	case s.Files == 0:
		return "nothing to check"
	default:
		return "no findings"
	}
	return plural(s.Errors, "error", "errors") + ", " + plural(s.Warnings, "warning", "warnings") + ", " + plural(s.Infos, "info", "infos")
}

type markdown struct {
	Options
	w    *bufio.Writer
	room int // bytes that are left for findings
}

// section writes the findings of a severity.
func (m *markdown) section(severity analysis.Severity, findings []*finding.Finding) {
	if len(findings) == 0 {
		return
	}
	folded := severity != analysis.Error
	title := plural(len(findings), severity.String(), severity.String()+"s")
	if folded {
		fmt.Fprintf(m.w, "<details>\n<summary>%s</summary>\n\n", title)
	} else {
		fmt.Fprintf(m.w, "#### %s\n\n", title)
	}
	m.w.WriteString("| Where | What |\n|---|---|\n")
	counts, left := map[[2]string]int{}, 0
	for _, f := range findings {
		at := [2]string{f.Place.Path, f.Rule}
		row := m.row(f)
		if counts[at]++; counts[at] > shownPerRule || len(row) > m.room {
			left++
			continue
		}
		m.room -= len(row)
		m.w.WriteString(row)
	}
	if left > 0 {
		fmt.Fprintf(m.w, "\nand %s\n", plural(left, "more", "more"))
	}
	if folded {
		m.w.WriteString("\n</details>\n")
	}
	m.w.WriteString("\n")
}

// row is a finding in a table.
func (m *markdown) row(f *finding.Finding) string {
	rule := escape.MarkdownCode(f.Rule)
	if url := page(m.URL, f.Rule); url != "" {
		rule = "[" + rule + "](" + url + ")"
	}
	return fmt.Sprintf("| %s | %s (%s) |\n", escape.MarkdownCell(rawAddress(f.Place.Location)), lines(f, escape.MarkdownText, "<br>"), rule)
}

func rawAddress(l analysis.Location) string {
	start, _ := positions(l)
	return fmt.Sprintf("%s:%d:%d", l.Path, start.Line, start.Column)
}

// notices writes what is to be said beside the findings.
func (m *markdown) notices(notices []finding.Notice) {
	if len(notices) == 0 {
		return
	}
	fmt.Fprintf(m.w, "<details>\n<summary>%s</summary>\n\n", plural(len(notices), "note", "notes"))
	room := maxMarkdownNotices
	for i, n := range notices {
		line := "- "
		if n.Path != "" {
			line += escape.MarkdownCode(n.Path) + ": "
		}
		line += escape.MarkdownText(n.Message) + "\n"
		if room -= len(line); room < 0 {
			fmt.Fprintf(m.w, "- and %s\n", plural(len(notices)-i, "more", "more"))
			break
		}
		m.w.WriteString(line)
	}
	m.w.WriteString("\n</details>\n\n")
}
