package compat

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
)

// marks are the signs of the statuses.
type marks map[loader.Status]string

var (
	signs = marks{loader.Loads: "✓", loader.Partial: "~", loader.Rejected: "✗", loader.Unknown: "?", notTheirs: "·"}
	ascii = marks{loader.Loads: "+", loader.Partial: "~", loader.Rejected: "X", loader.Unknown: "?", notTheirs: "."}
)

// marksFor returns signs that a terminal can show.
func marksFor(utf8 bool) marks {
	if utf8 {
		return signs
	}
	return ascii
}

// legend says what the signs of a table mean.
func (m marks) legend(c *Table, between string) string {
	words := []string{m[loader.Loads] + " loads", m[loader.Partial] + " partial: something is lost or changed",
		m[loader.Rejected] + " rejected", m[loader.Unknown] + " unknown"}
	if c.Has(notTheirs) {
		words = append(words, m[notTheirs]+" not written for it")
	}
	return strings.Join(words, between)
}

// Text writes the table for a terminal of so many columns, 0 for any: how many skills each agent
// loads, then the skills that not all load as they are, then why. Where the names of the agents
// leave no room for those of the skills, agents have numbers.
func (c *Table) Text(to io.Writer, utf8 bool, columns int) error {
	w, m := bufio.NewWriter(to), marksFor(utf8)
	summary := c.summary()
	rows := [][]string{nil}
	used := 0
	for _, a := range c.agents {
		rows[0] = append(rows[0], a.ID)
		used += len(a.ID) + 2
	}
	if columns > 0 && used > columns/2 {
		for i := range c.agents {
			rows[0][i] = fmt.Sprint(i + 1)
			summary[i+1][0] = fmt.Sprintf("%d %s", i+1, summary[i+1][0])
		}
	}
	rows[0] = append(rows[0], "SKILL")
	term.Table(w, summary)
	for _, s := range c.skills {
		if s.isHealthy() {
			continue
		}
		var row []string
		for _, v := range s.Verdicts {
			row = append(row, m[v.Status])
		}
		rows = append(rows, append(row, s.path))
	}
	if len(rows) > 1 {
		fmt.Fprintln(w)
		term.Table(w, rows)
		fmt.Fprintln(w, m.legend(c, "  "))
	}
	for i := range c.skills {
		c.skills[i].text(w, m)
	}
	fmt.Fprintf(w, "\n%s\n", c.conclusion())
	return w.Flush()
}

// summary returns how many skills each agent loads.
func (c *Table) summary() [][]string {
	rows := [][]string{{"AGENT", "LOADS", "PARTIAL", "REJECTED", "UNKNOWN", "AS OF"}}
	for i, a := range c.agents {
		n := c.counts(i)
		rows = append(rows, []string{a.ID, fmt.Sprint(n[loader.Loads]), fmt.Sprint(n[loader.Partial]),
			fmt.Sprint(n[loader.Rejected]), fmt.Sprint(n[loader.Unknown]), asOf(a)})
	}
	return rows
}

// asOf says how old the model of an agent is.
func asOf(a *loader.Agent) string {
	if a.Grade == loader.Measured {
		return "version " + a.Version
	}
	return a.Version
}

// conclusion says how many skills load as they are.
func (c *Table) conclusion() string {
	if len(c.skills) == 0 {
		return "there are no skills"
	}
	healthy := 0
	for _, s := range c.skills {
		if s.isHealthy() {
			healthy++
		}
	}
	verb := "load"
	if len(c.skills) == 1 {
		verb = "loads"
	}
	return fmt.Sprintf("%d of %s %s as written in all of these agents", healthy, quote.Plural(len(c.skills), "skill"), verb)
}

// text writes why not all agents load a skill as it is; nothing when they do.
func (s *skill) text(w io.Writer, m marks) {
	if s.isHealthy() {
		return
	}
	fmt.Fprintln(w)
	for _, g := range s.grounds() {
		fmt.Fprintf(w, "%s:%d:%d: %s %s: %s\n", escape.String(g.at.Path), g.at.Start.Line, g.at.Start.Column,
			m[g.status], strings.Join(g.agents, ", "), escape.String(g.message))
	}
	if n := s.more(); n > 0 {
		fmt.Fprintf(w, "  and %s\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.others() {
		fmt.Fprintf(w, "  %s: %s\n", strings.Join(o.agents, ", "), escape.String(o.text()))
	}
}

func (o shown) text() string {
	var parts []string
	if o.name != "" {
		parts = append(parts, "shown as "+quote.Text(o.name))
	}
	if o.description != "" {
		parts = append(parts, "described as "+quote.Text(o.description))
	}
	return strings.Join(parts, ", ")
}
