package invocation

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// isConditional reports whether a preceding text runs the file only if it exists: "If `scripts/check.py` exists, …".
func (r *reader) isConditional(c *Invocation) bool {
	name := "`" + c.Words[c.File].Text + "`"
	before := r.doc.Source[max(0, c.Range.Start-maxCondition):c.Range.Start]
	n := bytes.LastIndex(before, []byte(name))
	if n < 0 {
		return false
	}
	start := c.Range.Start - len(before) + n
	return role.StatusOf(r.doc.Source, analysis.Range{Start: start + 1, End: start + len(name)})&role.Conditional != 0
}

// Numbers of bytes before a command in which its file may be a condition, and after it that may name its directory.
const (
	maxCondition = 1000
	maxPlace     = 40
)
