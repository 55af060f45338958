package loader

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A file is what models read: bytes, and where they lie.
type file struct {
	source    []byte
	directory string // name of the folder that holds the file; empty where it has none
	base      string // name of the file
	doc       *analysis.Document
}

func newFile(d *analysis.Document) *file {
	f := &file{source: d.Source, base: path.Base(d.Path), doc: d}
	if dir := path.Base(path.Dir(d.Path)); dir != "." && dir != "/" && dir != ".." {
		f.directory = dir
	}
	return f
}

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
