// Package compat shows which clients load each skill, with which name and description, and why others do not.
package compat

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/view"
)

// A Table is the compatibility of skills with clients.
type Table struct {
	agents []*loader.Client // the columns, in fixed order
	skills []skill          // sorted by path

	components []component // sorted by path
}

// A skill is a row.
type skill struct {
	path    string
	dialect string
	loader.Readings
}

// New returns the table of the skills among files and among links that were not followed.
func New(targets []string, files []*analysis.File, links []analysis.Link, read Readings) *Table {
	c := &Table{}
	for _, a := range loader.Clients() {
		if slices.Contains(targets, a.ID) {
			c.agents = append(c.agents, a)
		}
	}
	for _, f := range files {
		if f.Kind != analysis.Skill {
			continue
		}
		readings, ok := read[f]
		if !ok {
			readings = c.unread(f.Path, loader.NameByPath(f), loader.Unknown, "cannot read the file")
		}
		c.skills = append(c.skills, skill{f.Path, view.Dialect(f), readings})
	}
	for _, l := range links {
		if path.Base(l.Path) == "SKILL.md" {
			status, message := brokenLink(l)
			c.skills = append(c.skills, skill{l.Path, "", c.unread(l.Path, path.Base(path.Dir(l.Path)), status, message)})
		}
	}
	sorting.By(c.skills, func(a, b skill) int { return strings.Compare(a.path, b.path) })
	return c
}

// brokenLink returns the status of a link that was not followed.
func brokenLink(l analysis.Link) (loader.Status, string) {
	target := quote.Text(l.Target)
	switch l.Problem {
	case discover.Broken:
		return loader.Rejected, "broken symbolic link: " + target + " does not exist"
	case discover.IsLoop:
		return loader.Rejected, "circular symbolic link to " + target
	}
	return loader.Unknown, "symbolic link to " + target + " not followed"
}

// unread returns the row of a skill that could not be read or modeled.
func (c *Table) unread(file, name string, status loader.Status, message string) loader.Readings {
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: file, Start: start, End: start}
	r := loader.Readings{Name: name}
	for _, a := range c.agents {
		r.Verdicts = append(r.Verdicts, loader.Verdict{Client: a.ID, Status: status,
			Grounds: []loader.Ground{{Message: message, Cause: "unread", At: at}}})
	}
	return r
}

// singleVendor are clients that are used only by the authors of their skills.
var singleVendor = []string{"cleo", "duyetbot", "progressive", "triagent"}

// otherDialect is the status of a skill that is not intended for a client: the client is in singleVendor, or the skill is a file
// that only its own client reads.
const otherDialect loader.Status = ""

// OmitUnusedClients removes the columns of single-vendor clients without skills in the tree, and the results for skills that are not
// intended for a client.
func (c *Table) OmitUnusedClients() {
	used := map[string]bool{}
	for _, s := range c.skills {
		used[s.dialect] = true
	}
	omitted := func(id string) bool { return slices.Contains(singleVendor, id) && !used[id] }
	if len(c.skills) == 0 {
		omitted = func(id string) bool {
			return !slices.ContainsFunc(c.components, func(one component) bool { return one.client == id })
		}
	}
	c.agents = slices.DeleteFunc(c.agents, func(a *loader.Client) bool { return omitted(a.ID) })
	for i := range c.skills {
		s := &c.skills[i]
		s.Verdicts = slices.DeleteFunc(s.Verdicts, func(v loader.Verdict) bool { return omitted(v.Client) })
		own := slices.Contains(singleVendor, s.dialect) && path.Base(s.path) != "SKILL.md"
		for j, v := range s.Verdicts {
			if v.Client != s.dialect && (own || slices.Contains(singleVendor, v.Client)) {
				s.Verdicts[j] = loader.Verdict{Client: v.Client, Status: otherDialect}
			}
		}
	}
}

// isHealthy reports whether all relevant clients load a skill unchanged.
func (s *skill) isHealthy() bool {
	return !slices.ContainsFunc(s.Verdicts, func(v loader.Verdict) bool {
		return v.Status != loader.Loads && v.Status != otherDialect
	})
}

// Has reports whether a client has a skill with this status.
func (c *Table) Has(status loader.Status) bool {
	return slices.ContainsFunc(c.skills, func(s skill) bool {
		return slices.ContainsFunc(s.Verdicts, func(v loader.Verdict) bool { return v.Status == status })
	})
}

// counts returns the number of skills with each status for a client.
func (c *Table) counts(agent int) map[loader.Status]int {
	n := map[loader.Status]int{}
	for _, s := range c.skills {
		n[s.Verdicts[agent].Status]++
	}
	return n
}

// losses returns the number of skills with each loss for each client, or nil if no client loses anything.
func (c *Table) losses() []map[loader.Loss]int {
	all, lost := make([]map[loader.Loss]int, len(c.agents)), false
	for i := range c.agents {
		all[i] = map[loader.Loss]int{}
		for _, s := range c.skills {
			seen := map[loader.Loss]bool{"": true}
			for _, g := range s.Verdicts[i].Grounds {
				if l := g.Loss(); !seen[l] {
					seen[l], lost = true, true
					all[i][l]++
				}
			}
		}
	}
	if !lost {
		return nil
	}
	return all
}

// lossTable returns a table of the skills that lose something in each client, or nil.
func (c *Table) lossTable() [][]string {
	losses := c.losses()
	if losses == nil {
		return nil
	}
	rows := [][]string{{"LOST IN"}}
	for _, l := range loader.Losses() {
		rows[0] = append(rows[0], lossTitles[l])
	}
	for i, a := range c.agents {
		row := []string{a.ID}
		for _, l := range loader.Losses() {
			if l == loader.LostTool && !a.KnowsTools() {
				row = append(row, "?")
				continue
			}
			row = append(row, fmt.Sprint(losses[i][l]))
		}
		rows = append(rows, row)
	}
	return rows
}

var lossTitles = map[loader.Loss]string{loader.LostField: "FIELDS", loader.LostTool: "TOOLS", loader.LostSyntax: "SYNTAX",
	loader.LostDescription: "DESCRIPTION", loader.LostReference: "REFERENCES"}

// Each calls yield with the first skills, at most limit.
func (c *Table) Each(limit int, yield func(path, name string, verdicts []loader.Verdict)) {
	for _, s := range c.skills[:min(len(c.skills), limit)] {
		yield(s.path, s.Name, s.Verdicts)
	}
}

// Len returns the number of skills.
func (c *Table) Len() int { return len(c.skills) }

// IsEmpty reports whether there are neither skills nor components.
func (c *Table) IsEmpty() bool { return len(c.skills) == 0 && len(c.components) == 0 }
