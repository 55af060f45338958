package language

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// HoverRole describes what the passage at an offset is for, or returns nil. It helps to understand a finding there.
func (s *Snapshot) HoverRole(f *analysis.File, offset int) *Hover {
	d, err := s.Document(f)
	if err != nil {
		return nil
	}
	p := role.Of(d.Document).At(offset)
	if p.Role == role.Unknown {
		return nil
	}
	e := role.EntryOf(d.Document, p)
	text := fmt.Sprintf("**%s** (role of this passage), by its %s", escapeMarkdown(e.Title()), e.Reason)
	if e.Evidence != "" {
		text += ": " + codeSpan(e.Evidence)
	}
	return &Hover{p.Range, text}
}
