package analysis

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

// Conventions are the repository's own names, headings and paths, from its configuration. They are
// read-only, and all methods may be called on nil.
type Conventions struct {
	Tokens   []string                  // placeholder names that are replaced, without braces
	Patterns []*regexp.Regexp          // placeholder names that are not reported
	Sections map[Kind][]schema.Section // required sections of a kind of files
	Outside  []ExternalRoot            // directories whose files exist only at run time
}

// An ExternalRoot is a directory, or a path prefix, whose files exist only at run time.
type ExternalRoot struct {
	Path string // as written in references, also relative to the skill; or relative to Dir
	Dir  string // the directory of the configuration, relative to the root
}

// With returns the conventions extended by a later configuration. Names, patterns and directories are
// added; the sections of a kind are replaced.
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

// TokenNames returns the names of placeholders that are replaced, without braces.
func (c *Conventions) TokenNames() []string {
	if c == nil {
		return nil
	}
	return c.Tokens
}

// AllowsToken reports whether a placeholder name, without braces, matches one of the patterns.
func (c *Conventions) AllowsToken(name string) bool {
	return c != nil && slices.ContainsFunc(c.Patterns, func(p *regexp.Regexp) bool { return p.MatchString(name) })
}

// SectionsOf returns the required sections of a kind of files.
func (c *Conventions) SectionsOf(k Kind) []schema.Section {
	if c == nil {
		return nil
	}
	return c.Sections[k]
}

// IsExternal reports whether a path is inside one of the external roots: by its target relative to the
// root of the tree ("" if unknown), or as written in this file or relative to another directory.
func (c *Conventions) IsExternal(to string, written ...string) bool {
	return c != nil && slices.ContainsFunc(c.Outside, func(r ExternalRoot) bool {
		return to != "" && isBelow(path.Clean(to), path.Join(r.Dir, r.Path)) ||
			slices.ContainsFunc(written, func(w string) bool { return w != "" && isBelow(path.Clean(w), r.Path) })
	})
}

func isBelow(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}
