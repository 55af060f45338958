package cli

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/visible"
)

//go:embed compat.css
var compatStyle string

// A page writes HTML. Package html/template would make the program a third larger, so elements are
// written by hand: every text goes through put, which escapes it, and no text of strangers stands
// anywhere but between elements.
type page struct{ w *bufio.Writer }

// put writes markup in which each %s and %d stands for a text; texts are escaped.
func (p page) put(markup string, texts ...any) {
	for i, t := range texts {
		if text, ok := t.(string); ok {
			texts[i] = html.EscapeString(visible.String(text))
		}
	}
	fmt.Fprintf(p.w, markup, texts...)
}

// html writes the table as a page of its own, without scripts and without anything from elsewhere.
func (c *compat) html(to io.Writer) error {
	p := page{bufio.NewWriter(to)}
	p.put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Skills and agents</title>
<style>
`)
	p.w.WriteString(compatStyle)
	p.put("</style>\n</head>\n<body>\n<h1>Skills and agents</h1>\n<p>%s.</p>\n", c.conclusion())
	p.summary(c)
	first := true
	for i := range c.skills {
		if s := &c.skills[i]; !s.isHealthy() {
			if first {
				p.put("<h2>What is not loaded as written</h2>\n")
			}
			first = false
			p.details(i, s)
		}
	}
	p.matrix(c)
	p.put("</body>\n</html>\n")
	return p.w.Flush()
}

func (p page) summary(c *compat) {
	p.put(`<div class="wide"><table>
<thead><tr><th>Agent</th><th>Loads</th><th>Partial</th><th>Rejected</th><th>Unknown</th><th>As of</th></tr></thead>
<tbody>
`)
	for i, a := range c.agents {
		n := c.counts(i)
		p.put(`<tr><th scope="row">%s <span class="dim">%s</span></th>`, a.Title, a.ID)
		for _, s := range []loader.Status{loader.Loads, loader.Partial, loader.Rejected, loader.Unknown} {
			p.put(`<td class="n">%d</td>`, n[s])
		}
		p.put("<td>%s</td></tr>\n", asOf(a))
	}
	p.put("</tbody>\n</table></div>\n")
}

func (p page) matrix(c *compat) {
	p.put("<h2>Every skill</h2>\n<p class=\"dim\">%s. Below the path: the name and description that agents show, where nothing else is said above.</p>\n<div class=\"wide\"><table>\n<thead><tr><th>Skill</th>", signs.legend(c, "; "))
	for _, a := range c.agents {
		p.put("<th>%s</th>", a.ID)
	}
	p.put("</tr></thead>\n<tbody>\n")
	for i := range c.skills {
		s := &c.skills[i]
		if p.put(`<tr><th scope="row"><span class="path">`); s.isHealthy() {
			p.put("%s</span>", s.path)
		} else {
			p.put(`<a href="#skill-%d">%s</a></span>`, i+1, s.path)
		}
		p.put(`<div class="dim says" title="%s"><strong>%s</strong> %s</div></th>`, s.Description, s.Name, s.Description)
		for _, v := range s.Verdicts {
			if v.Status == notTheirs {
				p.put(`<td class="s dim" title="not written for %s">%s</td>`, v.Agent, signs[v.Status])
				continue
			}
			p.put(`<td class="s %s" title="%s: %s">%s</td>`, string(v.Status), v.Agent, string(v.Status), signs[v.Status])
		}
		p.put("</tr>\n")
	}
	p.put("</tbody>\n</table></div>\n")
}

// details writes why not all agents load a skill as it is.
func (p page) details(number int, s *compatSkill) {
	p.put("<details id=\"skill-%d\" open><summary><span class=\"path\">%s</span> <span class=\"dim\">%s</span></summary>\n<ul>\n",
		number+1, s.path, s.Name)
	for _, g := range s.grounds() {
		p.put("<li><strong class=\"%s\">%s %s</strong> <span class=\"dim\">%d:%d</span> %s</li>\n", string(g.status), signs[g.status],
			strings.Join(g.agents, ", "), g.at.Start.Line, g.at.Start.Column, g.message)
	}
	if n := s.more(); n > 0 {
		p.put("<li class=\"dim\">and %s</li>\n", quote.Plural(n, "more reason"))
	}
	for _, o := range s.others() {
		p.put("<li>%s:", strings.Join(o.agents, ", "))
		if o.name != "" {
			p.put(" shown as <code>%s</code>", o.name)
		}
		if o.description != "" {
			p.put(" described as <code>%s</code>", o.description)
		}
		p.put("</li>\n")
	}
	p.put("</ul>\n</details>\n")
}
