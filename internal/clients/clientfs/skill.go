package clientfs

import (
	"io"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// maxRead limits the size of files for Read.
const maxRead = 1 << 20

// A skillKey identifies a cached skill. With links, a file may have many paths, but only the name of its
// directory affects the result.
type skillKey struct{ client, real, directory string }

// Skill returns how a client loads a SKILL.md.
func (s *Source) Skill(client, at string) catalog.Skill {
	key := skillKey{client, s.resolve(at).real, path.Base(path.Dir(at))}
	skill, known := s.skills[key]
	if !known || key.real == "" {
		skill = s.skill(client, at)
		s.skills[key] = skill
	}
	skill.At.Path = at
	return skill
}

func (s *Source) skill(client, at string) catalog.Skill {
	d, status, problem := s.document(client, at)
	if problem != "" {
		start := analysis.Position{Line: 1, Column: 1}
		return catalog.Skill{Status: status, Reason: problem, At: analysis.Location{Path: at, Start: start, End: start}}
	}
	return catalog.SkillOf(client, d)
}

// document reads and parses a SKILL.md. If it cannot, it returns a status and the problem.
func (s *Source) document(client, at string) (d *analysis.Document, status loader.Status, problem string) {
	p := s.resolve(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, loader.Rejected, "file does not exist or cannot be read"
	}
	in, size, err := t.open(rel)
	if err != nil {
		return nil, loader.Rejected, "cannot read the file: " + treefs.WithoutPath(err).Error()
	}
	defer in.Close()
	file := &analysis.File{Path: at, Rel: strings.TrimPrefix(at, "/"), Kind: analysis.Skill, Size: size,
		Dialect: schema.Lookup(client), Plugin: s.inPlugin(path.Dir(at))}
	source, tooLarge, err := load.Read(in, file)
	switch {
	case err != nil:
		return nil, loader.Rejected, "cannot read the file: " + treefs.WithoutPath(err).Error()
	case tooLarge:
		return nil, loader.Unknown, "file is too large for skilllint"
	}
	return load.Document(file, source, false), "", ""
}

// inPlugin reports whether a directory belongs to a plugin for Claude Code.
func (s *Source) inPlugin(dir string) bool {
	if known, ok := s.plugin[dir]; ok {
		return known
	}
	found := s.resolve(join(dir, ".claude-plugin")).kind == catalog.Directory
	if !found && !s.isAbove(dir) && path.Dir(dir) != dir {
		found = s.inPlugin(path.Dir(dir))
	}
	s.plugin[dir] = found
	return found
}

// Read returns the bytes of a regular file, at most 1 MiB.
func (s *Source) Read(at string) ([]byte, bool) {
	p := s.resolve(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, false
	}
	in, size, err := t.open(rel)
	if s.noteUnread(p.real, err); err != nil {
		return nil, false
	}
	defer in.Close()
	if size > maxRead {
		s.unread[at] = "larger than 1 MiB, not read"
		return nil, false
	}
	source, err := io.ReadAll(io.LimitReader(in, maxRead))
	return source, err == nil
}

// Head returns the first bytes of a regular file, and its size.
func (s *Source) Head(at string, most int) (text []byte, size int64, ok bool) {
	p := s.resolve(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, 0, false
	}
	in, size, err := t.open(rel)
	if s.noteUnread(p.real, err); err != nil {
		return nil, 0, false
	}
	defer in.Close()
	text, err = io.ReadAll(io.LimitReader(in, int64(most)))
	return text, size, err == nil
}

// Leaves reports whether the links of a path point outside the directories that may be read.
func (s *Source) Leaves(at string) bool { return s.resolve(at).outside }

// Loops reports whether the links of a path form a cycle.
func (s *Source) Loops(at string) bool { return s.resolve(at).loop }

// Lost returns the location of the lost part of an item's description. Unless the description is truncated, it is
// the whole description.
func (s *Source) Lost(client string, i catalog.Item) analysis.Location {
	if i.State != catalog.Cut {
		return i.At
	}
	d, _, problem := s.document(client, i.At.Path)
	if problem != "" {
		return i.At
	}
	return catalog.LostAt(i.At, catalog.Spans(d, d.Data.Get("description"), i.Description), i.Description, i.Shown)
}
