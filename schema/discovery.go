package schema

import (
	"slices"
	"strings"
	"sync"
)

// A Place is where a dialect's loader looks for files of one kind.
type Place struct {
	Kind  string `json:"kind"`            // "skill", "agent", …
	Path  string `json:"path"`            // ".codex/skills/": a folder, or a glob of files; below the root of the project or plugin, or the home directory
	Scope string `json:"scope"`           // "project", "user", "admin", "system" or "plugin"
	Depth int    `json:"depth,omitempty"` // how many directories below the folder are searched; -1: all
	Home  string `json:"home,omitempty"`  // the dialect whose folder it is, where that is another's: its files are read as that one's
	Note  string `json:"note,omitempty"`  // what else there is to know; a sentence without full stop

	// ByContent is set where only its content makes a file one of this dialect.
	ByContent bool `json:"by-content,omitempty"`

	// Yields is set where a file whose name is one that another dialect looks for anywhere, as
	// "x.prompt.md", belongs to that one.
	Yields bool `json:"yields,omitempty"`

	// New is the file that `skilllint new` writes, with {name} for its name; what precedes the name is
	// the directory that it is written to, and has to be given where there is none. NewName is the form
	// of the name, where that is not sort-mail: "snake" (sort_mail), "prefixed" (ct-sort-mail) or "task"
	// (T12-sort-mail).
	New     string `json:"new,omitempty"`
	NewName string `json:"new-name,omitempty"`

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

// Directory returns the directory of a place, without a slash at its end, and the pattern of the files in
// it, "" for all of its kind: ".gemini/commands" and "**/*.toml".
func (p *Place) Directory() (dir, pattern string) {
	if at := strings.IndexByte(p.Path, '*'); at >= 0 {
		slash := strings.LastIndexByte(p.Path[:at], '/') + 1
		return strings.TrimSuffix(p.Path[:slash], "/"), p.Path[slash:]
	}
	slash := strings.LastIndexByte(p.Path, '/') + 1
	return strings.TrimSuffix(p.Path[:slash], "/"), p.Path[slash:]
}

// IsLiteral reports whether a place is where its path says: in others a word in capitals stands for a name
// that differs from user to user.
func (p *Place) IsLiteral() bool {
	dir, _ := p.Directory()
	return strings.ToLower(dir) == dir
}

// client returns the hidden directory in which a place is, "" where it is in none.
func (p *Place) client() string {
	first, _, _ := strings.Cut(p.Path, "/")
	if p.Kind != "skill" || p.Scope != "project" || !strings.HasPrefix(first, ".") || !p.IsLiteral() {
		return ""
	}
	return first
}

// SkillDirectories returns the hidden directories of a project, such as ".claude", below which the client
// of a dialect looks for skills.
func (d *Dialect) SkillDirectories() []string { return d.directories }

// ClientDirectories returns the hidden directories of a project that belong to the client of some dialect,
// or to all of them, sorted.
var ClientDirectories = sync.OnceValue(func() []string {
	var all []string
	for _, d := range All() {
		for _, p := range d.Discovery {
			if dir := p.client(); dir != "" && p.Home == "" {
				all = append(all, dir)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})
