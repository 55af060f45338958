package compat

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/view"
)

// markdownSigns are signs that stand out in Markdown.
var markdownSigns = marks{loader.Loads: "✅", loader.Partial: "⚠️", loader.Rejected: "❌", loader.Unknown: "❔", otherDialect: "·"}

// Markdown writes the table for a comment on a pull request or a job summary.
func (c *Table) Markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "### Skill compatibility\n\n%s.\n\n", c.conclusion())
	summary := c.summary()
	for i, row := range summary {
		cells := []string{view.SentenceCase(row[0])}
		for _, cell := range row[1:] {
			cells = append(cells, view.SentenceCase(cell))
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			fmt.Fprint(w, "|---|--:|--:|--:|--:|---|\n")
		}
	}
	rows, details, without := c.markdownSkills()
	if rows != "" {
		header := "| Skill |"
		for _, a := range c.agents {
			header += " " + a.ID + " |"
		}
		fmt.Fprintf(w, "\n%s\n|---%s|\n%s\n%s\n", header, strings.Repeat("|:-:", len(c.agents)), rows, markdownSigns.legend(c, "; "))
		fmt.Fprintf(w, "\n<details>\n<summary>Reasons</summary>\n\n%s\n</details>\n", details)
	}
	if without > 0 {
		fmt.Fprintf(w, "\n%s omitted; `skilllint compat` shows all.\n", quote.Plural(without, "skill"))
	}
	return w.Flush()
}

// markdownSkills returns the rows and reasons of the skills that some client does not load unchanged, and the
// number of rows without room.
func (c *Table) markdownSkills() (rows, details string, without int) {
	var table, list strings.Builder
	for i := range c.skills {
		s := &c.skills[i]
		if s.isHealthy() {
			continue
		}
		row, reasons := s.markdown()
		if table.Len()+list.Len()+len(row)+len(reasons) > view.MaxMarkdown {
			without++
			continue
		}
		table.WriteString(row)
		list.WriteString(reasons)
	}
	return table.String(), list.String(), without
}

func (s *skill) markdown() (row, reasons string) {
	row = "| " + escape.MarkdownCell(s.path) + " |"
	for _, v := range s.Verdicts {
		row += " " + markdownSigns[v.Status] + " |"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "- %s\n", escape.MarkdownCode(s.path))
	for _, g := range s.grounds() {
		fmt.Fprintf(&b, "  - %s %s, line %d: %s\n", markdownSigns[g.status], strings.Join(g.agents, ", "), g.at.Start.Line, escape.MarkdownText(g.message))
	}
	if n := s.more(); n > 0 {
		fmt.Fprintf(&b, "  - … and %s\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.others() {
		fmt.Fprintf(&b, "  - %s: %s\n", strings.Join(o.agents, ", "), escape.MarkdownText(o.text()))
	}
	return row + "\n", b.String()
}
