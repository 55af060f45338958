package tokens

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// variants reports known names that are not written as placeholders. There is one finding for each form of a name.
func variants(pass *analysis.Pass, v *vocabulary, file *analysis.File, found []placeholder.Variant) {
	names, ok := v.namesOf(file)
	if !ok {
		return
	}
	owned := file.Kind == analysis.Reference && v.find.Owner(file) != nil
	index := map[string]int{}
	var all []analysis.Diagnostic
	for i := range found {
		t := &found[i]
		meant := names.meant(t.Key)
		severity := variantSeverity(file, t, owned)
		if meant == "" || severity == analysis.Off || file.Conventions.AllowsToken(meant) {
			continue
		}
		key := fmt.Sprintf("%s %v", t.Text, severity)
		at, known := index[key]
		if !known {
			index[key] = len(all)
			all = append(all, variant(names, file, t, meant, severity, owned))
			continue
		}
		if d := &all[at]; len(d.Related) < maxPlaces {
			d.Related = append(d.Related, analysis.Related{Location: t.At, Message: "also here"})
		}
		if fixes := all[at].SuggestedFixes; len(fixes) > 0 {
			fixes[0].Edits = append(fixes[0].Edits, analysis.Edit{Range: t.Range, Text: "{{" + meant + "}}"})
		}
	}
	for _, d := range all {
		pass.Report(d)
	}
}

// variantSeverity returns the severity of a known name in another form, or Off.
func variantSeverity(file *analysis.File, t *placeholder.Variant, owned bool) analysis.Severity {
	switch output := file.Kind == analysis.Output; {
	case t.Single && t.Code && output:
		return analysis.Off
	case t.Single && t.Code, t.Word && t.Code, t.Single && owned:
		return analysis.Info
	case t.Single, t.Word, owned, t.Code && output:
		return analysis.Warning
	}
	return analysis.Error
}

func variant(names *names, file *analysis.File, t *placeholder.Variant, meant string, severity analysis.Severity, owned bool) analysis.Diagnostic {
	at := t.At
	d := analysis.Diagnostic{Location: &at, Severity: severity, Must: severity == analysis.Warning && !owned, About: t.Text, Message: "unresolved placeholder " + t.Text}
	if file.Kind == analysis.Output {
		d.Effect, d.Help = "readers of the output do not see its value", "write the value"
		if t.Code {
			d.Help = "write the value, unless the code is about the placeholder"
		}
		return d
	}
	d.Effect, d.Help = names.tokens.Effect, fmt.Sprintf("did you mean {{%s}}?", meant)
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: fmt.Sprintf("replace with {{%s}}", meant),
		Edits: []analysis.Edit{{Range: t.Range, Text: "{{" + meant + "}}"}}}}
	return d
}
