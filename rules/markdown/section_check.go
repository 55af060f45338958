package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/schema"
)

// A sectionCheck checks the sections of a document.
type sectionCheck struct {
	d        *analysis.Document
	sections []markdown.Section
	wanted   []schema.Section
	found    []analysis.Diagnostic
}

func (c *sectionCheck) check(w schema.Section) {
	var right, similar, other []markdown.Section
	for _, s := range c.sections {
		switch named := isName(s.Name, w); {
		case named && isLevel(s, w):
			right = append(right, s)
		case named:
			other = append(other, s)
		case isLevel(s, w) && matches(s.Name, w):
			similar = append(similar, s)
		}
	}
	if len(right) == 0 {
		right = similar
	}
	heading := marks(w) + w.Heading
	switch {
	case len(right) == 0 && len(other) > 0:
		s := other[0]
		c.report(w, s.Heading, fmt.Sprintf("section %s is at level %d instead of %d", quote.Text(s.Title), s.Level, w.Level),
			fmt.Sprintf("make it a level %d heading", w.Level), c.relevel(s, w)...)
	case len(right) == 0 && c.swallowed(w):
		// markdown/unclosed-fence reports the cause.
	case len(right) == 0:
		c.missing(w, heading)
	case right[0].Empty:
		c.report(w, right[0].Heading, "empty section "+quote.Text(right[0].Title), "write the section")
	default:
		c.repeated(w, right)
	}
}

// repeated reports a section that occurs twice with the same name.
func (c *sectionCheck) repeated(w schema.Section, all []markdown.Section) {
	for _, s := range all[1:] {
		if !strings.EqualFold(s.Name, all[0].Name) {
			continue
		}
		c.report(w, s.Heading, "duplicate section "+quote.Text(s.Title), "merge the two sections")
		c.found[len(c.found)-1].Related = []analysis.Related{{Location: c.d.At(all[0].Heading), Message: "first used here"}}
		return
	}
}

// missing reports a missing section, at a similar heading or at the title.
func (c *sectionCheck) missing(w schema.Section, heading string) {
	if s, ok := c.similar(w); ok {
		c.report(w, s.Heading, fmt.Sprintf("misspelled section %s", quote.Text(s.Title)), fmt.Sprintf("did you mean %s?", quote.Text(heading)),
			analysis.SuggestedFix{Title: "replace with " + quote.Text(heading), Edits: []analysis.Edit{{Range: s.Heading, Text: heading}}})
		return
	}
	c.report(w, c.title(), "missing section "+quote.Text(w.Heading), "add "+quote.Text(heading))
}

// swallowed reports whether an unclosed code block contains the section's name.
func (c *sectionCheck) swallowed(w schema.Section) bool {
	for _, f := range c.d.Fences {
		if !f.Closed && strings.Contains(strings.ToLower(c.d.Text(analysis.Range{Start: f.Open.End, End: f.End})), strings.ToLower(w.Heading)) {
			return true
		}
	}
	return false
}

// similar returns a heading whose spelling is similar to a missing heading, and that is not another required heading.
func (c *sectionCheck) similar(w schema.Section) (markdown.Section, bool) {
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

// report adds a finding. It has a location instead of a range, because facts outlive the document.
func (c *sectionCheck) report(w schema.Section, at analysis.Range, message, help string, fixes ...analysis.SuggestedFix) {
	severity, _ := analysis.ParseSeverity(w.Severity)
	location := c.d.At(at)
	effect := "required by " + w.Reader
	if severity == analysis.Info {
		effect = "recommended by " + w.Reader
	}
	if len(fixes) > 0 && fixes[0].Title == help {
		help = ""
	}
	c.found = append(c.found, analysis.Diagnostic{Location: &location, About: w.Heading, Severity: severity,
		Message: message, Effect: effect, Help: help, SuggestedFixes: fixes})
}

// title returns the range of the document's title or first line with text.
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

// isLevel reports whether a heading has the level of a required section, if the section requires one.
func isLevel(s markdown.Section, w schema.Section) bool { return w.Level == 0 || s.Level == w.Level }

// matches reports whether a heading is one of the spellings of a section's name, or contains one of its words.
func matches(name string, w schema.Section) bool {
	words := " " + strings.ToLower(name) + " "
	return isName(name, w) || slices.ContainsFunc(w.Also, func(also string) bool {
		word, isWord := cutWord(also)
		return isWord && strings.Contains(words, " "+strings.ToLower(word)+" ")
	})
}

// isName reports whether a heading is one of the spellings of a section's name.
func isName(name string, w schema.Section) bool {
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

// cutWord returns the word of a spelling such as "*Summary*".
func cutWord(also string) (string, bool) {
	word, anyEnd := strings.CutSuffix(also, "*")
	word, anyStart := strings.CutPrefix(word, "*")
	return word, anyStart && anyEnd
}
