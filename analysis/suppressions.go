package analysis

// Suppressions are what holds for the comments in which authors say that findings do not count.
type Suppressions struct {
	RequireReason bool // each has to give one

	// Unknown says why a name in a comment suppresses nothing anywhere, as what goes on after the
	// name, and the name that was probably meant, or "". why is empty of names that mean a rule. Nil:
	// nothing is known of names.
	Unknown func(name string) (why, near string)
}
