package link

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// A Link is a target and the file it resolves to.
type Link struct {
	*Target
	From  *analysis.File
	Skill *analysis.File // the skill that From belongs to, or nil

	Plugin  string // the root of the plugin that From belongs to, or ""
	Class   Class
	Problem Problem
	Dir     string // directory that Path is relative to, below the root
	To      string // target path, below the root

	Standing analysis.PathState // state of To
	External bool               // the configuration declares that it exists only at run time
	Found    string             // the existing path if Path is resolved from the skill, plugin or root instead, or ""
}

// A Class is a kind of path.
type Class uint8

// The classes.
const (
	Local    Class = iota // relative, inside the tree
	Outside               // relative, outside of the tree
	Rooted                // starts with "/": a path of a machine or a site
	Absolute              // "~", a drive letter, or a file: URL
)

// A Problem is the problem of a link.
type Problem uint8

// The problems. A link has at most one.
const (
	NoProblem   Problem = iota
	Missing             // the target does not exist
	OtherCase           // the path differs from the file's path in case only
	Backslashes         // the target exists if backslashes are replaced by slashes
	Escapes             // the target is outside of the tree
)

// Fact computes the links of a workspace, ordered by path and position.
var Fact = analysis.NewFact("link", "where the links of documents point to",
	analysis.PerWorkspace, 0, readLinks, TargetFact.Analyzer)

func readLinks(pass *analysis.Pass) ([]Link, error) {
	count := 0
	for _, targets := range TargetFact.All(pass.Store) {
		count += len(targets.List)
	}
	links, resolver := make([]Link, 0, count), NewResolver(pass.Workspace)
	for file, targets := range TargetFact.All(pass.Store) {
		for i := range targets.List {
			links = append(links, resolver.Resolve(file, &targets.List[i]))
		}
	}
	return links, nil
}

// A Resolver resolves what the documents of a workspace refer to.
type Resolver struct{ find *registry.Finder }

// NewResolver returns a resolver for a workspace.
func NewResolver(w *analysis.Workspace) *Resolver {
	return &Resolver{registry.NewFinder(w)}
}

// Resolve resolves a target and classifies the link.
func (r *Resolver) Resolve(from *analysis.File, t *Target) Link {
	l := r.resolve(from, t)
	if from.Conventions != nil && t.Path != "" {
		inSkill := ""
		if l.Skill != nil && l.To != "" {
			inSkill = analysis.RelativePath(path.Dir(l.Skill.Rel), l.To)
		}
		l.External = from.Conventions.IsExternal(l.To, t.Path, inSkill)
	}
	l.Problem = l.findProblem()
	return l
}

func (r *Resolver) resolve(from *analysis.File, t *Target) Link {
	l := Link{Target: t, From: from, Skill: r.find.Owner(from), Plugin: from.PluginRoot, Class: classOf(t.Path)}
	if l.Class != Local {
		return l
	}
	bases := r.bases(&l)
	if len(bases) == 0 {
		l.Standing = analysis.Unknown
		return l
	}
	l.Dir = bases[0]
	l.To = path.Join(l.Dir, t.Path)
	if analysis.LeavesRoot(l.To) {
		l.Class = Outside
	} else if t.Path == "" {
		l.To = from.Rel
	}
	if l.Class == Local {
		l.Standing = from.Tree.Stat(l.To)
	}
	if l.Class == Local && l.Standing != analysis.Absent {
		return l
	}
	for _, base := range bases[1:] {
		if to := path.Join(base, t.Path); !analysis.LeavesRoot(to) && exists(from.Tree, to) {
			l.Found = to
			break
		}
	}
	return l
}

// bases returns the directories that a path may be relative to: first the correct one, then those of common
// mistakes.
func (r *Resolver) bases(l *Link) []string {
	own, skill := path.Dir(l.From.Rel), ""
	if l.Skill != nil {
		skill = path.Dir(l.Skill.Rel)
	}
	switch {
	case l.Form == FormVariable && l.Base != ofWorkspace:
		return basesOfVariable(l, own, skill)
	case l.Base == ofWorkspace:
		return []string{workspaceOf(l)}
	}
	bases := []string{own}
	if l.Form == FormCode && skill != "" {
		bases = []string{skill, own}
		for dir := path.Dir(skill); l.Skill.Nested && dir != "."; dir = path.Dir(dir) {
			if l.From.Tree.Exists(path.Join(dir, "SKILL.md")) {
				bases = append(bases, dir) // of the skill that contains this one
				break
			}
		}
	} else if skill != "" {
		bases = append(bases, skill)
	}
	if l.Plugin != "" {
		bases = append(bases, l.Plugin)
	}
	return append(bases, ".")
}

// basesOfVariable returns the directory that a variable at the start of a path names, if the document has one.
func basesOfVariable(l *Link, own, skill string) []string {
	base := skill
	switch l.Base {
	case "CLAUDE_PLUGIN_ROOT":
		base = l.Plugin
	case "PLUGIN_ROOT", "extensionPath":
		if base = own; l.From.Kind == analysis.Plugin {
			base = registry.Home(l.From)
		}
	case "CLAUDE_PROJECT_DIR", "workspaceFolder":
		if base = own; strings.HasPrefix(path.Base(own), ".") && own != "." {
			base = path.Dir(own)
		}
	}
	if base == "" {
		return nil
	}
	return []string{base}
}

// IsOfWorkspace reports whether a path is relative to the workspace, in a link of Cursor: [text](mdc:path).
func (l *Link) IsOfWorkspace() bool { return l.Base == ofWorkspace }

// workspaceOf returns the directory that the path of a link of Cursor is relative to: that of the workspace, which may be below the
// root, or that of the file. It is the root if the path exists nowhere.
func workspaceOf(l *Link) string {
	own := path.Dir(l.From.Rel)
	home, _, _ := strings.Cut(own, ".cursor")
	for _, dir := range []string{".", own, path.Clean(home)} {
		if to := path.Join(dir, l.Path); !analysis.LeavesRoot(to) && exists(l.From.Tree, to) {
			return dir
		}
	}
	return "."
}

func (l *Link) findProblem() Problem {
	switch {
	case l.External, l.Class == Local && l.Standing != analysis.Absent:
		return NoProblem
	case strings.Contains(l.Path, `\`) && l.Slashed() != "":
		return Backslashes
	case l.Class != Local:
		return Escapes
	case l.From.Tree.OtherCase(l.To) != "":
		return OtherCase
	}
	return Missing
}

func exists(tree *analysis.Tree, to string) bool {
	s := tree.Stat(to)
	return s == analysis.IsFile || s == analysis.IsFolder
}

// classOf returns the kind of a path.
func classOf(p string) Class {
	switch {
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`):
		return Rooted
	case analysis.IsAbsolutePath(p), len(p) >= 5 && strings.EqualFold(p[:5], "file:"):
		return Absolute
	}
	return Local
}
