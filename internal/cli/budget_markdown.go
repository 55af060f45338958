package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/view"
)

// maxChanges is how many of the bytes of view.MaxMarkdown the table of changes may have.
const maxChanges = view.MaxMarkdown / 4

// markdown writes what things cost for a comment on a pull request or the summary of a job.
func (b *budget) markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "### Context budget\n")
	b.changes.markdown(w)
	fmt.Fprintf(w, "\n%s.\n", escape.MarkdownText(b.conclusion()))
	if b.changes != nil { // what changed is to be seen
		fmt.Fprint(w, "\n<details><summary>All skills</summary>\n")
	}
	left := view.MaxMarkdown
	if b.changes != nil {
		left -= maxChanges
	}
	b.skillsMarkdown(w, &left)
	b.agentsMarkdown(w, &left)
	if len(b.startups) > 0 {
		var rows []string
		for i := range b.startups {
			s := &b.startups[i]
			rows = append(rows, row(quote.Count(s.tokens), quote.Count(s.estimate), quote.Count(s.everything), fmt.Sprintf("%.0f %%", 100*s.saved()),
				fmt.Sprint(s.skills), fmt.Sprint(s.subagents), escape.MarkdownCell(s.path)))
		}
		tableMarkdown(w, &left, []string{"At start", "Rule of thumb", "All loaded", "Saved", "Skills", "Subagents", "Root or persona"}, rows)
	}
	if b.changes != nil {
		fmt.Fprint(w, "\n</details>\n")
	}
	return w.Flush()
}

func (b *budget) agentsMarkdown(w io.Writer, left *int) {
	shown, others := b.heaviestAgents()
	if len(shown) == 0 {
		return
	}
	var rows []string
	for _, a := range shown {
		rows = append(rows, row(quote.Count(a.total()), share(a.total(), a.limit.Tokens), quote.Count(a.protocol), quote.Count(a.task),
			quote.Count(a.skills), quote.Count(a.own), escape.MarkdownCell(a.file.Path)))
	}
	tableMarkdown(w, left, []string{"At start", "Of its budget", "Protocol", "Task", "Skills", "Own text", "Agent"}, rows)
	if others > 0 {
		fmt.Fprintf(w, "\nAnd %s, all lighter.\n", quote.Plural(others, "agent"))
	}
}

func (b *budget) skillsMarkdown(w io.Writer, left *int) {
	shown, others := b.heaviestSkills()
	if len(shown) == 0 {
		return
	}
	var rows []string
	for _, s := range shown {
		over := ""
		if s.isOver() {
			over = "⚠️ "
		}
		rows = append(rows, row(quote.Count(s.Tokens), over+share(s.Tokens, s.limit.Tokens), quote.Count(s.metadata),
			quote.Count(s.referenced()), quote.Count(s.total()), escape.MarkdownCell(s.file.Path)))
	}
	tableMarkdown(w, left, []string{"SKILL.md", "Of its budget", "In lists", "References", "Total", "Skill"}, rows)
	if others > 0 {
		fmt.Fprintf(w, "\nAnd %s, all lighter.\n", quote.Plural(others, "skill"))
	}
	for _, s := range shown {
		if !s.isOver() || len(s.Sections) == 0 || *left < 0 {
			continue
		}
		*left -= len(s.file.Path)
		fmt.Fprintf(w, "\nHeaviest in %s:", escape.MarkdownCode(s.file.Path))
		for i, part := range s.Sections {
			line := fmt.Sprintf("%s %s (line %d, %s)", []string{"", ","}[min(i, 1)], escape.MarkdownText(part.Heading), part.Line, quote.Count(part.Tokens))
			*left -= len(line)
			fmt.Fprint(w, line)
		}
		fmt.Fprint(w, "\n")
	}
}

// markdown writes what changed; nothing where nothing is compared.
func (c *changes) markdown(w io.Writer) {
	if c == nil {
		return
	}
	if len(c.skills) == 0 {
		fmt.Fprintf(w, "\nSince %s no skill changed its cost.\n", escape.MarkdownCode(c.ref))
		c.listsMarkdown(w)
		return
	}
	fmt.Fprintf(w, "\n**%s tokens** of skills and their references since %s:\n", escape.MarkdownText(signed(c.by())), escape.MarkdownCode(c.ref))
	c.listsMarkdown(w)
	shown, others := c.largest()
	var rows []string
	for _, s := range shown {
		before, after := "–", "–"
		if s.before != nil {
			before = quote.Count(s.before.Total)
		}
		if s.after != nil {
			after = quote.Count(s.after.Total)
		}
		rows = append(rows, row(signed(s.by()), before, after, s.status(), escape.MarkdownCell(s.path)+s.cameFrom()))
	}
	left := maxChanges
	tableMarkdown(w, &left, []string{"Change", "Before", "After", "", "Skill"}, rows)
	if others > 0 {
		fmt.Fprintf(w, "\nAnd %s.\n", quote.Plural(others, "smaller change"))
	}
}

// cameFrom says where a skill stood that was moved.
func (s *skillChange) cameFrom() string {
	if s.from == "" {
		return ""
	}
	return " from " + escape.MarkdownCell(s.from)
}

// row is a row of a table.
func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// tableMarkdown writes a table whose last column is text; rows for which no room is left are counted.
func tableMarkdown(w io.Writer, left *int, header, rows []string) {
	fmt.Fprintf(w, "\n%s|%s---|\n", row(header...), strings.Repeat("--:|", len(header)-1))
	without := 0
	for _, r := range rows {
		if *left -= len(r); *left < 0 {
			without++
			continue
		}
		fmt.Fprint(w, r)
	}
	if without > 0 {
		fmt.Fprintf(w, "\nThere is no room for %s; `skilllint budget` shows all.\n", quote.Plural(without, "more row"))
	}
}
