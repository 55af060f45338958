package registry

import (
	"fmt"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/violation"
)

// diagnostic tells of a fault: what is wrong, what the loader does with it, and what to write.
func (f fault) diagnostic() analysis.Diagnostic {
	where := f.value.Range
	switch {
	case f.Missing != "":
		where = f.opening()
	case f.member != nil && (f.Key || f.Keyword == "additionalProperties" || f.Keyword == "false"):
		where = f.member.KeyRange
	case f.Keyword == tooLarge, f.Keyword == notChecked, len(f.Path) == 0 && where.Len() > 1:
		where.End = where.Start + 1
	}
	what, advice := f.told()
	d := analysis.Diagnostic{Range: where, Severity: f.severity(), Message: what, Effect: f.Effect, Help: advice}
	if f.Keyword == "enum" && f.value.Kind == analysis.String {
		if best, ok := suggest.Best(f.value.Text, f.Allowed); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + best, Safe: suggest.Same(f.value.Text, best),
				Edits: []analysis.Edit{{Range: f.value.Range, Text: strconv.Quote(best)}}}}
		}
	}
	return d
}

// opening is where something is reported that an object lacks: its opening brace.
func (f fault) opening() analysis.Range {
	return analysis.Range{Start: f.value.Range.Start, End: min(f.value.Range.Start+1, f.value.Range.End)}
}

// told says what is wrong, and what to write instead.
func (f fault) told() (what, advice string) {
	name := violation.Named(f.Path)
	switch {
	case f.Missing != "":
		return f.lack(name)
	case f.Keyword == tooLarge:
		return name + " has more than 200,000 values", "split it"
	case f.Keyword == notChecked:
		return fmt.Sprintf("more than %d faults stand before %s, which was not checked, nor was what lies behind it", mostFaults, name), "mend those first"
	}
	return violation.JSON.Describe(f.Violation, f.value)
}

// lack says which fields are missing.
func (f fault) lack(name string) (what, advice string) {
	what = name + " has no " + quote.List(f.lacks, "and")
	switch {
	case len(f.lacks) > 1:
		return what, "add them"
	case f.Help != "":
		return what, f.Help
	case len(f.Allowed) > 0:
		return what, "add it as " + quote.List(f.Allowed, "or")
	}
	return what, "add it"
}
