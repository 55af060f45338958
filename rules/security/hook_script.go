package security

import (
	"crypto/sha256"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// HookScript reports harmful scripts that hooks and inline commands start.
//
// Clients run hooks and inline commands (!`command`) without confirmation. Users who read them see only the name of a
// script. The rule reads the script, also outside of skills, and reports it at the command that starts it. It follows the
// script to further ones, through cd, source, make, npm run and python -m.
//
// Scripts that a hook starts by a computed path are not seen.
//
// Severity:
//   - that of the rule that reports the code in a hook
//   - warning if a script cannot be read
//   - info if it is not in the repository
//
// Not reported:
//   - scripts of skills, unless the finding is more severe because a hook starts them
//   - programs of MCP servers
//   - scripts that do not exist
//   - scripts of settings.json in the root of a repository that is ~/.claude
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

func hookScript(pass *analysis.Pass) error {
	seen := map[*analysis.Tree]map[string]bool{}
	for file, list := range startedFact.All(pass.Store) {
		if seen[file.Tree] == nil {
			seen[file.Tree] = map[string]bool{}
		}
		follow(pass, file, list, seen[file.Tree])
	}
	return nil
}

// reportScript reports the worst act of a script. If other rules check the script, it is reported only if running without
// confirmation makes it worse. It returns the scripts that the script starts.
func reportScript(pass *analysis.Pass, file *analysis.File, s startedScript, rel string, text []byte) []startedScript {
	tree := file.Tree
	d := analysis.NewDocument(&analysis.File{Path: tree.Prefix + rel, Rel: rel, Kind: analysis.Resource, TrustedHosts: file.TrustedHosts}, text)
	if d.Encoding != analysis.UTF8 {
		return nil
	}
	evidence := append(slices.Clone(s.Read), sha256.Sum256(text))
	r := s.read(d)
	h := worse(worstHit(d, r), flagHit(d))
	if h.severity >= analysis.Warning && !(isOfSkill(tree, rel) && h.severity <= worstHit(d, behavior.ReadScript(d, behavior.InScript)).severity) {
		pass.Report(analysis.Diagnostic{Location: &s.At, Severity: h.severity, Help: h.help,
			Message:  quote.Text(path.Base(rel)) + " runs without confirmation: " + h.message,
			Effect:   "the client starts the script as soon as the command runs",
			Evidence: evidence, Related: []analysis.Related{{Location: d.At(h.at), Message: h.message}}})
	}
	var further []startedScript
	for _, a := range r.Acts {
		if a.Kind == behavior.Starts {
			further = append(further, startedScript{Path: strings.Clone(a.To), By: a.By, From: rel, Read: evidence, At: s.At})
		}
	}
	return further
}
