package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// Options configure a report. The zero value is for a file: without color, with the limits of the format.
type Options struct {
	// Color and Links add SGR and OSC 8 sequences, for terminals only.
	Color, Links bool
	// FileURL returns the URL of a file on this computer, or ""; may be nil. With Links, places are hyperlinks to it.
	FileURL func(path string) string
	// Width is the number of columns for wrapping. With 0, text is not wrapped, and excerpts have 120 columns.
	Width int
	// CI escapes commands that CI systems execute in their logs.
	CI bool
	// GroupBy is one of [Groupings]; text prints headings for the groups. "" is "none".
	GroupBy string
	// NoFold shows all equal findings in text and Markdown instead of folding them.
	NoFold bool
	// NoSummary omits the summary of text and Markdown, and all notices except those about unchecked files.
	NoSummary bool
	// Verbose lists every notice instead of counting similar ones.
	Verbose bool
	// Overview adds the overview to text, even for few causes. Statistics also lists all rules in it.
	Overview, Statistics bool
	HasMenu              bool // the next commands follow as a menu, so the overview has none

	// MaxResults is the maximum number of findings; the least severe are omitted first. 0 means the limit of the format: 25,000 in
	// sarif, 100,000 in html, unlimited in the others.
	MaxResults int
	// Cut is called with a notice about findings that a format omits because of its limits; may be nil.
	Cut func(finding.Notice)

	// Version is the version of the program, such as "1.2.3" or "v1.2.3".
	Version string
	// Category distinguishes several SARIF logs of one commit.
	Category string
	// Help returns the page of a rule in Markdown, or ""; may be nil.
	Help func(rule string) string
	// Members writes additional members of the JSON object, each followed by a comma: raw writes JSON verbatim, value encodes a
	// value. May be nil.
	Members func(raw func(json string), value func(v any) error) error
	// URL returns the URL of the page of a rule, or ""; may be nil.
	URL func(rule string) string
}

// page calls Options.Help, URL or FileURL, if set.
func page(hook func(string) string, name string) string {
	if hook == nil {
		return ""
	}
	return hook(name)
}

// notifyOmitted calls Cut with a notice about omitted findings.
func (o Options) notifyOmitted(format, why string, omitted int) {
	if omitted == 0 || o.Cut == nil {
		return
	}
	o.Cut(finding.Notice{Message: fmt.Sprintf("the %s report omits %s, the least severe first: %s", format, plural(omitted, "finding", "findings"), why)})
}

type format struct {
	name       string
	maxResults int // default limit; 0 means unlimited
	write      func(*bufio.Writer, *finding.Report, Options) error
}

func formats() []format {
	return []format{
		{"text", 0, writeText},
		{"concise", 0, writeConcise},
		{"json", 0, writeJSON},
		{"jsonl", 0, writeJSONL},
		{"sarif", maxResults, writeSARIF},
		{"github", 0, writeGitHub},
		{"gitlab", 0, writeGitLab},
		{"junit", 0, writeJUnit},
		{"checkstyle", 0, writeCheckstyle},
		{"rdjson", 0, writeRDJSON},
		{"rdjsonl", 0, writeRDJSONL},
		{"markdown", 0, writeMarkdown},
		{"html", 100_000, writeHTML},
	}
}

// Formats returns the names of the formats, the default first.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Write writes a report in a format of [Formats]. It returns an error of the writer, or for an unknown format.
func Write(w io.Writer, name string, r *finding.Report, o Options) error {
	for _, f := range formats() {
		if f.name != name {
			continue
		}
		if o.MaxResults == 0 && f.maxResults > 0 {
			o.MaxResults = f.maxResults
			o.notifyOmitted(name, fmt.Sprintf("its --max-results is %d", f.maxResults), newQuota(r, o.MaxResults).omitted-r.Summary.Omitted)
		}
		out := bufio.NewWriterSize(w, 64<<10)
		if err := f.write(out, r, o); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		if err := out.Flush(); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return nil
	}
	return fmt.Errorf("unknown format %q", name)
}

// A quota selects the findings within a limit.
type quota struct {
	left    [analysis.Error + 1]int // by severity
	spare   int                     // for suppressed findings, in formats that list them
	omitted int                     // number of omitted findings, including those omitted before
}

// newQuota selects the most severe findings, in order. A limit of 0 means unlimited.
func newQuota(r *finding.Report, limit int) *quota {
	q := &quota{omitted: r.Summary.Omitted}
	for i := range r.Findings {
		q.left[r.Findings[i].Severity]++
	}
	q.spare = len(r.Suppressed)
	if limit <= 0 {
		return q
	}
	room := limit
	for s := analysis.Error; s > analysis.Off; s-- {
		q.omitted += max(0, q.left[s]-room)
		q.left[s] = min(q.left[s], room)
		room -= q.left[s]
	}
	q.spare = min(q.spare, room)
	return q
}

// room returns the number of findings still to be written.
func (q *quota) room() int {
	n := q.spare
	for _, left := range q.left {
		n += max(0, left)
	}
	return n
}

// takeSuppressed reports whether the next suppressed finding is selected.
func (q *quota) takeSuppressed() bool {
	q.spare--
	return q.spare >= 0
}

// take reports whether the next finding, which has severity s, is selected. Call it once for each finding, in order.
func (q *quota) take(s analysis.Severity) bool {
	q.left[s]--
	return q.left[s] >= 0
}

// selected returns the selected findings of a report, as an alternative to takes.
func (q *quota) selected(r *finding.Report) []*finding.Finding {
	var all []*finding.Finding
	for i := range r.Findings {
		if f := &r.Findings[i]; q.take(f.Severity) {
			all = append(all, f)
		}
	}
	return all
}

// notices returns the notices of the report and, if necessary, one about omitted findings.
func (q *quota) notices(r *finding.Report) []finding.Notice {
	if q.omitted == 0 {
		return r.Notices
	}
	return append(r.Notices[:len(r.Notices):len(r.Notices)], q.notice())
}

// notice returns a notice about omitted findings.
func (q *quota) notice() finding.Notice {
	return finding.Notice{Message: fmt.Sprintf("%s omitted from this report, the least severe first", plural(q.omitted, "finding is", "findings are"))}
}

// plural returns a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// positions returns the start and end of a location. An unknown start is the start of the file, and the end never precedes the start.
func positions(l analysis.Location) (start, end analysis.Position) {
	first := analysis.Position{Line: 1, Column: 1}
	start, end = l.Start, l.End
	if start.Line < 1 || start.Column < 1 {
		start = first
	}
	if end.Line < start.Line || end.Line == start.Line && end.Column < start.Column {
		end = start
	}
	return start, end
}
