package links

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// A fault is what is wrong with a reference: one cause, of which one rule speaks.
type fault int

// The faults.
const (
	none      fault = iota
	missing         // links/broken
	otherCase       // links/case
	backslash       // links/backslash
	escape          // links/escape
)

func faultOf(l link.Link) fault {
	switch {
	case l.External:
		return none
	case l.Class == link.Local && l.Standing != analysis.Absent:
		return none
	case strings.Contains(l.Path, `\`) && l.Slashed() != "":
		return backslash
	case l.Class != link.Local:
		return escape
	case l.From.Tree.OtherCase(l.To) != "":
		return otherCase
	}
	return missing
}
