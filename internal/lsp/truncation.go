package lsp

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// truncation returns a diagnostic for the text that a client truncates, if its start in the file is known. The finding itself is
// askAbout the whole value or file.
func (v *view) truncation(x *finding.Finding) (Diagnostic, bool) {
	f := x.File
	if f == nil || f.Path != x.Place.Path || f.Rules() == nil {
		return Diagnostic{}, false
	}
	var rest analysis.Range
	effect, list, total := "", f.Rules().Listing, f.Rules().Total
	switch {
	case list != nil && list.Most > 0 && x.Place.Range.Len() > list.Most:
		rest, effect = v.truncatedText(f, list.Fields, list.Most), "is not in the skill list"
	case total != nil && strings.HasPrefix(x.Rule, "budget/") && path.Dir(f.Rel) == ".": // not truncated by files in parent directories
		if t := v.text(f); t != nil {
			rest, effect = analysis.Range{Start: total.Bytes, End: len(t.content)}, "is not read"
		}
	}
	if rest.Len() <= 0 {
		return Diagnostic{}, false
	}
	return Diagnostic{Range: v.rangeOf(f, rest), Severity: severityInfo, Source: source, Message: "truncated here: the rest " + effect, Tags: []int{tagUnnecessary}}, true
}

// truncatedText returns the text after a number of characters of the fields, up to the end of the field that exceeds the number. It is
// empty if the source of the field differs from its value, such as with escapes or several lines.
func (v *view) truncatedText(f *analysis.File, fields []string, most int) analysis.Range {
	d, err := v.Document(f)
	if err != nil {
		return analysis.Range{}
	}
	for _, name := range fields {
		value := d.Data.Get(name)
		if !value.IsString() {
			continue
		}
		n := utf32Units.units(value.Text)
		if n <= most {
			most -= n
			continue
		}
		at := strings.Index(string(d.Source[value.Range.Start:value.Range.End]), value.Text)
		if at < 0 {
			return analysis.Range{}
		}
		start := value.Range.Start + at
		return analysis.Range{Start: start + utf32Units.bytes(value.Text, most), End: start + len(value.Text)}
	}
	return analysis.Range{}
}
