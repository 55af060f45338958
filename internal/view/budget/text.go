package budget

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
)

// Text writes the budget for a terminal: skills and subagents, the largest first, then skill lists.
func (b *Budget) Text(to io.Writer, draw term.Bars) error {
	w := bufio.NewWriter(to)
	b.changes.text(w)
	b.skillsText(w, draw)
	b.agentsText(w, draw)
	b.startupText(w)
	b.startsText(w)
	fmt.Fprintf(w, "%s\n", b.conclusion())
	return w.Flush()
}

// showsSections reports whether sections of skills are shown.
func (b *Budget) showsSections(s *skill) bool {
	return len(s.Sections) > 0 && (s.isOver() || len(b.skills) <= fewSkills)
}

// A line is a row of a table for a terminal.
type line struct {
	cells []string
	bar   string   // after the share of the budget
	notes []string // below the row
}

// figuresText writes a table whose last column is a path, and the number of rows that are not shown.
func figuresText(w io.Writer, headings []string, lines []line, others int, what string) {
	if len(lines) == 0 {
		return
	}
	const bar = 2
	rows := [][]string{{}}
	for _, heading := range headings {
		rows[0] = append(rows[0], strings.ToUpper(heading))
	}
	rows[0] = slices.Insert(rows[0], bar, "")
	for _, l := range lines {
		rows = append(rows, slices.Insert(l.cells, bar, l.bar))
	}
	columns := slices.Repeat([]term.Column{term.Right}, len(headings))
	columns[bar] = term.Bar
	for i, row := range term.Rows(rows, columns...) {
		fmt.Fprintln(w, row)
		if i > 0 {
			for _, note := range lines[i-1].notes {
				fmt.Fprintln(w, note)
			}
		}
	}
	if others > 0 {
		fmt.Fprintf(w, "and %s, all lighter\n", quote.Plural(others, what))
	}
	fmt.Fprintln(w)
}

func (b *Budget) skillsText(w io.Writer, draw term.Bars) {
	var lines []line
	shown, others := b.heaviestSkills()
	for _, s := range shown {
		l := line{cells: s.cells(), bar: draw.Draw(s.Tokens, s.limit.Tokens)}
		if b.showsSections(s) {
			if by, over := s.limit.Over(s.Tokens); over {
				l.notes = append(l.notes, fmt.Sprintf("          %s over its budget; the heaviest sections:", quote.Count(by)))
			}
			for _, part := range s.Sections {
				l.notes = append(l.notes, fmt.Sprintf("  %8s  line %d: %s", quote.Count(part.Tokens), part.Line, escape.String(part.Heading)))
			}
		}
		lines = append(lines, l)
	}
	figuresText(w, skillHeadings, lines, others, "skill")
}

func (b *Budget) agentsText(w io.Writer, draw term.Bars) {
	var lines []line
	shown, others := b.heaviestAgents()
	for _, a := range shown {
		l := line{cells: a.cells(), bar: draw.Draw(a.total(), a.limit.Tokens)}
		for _, remark := range a.remarks() {
			l.notes = append(l.notes, "            "+escape.String(remark))
		}
		lines = append(lines, l)
	}
	figuresText(w, agentHeadings, lines, others, "agent")
}

func (b *Budget) startupText(w io.Writer) {
	var lines []line
	for i := range b.startups {
		lines = append(lines, line{cells: b.startups[i].cells()})
	}
	figuresText(w, startupHeadings, lines, 0, "")
}

// remarks returns notes on the figures of an agent.
func (a *agent) remarks() []string {
	var all []string
	if len(a.preloads) > 0 {
		all = append(all, "starts with "+quote.List(a.preloads, "and"))
	}
	if len(a.missing) > 0 {
		all = append(all, "missing, so not counted: "+quote.List(a.missing, "and"))
	}
	if by, over := a.preloadsLimit.Over(a.skills); over {
		all = append(all, fmt.Sprintf("its skills are %s tokens over the budget (%s)", quote.Count(by), a.preloadsLimit))
	}
	if by, over := a.limit.Over(a.total()); over {
		all = append(all, fmt.Sprintf("it is %s tokens over the budget (%s)", quote.Count(by), a.limit))
	}
	return all
}

// text writes the changes, if there is a comparison.
func (c *changes) text(w io.Writer) {
	if c == nil {
		return
	}
	if len(c.skills) == 0 {
		fmt.Fprintf(w, "Since %s: no skill changed its cost\n", escape.String(c.ref))
		c.listsText(w)
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintf(w, "Since %s: %s tokens of skills and their references\n", escape.String(c.ref), formatSigned(c.tokens()))
	c.listsText(w)
	shown, others := c.largest()
	var rows [][]string
	for _, s := range shown {
		rows = append(rows, []string{formatSigned(s.Change), s.Status, s.places()})
	}
	for _, line := range term.Rows(rows, term.Right) {
		fmt.Fprintln(w, "  "+line)
	}
	if others > 0 {
		fmt.Fprintf(w, "  and %s\n", quote.Plural(others, "smaller change"))
	}
	fmt.Fprintln(w)
}

// places returns the path of a skill and its former path.
func (s *skillChange) places() string {
	if s.From == "" {
		return s.Path
	}
	return s.Path + ", from " + s.From
}
