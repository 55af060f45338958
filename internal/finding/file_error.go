package finding

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// A FileError is an error in a file that configures a run: a configuration, a baseline, a schema.
type FileError struct {
	Path     string
	Position analysis.Position // zero: it concerns the whole file
	Message  string
}

// Error returns "path:line:column: message".
func (e *FileError) Error() string {
	if e.Position.Line == 0 {
		return e.Path + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Position.Line, e.Position.Column, e.Message)
}
