package security

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A mention is a path in a text or a command.
type mention struct {
	path string
	at   analysis.Location
}

// mentionFact computes the paths in a document that start with "../", in any form.
var mentionFact = analysis.NewFact("mention", "the paths to other directories that a document mentions", analysis.PerDocument, usingKinds, readMentions)

func readMentions(pass *analysis.Pass) ([]mention, error) {
	d := pass.Document
	var found []mention
	seen := map[string]bool{}
	for at := d.BodyStart(); ; {
		n := bytes.Index(d.Source[at:], []byte("../"))
		if n < 0 {
			break
		}
		start := at + n
		end := start + len(d.Source[start:]) - len(bytes.TrimLeftFunc(d.Source[start:], isPathRune))
		at = end
		if p := strings.TrimRight(string(d.Source[start:end]), "."); !seen[p] {
			seen[p] = true
			found = append(found, mention{p, d.At(analysis.Range{Start: start, End: start + len(p)})})
		}
	}
	if found == nil {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

func isPathRune(r rune) bool {
	return r > 0x7f || r == '/' || r == '.' || r == '_' || r == '-' || r == '+' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
