package tokens

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/schema"
)

// leftReferences reports references in an output that were not inlined.
func leftReferences(pass *analysis.Pass, found link.References) {
	for i := range found.Places {
		p := &found.Places[i]
		if !p.Sure || p.Quoted || !strings.Contains(p.Path, "/") {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning,
			Message: "unresolved file reference: " + quote.Text("@"+p.Path),
			Effect:  "readers of the output do not get its text", Help: "write the path in words, or insert the text"})
	}
}

// literal reports references to existing files, alone on their lines, that no client inlines, or only some clients inline. There
// is one finding per file.
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
	found := &analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning,
		Message: "file reference is not inlined: " + quote.Text("@"+p.Path),
		Effect:  d.Title + " inlines no files in skills, so the model reads the path itself",
		Help:    "say in words which file to read, and when"}
	if how == "some" {
		found.Severity = analysis.Info
		found.Message = "file reference is not inlined by most clients: " + quote.Text("@"+p.Path)
		found.Effect = "their models read the path instead of the file"
	}
	return found
}

// omittedReferences reports that there are too many references to check.
func omittedReferences(pass *analysis.Pass, found link.References) {
	if found.Omitted > 0 {
		last := found.Places[len(found.Places)-1]
		pass.Report(analysis.Diagnostic{Location: &last.At, Severity: analysis.Warning,
			Message: fmt.Sprintf("more than %s file references", quote.Count(len(found.Places))),
			Effect:  fmt.Sprintf("%s after this one were not checked", quote.Count(found.Omitted)), Help: "split the file"})
	}
}
