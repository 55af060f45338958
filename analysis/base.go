package analysis

// A Base is a manifest at the git base, the commit to compare with.
type Base struct {
	Ref string // the revision that the user named, for messages

	// Lines passes every line to see, in order, until see returns an error. The bytes of a line are valid
	// only during the call and are not parsed: Data is nil. Return the error of Lines unchanged, as it may
	// end the run.
	Lines func(see func(*Line) error) error
}

// A DeletedFile is a manifest that exists in the base but not in the tree.
type DeletedFile struct {
	Path   string // as File.Path
	Ref    string // as Base.Ref
	Commit string // in full
}
