package loader

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// duyetbot finds the frontmatter by a regular expression that does not match CR, validates it with its
// schema, and normalizes names.
var duyetbot = &Client{
	ID:      "duyetbot",
	Title:   "duyetbot",
	Version: "design of January 2026",
	Source:  "the design's parser and validator",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readDuyetbot,
}

func readDuyetbot(f *file) outcome {
	rest, opened := bytes.CutPrefix(f.source, []byte("---\n"))
	if !opened || !bytes.Contains(rest, []byte("\n---\n")) {
		message, cause := `frontmatter is not between two "---" lines`, "no-header"
		if f.hasCRLF() {
			message, cause = "Windows line endings (CR LF) in the frontmatter", "line-ends"
		}
		return outcome{reasons: []Reason{{message, "", f.topRange(), cause}}}
	}
	if o, refused := (requirements{absent: true, broken: true}).check(f); refused {
		return o
	}
	if f.doc.Data == nil {
		return outcome{reasons: f.checkRequired("name", "type", "description", "triggers")}
	}
	violations, err := schema.Validate("duyetbot", "skill", f.doc.Data.JSON())
	if err != nil {
		return tooLarge(f)
	}
	var reasons []Reason
	for _, v := range violations {
		if v.Loader == "reject" && v.Severity == "error" && !isNumber(f, v) {
			reasons = append(reasons, f.violationReason(v))
		}
	}
	if len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	o := f.unchanged()
	if name := schema.Normalised(o.name); name != o.name {
		o.name = name
		o.reasons = []Reason{{"name is not normalized", "changes the name to " + quote.Text(name), f.valueRange("name"), "name-form"}}
	}
	return o
}

// isNumber reports whether a violation is a number or date in a field for text, which duyetbot accepts.
func isNumber(f *file, v schema.Violation) bool {
	m := f.field(strings.Join(v.Path, "."))
	return v.Keyword == "type" && !v.Exact && m != nil && m.kind == analysis.Number && len(v.Types) == 1 && v.Types[0] == "string"
}

func (f *file) violationReason(v schema.Violation) Reason {
	if v.Missing != "" || len(v.Path) == 0 {
		return missing(f, v.Missing)
	}
	cause := "field-value"
	switch {
	case v.Path[0] == "name" && v.Keyword == "type":
		cause = "name-type"
	case v.Path[0] == "name":
		cause = "name-form"
	}
	return Reason{quote.Text(v.Path[0]) + " does not match the schema", "", f.valueRange(v.Path[0]), cause}
}
