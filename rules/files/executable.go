package files

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// Executable reports a script that is to be run directly, and cannot be.
//
// "./scripts/check.sh" asks the system to find out what runs the file. It refuses one that is not
// executable, and guesses where no first line with "#!" says it: a shell reads Python as its own
// language. The agent sees an error and tries something else; a hook fails, and nobody sees it. Make the
// file executable and begin it with "#!", or write what runs it: "bash scripts/check.sh".
//
// Looked at are shell blocks, inline code in which arguments follow a path, and hooks. In a repository
// the mode counts that git gives to everybody who clones it ("git update-index --chmod=+x" sets it on
// Windows), or would give them if the file were added as it is; else that of the file, if any file has one
// that lets it be run, but not on Windows. There --fix does not set it.
//
// Left alone: scripts that a program is handed (python, node, uv run, source), paths in inline code
// without arguments, the first line of programs that are no text, empty files, and documents that say
// chmod.
var Executable = &analysis.Analyzer{
	Name:     "files/executable",
	Doc:      "script that is to be run directly, and is not executable or has no #! line",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "POSIX.1-2024, exec and the shell's command search; git's index, which has no other mode than 644 and 755"},
	Requires: []*analysis.Analyzer{launchedFact.Analyzer},
	Anew:     true,
	Run:      executable,
}

// A launched file is a script, and where a document first tells to run it.
type launched struct {
	rel string
	at  analysis.Location
}

func executable(pass *analysis.Pass) error {
	resolver := link.NewResolver(pass.Workspace)
	found := map[*analysis.Tree][]launched{}
	var trees []*analysis.Tree
	seen := map[*analysis.Tree]map[string]bool{}
	for file, scripts := range launchedFact.All(pass.Store) {
		tree := file.Tree
		for _, s := range scripts {
			rel := whereIs(resolver, file, s)
			if rel == "" || seen[tree][rel] {
				continue
			}
			if seen[tree] == nil {
				seen[tree] = map[string]bool{}
				trees = append(trees, tree)
			}
			seen[tree][rel] = true
			found[tree] = append(found[tree], launched{rel, s.At})
		}
	}
	for _, tree := range trees {
		checkLaunched(pass, tree, found[tree])
	}
	return nil
}

// whereIs returns the file that is run, below the root; "" when there is none, or it is an example.
func whereIs(r *link.Resolver, from *analysis.File, s launchedScript) string {
	t := link.Target{Form: link.FormCode, Written: s.Path, Path: s.Path, At: s.At}
	switch s.Base {
	case "":
	case "CLAUDE_PROJECT_DIR":
		if rel := path.Clean(s.Path); from.Tree.Folder == "" && from.Tree.Look(rel) == analysis.IsFile {
			return rel
		}
		return ""
	case "CLAUDE_PLUGIN_ROOT", "CLAUDE_SKILL_DIR", "SKILL_ROOT", "SKILL_DIR":
		t.Form, t.Base = link.FormVariable, s.Base
	default:
		return ""
	}
	l := r.Resolve(from, &t)
	rel := l.To
	if l.Class != link.Local || l.Standing != analysis.IsFile {
		rel = l.Found
	}
	if rel == "" || from.Tree.Look(rel) != analysis.IsFile || l.InExample() {
		return ""
	}
	return rel
}

// maxScript is how many bytes a script may have so that its first line is looked at.
const maxScript = 1 << 20

func checkLaunched(pass *analysis.Pass, tree *analysis.Tree, scripts []launched) {
	var rels []string
	for _, s := range scripts {
		rels = append(rels, s.rel)
	}
	modes := tree.Executable(pass.Context, rels)
	for _, s := range scripts {
		text := tree.Read(s.rel, maxScript)
		if text != nil && len(text) == 0 {
			continue
		}
		is, known := modes[s.rel]
		if message := launchMessage(s.rel, text, known && !is); message != "" {
			at := s.at
			pass.Report(analysis.Diagnostic{Location: &at, Message: message, SuggestedFixes: runnable(s.rel, text, known && !is)})
		}
	}
}
