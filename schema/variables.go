package schema

// Variables are the ${NAME} that a loader replaces in the bodies of some files.
type Variables struct {
	Kinds  []string `json:"kinds"`            // of files
	Prefix string   `json:"prefix,omitempty"` // of names that are the agent's own; others are not its matter
	Names  []string `json:"names"`
	Plugin []string `json:"plugin,omitempty"` // that have a value in files of a plugin only
	Folder string   `json:"folder,omitempty"` // one of Names: the skill's own folder

	// Shell are names with the prefix that have a value in the agent's shell though the loader does not
	// replace them; one that ends in "*" stands for all that begin so.
	Shell  []string `json:"shell,omitempty"`
	Effect string   `json:"effect"` // completes "…, so ": what becomes of another one
}

// Arguments are what stands for the words of whoever calls a skill or command: $ARGUMENTS, $1.
type Arguments struct {
	Kinds    []string `json:"kinds"`              // of files
	First    int      `json:"first"`              // the number of the first one
	Indexed  bool     `json:"indexed,omitempty"`  // $ARGUMENTS[1] is one of them as well
	Declared []string `json:"declared,omitempty"` // fields of the header that tell of them
	Escape   string   `json:"escape,omitempty"`   // before "$", keeps it as it stands; empty: nothing does, or nothing is known
}
