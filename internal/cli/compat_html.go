package cli

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/visible"
)

//go:embed compat.html.tmpl
var compatPage string

// What the page shows. All texts of strangers are visible.String's; the template escapes them.
type (
	htmlPage struct {
		Conclusion string
		Agents     []htmlAgent
		Skills     []htmlSkill
	}
	htmlAgent struct {
		ID, Title, AsOf                   string
		Loads, Partial, Rejected, Unknown int
	}
	htmlSkill struct {
		Number     int
		Path, Name string
		Healthy    bool
		Verdicts   []htmlVerdict
		Reasons    []htmlReason
		More       string
		Others     []htmlShown
	}
	htmlVerdict struct {
		Agent  string
		Status loader.Status
		Sign   string
	}
	htmlReason struct {
		Status          loader.Status
		Sign            string
		Agents, Message string
		Line, Column    int
	}
	htmlShown struct{ Agents, Name, Description string }
)

// html writes the table as a page of its own, without scripts and without anything from elsewhere.
func (c *compat) html(to io.Writer) error {
	page := htmlPage{Conclusion: c.conclusion()}
	for i, a := range c.agents {
		n := c.counts(i)
		page.Agents = append(page.Agents, htmlAgent{a.ID, a.Title, asOf(a),
			n[loader.Loads], n[loader.Partial], n[loader.Rejected], n[loader.Unknown]})
	}
	for i := range c.skills {
		page.Skills = append(page.Skills, c.skills[i].html(i))
	}
	t, err := template.New("compat").Parse(compatPage)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(to)
	if err := t.Execute(w, page); err != nil {
		return err
	}
	return w.Flush()
}

func (s *compatSkill) html(number int) htmlSkill {
	out := htmlSkill{Number: number, Path: visible.String(s.path), Name: visible.String(s.Name), Healthy: s.isHealthy()}
	for _, v := range s.Verdicts {
		out.Verdicts = append(out.Verdicts, htmlVerdict{v.Agent, v.Status, signs[v.Status]})
	}
	if out.Healthy {
		return out
	}
	for _, g := range s.grounds() {
		out.Reasons = append(out.Reasons, htmlReason{g.status, signs[g.status], strings.Join(g.agents, ", "),
			visible.String(g.message), g.at.Start.Line, g.at.Start.Column})
	}
	if n := s.more(); n > 0 {
		out.More = plural(n, "more reason")
	}
	for _, o := range s.others() {
		out.Others = append(out.Others, htmlShown{strings.Join(o.agents, ", "), visible.String(o.name), visible.String(o.description)})
	}
	return out
}
