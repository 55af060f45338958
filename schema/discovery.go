package schema

// A Place is where a dialect's loader looks for files of one kind.
type Place struct {
	Kind  string `json:"kind"`            // "skill", "agent", …
	Path  string `json:"path"`            // ".codex/skills/": a folder, or a glob of files; below the root of the project or plugin, or the home directory
	Scope string `json:"scope"`           // "project", "user", "admin", "system" or "plugin"
	Depth int    `json:"depth,omitempty"` // how many directories below the folder are searched; -1: all
	Home  string `json:"home,omitempty"`  // the dialect whose folder it is, where that is another's: its files are read as that one's
	Note  string `json:"note,omitempty"`  // what else there is to know; a sentence without full stop

	// Up is set where the same place of each directory above the working directory counts as well, up
	// to the root of the project; Outer, where of two skills of one name in these the outermost one's
	// is taken.
	Up    bool `json:"up,omitempty"`
	Outer bool `json:"outer,omitempty"`

	// Beats are the paths of other places of this kind and scope, whose skills are not seen where this
	// one has some of their names.
	Beats []string `json:"beats,omitempty"`
}

// AnyDepth is the depth of a place that is searched as deep as it goes.
const AnyDepth = -1
