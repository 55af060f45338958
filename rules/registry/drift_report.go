package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// maxPassages is the number of passages that a finding shows.
const maxPassages = 5

// mostOnly is the number of lines that an outdated copy may have and the newer one may lack.
const mostOnly = 5

// report reports two copies at the older one, with the passages of both.
func (d drifted) report(pass *analysis.Pass) {
	first, second := d.files[0], d.files[1]
	older := 0
	for _, p := range d.passages {
		if first.Kind != analysis.Agent || !strings.HasPrefix(p.text[0], "description:") { // for what a client calls a subagent
			older += p.newer
		}
	}
	side := 1 // of the file to report
	if older < 0 {
		first, second, side = second, first, 0
	}
	shown := d.passages
	found := analysis.Diagnostic{Severity: analysis.Info, About: first.Rel, Anywhere: true,
		Message: "copy of " + quote.Text(first.Path) + " differs in " + quote.Plural(len(shown), "passage"),
		Effect:  "clients that read different copies follow different instructions", Help: "use the same text in both, or keep both if the difference is intended"}
	if older != 0 && d.only[side] < mostOnly { // else each has its own text
		found.Severity, found.Help = analysis.Warning, "copy the newer text"
		found.Message = "outdated copy of " + quote.Text(first.Path) + ": " + quote.Plural(len(shown), "passage") + " differ"
		if len(shown) == 1 {
			found.Message += "s"
		}
		found.Group = analysis.Group{Key: first.Path, Message: analysis.Many + " outdated copies of " + quote.Text(first.Path)}
	}
	if len(shown) == 0 {
		top := func(f *analysis.File) analysis.Location {
			header, _ := registry.HeaderFact.At(pass.Store, f)
			return f.At(header.Range)
		}
		at := top(second)
		found.Message, found.Location = "skill "+quote.Text(path.Base(path.Dir(first.Rel)))+" differs from its copy in "+clientDir(first), &at
		found.Group = analysis.Group{Key: clientDir(first) + ":" + clientDir(second), Message: analysis.Many + " skills differ from their copies in " + clientDir(first)}
		found.Effect, found.Help = "most skills of the two directories are identical", "copy the newer one, or keep both if the difference is intended"
		found.Related = []analysis.Related{{Location: top(first), Message: "the other copy"}}
	}
	for i, p := range shown[:min(len(shown), maxPassages)] {
		at := second.At(p.at[side])
		if i == 0 {
			found.Location = &at
		} else {
			found.Related = append(found.Related, analysis.Related{Location: at, Message: "here " + quote.Text(p.text[side])})
		}
		found.Related = append(found.Related, analysis.Related{Location: first.At(p.at[1-side]), Message: "there " + quote.Text(p.text[1-side])})
	}
	pass.Report(found)
}
