package budget

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/view"
)

// maxChanges is the share of view.MaxMarkdown, in bytes, for the table of changes.
const maxChanges = view.MaxMarkdown / 4

// Markdown writes the report for a pull request comment or a job summary.
func (b *Budget) Markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "### Context budget\n")
	b.changes.markdown(w)
	fmt.Fprintf(w, "\n%s.\n", escape.MarkdownText(b.conclusion()))
	if b.changes != nil { // only changes are visible initially
		fmt.Fprint(w, "\n<details><summary>All skills</summary>\n")
	}
	left := view.MaxMarkdown
	if b.changes != nil {
		left -= maxChanges
	}
	b.skillsMarkdown(w, &left)
	b.agentsMarkdown(w, &left)
	var rows []string
	for i := range b.startups {
		rows = append(rows, pathRow(b.startups[i].cells()))
	}
	tableMarkdown(w, &left, startupHeadings, rows)
	rows = nil
	for i := range b.starts {
		rows = append(rows, pathRow(b.starts[i].cells()))
	}
	tableMarkdown(w, &left, startHeadings, rows)
	if b.changes != nil {
		fmt.Fprint(w, "\n</details>\n")
	}
	return w.Flush()
}

// pathRow returns a row whose last cell is a path.
func pathRow(cells []string) string {
	last := len(cells) - 1
	cells[last] = escape.MarkdownCell(cells[last])
	return view.Row(cells...)
}

func (b *Budget) agentsMarkdown(w io.Writer, left *int) {
	shown, others := b.heaviestAgents()
	var rows []string
	for _, a := range shown {
		rows = append(rows, pathRow(a.cells()))
	}
	tableMarkdown(w, left, agentHeadings, rows)
	if others > 0 {
		fmt.Fprintf(w, "\n… and %s.\n", quote.Plural(others, "smaller subagent"))
	}
}

func (b *Budget) skillsMarkdown(w io.Writer, left *int) {
	shown, others := b.heaviestSkills()
	var rows []string
	for _, s := range shown {
		cells := s.cells()
		if s.isOver() {
			cells[1] = "⚠️ " + cells[1]
		}
		rows = append(rows, pathRow(cells))
	}
	tableMarkdown(w, left, skillHeadings, rows)
	if others > 0 {
		fmt.Fprintf(w, "\n… and %s.\n", quote.Plural(others, "smaller skill"))
	}
	for _, s := range shown {
		if !s.isOver() || len(s.Sections) == 0 || *left < 0 {
			continue
		}
		*left -= len(s.file.Path)
		fmt.Fprintf(w, "\nLargest sections of %s:", escape.MarkdownCode(s.file.Path))
		for i, part := range s.Sections {
			line := fmt.Sprintf("%s %s (line %d, %s)", []string{"", ","}[min(i, 1)], escape.MarkdownText(part.Heading), part.Line, quote.Count(part.Tokens))
			*left -= len(line)
			fmt.Fprint(w, line)
		}
		fmt.Fprint(w, "\n")
	}
}

// markdown writes the changes, if there is a comparison.
func (c *changes) markdown(w io.Writer) {
	if c == nil {
		return
	}
	if len(c.skills) == 0 {
		fmt.Fprintf(w, "\nNo change in tokens since %s.\n", escape.MarkdownCode(c.ref))
		c.listsMarkdown(w)
		return
	}
	fmt.Fprintf(w, "\n**%s tokens** in skills and their references since %s:\n", escape.MarkdownText(formatSigned(c.tokens())), escape.MarkdownCode(c.ref))
	c.listsMarkdown(w)
	shown, others := c.largest()
	var rows []string
	for _, s := range shown {
		rows = append(rows, view.Row(formatSigned(s.Change), s.Before.text(), s.After.text(), s.Status, escape.MarkdownCell(s.Path)+s.formerPath()))
	}
	left := maxChanges
	tableMarkdown(w, &left, []string{"Change", "Before", "After", "", "Skill"}, rows)
	if others > 0 {
		fmt.Fprintf(w, "\n… and %s.\n", quote.Plural(others, "smaller change"))
	}
}

func (p *price) text() string {
	if p == nil {
		return "–"
	}
	return quote.Count(p.Total)
}

// formerPath returns a remark with the former path of a moved skill.
func (s *skillChange) formerPath() string {
	if s.From == "" {
		return ""
	}
	return " (moved from " + escape.MarkdownCell(s.From) + ")"
}

// tableMarkdown writes a table whose last column is text, unless it is empty. It counts rows that exceed the limit.
func tableMarkdown(w io.Writer, left *int, header, rows []string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s|%s---|\n", view.Row(header...), strings.Repeat("--:|", len(header)-1))
	omitted := 0
	for _, r := range rows {
		if *left -= len(r); *left < 0 {
			omitted++
			continue
		}
		fmt.Fprint(w, r)
	}
	if omitted > 0 {
		fmt.Fprintf(w, "\n%s omitted; `skilllint budget` shows all.\n", quote.Plural(omitted, "row"))
	}
}
