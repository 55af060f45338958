// Package sum tells skills apart by what an agent's model sees of them.
package sum

import (
	"bytes"
	"hash/fnv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Sum is a number for a skill's name, description and body: equal skills have equal ones, and
// others hardly ever. Line ends, blanks at both ends of the body and all other fields are left out.
type Sum uint64

// Fact is the sum of a skill. There is none for one whose header does not parse or has no
// description: agents do not load those alike.
var Fact = analysis.NewFact("sum", "a number for what agents see of a skill", analysis.PerDocument, analysis.Skill, read)

func read(pass *analysis.Pass) (Sum, error) {
	d := pass.Document
	description := d.Data.Get("description")
	if d.Source == nil || !description.IsString() || strings.TrimSpace(description.Text) == "" {
		return 0, analysis.ErrNoFact
	}
	name := ""
	if v := d.Data.Get("name"); v.IsString() {
		name = strings.TrimSpace(v.Text)
	}
	h := fnv.New64a()
	for _, part := range []string{name, strings.TrimSpace(description.Text)} {
		_, _ = h.Write([]byte(part))
		_, _ = h.Write([]byte{0})
	}
	for line := range bytes.Lines(bytes.TrimSpace(d.Source[d.BodyStart():])) {
		_, _ = h.Write(bytes.TrimRight(line, "\r\n"))
		_, _ = h.Write([]byte{'\n'})
	}
	return Sum(h.Sum64()), nil
}
