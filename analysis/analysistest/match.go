package analysistest

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
)

// A reader returns the content of a file of a workspace, or nil.
type reader func(path string) []byte

// A matching maps findings to wants.
type matching struct {
	wantOf   []int // by finding; -1: none
	problems []string
}

// match matches findings with wants. Of several wants, it takes the one with the longest part of the message.
func match(wants []fixture.Want, found []finding.Finding, read reader) matching {
	var m matching
	taken := make([]bool, len(wants))
	for _, f := range found {
		best := -1
		for i, w := range wants {
			if !taken[i] && mismatch(w, f, read) == "" && (best < 0 || len(w.Message) > len(wants[best].Message)) {
				best = i
			}
		}
		m.wantOf = append(m.wantOf, best)
		if best >= 0 {
			taken[best] = true
		}
	}
	for i, w := range wants {
		if !taken[i] {
			m.problems = append(m.problems, fmt.Sprintf("want line %d: not found%s:\n\t%s",
				w.Number, m.closest(w, found, read), strings.TrimRight(w.Source, "\n")))
		}
	}
	for i, f := range found {
		if m.wantOf[i] < 0 {
			m.problems = append(m.problems, "unexpected finding:\n\t"+strings.TrimRight(wantLine(f, read), "\n"))
		}
	}
	return m
}

// closest returns why the finding at the place of w does not match it.
func (m matching) closest(w fixture.Want, found []finding.Finding, read reader) string {
	place, err := w.Place.Resolve(read(w.Place.Path))
	if err != nil {
		return " (invalid place: " + err.Error() + ")"
	}
	for i, f := range found {
		if m.wantOf[i] < 0 && f.Place.Path == w.Place.Path && f.Place.Range == place {
			return " (found with " + mismatch(w, f, read) + ")"
		}
	}
	return ""
}

// mismatch returns the difference between a finding and a want, or "".
func mismatch(w fixture.Want, f finding.Finding, read reader) string {
	switch {
	case !isAtPlace(w.Place, f.Place.Location, read):
		return "another place"
	case f.Severity != w.Severity:
		return "severity " + f.Severity.String()
	case !strings.Contains(f.Message, w.Message):
		return fmt.Sprintf("message %q", f.Message)
	case firstLine(f.Effect) != w.Effect:
		return fmt.Sprintf("effect %q", f.Effect)
	case firstLine(f.Help) != w.Help:
		return fmt.Sprintf("help %q", f.Help)
	case len(f.Related) != len(w.Related):
		return fmt.Sprintf("%d related places, want %d", len(f.Related), len(w.Related))
	}
	for i, r := range f.Related {
		if !isAtPlace(w.Related[i].Place, r.Place.Location, read) || !strings.Contains(r.Message, w.Related[i].Message) {
			return fmt.Sprintf("another related place %d:\n\t%s", i+1, strings.TrimSpace(relatedLine(r, read)))
		}
	}
	return ""
}

// isAtPlace reports whether a location is the expected place. An empty range at the start is a finding for the
// whole file.
func isAtPlace(p fixture.Place, l analysis.Location, read reader) bool {
	if p.Path != l.Path {
		return false
	}
	r, err := p.Resolve(read(p.Path))
	return err == nil && (r == l.Range || r.Len() == 0 && l.Range == analysis.Range{})
}

// wantLine returns a finding in the form of a want line.
func wantLine(f finding.Finding, read reader) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n", placeOf(f.Place.Location, read), f.Severity, firstLine(f.Message))
	if f.Effect != "" {
		fmt.Fprintf(&b, "  note: %s\n", firstLine(f.Effect))
	}
	if f.Help != "" {
		fmt.Fprintf(&b, "  help: %s\n", firstLine(f.Help))
	}
	for _, r := range f.Related {
		b.WriteString(relatedLine(r, read))
	}
	return b.String()
}

func relatedLine(r finding.Related, read reader) string {
	return fmt.Sprintf("  %s: %s\n", placeOf(r.Place.Location, read), firstLine(r.Message))
}

func placeOf(l analysis.Location, read reader) fixture.Place {
	return fixture.PlaceOf(l.Path, read(l.Path), l.Range)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}
