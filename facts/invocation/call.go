package invocation

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/script"
)

// A Call is an invocation with the file that it runs.
type Call struct {
	*Invocation
	From   *analysis.File
	Skill  *analysis.File // the skill that From belongs to, or nil
	Plugin string         // the root of the plugin that From belongs to, or ""
	Path   string         // of the file as written, after "cd"; slashes for the dots of a module
	Base   string         // the variable or placeholder that Path begins with, or ""; Path is without it
	To     string         // the file below the root, or "" if there is none
	Via    Via
	// OfOther is set if Path is that of a file of another skill, which may not be in the workspace.
	OfOther bool
	Script  *script.Script // nil: no file, or not a script
	// Problems are what the script rejects or ignores.
	Problems []Problem
}

// A Via is how a path resolves to its file.
type Via uint8

// The ways.
const (
	None       Via = iota
	Direct         // relative to the skill or to the document, or after a variable
	FromPlugin     // relative to the root of the plugin
	FromRoot       // relative to the repository root
	Installed      // by the place where the skill is installed: ".claude/skills/NAME/…" or "skills/NAME/…"
	OfSibling      // a file of another skill
	ByName         // by its name only
)

// CallFact computes the calls of a workspace, ordered by path and position: commands that run a file. Files that do not exist are
// included.
var CallFact = analysis.NewFact("invocation-call", "the commands that run files, and what these accept",
	analysis.PerWorkspace, 0, readCalls, Fact.Analyzer, script.Fact.Analyzer, registry.MarketplaceFact.Analyzer)

func readCalls(pass *analysis.Pass) ([]Call, error) {
	var calls []Call
	r, scripts := NewResolver(pass.Workspace, pass.Store), script.Of(pass)
	for file, all := range Fact.All(pass.Store) {
		for i := range all {
			if all[i].File < 0 {
				continue
			}
			c := r.Call(file, &all[i])
			if c.To != "" {
				c.Script = scripts.At(file.Tree, c.To)
			}
			if c.Script != nil {
				c.Problems = check(&c)
			}
			calls = append(calls, c)
		}
	}
	checkWrapped(calls)
	return calls, nil
}

// At returns the location of a word.
func (c *Call) At(word int) analysis.Location { return c.From.At(c.Words[word].Range) }

// SkillDir returns the directory of the skill, or "" without one.
func (c *Call) SkillDir() string {
	if c.Skill == nil {
		return ""
	}
	return path.Dir(c.Skill.Rel)
}

// A Resolver finds the files that commands run.
type Resolver struct {
	find    *registry.Finder
	markets []marketplace
}

// NewResolver returns a resolver for a workspace. The store has the facts about marketplaces.
func NewResolver(w *analysis.Workspace, store *analysis.Store) *Resolver {
	return &Resolver{registry.NewFinder(w), readMarketplaces(store)}
}

// Call returns the call of a command that runs a file, without its script.
func (r *Resolver) Call(from *analysis.File, of *Invocation) Call {
	c := Call{Invocation: of, From: from, Skill: r.find.Owner(from), Plugin: r.pluginOf(from)}
	r.resolve(&c)
	return c
}

