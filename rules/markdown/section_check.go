package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/schema"
)

// A sectionCheck is the work on the sections of one document.
type sectionCheck struct {
	d          *analysis.Document
	sections   []markdown.Section
	wanted     []schema.Section
	insertedAt map[int]bool // where a fix inserts something already
	found      []analysis.Diagnostic
}

func (c *sectionCheck) check(w schema.Section) {
	var right, other []markdown.Section
	for _, s := range c.sections {
		switch {
		case !matches(s.Name, w):
		case isLevel(s, w):
			right = append(right, s)
		default:
			other = append(other, s)
		}
	}
	heading := marks(w) + w.Heading
	switch {
	case len(right) == 0 && len(other) > 0:
		s := other[0]
		c.report(w, s.Heading, fmt.Sprintf("%s is a heading of level %d, and %s looks for one of level %d; write %s",
			quote.Text(s.Title), s.Level, w.Reader, w.Level, quote.Text(marks(w)+s.Title)), c.relevel(s, w)...)
	case len(right) == 0 && c.swallowed(w):
		// markdown/unclosed-fence reports what made it code.
	case len(right) == 0:
		c.missing(w, heading)
	case right[0].Empty:
		c.report(w, right[0].Heading, fmt.Sprintf("section %s is empty, and %s looks for it; write what belongs there",
			quote.Text(right[0].Title), w.Reader))
	default:
		c.repeated(w, right)
	}
}

// repeated reports a section that stands twice under the same name.
func (c *sectionCheck) repeated(w schema.Section, all []markdown.Section) {
	for _, s := range all[1:] {
		if !strings.EqualFold(s.Name, all[0].Name) {
			continue
		}
		c.report(w, s.Heading, fmt.Sprintf("section %s stands twice, and %s looks for one; join them", quote.Text(s.Title), w.Reader))
		c.found[len(c.found)-1].Related = []analysis.Related{{Location: c.d.At(all[0].Heading), Message: "the first one"}}
		return
	}
}

// missing reports a section that is not there: at a heading that is nearly it, else at the title.
func (c *sectionCheck) missing(w schema.Section, heading string) {
	if s, ok := c.nearly(w); ok {
		c.report(w, s.Heading, fmt.Sprintf("%s is not the section %s that %s looks for; write %s",
			quote.Text(s.Title), quote.Text(w.Heading), w.Reader, quote.Text(heading)),
			analysis.SuggestedFix{Title: "write " + quote.Text(heading), Edits: []analysis.Edit{{Range: s.Heading, Text: heading}}})
		return
	}
	message := fmt.Sprintf("there is no section %s, which %s looks for; add %s", quote.Text(w.Heading), w.Reader, quote.Text(heading))
	c.report(w, c.title(), message, c.stub(w, heading)...)
}

// swallowed reports whether a fence that is never closed holds the section's name.
func (c *sectionCheck) swallowed(w schema.Section) bool {
	for _, f := range c.d.Fences {
		if !f.Closed && strings.Contains(strings.ToLower(c.d.Text(analysis.Range{Start: f.Open.End, End: f.End})), strings.ToLower(w.Heading)) {
			return true
		}
	}
	return false
}

// nearly returns a heading that is no wanted one, but is spelt almost like the one that is missing.
func (c *sectionCheck) nearly(w schema.Section) (markdown.Section, bool) {
	for _, s := range c.sections {
		if !isLevel(s, w) || c.isWanted(s.Name) {
			continue
		}
		if suggest.Distance(strings.ToLower(s.Name), strings.ToLower(w.Heading), 2) <= min(2, len(w.Heading)/4) {
			return s, true
		}
	}
	return markdown.Section{}, false
}

func (c *sectionCheck) isWanted(name string) bool {
	for _, w := range c.wanted {
		if matches(name, w) {
			return true
		}
	}
	return false
}

// report adds a finding. Facts outlive the document, so it has a location instead of a range.
func (c *sectionCheck) report(w schema.Section, at analysis.Range, message string, fixes ...analysis.SuggestedFix) {
	severity, _ := analysis.ParseSeverity(w.Severity)
	location := c.d.At(at)
	c.found = append(c.found, analysis.Diagnostic{Location: &location, About: w.Heading, Severity: severity, Message: message, SuggestedFixes: fixes})
}

// title returns the place of the document's title, else of its first line with text.
func (c *sectionCheck) title() analysis.Range {
	for _, s := range c.sections {
		if s.Level == 1 {
			return s.Heading
		}
	}
	for line := c.d.LineOf(c.d.BodyStart()); line <= c.d.LineCount(); line++ {
		if r := c.d.TrimLine(c.d.LineRange(line)); r.Len() > 0 {
			return r
		}
	}
	return c.d.LineRange(1)
}

// isLevel reports whether a heading has the level of a section that is wanted; some may have any.
func isLevel(s markdown.Section, w schema.Section) bool { return w.Level == 0 || s.Level == w.Level }

// matches reports whether a heading is a section: by its name, or by another spelling of it.
func matches(name string, w schema.Section) bool {
	if strings.EqualFold(name, w.Heading) || strings.EqualFold(name, markdown.HeadingName(w.Heading)) {
		return true
	}
	for _, also := range w.Also {
		tail, any := strings.CutPrefix(also, "*")
		if strings.EqualFold(name, tail) ||
			any && len(name) > len(tail) && strings.HasSuffix(strings.ToLower(name), " "+strings.ToLower(tail)) {
			return true
		}
	}
	return false
}
