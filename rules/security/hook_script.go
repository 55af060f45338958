package security

import (
	"crypto/sha256"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// HookScript reports harmful scripts that hooks and inline commands start.
//
// Clients run hooks and inline commands (!`command`) without confirmation. Users who read them see only the name of a
// script. The rule reads the script, also outside of skills, and reports it at the command that starts it.
//
// Severity: that of the rule that reports the code in a hook.
//
// Not reported:
//   - scripts of skills, unless the finding is more severe because a hook starts them
//   - programs of MCP servers
//   - scripts that do not exist
var HookScript = &analysis.Analyzer{
	Name:     "security/hook-script",
	Doc:      "harmful script that runs without confirmation",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "CVE-2025-59536 (commands of a project ran before the user trusted it)"},
	Requires: []*analysis.Analyzer{startedFact.Analyzer},
	Run:      hookScript,
}

// A startedScript is a script that a document starts without confirmation.
type startedScript struct {
	Path string // contains unknown variables as ${NAME}
	At   analysis.Location
}

// startedFact computes the scripts that a document starts without confirmation.
var startedFact = analysis.NewFact("started", "the scripts that a document starts without confirmation", analysis.PerDocument, everyKind, readStarted, behavior.Fact.Analyzer)

func readStarted(pass *analysis.Pass) ([]startedScript, error) {
	var found []startedScript
	for _, a := range behavior.Fact.Of(pass).Acts {
		if a.Kind == behavior.Starts {
			found = append(found, startedScript{strings.Clone(a.To), pass.Document.At(a.At)})
		}
	}
	if found == nil {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// maxScriptSize is the size of the largest script that is read. Scripts are not read together, so there is no limit for all.
const maxScriptSize = 4 << 20

func hookScript(pass *analysis.Pass) error {
	seen := map[*analysis.Tree]map[string]bool{}
	for file, list := range startedFact.All(pass.Store) {
		tree := file.Tree
		for _, s := range list {
			rel := scriptAt(file, s.Path)
			if rel == "" || seen[tree][rel] {
				continue
			}
			if seen[tree] == nil {
				seen[tree] = map[string]bool{}
			}
			seen[tree][rel] = true
			text := tree.Read(rel, maxScriptSize)
			if text == nil && len(tree.Head(rel, 1)) > 0 {
				pass.Report(analysis.Diagnostic{Location: &s.At, Severity: analysis.Warning, Message: quote.Text(path.Base(rel)) + " runs without confirmation, and was not read",
					Effect: "it is larger than " + quote.Count(maxScriptSize) + " bytes, or cannot be read", Help: "split the script"})
				continue
			}
			reportScript(pass, file, s.At, tree.Prefix+rel, text, isOfSkill(tree, rel))
		}
	}
	return nil
}

// isOfSkill reports whether a file is in the directory of a skill, where other rules check it.
func isOfSkill(tree *analysis.Tree, rel string) bool {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		if tree.Exists(path.Join(dir, "SKILL.md")) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// scriptAt returns the path of a script relative to the root: in the directory of the document or in one above it. It returns
// "" if the script does not exist.
func scriptAt(file *analysis.File, written string) string {
	for _, root := range []string{"${CLAUDE_PLUGIN_ROOT}/", "${CLAUDE_PROJECT_DIR}/", "${CLAUDE_SKILL_DIR}/", "${PWD}/"} {
		written = strings.TrimPrefix(written, root)
	}
	if written == "" || strings.ContainsAny(written, "$~*") || path.IsAbs(written) || strings.HasPrefix(path.Clean(written), "..") {
		return ""
	}
	for dir := path.Dir(file.Rel); ; dir = path.Dir(dir) {
		if rel := path.Join(dir, written); file.Tree.Stat(rel) == analysis.IsFile {
			return rel
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

// reportScript reports the worst act of a script. If other rules check the script, it is reported only if running without
// confirmation makes it worse.
func reportScript(pass *analysis.Pass, file *analysis.File, at analysis.Location, name string, text []byte, isChecked bool) {
	d := analysis.NewDocument(&analysis.File{Path: name, Rel: name, Kind: analysis.Resource, TrustedHosts: file.TrustedHosts}, text)
	if d.Encoding != analysis.UTF8 || len(text) == 0 {
		return
	}
	h := worse(worstHit(d.File, behavior.ReadScript(d, behavior.Unasked)), flagHit(d))
	if h.severity < analysis.Warning || isChecked && h.severity <= worstHit(d.File, behavior.ReadScript(d, behavior.InScript)).severity {
		return
	}
	pass.Report(analysis.Diagnostic{Location: &at, Severity: h.severity, Help: h.help,
		Message:  quote.Text(path.Base(name)) + " runs without confirmation: " + h.message,
		Effect:   "the client starts the script as soon as the command runs",
		Evidence: [][32]byte{sha256.Sum256(text)}, Related: []analysis.Related{{Location: d.At(h.at), Message: h.message}}})
}
