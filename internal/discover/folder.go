package discover

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A folder is what is known of a directory from its entries and the directories above. It is complete before
// any file in it is recognized.
type folder struct {
	parent *folder // nil for the topmost known one
	name   string
	rel    string // path below the root, "." for the root; by the name used to reach it
	real   string // path without links
	depth  int    // 0 for the root

	// Its entries.
	skill     bool            // SKILL.md
	plugin    bool            // .claude-plugin
	others    bool            // manifest of a plugin of another client, except Gemini CLI
	extension bool            // gemini-extension.json
	cursor    bool            // .cursor-plugin
	portable  bool            // plugin.json
	parts     bool            // skills or agents
	registry  bool            // manifest.json; after it was read: only if it is a registry
	later     bool            // the registry is of CLEO's later edition
	catalog   bool            // skills.json or dispatch-config.json, which only CLEO's later edition has next to its skills
	lib       bool            // lib, which CLEO's first edition has next to its skills
	manifest  bool            // MANIFEST.jsonl, or a file that the configuration assigns
	outputs   map[string]bool // directories in which the MANIFEST.jsonl names files; nil: any
	persona   bool            // _persona_*.yaml
	shared    bool            // it holds documents that skills of a registry inline

	// Own and inherited properties.
	area     *area   // the kind that its files have because of its path; nil: none
	second   *area   // the same in an extension of Gemini CLI
	home     *home   // the client whose skills it contains; nil: none in particular
	owner    *folder // the nearest one, from this upwards, with a SKILL.md or MANIFEST.jsonl
	ofPlugin bool    // at or below one with .claude-plugin, and in no client's own directory
	ofOthers bool    // at or below one with a manifest of a plugin of another client
	ofTeam   bool    // at or below one with a persona
	ofSkill  bool    // at or below one with a SKILL.md
	skillDir string  // the name of that directory
	quiet    bool    // at or below references, examples, …: kinds are not derived from content

	// How it is walked.
	ignores     *ignoreFile
	repo        *repository // nil: none at or above it
	trackedOnly bool        // hidden by an ignore file, except for tracked files
	aliased     bool        // it was reached through a link
	walked      bool        // requested, and read completely
	teams       teamState   // whether a subdirectory contains a persona
}

type teamState byte

const (
	teamsUnknown teamState = iota
	teamsNone
	teamsFound
)

// An area is a directory whose files have the same kind because of its path.
type area struct {
	kind    analysis.Kind
	dialect string
	ext     string
	deep    bool // also applies to subdirectories
	yields  bool // names such as "x.prompt.md" determine the dialect first
	guess   bool // only the content tells
	why     string
}

// A home is a directory with the skills of one client.
type home struct {
	dialect string // empty: any agent's
	why     string
	place   bool // a directory of skills, not of a plugin
}

// enter returns the folder name in parent, or the topmost one if parent is nil, with the properties of its
// entries.
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
	if f.second = extensionArea(parent, name); f.second == nil && parent != nil && parent.second != nil && parent.second.deep {
		f.second = parent.second
	}
	if h := homeOf(f); h != nil {
		f.home = h
	}
	if f.skill || f.manifest {
		f.owner = f
	}
	f.ofPlugin = f.plugin || f.ofPlugin && (!strings.HasPrefix(name, ".") || name == ".claude-plugin")
	f.ofOthers = f.ofOthers || f.others || f.extension
	f.ofTeam = f.ofTeam || f.persona
	if f.ofSkill = f.ofSkill || f.skill; f.skill {
		f.skillDir = name
	}
	f.quiet = f.quiet || isQuiet(name) && rel != "."
	return f
}

func (f *folder) inherit() {
	p := f.parent
	if f.rel != "." { // else the one above is outside the root
		f.depth = p.depth + 1
	}
	f.home, f.owner, f.ofPlugin, f.ofOthers, f.ofTeam, f.ofSkill, f.skillDir, f.quiet = p.home, p.owner, p.ofPlugin, p.ofOthers, p.ofTeam, p.ofSkill, p.skillDir, p.quiet
	f.ignores, f.repo, f.trackedOnly, f.aliased = p.ignores, p.repo, p.trackedOnly, p.aliased
}

func (f *folder) note(e fs.DirEntry) {
	switch name := e.Name(); name {
	case "SKILL.md":
		f.skill = f.skill || !e.IsDir()
	case ".claude-plugin":
		f.plugin = f.plugin || !e.Type().IsRegular()
	case ".codex-plugin", "openclaw.plugin.json":
		f.others = true
	case ".cursor-plugin":
		f.others, f.cursor = true, true
	case "gemini-extension.json":
		f.extension = f.extension || !e.IsDir()
	case "plugin.json":
		f.portable = f.portable || !e.IsDir()
	case "skills", "agents":
		f.parts = f.parts || e.IsDir()
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

// isQuiet reports whether directories of this name contain third-party material, in which content does not
// determine kinds.
func isQuiet(name string) bool {
	switch name {
	case "references", "assets", "templates", "examples", "tests", "fixtures":
		return true
	}
	return false
}

// path returns the paths of a name in the folder: the one used to reach it, and the one without links.
func (f *folder) path(name string) (rel, real string) {
	rel = join(f.rel, name)
	if f.real == f.rel {
		return rel, rel
	}
	return rel, join(f.real, name)
}

// join joins a directory's path and a name in it.
func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// hasTeams reports whether a subdirectory contains a persona.
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
	if err != nil && !errors.Is(err, fs.ErrPermission) { // an unreadable directory may be one that is not entered
		w.unchecked(rel, "cannot read directory: "+treefs.WithoutPath(err).Error())
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isPersona(e.Name()) && !e.IsDir() })
}
