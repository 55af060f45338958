package compat

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/view"
	"github.com/skilllint/skilllint/schema"
)

// Readings are the results of all clients for each skill.
type Readings map[*analysis.File]loader.Readings

// Collect returns an analyzer that adds the readings of all skills to r, with what depends on other files: whether the client
// searches the directory of the skill, and which files an agent reaches from it.
func (r Readings) Collect() *analysis.Analyzer {
	return view.Collect("compat", func(pass *analysis.Pass) error {
		maps.Insert(r, loader.Fact.All(pass.Store))
		search := registry.SearchFact.Of(pass)
		for file, readings := range r {
			r.addPlace(search, file, readings.Verdicts)
		}
		for _, l := range link.Fact.Of(pass) {
			r.addLink(&l)
		}
		for file, found := range link.ReferenceFact.All(pass.Store) {
			r.addReferences(file, found.Places)
		}
		return nil
	}, loader.Fact.Analyzer, registry.SearchFact.Analyzer, link.Fact.Analyzer, link.ReferenceFact.Analyzer)
}

// maxAdded limits the reasons that are added to those of the loader.
const maxAdded = 10

// add adds a reason to the verdict of a client that loads the skill.
func add(v *loader.Verdict, g loader.Ground) {
	if v.Status != loader.Loads && v.Status != loader.Partial {
		return
	}
	added := 0
	for _, known := range v.Grounds {
		if known.Cause == g.Cause {
			added++
		}
	}
	if v.Status = loader.Partial; added >= maxAdded {
		v.More++
		return
	}
	v.Grounds = append(v.Grounds, g)
}

// addPlace rejects a skill in a directory of a client or plugin that the client does not search.
func (r Readings) addPlace(search *registry.Search, file *analysis.File, verdicts []loader.Verdict) {
	if file.Dialect == nil {
		return
	}
	own := func(v loader.Verdict) bool { return v.Client == file.Dialect.Name }
	if file.Plugin {
		own = func(v loader.Verdict) bool { return v.Client == "claude-code" }
	}
	i := slices.IndexFunc(verdicts, own)
	if i < 0 || verdicts[i].Status == loader.Rejected {
		return
	}
	message := ""
	if l, ok := search.TooDeep(file); ok && !file.Nested {
		message = fmt.Sprintf("nested too deep: the client searches %s %s deep", quote.Text(l.Folder), quote.Plural(l.Depth, "directory"))
	}
	if search.Loses(file) {
		message = "outside the directories of the plugin that the client searches"
	}
	if message == "" {
		return
	}
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: file.Path, Start: start, End: start}
	verdicts[i] = loader.Verdict{Client: verdicts[i].Client, Status: loader.Rejected,
		Grounds: []loader.Ground{{Message: message, Effect: "does not find the skill", Cause: loader.Unsearched, At: at}}}
}

// readers calls yield with the verdicts of clients whose models read a skill's text, which a validator does not.
func (r Readings) readers(file *analysis.File, yield func(*loader.Verdict)) {
	verdicts := r[file].Verdicts
	for i := range verdicts {
		if verdicts[i].Client != "agentskills" {
			yield(&verdicts[i])
		}
	}
}

// addLink adds a link from a SKILL.md to a file that an agent does not reach if the skill is installed alone. A broken link is no
// difference between clients.
func (r Readings) addLink(l *link.Link) {
	if l.From.Kind != analysis.Skill || l.Form == link.FormCode || l.Form == link.FormVariable || l.External || l.Shown || l.InExample() ||
		l.Problem != link.Escapes && !l.LeavesUnit() {
		return
	}
	r.readers(l.From, func(v *loader.Verdict) {
		if isReached(l, v.Client) {
			return
		}
		add(v, loader.Ground{Message: quote.Text(l.Written) + " is outside the skill", Effect: "the agent does not reach the file", Cause: loader.Unreachable, At: l.At})
	})
}

// isReached reports whether a client installs the file of a link together with the skill: in its plugin, or in the project in whose
// client directory the skill is.
func isReached(l *link.Link, client string) bool {
	f := l.From
	if l.To == "" || !f.Tree.Exists(l.To) || f.Dialect == nil {
		return false
	}
	if f.Plugin && f.PluginRoot != "" {
		return client == "claude-code" && link.Inside(f.PluginRoot, l.To)
	}
	return client == f.Dialect.Name && registry.IsHiddenIn(f.Rel)
}

// addReferences adds the first @path that a client shows literally. In a skill for several clients, some replace it by the file.
func (r Readings) addReferences(file *analysis.File, found []link.PlacedReference) {
	rules := skillRules(file.Dialect)
	i := slices.IndexFunc(found, func(p link.PlacedReference) bool { return p.Sure && !p.Quoted })
	if file.Kind != analysis.Skill || i < 0 || rules == nil || rules.References == "" || rules.References == "literal" {
		return
	}
	r.readers(file, func(v *loader.Verdict) {
		if rules := skillRules(schema.Lookup(v.Client)); rules != nil && rules.References == "literal" {
			add(v, loader.Ground{Message: "unsupported " + quote.Text("@"+found[i].Path) + " in the text", Effect: "shows the model the text literally",
				Cause: loader.Literal, At: found[i].At})
		}
	})
}

// skillRules returns how the client of a dialect reads skills, or nil.
func skillRules(d *schema.Dialect) *schema.KindRules {
	if d == nil {
		return nil
	}
	return d.Kinds[analysis.Skill.String()]
}
