package resolve

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Ranges resolves one part of a payload like Part, and returns the resolved text of some consecutive ranges
// of its file. It keeps trailing line ends.
func (r *Resolver) Ranges(source []byte, file, skill string, ranges []analysis.Range) []string {
	p := r.inlines.parse(file, source)
	r.inlines.skill = path.Clean(skill)
	r.inlines.begin(p)
	return r.inlines.pieces(p, ranges)
}

// pieces returns the text of some consecutive ranges of a file, without the byte order mark, with all
// placeholders replaced that begin in them.
func (in *inliner) pieces(p *parsed, ranges []analysis.Range) []string {
	source := p.document.Source
	edits := in.r.edits(p, in.skill)
	texts := make([]string, len(ranges))
	for i, within := range ranges {
		var b strings.Builder
		at := within.Start
		if at == 0 {
			at = len(source) - len(bytes.TrimPrefix(source, []byte("\ufeff")))
		}
		for ; len(edits) > 0 && edits[0].at.Start < within.End; edits = edits[1:] {
			if e := edits[0]; e.at.Start >= at {
				b.Write(source[at:e.at.Start])
				b.WriteString(e.replace())
				at = e.at.End
			}
		}
		if at < within.End {
			b.Write(source[at:within.End])
		}
		texts[i] = b.String()
	}
	return texts
}
