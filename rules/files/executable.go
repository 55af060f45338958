package files

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Executable reports scripts that are run directly but are not executable, have no #! line, or have CRLF line endings.
//
// The system refuses to run "./scripts/check.sh" if the file is not executable. Without a #! line, it guesses
// the interpreter, and a shell reads Python as shell code. If the #! line ends with CRLF, the system looks for
// "bash\r". The agent sees an error and tries something else; a hook fails unnoticed. Make the file executable,
// start it with a #! line and end its lines with LF, or run it with its interpreter: "bash scripts/check.sh".
//
// The rule checks commands in shell blocks, inline code in which arguments follow a path, and hooks. In a git
// repository the mode in the index is decisive, because clones get it ("git update-index --chmod=+x" sets it on
// Windows). Elsewhere the mode of the file is, unless no file is executable there.
//
// Scripts of a document with the same problem are reported together.
//
// Severity:
//   - warning in general
//   - info for Python and JavaScript programs in inline code without "./", which most agents run with the interpreter
//
// Not reported:
//   - scripts that an interpreter runs (python, node, uv run, source)
//   - paths in inline code without arguments, in sentences that describe something, and of Python and JavaScript programs
//     without "./" where the text does not say to run them
//   - binaries without a #! line, and scripts of PowerShell, which runs them on Windows
//   - empty files
//   - scripts that the document makes executable with chmod
//
// Fix: --fix makes the script executable, but not on Windows, and ends its lines with LF.
var Executable = &analysis.Analyzer{
	Name:     "files/executable",
	Doc:      "script that is not executable, has no #! line or CRLF line endings",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "POSIX.1-2024 on exec and command search; git's index, whose only modes are 644 and 755"},
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer, invocation.ModesFact.Analyzer},
	Uncached: true,
	Run:      executable,
}

// A launchedFile is a script with the first location where a document runs it.
type launchedFile struct {
	rel    string
	at     analysis.Location
	spoken bool // a program of Python or the like in inline code, which agents run with its interpreter
}

// bases are the variables that clients set.
var bases = []string{"", "CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_SKILL_DIR", "SKILL_ROOT", "SKILL_DIR"}

func executable(pass *analysis.Pass) error {
	found := map[*analysis.Tree][]launchedFile{}
	var trees []*analysis.Tree
	seen := map[*analysis.Tree]map[string]bool{}
	calls := invocation.CallFact.Of(pass)
	for i := range calls {
		c := &calls[i]
		tree := c.From.Tree
		if c.To == "" || c.Interpreter != "" || !c.Told || path.Ext(c.To) == ".ps1" || c.Via == invocation.ByName || !slices.Contains(bases, c.Base) || seen[tree][c.To] || placeholder.IsTemplate(c.From.Rel) {
			continue
		}
		if changed, ok := invocation.ModesFact.At(pass.Store, c.From); ok && changed.Has(c.To) {
			continue
		}
		if seen[tree] == nil {
			seen[tree] = map[string]bool{}
			trees = append(trees, tree)
		}
		seen[tree][c.To] = true
		found[tree] = append(found[tree], launchedFile{c.To, c.At(c.File), c.Form == invocation.Span && c.IsInterpreted()})
	}
	for _, tree := range trees {
		checkLaunched(pass, tree, found[tree])
	}
	return nil
}

// maxScript is the maximum size, in bytes, of scripts whose first line is checked.
const maxScript = 1 << 20

func checkLaunched(pass *analysis.Pass, tree *analysis.Tree, scripts []launchedFile) {
	var rels []string
	for _, s := range scripts {
		rels = append(rels, s.rel)
	}
	modes := tree.Executable(pass.Context, rels)
	var read map[string]bool
	for _, s := range scripts {
		text := tree.Read(s.rel, maxScript)
		if text != nil && len(text) == 0 {
			continue
		}
		is, known := modes[s.rel]
		script := launchedText{rel: s.rel, text: text, refused: known && !is}
		if script.hasCRLF() {
			if read == nil {
				read = readFiles(pass.Workspace, tree)
			}
			if read[s.rel] {
				script.path = tree.Prefix + s.rel
			}
		}
		if d := script.problem(); d.Message != "" {
			at := s.at
			d.Location, d.Group.Key = &at, at.Path
			if s.spoken {
				d.Severity = analysis.Info
			}
			pass.Report(d)
		}
	}
}

// readFiles returns the files of a tree that were read, and so can be changed by fixes.
func readFiles(w *analysis.Workspace, tree *analysis.Tree) map[string]bool {
	read := map[string]bool{}
	for _, f := range w.Files {
		if f.Tree == tree && f.Hash != ([32]byte{}) {
			read[f.Rel] = true
		}
	}
	return read
}
