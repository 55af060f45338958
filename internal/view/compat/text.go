package compat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
)

// symbols are the signs of the statuses.
type symbols map[loader.Status]string

var (
	utf8Symbols  = symbols{loader.Loads: "✓", loader.Partial: "~", loader.Rejected: "✗", loader.Unknown: "?", otherDialect: "·"}
	asciiSymbols = symbols{loader.Loads: "+", loader.Partial: "~", loader.Rejected: "X", loader.Unknown: "?", otherDialect: "."}
)

// symbolsFor returns the signs for a terminal.
func symbolsFor(utf8 bool) symbols {
	if utf8 {
		return utf8Symbols
	}
	return asciiSymbols
}

// legend explains the signs of a table.
func (m symbols) legend(c *Table, between string) string {
	words := []string{m[loader.Loads] + " loads", m[loader.Partial] + " partial: loads with losses or changes",
		m[loader.Rejected] + " rejected", m[loader.Unknown] + " unknown"}
	if c.Has(otherDialect) {
		words = append(words, m[otherDialect]+" not intended for this client")
	}
	return strings.Join(words, between)
}

// Text writes the table for a terminal of some columns; 0 means unlimited. It lists the number of skills that each client loads, and of
// those that lose something there, then the skills that some client does not load unchanged, then the reasons. In narrow terminals, numbers replace the names of clients.
func (c *Table) Text(to io.Writer, utf8 bool, columns int) error {
	w, m := bufio.NewWriter(to), symbolsFor(utf8)
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
	if lost := c.lossTable(); lost != nil {
		fmt.Fprintln(w)
		term.Table(w, lost)
	}
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
	common := c.common()
	for _, g := range common {
		g.text(w, m)
	}
	for i := range c.skills {
		c.skills[i].text(w, m, common)
	}
	if rows := c.componentTable(); rows != nil {
		fmt.Fprintln(w)
		term.Table(w, rows)
		for _, line := range c.componentReasons(m) {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintf(w, "\n%s\n", c.conclusion())
	if len(c.agents) == 1 && catalog.Lookup(c.agents[0].ID) != nil {
		fmt.Fprintf(w, "`skilllint catalog --client %s` shows which skills it finds here\n", c.agents[0].ID)
	}
	return w.Flush()
}

// summary returns the number of skills that each client loads.
func (c *Table) summary() [][]string {
	rows := [][]string{{"CLIENT", "LOADS", "PARTIAL", "REJECTED", "UNKNOWN", "AS OF"}}
	for i, a := range c.agents {
		n := c.counts(i)
		rows = append(rows, []string{a.ID, fmt.Sprint(n[loader.Loads]), fmt.Sprint(n[loader.Partial]),
			fmt.Sprint(n[loader.Rejected]), fmt.Sprint(n[loader.Unknown]), asOf(a)})
	}
	return rows
}

// asOf returns the version or date of a client's model.
func asOf(a *loader.Client) string {
	if a.Grade == loader.Measured {
		return "version " + a.Version
	}
	return a.Version
}

// conclusion counts the skills that load unchanged.
func (c *Table) conclusion() string {
	if len(c.skills) == 0 {
		return "no skills"
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
	in := "in all of these clients"
	if len(c.agents) == 1 {
		in = "in " + c.agents[0].ID
	}
	return fmt.Sprintf("%d of %s %s unchanged %s", healthy, quote.Plural(len(c.skills), "skill"), verb, in)
}

// text writes the reasons why some client does not load a skill unchanged, without common ones.
func (s *skill) text(w io.Writer, m symbols, common []*commonGround) {
	grounds := slices.DeleteFunc(s.grounds(), func(g sharedGround) bool {
		return slices.ContainsFunc(common, func(c *commonGround) bool { return c.includes(g) })
	})
	if s.isHealthy() || len(grounds) == 0 && s.more() == 0 && len(s.differences()) == 0 {
		return
	}
	fmt.Fprintln(w)
	if len(grounds) == 0 {
		fmt.Fprintf(w, "%s:\n", escape.String(s.path))
	}
	for _, g := range grounds {
		fmt.Fprintf(w, "%s:%d:%d: %s %s: %s\n", escape.String(g.at.Path), g.at.Start.Line, g.at.Start.Column,
			m[g.status], strings.Join(g.agents, ", "), escape.String(g.message))
	}
	if n := s.more(); n > 0 {
		fmt.Fprintf(w, "  … and %s\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.differences() {
		fmt.Fprintf(w, "  %s: %s\n", strings.Join(o.agents, ", "), escape.String(o.text()))
	}
}

func (o shownText) text() string {
	var parts []string
	if o.name != "" {
		parts = append(parts, "shown as "+quote.Text(o.name))
	}
	if o.description != "" {
		parts = append(parts, "described as "+quote.Text(o.description))
	}
	return strings.Join(parts, ", ")
}
