package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
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
