package compat

import (
	_ "embed"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/view"
)

//go:embed compat.css
var style string

// A page shows a table.
type page struct {
	escape.Page
	*Table
}

// HTML writes the table as a self-contained page without scripts.
func (c *Table) HTML(to io.Writer) error {
	p, frame := page{escape.NewPage(to), c}, escape.Frame{Title: "Skill compatibility", Style: style}
	p.Open(frame)
	p.Put("<h1>Skill compatibility</h1>\n<p>%s.</p>\n", c.conclusion())
	p.agentRows()
	p.lossRows()
	p.componentRows()
	first := true
	for i := range c.skills {
		if s := &c.skills[i]; !s.isHealthy() {
			if first {
				p.Put("<h2>Compatibility issues</h2>\n")
			}
			first = false
			p.details(i, s)
		}
	}
	p.matrix()
	p.Close(frame)
	return p.Flush()
}

// agentRows writes the number of skills that each client loads.
func (p page) agentRows() {
	p.Put(`<div class="wide"><table>
<thead><tr><th>Client</th><th>Loads</th><th>Partial</th><th>Rejected</th><th>Unknown</th><th>As of</th></tr></thead>
<tbody>
`)
	for i, a := range p.agents {
		n := p.counts(i)
		p.Put(`<tr><th scope="row">%s <span class="dim">%s</span></th>`, a.Title, a.ID)
		for _, s := range []loader.Status{loader.Loads, loader.Partial, loader.Rejected, loader.Unknown} {
			p.Put(`<td class="n">%d</td>`, n[s])
		}
		p.Put("<td>%s</td></tr>\n", asOf(a))
	}
	p.Put("</tbody>\n</table></div>\n")
}

// lossRows writes the number of skills that lose something in each client.
func (p page) lossRows() {
	rows := p.lossTable()
	if rows == nil {
		return
	}
	p.Put("<h2>What is lost</h2>\n<p class=\"dim\">The skills that load with ignored fields, tools that do not exist in the client, text that it does not expand, a cut description, or files that an agent does not reach.</p>\n<div class=\"wide\"><table>\n")
	p.Put("<thead><tr>")
	for _, cell := range rows[0] {
		p.Put("<th>%s</th>", view.SentenceCase(cell))
	}
	p.Put("</tr></thead>\n<tbody>\n")
	for _, row := range rows[1:] {
		p.Put(`<tr><th scope="row">%s</th>`, row[0])
		for _, cell := range row[1:] {
			p.Put(`<td class="n">%s</td>`, cell)
		}
		p.Put("</tr>\n")
	}
	p.Put("</tbody>\n</table></div>\n")
}

// componentRows writes the number of commands, subagents and hooks that their clients load, and why they do not load others.
func (p page) componentRows() {
	rows := p.componentTable()
	if rows == nil {
		return
	}
	p.Put("<h2>Commands, subagents and hooks</h2>\n<div class=\"wide\"><table>\n<thead><tr>")
	for _, cell := range rows[0] {
		p.Put("<th>%s</th>", view.SentenceCase(cell))
	}
	p.Put("</tr></thead>\n<tbody>\n")
	for _, row := range rows[1:] {
		p.Put(`<tr><th scope="row">%s</th><td>%s</td>`, row[0], row[1])
		for _, cell := range row[2:] {
			p.Put(`<td class="n">%s</td>`, cell)
		}
		p.Put("</tr>\n")
	}
	p.Put("</tbody>\n</table></div>\n<ul>\n")
	for _, line := range p.componentReasons(utf8Symbols) {
		p.Put("<li>%s</li>\n", line)
	}
	p.Put("</ul>\n")
}

func (p page) matrix() {
	p.Put("<h2>All skills</h2>\n<p class=\"dim\">%s. Below each path: the name and description that clients show, unless listed differently above.</p>\n<div class=\"wide\"><table>\n<thead><tr><th>Skill</th>", utf8Symbols.legend(p.Table, "; "))
	for _, a := range p.agents {
		p.Put("<th>%s</th>", a.ID)
	}
	p.Put("</tr></thead>\n<tbody>\n")
	for i := range p.skills {
		s := &p.skills[i]
		if p.Put(`<tr><th scope="row"><span class="path">`); s.isHealthy() {
			p.Put("%s</span>", s.path)
		} else {
			p.Put(`<a href="#skill-%d">%s</a></span>`, i+1, s.path)
		}
		p.Put(`<div class="dim says" title="%s"><strong>%s</strong> %s</div></th>`, s.Description, s.Name, s.Description)
		for _, v := range s.Verdicts {
			if v.Status == otherDialect {
				p.Put(`<td class="s dim" title="not intended for %s">%s</td>`, v.Client, utf8Symbols[v.Status])
				continue
			}
			p.Put(`<td class="s %s" title="%s: %s">%s</td>`, string(v.Status), v.Client, string(v.Status), utf8Symbols[v.Status])
		}
		p.Put("</tr>\n")
	}
	p.Put("</tbody>\n</table></div>\n")
}

// details writes the reasons why some clients do not load a skill unchanged.
func (p page) details(number int, s *skill) {
	p.Put("<details id=\"skill-%d\" open><summary><span class=\"path\">%s</span> <span class=\"dim\">%s</span></summary>\n<ul>\n",
		number+1, s.path, s.Name)
	for _, g := range s.grounds() {
		p.Put("<li><strong class=\"%s\">%s %s</strong> <span class=\"dim\">%d:%d</span> %s</li>\n", string(g.status), utf8Symbols[g.status],
			strings.Join(g.agents, ", "), g.at.Start.Line, g.at.Start.Column, g.message)
	}
	if n := s.more(); n > 0 {
		p.Put("<li class=\"dim\">… and %s</li>\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.differences() {
		p.Put("<li>%s:", strings.Join(o.agents, ", "))
		if o.name != "" {
			p.Put(" shown as <code>%s</code>", o.name)
		}
		if o.description != "" {
			p.Put(" described as <code>%s</code>", o.description)
		}
		p.Put("</li>\n")
	}
	p.Put("</ul>\n</details>\n")
}
