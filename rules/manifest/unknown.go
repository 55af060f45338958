package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// reportUnknown reports unknown keys, and returns the missing fields that no unknown key is a misspelling of. An entry
// without most of the fields has another format, whose keys are not reported.
func reportUnknown(pass *analysis.Pass, entry *analysis.Value, missing []string) []string {
	reported, more := 0, 0
	foreign := len(missing) > 3
	var absent []string
	for i := range entry.Members {
		m := &entry.Members[i]
		if m.Duplicate || isField(m.Key) {
			continue
		}
		if absent == nil {
			absent = absentFrom(entry)
		}
		field, ok := meant(absent, m.Key)
		typed := ok && fits(field, m.Value)
		if ok && !typed && !isTypo(m, field) {
			field, ok = "", false
		}
		if !ok && foreign {
			continue
		}
		if reported == mostOnLine {
			more++
			continue
		}
		reported++
		switch j := slices.Index(missing, field); {
		case !ok:
			pass.Report(unknownField(m))
		case j >= 0:
			pass.Report(misspelled(m, field, true, typed))
			missing = slices.Delete(missing, j, j+1)
		default:
			pass.Report(misspelled(m, field, false, typed))
		}
	}
	if more > 0 {
		pass.Report(analysis.Diagnostic{Range: opening(entry), Severity: analysis.Info,
			Message: fmt.Sprintf("entry has %s", quote.Plural(more, "more unknown field"))})
	}
	return missing
}

// unknownField reports a key that does not resemble a field.
func unknownField(m *analysis.Member) analysis.Diagnostic {
	return analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Info,
		Message: "unknown field " + quote.Text(m.Key), Effect: "the orchestrator ignores it", Help: "remove it unless other programs need it"}
}

// misspelled reports a key that resembles a field. required is set if the field is required and missing, typed if the value
// has the type of the field.
func misspelled(m *analysis.Member, field string, required, typed bool) analysis.Diagnostic {
	d := analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Warning,
		Message: "unknown field " + quote.Text(m.Key), Effect: "the orchestrator ignores it"}
	if typed {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "rename it to " + quote.Text(field),
			Uncovers: true, Edits: []analysis.Edit{{Range: m.KeyRange, Text: strconv.Quote(field)}}}}
	} else {
		d.Help = "did you mean " + quote.Text(field) + "?"
	}
	if required {
		d.Severity = analysis.Error
		d.Message = fmt.Sprintf("unknown field %s, and required field %s is missing", quote.Text(m.Key), quote.Text(field))
		d.Effect, _ = about(field)
	}
	return d
}

// fits reports whether a value has the type of a field. A list of files is not meant as the output file.
func fits(field string, v *analysis.Value) bool {
	switch field {
	case "topics", "key_findings", "needs_followup", "linked_tasks":
		return v.Kind == analysis.List
	case "actionable":
		return v.Kind == analysis.Bool
	}
	return v.Kind == analysis.String
}

// isTypo reports whether a key differs from a field only in its style or in one letter. A list of files is not meant as the
// output file.
func isTypo(m *analysis.Member, field string) bool {
	key, name := plain(m.Key), plain(field)
	return key == name || suggest.Distance(key, name, 1) <= 1 && !(key == name+"s" && m.Value.Kind == analysis.List)
}

// absentFrom returns the fields that an entry does not have.
func absentFrom(entry *analysis.Value) []string {
	return slices.DeleteFunc(fields(), func(field string) bool { return entry.Get(field) != nil })
}

// meant returns the field that a key was probably meant as. Keys are also compared without separators: "linkedTask" is
// similar to "linked_tasks".
func meant(absent []string, key string) (string, bool) {
	if field, ok := suggest.Best(key, absent); ok {
		return field, true
	}
	bare := make([]string, len(absent))
	for i, field := range absent {
		bare[i] = plain(field)
	}
	name, ok := suggest.Best(plain(key), bare)
	if !ok {
		return "", false
	}
	return absent[slices.Index(bare, name)], true
}

func plain(key string) string { return strings.ToLower(separators.Replace(key)) }

var separators = strings.NewReplacer("_", "", "-", "")
