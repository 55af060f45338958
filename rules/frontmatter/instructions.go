package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// reportUnapplied reports Copilot instructions that are never applied, because they specify neither files nor a purpose.
// The instructions of a whole repository, copilot-instructions.md, always apply.
func reportUnapplied(pass *analysis.Pass) {
	d := pass.Document
	if d.Dialect == nil || d.Dialect.Name != "copilot" || !strings.HasSuffix(d.Rel, ".instructions.md") ||
		d.Header == nil || d.Broken != nil || d.TrimLine(analysis.Range{End: len(d.Source)}).Len() == 0 {
		return
	}
	where, fields := firstText(d), fieldsOf(d)
	switch {
	case d.Header.State == analysis.HeaderClosed && fields != nil && fields.Get("applyTo") == nil && fields.Get("description") == nil:
		where = opening(d)
	case d.Header.State != analysis.HeaderNone:
		return
	}
	pass.Report(analysis.Diagnostic{Range: where, Severity: analysis.Info, Message: `missing field "applyTo"`,
		Effect: "Copilot applies the instructions only when you attach them", Help: `add "applyTo" with the files that they are for, such as "**/*.go"`,
		Group: analysis.Group{Key: "applyTo", Message: analysis.Many + ` files of instructions have no field "applyTo"`}})
}
