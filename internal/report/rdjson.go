package report

import (
	"bufio"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// The structs below define the Reviewdog Diagnostic Format.

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Source      *rdSource      `json:"source,omitempty"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

// An rdPosition is a line and a column, counted from 1. Columns are in bytes of UTF-8. Without a column, it is the whole line.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message,omitempty"`
	Location rdLocation `json:"location"`
}

var rdSeverities = [...]string{analysis.Info: "INFO", analysis.Warning: "WARNING", analysis.Error: "ERROR"}

var rdSkilllint = rdSource{Name: "skilllint", URL: "https://github.com/skilllint/skilllint"}

// writeRDJSON writes one object with all diagnostics.
func writeRDJSON(w *bufio.Writer, r *finding.Report, o Options) error {
	s := newStream(w)
	s.raw(`{"source":`)
	if err := s.value(rdSkilllint); err != nil {
		return err
	}
	s.raw(`,"diagnostics":[`)
	separator := "\n"
	err := diagnostics(r, o, func(d rdDiagnostic) error {
		s.raw(separator)
		separator = ",\n"
		return s.value(d)
	})
	s.raw("\n]}\n")
	return err
}

// writeRDJSONL writes one diagnostic per line, each with its source.
func writeRDJSONL(w *bufio.Writer, r *finding.Report, o Options) error {
	s := newStream(w)
	return diagnostics(r, o, func(d rdDiagnostic) error {
		d.Source = &rdSkilllint
		err := s.value(d)
		s.raw("\n")
		return err
	})
}

func diagnostics(r *finding.Report, o Options, write func(rdDiagnostic) error) error {
	q := newQuota(r, o.MaxResults)
	for i := range r.Findings {
		f := &r.Findings[i]
		if !q.take(f.Severity) {
			continue
		}
		d := rdDiagnostic{
			Message: lines(f, escape.String, "\n"), Location: rdPlace(&f.Place), Severity: rdSeverities[f.Severity],
			Code: rdCode{f.Rule, page(o.URL, f.Rule)}, Suggestions: suggestions(f),
		}
		for j := range f.Related {
			d.Related = append(d.Related, rdRelated{escape.String(f.Related[j].Message), rdPlace(&f.Related[j].Place)})
		}
		if err := write(d); err != nil {
			return err
		}
	}
	return nil
}

func rdPlace(p *finding.Place) rdLocation {
	r := rdRangeOf(p.Location, p.Columns)
	return rdLocation{p.Path, &r}
}

// rdRangeOf returns a range. If the columns in bytes are unknown, it consists of whole lines.
func rdRangeOf(l analysis.Location, columns finding.Columns) rdRange {
	start, end := positions(l)
	if columns.Start < 1 || columns.End < 1 {
		return rdRange{rdPosition{Line: start.Line}, rdPosition{Line: end.Line}}
	}
	return rdRange{rdPosition{start.Line, columns.Start}, rdPosition{end.Line, columns.End}}
}

// suggestions returns the fixes that consist of one edit in the file of the finding. The format does not support others.
func suggestions(f *finding.Finding) []rdSuggestion {
	var out []rdSuggestion
	for _, fix := range f.Fixes {
		if len(fix.Edits) != 1 || fix.Edits[0].Location.Path != f.Place.Path || fix.Edits[0].Columns.Start < 1 {
			continue
		}
		e := fix.Edits[0]
		out = append(out, rdSuggestion{rdRangeOf(e.Location, e.Columns), e.Text})
	}
	return out
}
