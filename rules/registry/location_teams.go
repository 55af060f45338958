package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// unreadTeams reports files in the directories of Triagent's teams that its loader does not read: personas with the suffix .yml,
// and skills next to the personas instead of in the directory of one.
func unreadTeams(pass *analysis.Pass) {
	seen := map[place]bool{}
	for _, f := range pass.Workspace.Files {
		at := place{f.Tree, path.Dir(f.Rel)}
		if f.Kind != analysis.Persona || seen[at] {
			continue
		}
		seen[at] = true
		for _, name := range f.Tree.Entries(at.dir) {
			first := analysis.Position{Line: 1, Column: 1}
			d := analysis.Diagnostic{Location: &analysis.Location{Path: f.Tree.Prefix + path.Join(at.dir, name), Start: first, End: first}}
			switch stem, ext := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name); {
			case strings.HasPrefix(name, "_persona_") && ext == ".yml":
				d.Message, d.Effect = "persona has the suffix "+quote.Text(ext), f.Dialect.Title+" reads only _persona_*.yaml"
				d.Help = "rename it to " + quote.Text(stem+".yaml")
			case ext == ".md" && stem != "" && strings.Trim(stem, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && stem != "readme" && stem[0] != '_':
				d.Message, d.Effect = "skill is next to the personas of its team", f.Dialect.Title+" does not load it from there"
				d.Help = "move it to core/ or the directory of a persona"
			default:
				continue
			}
			pass.Report(d)
		}
	}
}
