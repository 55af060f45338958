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

// markdownSymbols are the signs in Markdown.
var markdownSymbols = symbols{loader.Loads: "✅", loader.Partial: "⚠️", loader.Rejected: "❌", loader.Unknown: "❔", otherDialect: "·"}

// Markdown writes the table for a comment on a pull request or a job summary.
func (c *Table) Markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "### Skill compatibility\n\n%s.\n\n", c.conclusion())
	markdownTable(w, c.summary(), "|---|--:|--:|--:|--:|---|\n")
	if lost := c.lossTable(); lost != nil {
		fmt.Fprintln(w)
		markdownTable(w, lost, "|---|--:|--:|--:|--:|--:|\n")
	}
	if rows := c.componentTable(); rows != nil {
		fmt.Fprintln(w)
		markdownTable(w, rows, "|---|---|--:|--:|--:|--:|\n")
		for i, line := range c.componentReasons(markdownSymbols) {
			if i == 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "- %s\n", escape.MarkdownText(line))
		}
	}
	rows, details, omitted := c.markdownSkills()
	if rows != "" {
		header := "| Skill |"
		for _, a := range c.agents {
			header += " " + a.ID + " |"
		}
		fmt.Fprintf(w, "\n%s\n|---%s|\n%s\n%s\n", header, strings.Repeat("|:-:", len(c.agents)), rows, markdownSymbols.legend(c, "; "))
		fmt.Fprintf(w, "\n<details>\n<summary>Reasons</summary>\n\n%s\n</details>\n", details)
	}
	if omitted > 0 {
		fmt.Fprintf(w, "\n%s omitted; `skilllint compat` shows all.\n", quote.Plural(omitted, "skill"))
	}
	return w.Flush()
}

// markdownTable writes a table whose first row is the head.
func markdownTable(w io.Writer, rows [][]string, under string) {
	for i, row := range rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, view.SentenceCase(cell))
		}
		io.WriteString(w, view.Row(cells...))
		if i == 0 {
			io.WriteString(w, under)
		}
	}
}

// markdownSkills returns the rows and reasons of skills that some client does not load unchanged, and the number of rows that exceed
// the limit.
func (c *Table) markdownSkills() (rows, details string, omitted int) {
	var table, list strings.Builder
	for i := range c.skills {
		s := &c.skills[i]
		if s.isHealthy() {
			continue
		}
		row, reasons := s.markdown()
		if table.Len()+list.Len()+len(row)+len(reasons) > view.MaxMarkdown {
			omitted++
			continue
		}
		table.WriteString(row)
		list.WriteString(reasons)
	}
	return table.String(), list.String(), omitted
}

func (s *skill) markdown() (row, reasons string) {
	row = "| " + escape.MarkdownCell(s.path) + " |"
	for _, v := range s.Verdicts {
		row += " " + markdownSymbols[v.Status] + " |"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "- %s\n", escape.MarkdownCode(s.path))
	for _, g := range s.grounds() {
		fmt.Fprintf(&b, "  - %s %s, line %d: %s\n", markdownSymbols[g.status], strings.Join(g.agents, ", "), g.at.Start.Line, escape.MarkdownText(g.message))
	}
	if n := s.more(); n > 0 {
		fmt.Fprintf(&b, "  - … and %s\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.differences() {
		fmt.Fprintf(&b, "  - %s: %s\n", strings.Join(o.agents, ", "), escape.MarkdownText(o.text()))
	}
	return row + "\n", b.String()
}
