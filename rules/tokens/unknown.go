package tokens

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// mistyped returns the finding for a placeholder that resembles a known one. owned is set for references of a skill, in which
// placeholders are not replaced if the model reads the file.
func (n *names) mistyped(t placeholder.Placeholder, meant string, owned bool) analysis.Diagnostic {
	d := place(t)
	if owned {
		d.Severity = analysis.Warning // the model may read the file
	}
	d.Message, d.Effect = fmt.Sprintf("unresolved placeholder {{%s}}", t.Name), n.tokens.Effect
	d.Help = fmt.Sprintf("did you mean {{%s}}?", meant)
	fix := analysis.SuggestedFix{Title: fmt.Sprintf("replace with {{%s}}", meant)}
	for _, p := range t.Places {
		fix.Edits = append(fix.Edits, analysis.Edit{Range: p.Range, Text: "{{" + meant + "}}"})
	}
	d.SuggestedFixes = []analysis.SuggestedFix{fix}
	return d
}

// undeclared returns the finding for an unknown placeholder.
func (n *names) undeclared(f *analysis.File, t placeholder.Placeholder, owned bool) analysis.Diagnostic {
	d := place(t)
	d.Severity = analysis.Warning
	if owned || isBlank(f, t) {
		d.Severity = analysis.Info
	}
	d.Must = !owned && !placeholder.IsTemplatePath(f.Rel)
	d.Message, d.Effect = fmt.Sprintf("undeclared placeholder {{%s}}", t.Name), n.tokens.Effect
	d.Help = fmt.Sprintf("write the value or declare it in %s or %s; if the model fills it in, add it to tokens.known in .skilllint.yaml",
		n.tokens.Inputs, n.tokens.Placeholders)
	return d
}

// isBlank reports whether the model probably fills in a placeholder: in a template, or in code that shows the form of a result.
// Models do not fill in placeholders in commands.
func isBlank(f *analysis.File, t placeholder.Placeholder) bool {
	return placeholder.IsTemplatePath(f.Rel) || t.Code && !strings.HasSuffix(t.Name, "_CMD")
}
