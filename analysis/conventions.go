package analysis

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

// Conventions are a repository's own: what its configuration says of names, headings and paths that no
// dialect knows. They are read-only, and all methods may be called on nil.
type Conventions struct {
	Tokens   []string                  // names, without braces, that something replaces
	Patterns []*regexp.Regexp          // of whole names of tokens, of which nothing is said
	Sections map[Kind][]schema.Section // that files of a kind must have
	Outside  []ExternalRoot            // where files exist only at run time
}

// An ExternalRoot is a folder, or the beginning of paths, below which files exist only at run time.
type ExternalRoot struct {
	Path string // as a reference writes it, also from the folder of its skill; or relative to Dir
	Dir  string // of the configuration, below the root
}

// With returns the conventions after what a later configuration says: names, patterns and folders come
// to those before, the headings of a kind take the place of those before.
func (c *Conventions) With(later *Conventions) *Conventions {
	switch {
	case c == nil:
		return later
	case later == nil:
		return c
	}
	out := Conventions{
		Tokens:   slices.Concat(c.Tokens, later.Tokens),
		Patterns: slices.Concat(c.Patterns, later.Patterns),
		Outside:  slices.Concat(c.Outside, later.Outside),
		Sections: maps.Clone(c.Sections),
	}
	if out.Sections == nil {
		out.Sections = later.Sections
	} else {
		maps.Copy(out.Sections, later.Sections)
	}
	return &out
}

// TokenNames returns the names, without braces, that something replaces.
func (c *Conventions) TokenNames() []string {
	if c == nil {
		return nil
	}
	return c.Tokens
}

// AllowsToken reports whether a name, as it stands between the braces, is one of which nothing is said.
func (c *Conventions) AllowsToken(name string) bool {
	return c != nil && slices.ContainsFunc(c.Patterns, func(p *regexp.Regexp) bool { return p.MatchString(name) })
}

// SectionsOf returns the sections that files of a kind must have.
func (c *Conventions) SectionsOf(k Kind) []schema.Section {
	if c == nil {
		return nil
	}
	return c.Sections[k]
}

// IsExternal reports whether a path lies where files exist only at run time: by where it leads below the
// root of the tree, "" when that is not known; or as it is written, in this file or from another folder.
func (c *Conventions) IsExternal(to string, written ...string) bool {
	return c != nil && slices.ContainsFunc(c.Outside, func(r ExternalRoot) bool {
		return to != "" && isBelow(path.Clean(to), path.Join(r.Dir, r.Path)) ||
			slices.ContainsFunc(written, func(w string) bool { return w != "" && isBelow(path.Clean(w), r.Path) })
	})
}

func isBelow(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}
