package links

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Depth reports references of a skill that only another reference links, near the end of a long file.
//
// Agents often read only the beginning of a long reference. A file that is linked further down is then
// never read. The specification recommends links from SKILL.md, one level deep. List the files at the top
// of the reference, or link them from SKILL.md.
//
// The files are reported together for each reference, at the first link.
//
// Not reported:
//   - links in the first 200 lines of a reference, such as those of a short page that tells which file to read
//   - files that SKILL.md mentions: a link, a path, the name of the file, or its directory
//   - files that a second reference links, if SKILL.md mentions that reference
//   - files linked from an index, an overview or a README
//   - files that are not Markdown
//   - files that a reference names without a link
var Depth = &analysis.Analyzer{
	Name:     "links/depth",
	Doc:      "file linked only from the end of another reference",
	Severity: analysis.Info,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on file references: one level deep from SKILL.md"},
	Requires: []*analysis.Analyzer{reached.Analyzer},
	Run:      depths,
}

func depths(pass *analysis.Pass) error {
	for _, s := range reached.Of(pass) {
		dir := path.Dir(s.File.Rel)
		found := map[*analysis.File]*analysis.Diagnostic{}
		var order []*analysis.Diagnostic
		for _, d := range s.Deep {
			from, to := quote.Text(analysis.RelativePath(dir, d.From.Rel)), quote.Text(analysis.RelativePath(dir, d.File.Rel))
			if first := found[d.From]; first != nil {
				first.Related = append(first.Related, analysis.Related{Location: d.At, Message: "link to " + to})
				first.Message = fmt.Sprintf("%s files are linked only from %s", quote.Count(1+len(first.Related)), from)
				first.Effect = "agents that read only the beginning of " + from + " do not learn of them"
				first.Help = "list the files at the top of " + from
				continue
			}
			at := d.At
			found[d.From] = &analysis.Diagnostic{Location: &at, Message: to + " is linked only from " + from,
				Effect: "agents that read only the beginning of " + from + " do not learn of it", Help: "list the file at the top of " + from}
			order = append(order, found[d.From])
		}
		for _, d := range order {
			pass.Report(*d)
		}
	}
	return nil
}
