package discover

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A directory has properties of a directory, derived from its entries and its parents. It is complete before its
// files are classified.
type directory struct {
	parent *directory // nil for the topmost one
	name   string
	rel    string // path relative to the root, as it was reached; "." for the root
	real   string // the same without links; empty: outside the root
	depth  int    // 0 for the root

	// Entries.
	skill       bool            // SKILL.md
	plugin      bool            // .claude-plugin, or named by a marketplace
	market      bool            // .claude-plugin only lists plugins in other directories
	listed      bool            // named by a marketplace only
	otherPlugin bool            // manifest of another client's plugin, except Gemini CLI
	extension   bool            // gemini-extension.json
	cursor      bool            // .cursor-plugin
	portable    bool            // plugin.json
	parts       bool            // directory skills or agents
	skills      bool            // directory skills
	registry    bool            // manifest.json; once read, only if it is a registry
	later       bool            // the registry is of CLEO's later edition
	catalog     bool            // skills.json or dispatch-config.json; only CLEO's later edition has them next to its skills
	lib         bool            // directory lib; CLEO's first edition has it next to its skills
	manifest    bool            // MANIFEST.jsonl, or a manifest by configuration
	outputs     map[string]bool // directories of the files in MANIFEST.jsonl; nil: any
	persona     bool            // _persona_*.yaml
	shared      bool            // contains documents that skills of a registry inline

	// Own and inherited properties.
	area          *area      // determines the kind of its files; nil: none
	geminiArea    *area      // the same for an extension of Gemini CLI
	home          *home      // the client whose skills it contains; nil: any
	owner         *directory // the nearest directory upwards, including this one, with a SKILL.md or MANIFEST.jsonl
	inPlugin      bool       // in a plugin, but not in a client's own directory
	pluginRoot    string     // the nearest plugin
	inOtherPlugin bool       // in a directory with a manifest of another client's plugin
	inTeam        bool       // in a directory with a persona
	inSkill       bool       // in a directory with a SKILL.md
	skillDir      string     // the name of the nearest such directory
	inExamples    bool       // in references, examples, …: the content does not determine kinds

	// State of the walk.
	ignores     *ignoreFile
	repo        *repository // nil: not in a repository
	trackedOnly bool        // only tracked files are checked
	aliased     bool        // reached through a link
	walked      bool        // requested, and walked completely
	teams       searchState // whether a subdirectory contains a persona
	duyetbot    searchState // whether most of its files have frontmatter of duyetbot
	claude      searchState // whether most of its files have frontmatter of Claude Code
}

// A searchState is the result of a search that is made at most once.
type searchState byte

const (
	notSearched searchState = iota
	notFound
	found
)

// An area is a directory whose files have the same kind because of its path.
type area struct {
	kind       analysis.Kind
	dialect    string
	ext        string
	skips      string // prefix of the names of files that the client does not load
	deep       bool   // also applies to subdirectories
	afterNames bool   // names such as "x.prompt.md" determine the dialect first
	guess      bool   // the content determines whether a file has the kind
	why        string
}

// A home is a directory with the skills of one client.
type home struct {
	dialect string // empty: unknown, or of all clients
	why     string
	place   bool // a directory of skills, not a plugin
}

// enter returns the directory with a name and entries in parent. Without a parent, it is the topmost one.
func enter(parent *directory, name, rel, real string, entries []fs.DirEntry) *directory {
	f := &directory{parent: parent, name: name, rel: rel, real: real}
	for _, e := range entries {
		f.addEntry(e)
	}
	if parent != nil {
		f.inherit()
	}
	f.area, f.geminiArea = areaOf(parent, name), extensionArea(parent, name)
	if parent != nil {
		f.area, f.geminiArea = f.area.or(parent.area), f.geminiArea.or(parent.geminiArea)
	}
	if h := homeOf(f); h != nil {
		f.home = h
	}
	f.setUnits()
	return f
}

