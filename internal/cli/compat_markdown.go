package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/quote"
)

// maxMarkdown is how many bytes of reasons and rows are written: a comment on GitHub may have
// 65,536 characters.
const maxMarkdown = 56_000

// markdownSigns are signs that stand out in a comment.
var markdownSigns = marks{loader.Loads: "✅", loader.Partial: "⚠️", loader.Rejected: "❌", loader.Unknown: "❔", notTheirs: "·"}

// markdown writes the table for a comment on a pull request or the summary of a job.
func (c *compat) markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "### Skills and agents\n\n%s.\n\n", c.conclusion())
	summary := c.summary()
	for i, row := range summary {
		cells := []string{sentenceCase(row[0])}
		for _, cell := range row[1:] {
			cells = append(cells, sentenceCase(cell))
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
		fmt.Fprintf(w, "\n<details>\n<summary>Why</summary>\n\n%s\n</details>\n", details)
	}
	if without > 0 {
		fmt.Fprintf(w, "\nThere is no room for %s; `skilllint compat` shows all.\n", quote.Plural(without, "more skill"))
	}
	return w.Flush()
}

// sentenceCase is for the headings of a table for terminals, which are in capitals.
func sentenceCase(cell string) string {
	if cell != strings.ToUpper(cell) || len(cell) < 2 {
		return cell
	}
	return cell[:1] + strings.ToLower(cell[1:])
}

// markdownSkills returns the rows and the reasons of the skills that not all agents load as they
// are, and how many there was no room for.
func (c *compat) markdownSkills() (rows, details string, without int) {
	var table, list strings.Builder
	for i := range c.skills {
		s := &c.skills[i]
		if s.isHealthy() {
			continue
		}
		row, reasons := s.markdown()
		if table.Len()+list.Len()+len(row)+len(reasons) > maxMarkdown {
			without++
			continue
		}
		table.WriteString(row)
		list.WriteString(reasons)
	}
	return table.String(), list.String(), without
}

func (s *compatSkill) markdown() (row, reasons string) {
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
		fmt.Fprintf(&b, "  - and %s\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.others() {
		fmt.Fprintf(&b, "  - %s: %s\n", strings.Join(o.agents, ", "), escape.MarkdownText(o.text()))
	}
	return row + "\n", b.String()
}
