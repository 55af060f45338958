package tokens

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/schema"
)

// leftReferences reports what an output has still to resolve.
func leftReferences(pass *analysis.Pass, found link.References) {
	for i := range found.Places {
		p := &found.Places[i]
		if !p.Sure || p.Quoted || !strings.Contains(p.Path, "/") {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning, Message: fmt.Sprintf(
			"%s was never inlined, so nobody who reads this output gets its text; write the path in words, or the text", quote.Text("@"+p.Path))})
	}
}

// literal reports references that stand alone on their lines, each with a file, where nobody inlines
// them, or not everybody: one finding for a file.
func (c *inclusions) literal(file *analysis.File, d *schema.Dialect, how string, found link.References) {
	var first *analysis.Diagnostic
	for i := range found.Places {
		p := &found.Places[i]
		switch {
		case !p.Sure || !p.Alone || p.Quoted || len(c.target(file, p)) == 0:
		case first == nil:
			first = literalReference(p, d, how)
		case len(first.Related) < maxPlaces:
			first.Related = append(first.Related, analysis.Related{Location: p.At, Message: "also here"})
		}
	}
	if first != nil {
		c.pass.Report(*first)
	}
}

func literalReference(p *link.PlacedReference, d *schema.Dialect, how string) *analysis.Diagnostic {
	written := quote.Text("@" + p.Path)
	if how == "some" {
		return &analysis.Diagnostic{Location: &p.At, Severity: analysis.Info, Message: "few agents put a file's text in the place of " + written +
			", and the models of the others read the path as it stands; write in words what to read and when"}
	}
	return &analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning, Message: d.Title +
		" puts no file's text into a skill, so the model reads " + written + " as it stands; write in words what to read and when"}
}
