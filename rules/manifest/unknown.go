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

// reportUnknown reports keys that are none of the protocol's, and returns the missing fields that
// none of them was meant as. An entry that lacks most fields is written in another form, which is
// said once: its own keys are no further mistakes.
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
			pass.Report(stray(m))
		case j >= 0:
			pass.Report(misspelt(m, field, true))
			missing = slices.Delete(missing, j, j+1)
		default:
			pass.Report(misspelt(m, field, false))
		}
	}
	if more > 0 {
		pass.Report(analysis.Diagnostic{Range: opening(entry), Severity: analysis.Info,
			Message: fmt.Sprintf("the entry has %s the protocol does not know", counted(more, "more key"))})
	}
	return missing
}

// stray tells of a key that stands for nothing the protocol knows.
func stray(m *analysis.Member) analysis.Diagnostic {
	return analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Info,
		Message: quote.Text(m.Key) + " is no field of the protocol, so its readers pass over it; leave it out unless others need it"}
}

// misspelt tells of a key that is nearly a field's; required: the entry lacks that field because
// of it.
func misspelt(m *analysis.Member, field string, required bool) analysis.Diagnostic {
	d := analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Warning,
		Message: fmt.Sprintf("%s is no field of the protocol, so its readers pass over what it says; write %s", quote.Text(m.Key), quote.Text(field)),
		SuggestedFixes: []analysis.SuggestedFix{{Title: "rename it to " + field,
			Edits: []analysis.Edit{{Range: m.KeyRange, Text: strconv.Quote(field)}}}},
	}
	if required {
		effect, _ := about(field)
		d.Severity = analysis.Error
		d.Message = fmt.Sprintf("%s is no field of the protocol, and the entry has no %s, so %s; write %s",
			quote.Text(m.Key), quote.Text(field), effect, quote.Text(field))
	}
	return d
}

// absentFrom returns the fields that an entry does not have.
func absentFrom(entry *analysis.Value) []string {
	return slices.DeleteFunc(fields(), func(field string) bool { return entry.Get(field) != nil })
}

// meant returns the one of some fields that somebody probably meant by a key. Compared with and without what
// separates words, "linkedTask" is near "linked_tasks".
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