// resolve finds the file of a call.
func (r *Resolver) resolve(c *Call) {
	c.Path = strings.ReplaceAll(c.Words[c.File].Text, `\`, "/")
	if c.Module {
		c.Path = strings.ReplaceAll(c.Path, ".", "/")
	}
	if c.Dir != "" && strings.IndexByte("/~$<{", c.Path[0]) < 0 {
		c.Path = c.Dir + "/" + c.Path
	}
	if rest, ok := registry.CutHome(c.From, c.Path); ok {
		if c.Base, c.Path = "~/.claude", rest; c.fileIn(".", rest) != "" {
			c.To, c.Via = rest, Direct
		}
		return
	}
	if base, rest, ok := cutBase(c.Path); ok {
		c.Base, c.Path = base, rest
	}
	if len(c.Path) > analysis.MaxPath || strings.ContainsAny(c.Path, "\x00") || placeholder.IsExamplePath(c.Path) && c.Base == "" && !strings.Contains(c.Path, "path/to") {
		return
	}
	c.To, c.Via = r.search(c)
}

// cutBase returns the variable or placeholder at the start of a path, and the path after it.
func cutBase(p string) (base, rest string, ok bool) {
	end := map[byte]string{'$': "}/", '<': ">/", '{': "}/", '[': "]/"}[p[0]]
	if end == "" {
		return "", "", false
	}
	base, rest, ok = strings.Cut(p, end)
	return strings.Trim(base, "${}<>[]"), strings.TrimLeft(rest, "/"), ok && rest != ""
}

// search returns the file of a call.
func (r *Resolver) search(c *Call) (string, Via) {
	isAbsolute := strings.HasPrefix(c.Path, "/") || strings.HasPrefix(c.Path, "~") || analysis.IsAbsolutePath(c.Path)
	if !isAbsolute {
		for _, b := range r.bases(c, path.Dir(c.From.Rel), c.SkillDir()) {
			if to := c.fileIn(b.dir, c.Path); to != "" {
				return to, b.via
			}
		}
	}
	if c.Skill == nil || c.Module {
		return "", None
	}
	return c.searchSkills(isAbsolute)
}

// fileIn returns the file of a path below a directory, or "".
func (c *Call) fileIn(dir, p string) string {
	ends := []string{""}
	if c.Module {
		ends = []string{".py", "/__main__.py"}
	}
	for _, end := range ends {
		if to := path.Join(dir, p+end); !analysis.LeavesRoot(to) && c.From.Tree.Stat(to) == analysis.IsFile {
			return to
		}
	}
	return ""
}

// searchSkills returns the file of a path that is not relative to a known directory: in the call's skill or in one beside it.
func (c *Call) searchSkills(isAbsolute bool) (string, Via) {
	skill := c.SkillDir()
	if at := strings.LastIndex(c.Path, "/"+path.Base(skill)+"/"); at >= 0 && skill != "." {
		if to := c.fileIn(skill, c.Path[at+len("/")+len(path.Base(skill)):]); to != "" {
			return to, Installed
		}
	}
	if to, via := c.searchInstalled(skill); to != "" {
		return to, via
	}
	if _, rest, ok := strings.Cut(c.Path, "/scripts/"); ok && isAbsolute {
		if to := c.fileIn(skill, "scripts/"+rest); to != "" {
			return to, Installed
		}
	}
	if !strings.Contains(c.Path, "/") && c.Base == "" && c.Form == Span {
		if to := c.fileIn(skill, "scripts/"+c.Path); to != "" {
			return to, ByName
		}
	}
	return "", None
}

// searchInstalled returns the file of a path below the place of an installed skill, perhaps under another name.
func (c *Call) searchInstalled(skill string) (string, Via) {
	name, rest, ok := installed(c.Path)
	if !ok {
		return "", None
	}
	isOwn := name == path.Base(skill)
	isSkill := strings.Contains(c.Path, "skills/") && c.Base == "" && !strings.HasPrefix(c.Path, "/mnt/") && !placeholder.IsExamplePath(c.Path)
	if to := c.fileIn(skill, rest); to != "" && (isSkill || isOwn) {
		return to, Installed
	}
	if c.OfOther = isSkill && !isOwn; skill == "." {
		return "", None
	}
	return c.fileIn(path.Join(path.Dir(skill), name), rest), OfSibling
}

// installed splits a path into the name of a skill and the path below it: "~/.claude/skills/NAME/…", "NAME/scripts/…".
func installed(p string) (name, rest string, ok bool) {
	p = path.Clean(p)
	if i := strings.LastIndex(p, "skills/"); i == 0 || i > 0 && p[i-1] == '/' {
		return strings.Cut(p[i+len("skills/"):], "/")
	}
	name, rest, ok = strings.Cut(strings.TrimPrefix(p, "../"), "/")
	return name, rest, ok && name != ".." && name != "~" && strings.Contains(rest, "/")
}

// A base is a directory that a path may be relative to.
type base struct {
	dir string
	via Via
}

// bases returns the directories that a relative path may be relative to, first the correct ones.
func (r *Resolver) bases(c *Call, own, skill string) []base {
	var bases []base
	add := func(dir string, via Via) {
		if dir != "" {
			bases = append(bases, base{dir, via})
		}
	}
	switch name := strings.ToUpper(c.Base); {
	case name == "CLAUDE_PLUGIN_ROOT", name == "PLUGIN_ROOT", name == "EXTENSIONPATH":
		if c.Plugin == "" && c.From.Kind == analysis.Plugin {
			add(registry.Home(c.From), Direct)
		}
		add(c.Plugin, Direct)
		return bases
	case name == "CLAUDE_PROJECT_DIR", name == "WORKSPACEFOLDER":
		if c.From.Tree.RootName == "" && !registry.IsHome(c.From) {
			add(".", Direct)
		}
		return bases
	case c.Form == Config && name == "":
		if c.From.Kind == analysis.MCP || c.From.Kind == analysis.Settings && !registry.IsHome(c.From) {
			if strings.HasPrefix(path.Base(own), ".") && own != "." {
				own = path.Dir(own)
			}
			add(own, Direct)
		}
		return bases
	case name != "":
		if c.Form == Source {
			add(own, Direct)
			add(path.Dir(own), Direct)
		}
		if add(skill, Direct); skill != "" && (!strings.Contains(c.Path, "/") || strings.Contains(name, "SCRIPT")) {
			add(path.Join(skill, "scripts"), Direct)
		}
		if strings.Contains(c.Path, "/") {
			add(c.Plugin, Direct)
			add(".", Direct)
		}
		return bases
	}
	add(skill, Direct)
	add(own, Direct)
	add(c.Plugin, FromPlugin)
	add(".", FromRoot)
	return bases
}
