package lsp

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// truncated returns the diagnostic for what a client cuts off because of a finding, if its start in the file is known. The
// finding itself is about the whole value or file.
func (v *view) truncated(x *finding.Finding) (Diagnostic, bool) {
	f := x.File
	if f == nil || f.Path != x.Place.Path || f.Rules() == nil {
		return Diagnostic{}, false
	}
	var rest analysis.Range
	what, listing, total := "", f.Rules().Listing, f.Rules().Total
	switch {
	case listing != nil && listing.Most > 0 && x.Place.Range.Len() > listing.Most:
		rest, what = v.unlisted(f, listing.Fields, listing.Most), "is not in the skill list"
	case total != nil && strings.HasPrefix(x.Rule, "budget/") && path.Dir(f.Rel) == ".": // no file above it is read first
		if t := v.text(f); t != nil {
			rest, what = analysis.Range{Start: total.Bytes, End: len(t.content)}, "is not read"
		}
	}
	if rest.Len() <= 0 {
		return Diagnostic{}, false
	}
	return Diagnostic{Range: v.rangeOf(f, rest), Severity: severityInfo, Source: source, Message: "truncated here: the rest " + what, Tags: []int{tagUnnecessary}}, true
}

// unlisted returns the end of the first field with which the fields exceed a number of characters, from there on. It is
// empty if the field is not written as it is read: with escapes, or on several lines.
func (v *view) unlisted(f *analysis.File, fields []string, most int) analysis.Range {
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
