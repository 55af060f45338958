package analysis

// A Base is a manifest as the commit had it that the tree is compared with.
type Base struct {
	Ref string // the revision that the user named, for messages

	// Lines shows every line to see, in order, until see returns an error. A line's bytes are
	// valid during the call only, and are not parsed: Data is nil. What ends early for another
	// reason ends the run, so the error of Lines is to be returned as it is.
	Lines func(see func(*Line) error) error
}

// A Gone is a manifest that the base has and the tree has not.
type Gone struct {
	Path   string // as File.Path
	Ref    string // as Base.Ref
	Commit string // in full
}
