package frontmatter

import (
	"slices"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// longDescription is the longest description that all clients accept, in characters.
const longDescription = 1024

// reportLength reports a description that the client of the dialect accepts, but other clients reject. If the user
// configured targets, portability/agent reports it.
func reportLength(pass *analysis.Pass, fields, value *analysis.Value) {
	d := pass.Document
	length := utf8.RuneCountInString(value.Text)
	if length <= longDescription || d.Kind != analysis.Skill || len(d.Targets) > 0 || d.Pinned || isInvalid(d, fields, "description") {
		return
	}
	var ids, rejected []string
	for _, client := range loader.Clients() {
		ids = append(ids, client.ID)
	}
	for _, reading := range loader.Read(d, ids) {
		if reading.Status == loader.Rejected && slices.ContainsFunc(reading.Reasons, func(r loader.Reason) bool { return r.Cause == "description-length" }) {
			rejected = append(rejected, reading.Client.ID)
		}
	}
	if len(rejected) == 0 {
		return
	}
	message := "description is longer than " + quote.Count(longDescription) + " characters"
	effect := loader.Sentence(rejected, loader.Rejects)
	pass.Report(analysis.Diagnostic{Range: value.Range, Severity: analysis.Info, Measured: length, Effect: effect, Help: "shorten it for other clients",
		Message: "description is " + quote.Count(length) + " characters long (limit " + quote.Count(longDescription) + " in other clients)",
		Group:   analysis.Group{Key: message, Message: analysis.Many + " descriptions are longer than " + quote.Count(longDescription) + " characters", Effect: effect}})
}

// reportAbsent reports a skill without a description if the client does not require one.
func reportAbsent(pass *analysis.Pass, fields *analysis.Value) {
	d := pass.Document
	if d.Kind != analysis.Skill || d.Nested || d.Dialect == nil || len(d.Targets) > 0 || headerRules(d.File).Need != "optional" || loader.IsManual(fields) ||
		placeholder.IsTemplatePath(d.Rel) || d.Broken != nil || d.Header == nil {
		return
	}
	where := firstText(d)
	switch {
	case d.Header.State == analysis.HeaderClosed && fields != nil:
		where = opening(d)
	case d.Header.State != analysis.HeaderNone || bareFields(d, headerRules(d.File)) != nil || d.TrimLine(where).Len() == 0:
		return // frontmatter/missing reports it
	}
	pass.Report(analysis.Diagnostic{Range: where, Severity: analysis.Info, Message: "missing description",
		Effect: d.Dialect.Title + " lists the skill with the first paragraph of its body", Help: "add a description that says what it does and when to use it",
		Group: analysis.Group{Key: "absent", Message: analysis.Many + " skills have no description"}})
}
