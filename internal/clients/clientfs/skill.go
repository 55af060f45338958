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

// maxRead is how many bytes Read returns.
const maxRead = 1 << 20

// A skillKey says of which reading one is. Through links one file has many paths; of these the
// name of the folder alone counts.
type skillKey struct{ agent, real, folder string }

// Skill returns what an agent's loader makes of a SKILL.md.
func (s *Source) Skill(agent, at string) catalog.Skill {
	key := skillKey{agent, s.place(at).real, path.Base(path.Dir(at))}
	skill, known := s.skills[key]
	if !known || key.real == "" {
		skill = s.skill(agent, at)
		s.skills[key] = skill
	}
	skill.At.Path = at
	return skill
}

func (s *Source) skill(agent, at string) catalog.Skill {
	d, status, problem := s.document(agent, at)
	if problem != "" {
		start := analysis.Position{Line: 1, Column: 1}
		return catalog.Skill{Status: status, Reason: problem, At: analysis.Location{Path: at, Start: start, End: start}}
	}
	return catalog.SkillOf(agent, d)
}

// document reads and parses a SKILL.md; where that is not possible, it returns what is to be said
// of the skill.
func (s *Source) document(agent, at string) (d *analysis.Document, status loader.Status, problem string) {
	p := s.place(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, loader.Rejected, "there is no file that can be read"
	}
	in, size, err := t.open(rel)
	if err != nil {
		return nil, loader.Rejected, "the file cannot be read: " + treefs.WithoutPath(err).Error()
	}
	defer in.Close()
	file := &analysis.File{Path: at, Rel: strings.TrimPrefix(at, "/"), Kind: analysis.Skill, Size: size,
		Dialect: schema.Lookup(agent), Plugin: s.inPlugin(path.Dir(at))}
	source, tooLarge, err := load.Read(in, file)
	switch {
	case err != nil:
		return nil, loader.Rejected, "the file cannot be read: " + treefs.WithoutPath(err).Error()
	case tooLarge:
		return nil, loader.Unknown, "the file is larger than is read here, so nobody knows what it says"
	}
	return load.Document(file, source, false), "", ""
}

// inPlugin reports whether a directory belongs to a plugin for Claude Code.
func (s *Source) inPlugin(dir string) bool {
	if known, ok := s.plugin[dir]; ok {
		return known
	}
	is := s.place(join(dir, ".claude-plugin")).kind == catalog.Directory
	if !is && !s.isAbove(dir) && path.Dir(dir) != dir {
		is = s.inPlugin(path.Dir(dir))
	}
	s.plugin[dir] = is
	return is
}

// Read returns the bytes of a regular file, at most 1 MiB.
func (s *Source) Read(at string) ([]byte, bool) {
	p := s.place(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, false
	}
	in, size, err := t.open(rel)
	if s.unread(p.real, err); err != nil {
		return nil, false
	}
	defer in.Close()
	if size > maxRead {
		s.left[at] = "it is larger than the 1 MiB that are read"
		return nil, false
	}
	source, err := io.ReadAll(io.LimitReader(in, maxRead))
	return source, err == nil
}

// Head returns the first bytes of a regular file, and its size.
func (s *Source) Head(at string, most int) (text []byte, size int64, ok bool) {
	p := s.place(at)
	t, rel := s.treeOf(p.real)
	if p.kind != catalog.File || t == nil {
		return nil, 0, false
	}
	in, size, err := t.open(rel)
	if s.unread(p.real, err); err != nil {
		return nil, 0, false
	}
	defer in.Close()
	text, err = io.ReadAll(io.LimitReader(in, int64(most)))
	return text, size, err == nil
}

// Leaves reports whether the links of a path point outside the directories that may be read.
func (s *Source) Leaves(at string) bool { return s.place(at).left }

// Loops reports whether the links of a path form a cycle.
func (s *Source) Loops(at string) bool { return s.place(at).loop }

// Lost returns where in its file an item's description is; of one that is cut, what is lost of it.
func (s *Source) Lost(agent string, i catalog.Item) analysis.Location {
	if i.State != catalog.Cut {
		return i.At
	}
	d, _, problem := s.document(agent, i.At.Path)
	if problem != "" {
		return i.At
	}
	return catalog.LostAt(i.At, catalog.Spans(d, d.Data.Get("description"), i.Description), i.Description, i.Shown)
}
