package manifest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// hasToken reports whether a text contains an unresolved {{PLACEHOLDER}}.
func hasToken(v *analysis.Value) bool {
	return v.Kind == analysis.String && len(tokensOf(v.Text)) > 0
}

// A tokenAt is a placeholder in a text, or a variant of one.
type tokenAt struct {
	name       string // the name that is meant
	start, end int    // including the braces
	variant    bool   // written in another form than {{NAME}}
	loose      bool   // {NAME} or {{word}}, which may have another meaning
	quoted     bool   // in backticks
}

// tokensOf returns the placeholders of a text, those with spaces inside the braces, and names of the protocol in other forms.
func tokensOf(text string) []tokenAt {
	if strings.IndexByte(text, '{') < 0 {
		return nil
	}
	var found []tokenAt
	for _, r := range analysis.ScanPlaceholders([]byte(text)) {
		found = append(found, tokenAt{name: text[r.Start+2 : r.End-2], start: r.Start, end: r.End})
	}
	tokens := schema.Lookup("cleo").Tokens
	for _, v := range analysis.ScanPlaceholderVariants([]byte(text)) {
		name := tokens.Meant(v.Key)
		if name == "" && v.Spaced {
			name = strings.Trim(text[v.Range.Start:v.Range.End], "{ }")
		}
		if name != "" {
			found = append(found, tokenAt{name: name, start: v.Range.Start, end: v.Range.End, variant: true, loose: v.Single || v.Word})
		}
	}
	slices.SortFunc(found, func(a, b tokenAt) int { return cmp.Compare(a.start, b.start) })
	ticks, counted := 0, 0 // number of backticks, and the offset up to which they were counted
	for i := range found {
		t := &found[i]
		ticks += strings.Count(text[counted:t.start], "`")
		counted = t.start
		t.quoted = ticks%2 == 1
	}
	return found
}
