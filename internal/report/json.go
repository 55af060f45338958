package report

import (
	"bufio"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// The structs below are a public format: fields may be added but not removed. Only fields with omitempty may be absent.

type jsonSummary struct {
	Files      int `json:"files"`
	Skills     int `json:"skills"`
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
	Baselined  int `json:"baselined"`
	Unchanged  int `json:"unchanged,omitempty"` // only with --changed and --staged
	Hidden     int `json:"hidden"`              // findings below --min-severity, included in errors, warnings and infos
}

type jsonNotice struct {
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
}

type jsonFinding struct {
	Rule        string        `json:"rule"`
	Severity    string        `json:"severity"`
	Message     string        `json:"message"`
	Effect      string        `json:"effect"`
	Help        string        `json:"help"`
	Path        string        `json:"path"`
	Range       jsonRange     `json:"range"`
	Dialect     string        `json:"dialect"`
	Fingerprint string        `json:"fingerprint"`
	Related     []jsonRelated `json:"related"`
	Fixes       []jsonFix     `json:"fixes"`
	URL         string        `json:"url"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonRelated struct {
	Path    string    `json:"path"`
	Range   jsonRange `json:"range"`
	Message string    `json:"message"`
}

type jsonFix struct {
	Title      string     `json:"title"`
	Safe       bool       `json:"safe"`
	Edits      []jsonEdit `json:"edits"`
	Executable string     `json:"executable,omitempty"` // path of a file that becomes executable
	Link       *jsonLink  `json:"link,omitempty"`
}

// A jsonLink is a symbolic link that gets a new target.
type jsonLink struct {
	Path   string `json:"path"`
	Target string `json:"target"`
}

type jsonEdit struct {
	Path  string    `json:"path"`
	Range jsonRange `json:"range"`
	Text  string    `json:"text"`
}

// writeJSON writes one object, with a line for each finding and notice.
func writeJSON(w *bufio.Writer, r *finding.Report, o Options) error {
	s := newStream(w)
	q := newQuota(r, o.MaxResults)
	s.raw(`{"version":1,`)
	if o.Members != nil {
		if err := o.Members(s.raw, s.value); err != nil {
			return err
		}
	}
	s.raw(`"summary":`)
	if err := s.value(jsonSummary{r.Summary.Files, r.Summary.Skills, r.Summary.Errors, r.Summary.Warnings,
		r.Summary.Infos, r.Summary.Suppressed, r.Summary.Baselined, r.Summary.Unchanged, len(r.Hidden)}); err != nil {
		return err
	}
	s.raw(`,"findings":[`)
	if err := writeFindings(s, r, q, o, "\n", ",\n"); err != nil {
		return err
	}
	s.raw("\n" + `],"notices":[`)
	separator := "\n"
	for _, n := range q.notices(r) {
		s.raw(separator)
		if err := s.value(jsonNotice{n.Message, n.Path}); err != nil {
			return err
		}
		separator = ",\n"
	}
	s.raw("\n]}\n")
	return nil
}

// writeJSONL writes a line for each finding.
func writeJSONL(w *bufio.Writer, r *finding.Report, o Options) error {
	q := newQuota(r, o.MaxResults)
	if err := writeFindings(newStream(w), r, q, o, "", "\n"); err != nil {
		return err
	}
	if len(r.Findings) > 0 {
		w.WriteByte('\n')
	}
	return nil
}

func writeFindings(s *stream, r *finding.Report, q *quota, o Options, separator, next string) error {
	for i := range r.Findings {
		f := &r.Findings[i]
		if !q.take(f.Severity) {
			continue
		}
		s.raw(separator)
		if err := s.value(newJSONFinding(f, o)); err != nil {
			return err
		}
		separator = next
	}
	return nil
}

func newJSONFinding(f *finding.Finding, o Options) jsonFinding {
	j := jsonFinding{
		Rule: f.Rule, Severity: f.Severity.String(), Message: f.Message, Effect: f.Effect, Help: f.Help,
		Path: f.Place.Path, Range: newJSONRange(f.Place.Location),
		Dialect: f.Dialect, Fingerprint: f.Fingerprint, URL: page(o.URL, f.Rule),
		Related: make([]jsonRelated, 0, len(f.Related)),
		Fixes:   make([]jsonFix, 0, len(f.Fixes)),
	}
	for i := range f.Related {
		p := &f.Related[i].Place
		j.Related = append(j.Related, jsonRelated{p.Path, newJSONRange(p.Location), f.Related[i].Message})
	}
	for _, fix := range f.Fixes {
		out := jsonFix{Title: fix.Title, Safe: fix.Safe, Edits: make([]jsonEdit, 0, len(fix.Edits))}
		if fix.Executable != nil {
			out.Executable = fix.Executable.Path
		}
		if fix.Link != nil {
			out.Link = &jsonLink{fix.Link.Path, fix.Link.New}
		}
		for _, e := range fix.Edits {
			out.Edits = append(out.Edits, jsonEdit{e.Location.Path, newJSONRange(e.Location), e.Text})
		}
		j.Fixes = append(j.Fixes, out)
	}
	return j
}

func newJSONRange(l analysis.Location) jsonRange {
	start, end := positions(l)
	return jsonRange{
		jsonPosition{start.Line, start.Column, l.Range.Start},
		jsonPosition{end.Line, end.Column, l.Range.End},
	}
}

// JSONFindings returns findings in the format json, for the output of other commands.
func JSONFindings(findings []finding.Finding, o Options) any {
	all := make([]jsonFinding, 0, len(findings))
	for i := range findings {
		all = append(all, newJSONFinding(&findings[i], o))
	}
	return all
}
