package tokens

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// unresolved reports references in a subagent, which nothing inlines.
func (c *inclusions) unresolved(f *analysis.File, found link.References) {
	header, _ := registry.HeaderFact.At(c.pass.Store, f)
	for i := range found.Places {
		p := &found.Places[i]
		skill := strings.HasPrefix(p.Path, "skills/")
		if p.Quoted || !skill && (!p.Sure || !strings.Contains(p.Path, "/")) || isPreloaded(header.Skills, p.Path) {
			continue
		}
		d := analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning, Must: true, Message: "unresolved file reference: " + quote.Text("@"+p.Path),
			Effect: "nothing inlines files in a subagent, so it reads the path literally",
			Help:   "say in words which file to read, or let the orchestrator insert its text"}
		if skill {
			d.Help = `add the skill to "skills", or let the orchestrator inject it`
		}
		c.pass.Report(d)
	}
}

// isPreloaded reports whether a reference is to the text of a preloaded skill.
func isPreloaded(skills []string, to string) bool {
	dir, file := path.Split(to)
	return file == "SKILL.md" && slices.Contains(skills, path.Base(dir))
}

// named reports a broken reference that agents, not the client, resolve.
func (c *inclusions) named(f *analysis.File, p *link.PlacedReference) {
	first, _, deep := strings.Cut(p.Path, "/")
	if p.Quoted || !p.Sure || !deep || len(c.target(f, p)) > 0 {
		return
	}
	candidates := p.Candidates(c.folder(f))
	isDir := func(to string) bool { return f.Tree.IsDir(strings.TrimSuffix(to, p.Path) + first) }
	if len(candidates) == 0 || c.unseen(f.Tree, candidates) || !slices.ContainsFunc(candidates, isDir) {
		return
	}
	c.pass.Report(analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning, Message: "broken file reference: " + quote.Text("@"+p.Path) + " does not exist",
		Effect: "agents that open the file continue without it", Help: suggestion(f.Tree, candidates)})
}

// follow checks the references in inlined files that are not documents of the workspace, which are not checked themselves.
func (c *inclusions) follow(f *analysis.File, p *link.PlacedReference, targets []string) {
	known := c.documents(c.pass, f.Tree)
	for _, to := range targets[:min(len(targets), maxTargets)] {
		from := file{f.Tree, to}
		if _, is := known[to]; is || path.Ext(to) != ".md" || c.read[from] || len(c.read) > maxImports {
			continue
		}
		c.read[from] = true
		for _, r := range importsIn(f.Tree.Read(to, maxImported)) {
			next := link.PlacedReference{Reference: r, At: p.At}
			if found := c.target(f, &next); len(found) > 0 {
				c.addFrom(from, &next, found)
				c.follow(f, &next, found)
				continue
			}
			candidates := r.Candidates(c.folder(f))
			if len(candidates) == 0 || c.unseen(f.Tree, candidates) {
				continue
			}
			c.pass.Report(analysis.Diagnostic{Location: &p.At, About: to + " " + r.Path,
				Message: "broken file reference in " + quote.Text(f.Tree.Prefix+to) + ": " + quote.Text("@"+r.Path) + " does not exist",
				Effect:  "the subagent reads the path literally", Help: suggestion(f.Tree, candidates)})
		}
	}
}

// suggestion returns the help for the path of a missing file.
func suggestion(tree *analysis.Tree, candidates []string) string {
	for _, to := range candidates {
		if other := tree.OtherCase(to); other != "" {
			return fmt.Sprintf("did you mean %s?", quote.Text("@"+other))
		}
	}
	return "reference an existing file"
}
