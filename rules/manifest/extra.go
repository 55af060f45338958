package manifest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// checkByExtra reports violations of the custom schema that the configuration sets for the file.
func checkByExtra(pass *analysis.Pass, entry *analysis.Value) error {
	extra := pass.File.Extra
	found, err := extra.Validate(entry.JSON())
	if errors.Is(err, schema.ErrTooLarge) {
		pass.Reportf(opening(entry), "line has too many values to be validated against %s", extra.Name())
		return nil
	}
	if err != nil {
		return err
	}
	var find violation.Finder
	found = worstOfEach(found)
	for i, v := range found {
		if i == mostOnLine {
			break
		}
		value, member := find.At(entry, v.Path)
		d := analysis.Diagnostic{About: v.Missing, Measured: violation.Measured(v, value), Severity: violation.Severity(v)}
		switch d.Range = value.Range; {
		case v.Missing != "":
			d.Range = opening(value)
		case v.Key && member != nil, member != nil && (v.Keyword == "additionalProperties" || v.Keyword == "false"):
			d.Range = member.KeyRange
		case value == entry:
			d.Range = opening(entry)
		}
		d.Message, d.Help = describeExtra(v, value)
		d.Effect = v.Effect
		if more := len(found) - mostOnLine; i == mostOnLine-1 && more > 0 {
			d.Message += fmt.Sprintf(" (and %d more on this line)", more)
		}
		pass.Report(d)
	}
	return nil
}

// describeExtra returns the message and the help for a violation of a custom schema.
func describeExtra(v schema.Violation, value *analysis.Value) (message, help string) {
	if v.Missing == "" {
		return violation.JSON.Describe(v, value)
	}
	message = "missing key " + quote.Text(v.Missing)
	switch {
	case v.Keyword == "dependentRequired":
		message = violation.Named(v.Path) + " requires " + quote.Text(v.Missing)
	case len(v.Path) > 0:
		message += " in " + violation.Named(v.Path)
	}
	switch {
	case v.Help != "":
		help = v.Help
	case len(v.Allowed) > 0:
		help = "use " + quote.List(v.Allowed, "or")
	}
	return message, help
}

// worstOfEach returns the worst violation of each value, and all missing fields.
func worstOfEach(found []schema.Violation) []schema.Violation {
	var kept []schema.Violation
	for _, v := range found {
		last := len(kept) - 1
		same := last >= 0 && v.Missing == "" && kept[last].Missing == "" && slices.Equal(kept[last].Path, v.Path)
		switch {
		case !same:
			kept = append(kept, v)
		case violation.Severity(v) > violation.Severity(kept[last]):
			kept[last] = v
		}
	}
	return kept
}
