package analysis

// Suppressions are the rules for comments that suppress findings.
type Suppressions struct {
	RequireReason bool // each comment must have a reason

	// Unknown describes a name in a comment that suppresses nothing: the message, what to write instead,
	// and the nearest valid name, if any. All are empty for valid names. It may be nil.
	Unknown func(name string) (message, help, near string)
}
