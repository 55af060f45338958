package discover

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A folder is what names say of a directory: what stands in it, and what it inherits from those
// above. It is complete before any file in it is recognised.
type folder struct {
	parent *folder // nil for the topmost one that is known
	name   string
	rel    string // path below the root, "." for the root itself; by the name it was reached by
	real   string // where it really is; differs from rel behind a link
	depth  int    // 0 for the root

	// Its entries.
	skill    bool            // SKILL.md
	plugin   bool            // .claude-plugin
	registry bool            // manifest.json; once it was read: one that is a registry
	later    bool            // the registry is of CLEO's later edition
	catalog  bool            // skills.json or dispatch-config.json, which only CLEO's later edition has next to its skills
	lib      bool            // lib, which CLEO's first edition has next to its skills
	manifest bool            // MANIFEST.jsonl, or a file that the configuration claims
	outputs  map[string]bool // directories in which the MANIFEST.jsonl names files; nil: any
	persona  bool            // _persona_*.yaml

	// What it is, and what is inherited.
	area     *area   // its files are of one kind by their place; nil: they are not
	home     *home   // whose skills stand in it; nil: no agent's own
	owner    *folder // the nearest one at or above it with a SKILL.md or MANIFEST.jsonl
	ofPlugin bool    // at or below one with .claude-plugin, and in no agent's own folder
	ofTeam   bool    // at or below one with a persona
	ofSkill  bool    // at or below one with a SKILL.md
	quiet    bool    // at or below references, examples, …: contents decide nothing here

	// How it is walked.
	ignores     *ignoreFile
	repo        *repository // nil: none at or above it
	trackedOnly bool        // an ignore file hides it, but not what git tracks in it
	aliased     bool        // it was reached through a link
	walked      bool        // it was asked for, and everything in it was looked at
	teams       teamState   // whether one of its folders holds a persona
}

type teamState byte

const (
	teamsUnknown teamState = iota
	teamsNone
	teamsFound
)

// An area is a folder whose files are of one kind by their place.
type area struct {
	kind    analysis.Kind
	dialect string
	ext     string
	deep    bool // so are those of the folders below it
	yields  bool // names that tell the dialect ("x.prompt.md") take precedence
	guess   bool // only the content tells
	why     string
}

// A home is a directory with the skills of one client.
type home struct {
	dialect string // empty: any agent's
	why     string
	place   bool // it is a folder of skills, and no plugin
}

// enter returns the folder name in parent (nil: there is none above it), with what its entries
// tell.
func enter(parent *folder, name, rel, real string, entries []fs.DirEntry) *folder {
	f := &folder{parent: parent, name: name, rel: rel, real: real}
	for _, e := range entries {
		f.note(e)
	}
	if parent != nil {
		f.inherit()
	}
	f.area = areaOf(parent, name)
	if f.area == nil && parent != nil && parent.area != nil && parent.area.deep {
		f.area = parent.area
	}
	if h := homeOf(f); h != nil {
		f.home = h
	}
	if f.skill || f.manifest {
		f.owner = f
	}
	f.ofPlugin = f.plugin || f.ofPlugin && (!strings.HasPrefix(name, ".") || name == ".claude-plugin")
	f.ofTeam = f.ofTeam || f.persona
	f.ofSkill = f.ofSkill || f.skill
	f.quiet = f.quiet || isQuiet(name) && rel != "."
	return f
}

func (f *folder) inherit() {
	p := f.parent
	if f.rel != "." { // else the one above is outside the root
		f.depth = p.depth + 1
	}
	f.home, f.owner, f.ofPlugin, f.ofTeam, f.ofSkill, f.quiet = p.home, p.owner, p.ofPlugin, p.ofTeam, p.ofSkill, p.quiet
	f.ignores, f.repo, f.trackedOnly, f.aliased = p.ignores, p.repo, p.trackedOnly, p.aliased
}

func (f *folder) note(e fs.DirEntry) {
	switch name := e.Name(); name {
	case "SKILL.md":
		f.skill = f.skill || !e.IsDir()
	case ".claude-plugin":
		f.plugin = f.plugin || !e.Type().IsRegular()
	case "manifest.json":
		f.registry = f.registry || !e.IsDir()
	case "skills.json", "dispatch-config.json":
		f.catalog = f.catalog || !e.IsDir()
	case "lib":
		f.lib = f.lib || e.IsDir()
	case "MANIFEST.jsonl":
		f.manifest = f.manifest || !e.IsDir()
	default:
		f.persona = f.persona || isPersona(name) && !e.IsDir()
	}
}

func isPersona(name string) bool {
	return strings.HasPrefix(name, "_persona_") && strings.HasSuffix(name, ".yaml")
}

// isQuiet reports whether what lies in folders of this name is material of others: nothing in
// it is taken for something because of its content.
func isQuiet(name string) bool {
	switch name {
	case "references", "assets", "templates", "examples", "tests", "fixtures":
		return true
	}
	return false
}

// path returns the paths of a name in the folder: by the name it was reached by, and the real one.
func (f *folder) path(name string) (rel, real string) {
	rel = join(f.rel, name)
	if f.real == f.rel {
		return rel, rel
	}
	return rel, join(f.real, name)
}

// join joins a folder's path and a name in it.
func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// hasTeams reports whether one of the folders in a folder holds a persona.
func (w *walker) hasTeams(f *folder) bool {
	if f.teams == teamsUnknown {
		f.teams = teamsNone
		if f.real == "" { // outside the root
			return false
		}
		entries, _ := w.list(f.rel, f.real)
		for _, e := range entries {
			if e.IsDir() && w.hasPersona(f.path(e.Name())) {
				f.teams = teamsFound
				break
			}
		}
	}
	return f.teams == teamsFound
}

func (w *walker) hasPersona(rel, real string) bool {
	entries, err := w.root.FS.ReadDir(real)
	if err != nil && !errors.Is(err, fs.ErrPermission) { // a directory without permission may be one that is not entered
		w.unchecked(rel, "cannot read directory: "+treefs.WithoutPath(err).Error())
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isPersona(e.Name()) && !e.IsDir() })
}
