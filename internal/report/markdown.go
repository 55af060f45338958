package report

import (
	"bufio"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// Limits of Markdown: GitHub rejects comments of more than 65,536 characters, and job summaries of more than 1 MiB.
const (
	maxMarkdown        = 60_000 // bytes of findings
	maxMarkdownNotices = 4_000  // bytes of notices
)

// writeMarkdown writes a job summary or comment on a pull request: a table for each severity, the highest first. Tables other than that
// of errors are collapsed. Findings beyond the size limit are counted.
func writeMarkdown(w *bufio.Writer, r *finding.Report, o Options) error {
	return withGuard(w, o, func(w *bufio.Writer) {
		m := &markdown{Options: o, w: w, room: maxMarkdown}
		q := newQuota(r, o.MaxResults)
		if !o.NoSummary {
			fmt.Fprintf(w, "### skilllint: %s\n\n%s\n\n", verdict(r, countText), scope(r, q, false))
		}
		findings := q.selected(r)
		m.fold = newFold(findings, o.NoFold)
		for severity := analysis.Error; severity > analysis.Off; severity-- {
			var of []*finding.Finding
			for _, f := range findings {
				if f.Severity == severity {
					of = append(of, f)
				}
			}
			m.section(severity, of)
		}
		if !o.NoSummary {
			m.notices(q.notices(r))
		}
	})
}

type markdown struct {
	Options
	w    *bufio.Writer
	room int // remaining bytes for findings
	fold
}

// section writes the findings of a severity.
func (m *markdown) section(severity analysis.Severity, findings []*finding.Finding) {
	if len(findings) == 0 {
		return
	}
	folded := severity != analysis.Error
	title := countText(severity, len(findings))
	if folded {
		fmt.Fprintf(m.w, "<details>\n<summary>%s</summary>\n\n", title)
	} else {
		fmt.Fprintf(m.w, "#### %s\n\n", title)
	}
	m.w.WriteString("| Where | What |\n|---|---|\n")
	omitted := 0
	for _, f := range findings {
		others, equal, shown := m.next(f)
		if !shown {
			continue
		}
		row := m.row(f, len(others), equal)
		if len(row) > m.room {
			omitted += 1 + len(others) + equal
			continue
		}
		m.room -= len(row)
		m.w.WriteString(row)
	}
	if omitted > 0 {
		fmt.Fprintf(m.w, "\nand %s\n", plural(omitted, "more", "more"))
	}
	if folded {
		m.w.WriteString("\n</details>\n")
	}
	m.w.WriteString("\n")
}

// row returns a finding as a table row with the number of other places of its cause, followed by a row with the number of hidden
// equal findings, if any.
func (m *markdown) row(f *finding.Finding, others, equal int) string {
	rule := escape.MarkdownCode(f.Rule)
	if url := page(m.URL, f.Rule); url != "" {
		rule = "[" + rule + "](" + url + ")"
	}
	row := fmt.Sprintf("| %s | %s (%s)", escape.MarkdownCell(rawAddress(f.Place.Location)), escape.MarkdownText(f.Message), rule)
	for _, line := range details(f) {
		row += "<br>" + escape.MarkdownText(line)
	}
	if others > 0 {
		row += "<br>also at " + plural(others, "more place", "more places")
	}
	row += " |\n"
	if equal > 0 {
		row += fmt.Sprintf("| … | and %d more of %s |\n", equal, rule)
	}
	return row
}

func rawAddress(l analysis.Location) string {
	start, _ := positions(l)
	return fmt.Sprintf("%s:%d:%d", l.Path, start.Line, start.Column)
}

// notices writes the notices of the report.
func (m *markdown) notices(notices []finding.Notice) {
	if len(notices) == 0 {
		return
	}
	fmt.Fprintf(m.w, "<details>\n<summary>%s</summary>\n\n", plural(len(notices), "notice", "notices"))
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
