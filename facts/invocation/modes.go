package invocation

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Modes are the chmod commands of a document, each to the end of its line, also those in sentences.
type Modes []string

// Limits of the chmod commands that are read.
const (
	maxModes    = 100
	maxModeLine = 300 // bytes
)

// ModesFact computes the chmod commands of a document. Documents without them have no fact.
var ModesFact = analysis.NewFact("modes", "the chmod commands of a document", analysis.PerDocument, kinds&^analysis.Resource,
	func(pass *analysis.Pass) (Modes, error) {
		var modes Modes
		for rest := pass.Document.Source; len(modes) < maxModes; {
			n := bytes.Index(rest, []byte("chmod"))
			if n < 0 {
				break
			}
			line, _, _ := bytes.Cut(rest[n:min(len(rest), n+maxModeLine)], []byte{'\n'})
			modes = append(modes, string(line))
			rest = rest[n+len("chmod"):]
		}
		if len(modes) == 0 {
			return nil, analysis.ErrNoFact
		}
		return modes, nil
	})

// Has reports whether one of the commands changes the mode of a file.
func (m Modes) Has(file string) bool {
	return slices.ContainsFunc(m, func(line string) bool {
		return strings.Contains(line, path.Base(file)) || strings.Contains(line, "*") || strings.Contains(line, "-R")
	})
}