// or returns the area of a directory, or that of its parent if it includes subdirectories.
func (a *area) or(parent *area) *area {
	if a == nil && parent != nil && parent.deep {
		return parent
	}
	return a
}

// setUnits records to which skill, plugin and team the directory belongs.
func (f *directory) setUnits() {
	if f.skill || f.manifest {
		f.owner = f
	}
	if f.plugin {
		f.pluginRoot = f.rel
	}
	f.inPlugin = f.plugin || f.inPlugin && (!strings.HasPrefix(f.name, ".") || f.name == ".claude-plugin")
	f.inOtherPlugin = f.inOtherPlugin || f.otherPlugin || f.extension
	f.inTeam = f.inTeam || f.persona
	if f.inSkill = f.inSkill || f.skill; f.skill {
		f.skillDir = f.name
	}
	f.inExamples = f.inExamples || isExampleDir(f.name) && f.rel != "."
}

func (f *directory) inherit() {
	p := f.parent
	if f.rel != "." { // the parent of the root is outside of it
		f.depth = p.depth + 1
	}
	f.home, f.owner, f.inPlugin, f.pluginRoot, f.inOtherPlugin, f.inTeam, f.inSkill, f.skillDir, f.inExamples = p.home, p.owner, p.inPlugin, p.pluginRoot, p.inOtherPlugin, p.inTeam, p.inSkill, p.skillDir, p.inExamples
	f.ignores, f.repo, f.trackedOnly, f.aliased = p.ignores, p.repo, p.trackedOnly, p.aliased
}

func (f *directory) addEntry(e fs.DirEntry) {
	mark := func(mark *bool, found bool) { *mark = *mark || found }
	switch name := e.Name(); name {
	case "SKILL.md":
		mark(&f.skill, !e.IsDir())
	case ".claude-plugin":
		mark(&f.plugin, !e.Type().IsRegular())
	case ".codex-plugin", "openclaw.plugin.json":
		f.otherPlugin = true
	case ".cursor-plugin":
		f.otherPlugin, f.cursor = true, true
	case "gemini-extension.json":
		mark(&f.extension, !e.IsDir())
	case "plugin.json":
		mark(&f.portable, !e.IsDir())
	case "skills", "agents":
		mark(&f.parts, e.IsDir())
		mark(&f.skills, name == "skills" && e.IsDir())
	case "manifest.json":
		mark(&f.registry, !e.IsDir())
	case "skills.json", "dispatch-config.json":
		mark(&f.catalog, !e.IsDir())
	case "lib":
		mark(&f.lib, e.IsDir())
	case "MANIFEST.jsonl":
		mark(&f.manifest, !e.IsDir())
	default:
		mark(&f.persona, isPersona(name) && !e.IsDir())
	}
}

func isPersona(name string) bool {
	return strings.HasPrefix(name, "_persona_") && strings.HasSuffix(name, ".yaml")
}

// isExampleDir reports whether directories with this name contain examples or third-party material, whose content
// does not determine kinds.
func isExampleDir(name string) bool {
	switch name {
	case "references", "assets", "templates", "examples", "tests", "fixtures":
		return true
	}
	return false
}

// path returns the paths of an entry: as it was reached, and without links.
func (f *directory) path(name string) (rel, real string) {
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
func (w *walker) hasTeams(f *directory) bool {
	if f.teams == notSearched {
		f.teams = notFound
		if f.real == "" {
			return false
		}
		entries, _ := w.list(f.rel, f.real)
		for _, e := range entries {
			if e.IsDir() && w.hasPersona(f.path(e.Name())) {
				f.teams = found
				break
			}
		}
	}
	return f.teams == found
}

func (w *walker) hasPersona(rel, real string) bool {
	entries, err := w.root.FS.ReadDir(real)
	if err != nil && !errors.Is(err, fs.ErrPermission) { // the walk reports an unreadable directory, if it enters it
		w.unchecked(rel, "cannot read directory: "+treefs.WithoutPath(err).Error())
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isPersona(e.Name()) && !e.IsDir() })
}
