package loader

import (
	"strings"
)

// An outcome is what a model says: what the program would answer, without judging whether that
// is what the author meant.
type outcome struct {
	loaded      bool
	unknown     bool // neither documented nor measured
	name        string
	description string
	reasons     []Reason // rejected: why; loaded: what is lost or changed
}

// judge compares an outcome with what the author wrote. Differences of white space alone, and
// reasons that a model does not give, make no skill partial.
func judge(a *Agent, f *file, o outcome) Reading {
	r := Reading{Agent: a, Status: Loads, Name: o.name, Description: o.description, Reasons: o.reasons}
	switch {
	case o.unknown:
		r.Status, r.Name, r.Description = Unknown, "", ""
	case !o.loaded:
		r.Status, r.Name, r.Description = Rejected, "", ""
	case len(r.Reasons) > 0:
		r.Status = Partial
	}
	return r
}

// collapse turns each run of white space into one blank, and drops it at the ends.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
