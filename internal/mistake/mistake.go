// Package mistake says what is wrong with a file that tells the program what to do, and where in it: a
// configuration, a baseline, a schema.
package mistake

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// An Error is a mistake in such a file, which keeps the program from its work.
type Error struct {
	Path     string
	Position analysis.Position // zero: it concerns the whole file
	Message  string
}

// Error returns "path:line:column: message".
func (e *Error) Error() string {
	if e.Position.Line == 0 {
		return e.Path + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Position.Line, e.Position.Column, e.Message)
}
