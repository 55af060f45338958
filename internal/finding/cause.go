package finding

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Cause is a group of findings of one rule and severity that one change fixes: a misspelt name in many files, a line of a
// template, or what `--fix` changes in the same way everywhere.
type Cause []*Finding

// A causeKey is the same for findings with one cause.
type causeKey struct {
	rule     string
	severity analysis.Severity
	text     string // the message, without its quoted values if a safe fix replaces them
	dir      string // of the file, if the message has a path, which is relative to it
	content  uint64 // of the place
}

// Causes groups findings by cause, in the order of their first findings.
func Causes(findings []*Finding) []Cause {
	var all []Cause
	at := map[causeKey]int{}
	for _, f := range findings {
		k, known := keyOf(f)
		i, seen := at[k]
		if !known || !seen {
			i = len(all)
			all = append(all, nil)
			if known {
				at[k] = i
			}
		}
		all[i] = append(all[i], f)
	}
	return all
}

// keyOf returns the key of a finding. Without a quoted value, the message does not identify what is wrong, so the place must
// have the same content.
func keyOf(f *Finding) (causeKey, bool) {
	k := causeKey{rule: f.Rule, severity: f.Severity, text: f.Message}
	switch {
	case f.HasSafeFix():
		k.text = withoutQuoted(f.Message)
	case strings.Contains(f.Message, `"`):
		if strings.ContainsAny(f.Message, "./") {
			k.dir = path.Dir(f.Place.Path)
		}
	case f.Content != 0:
		k.content = f.Content
	default:
		return causeKey{}, false
	}
	return k, true
}

// withoutQuoted returns a text without what is in quotation marks.
func withoutQuoted(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}
