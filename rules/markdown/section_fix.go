package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/schema"
)

// relevel returns the fix that changes the level of a heading. There is none for setext headings.
func (c *sectionCheck) relevel(s markdown.Section, w schema.Section) []analysis.SuggestedFix {
	if !strings.HasPrefix(c.d.Text(s.Heading), strings.Repeat("#", s.Level)+" ") {
		return nil
	}
	return []analysis.SuggestedFix{{Title: fmt.Sprintf("make it a level %d heading", w.Level), Edits: []analysis.Edit{{
		Range: analysis.Range{Start: s.Heading.Start, End: s.Heading.Start + s.Level + 1}, Text: marks(w)}}}}
}

// marks returns the number signs of a section's heading, with level 2 if any level is allowed.
func marks(w schema.Section) string {
	level := w.Level
	if level == 0 {
		level = 2
	}
	return strings.Repeat("#", level) + " "
}

// stub returns the fix that adds a section before the next existing required section, or at the end. Two fixes may not insert
// text at the same offset, so the next round adds the second one.
func (c *sectionCheck) stub(w schema.Section, heading string) []analysis.SuggestedFix {
	at := len(c.d.Source)
	passed := false
	for _, other := range c.wanted {
		if passed {
			if s, ok := c.first(other); ok {
				at = min(at, s.Extent.Start)
			}
		}
		passed = passed || other.Heading == w.Heading
	}
	if c.insertedAt[at] {
		return nil
	}
	c.insertedAt[at] = true
	newline := "\n"
	if bytes.Contains(c.d.Source, []byte("\r\n")) {
		newline = "\r\n"
	}
	text := heading + newline + newline + "To be written." + newline
	if at < len(c.d.Source) {
		text += newline
	} else {
		text = newline + text
		if !bytes.HasSuffix(c.d.Source, []byte("\n")) {
			text = newline + text
		}
	}
	return []analysis.SuggestedFix{{Title: "add " + quote.Text(heading), Edits: []analysis.Edit{{Range: analysis.Range{Start: at, End: at}, Text: text}}}}
}

// first returns the first section with a name and level.
func (c *sectionCheck) first(w schema.Section) (markdown.Section, bool) {
	for _, s := range c.sections {
		if isLevel(s, w) && matches(s.Name, w) {
			return s, true
		}
	}
	return markdown.Section{}, false
}
