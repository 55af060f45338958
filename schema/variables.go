package schema

// Variables are the ${NAME} variables that a client replaces in the body of files.
type Variables struct {
	Kinds  []string `json:"kinds"`            // kinds of files
	Prefix string   `json:"prefix,omitempty"` // prefix of the client's own names; others are not checked
	Names  []string `json:"names"`
	Plugin []string `json:"plugin,omitempty"` // set only in files of a plugin
	Dir    string   `json:"folder,omitempty"` // one of Names: the directory of the skill

	// Shell are names with the prefix that the client sets in its shell but does not replace; "*" at the end matches
	// any suffix.
	Shell  []string `json:"shell,omitempty"`
	Effect string   `json:"effect"` // effect of an unknown name
}

// Arguments are the placeholders for arguments of a skill or command: $ARGUMENTS, $1.
type Arguments struct {
	Kinds    []string `json:"kinds"`              // kinds of files
	First    int      `json:"first"`              // the number of the first one
	Indexed  bool     `json:"indexed,omitempty"`  // $ARGUMENTS[1] is supported
	Declared []string `json:"declared,omitempty"` // frontmatter fields that declare them
	Escape   string   `json:"escape,omitempty"`   // escapes "$"; empty: none or unknown
}
