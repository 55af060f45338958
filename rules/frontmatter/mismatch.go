package frontmatter

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
	"golang.org/x/text/unicode/norm"
)

// mismatchOf returns the mismatch of a document. The help may suggest a directory that exists, because only rules on the
// workspace can check that.
func mismatchOf(pass *analysis.Pass) (Mismatch, error) {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil {
		return Mismatch{}, analysis.ErrNoFact
	}
	name := fields.Get("name")
	rules := d.Dialect.Kinds[readAs(d.File)]
	if rules == nil || rules.Name == nil || name == nil || name.Kind != analysis.String && name.Kind != analysis.Number {
		return Mismatch{}, analysis.ErrNoFact
	}
	want, container := requiredName(d.File, rules.Name.Equals)
	got := strings.TrimSpace(name.Text)
	if rules.Name.Normalise {
		got = schema.Normalised(got)
	}
	if container == "directory" && got == path.Base(path.Dir(path.Dir(d.Rel))) {
		return Mismatch{}, analysis.ErrNoFact // one of several variants of a skill; the parent directory has the name
	}
	if want == "" || got == "" || isIntent(d, fields) || norm.NFKC.String(got) == norm.NFKC.String(want) {
		return Mismatch{}, analysis.ErrNoFact
	}
	if rules.Name.Label != "" && isLabel(got) && suggest.Same(got, want) {
		return Mismatch{}, analysis.ErrNoFact // "Deploy App" for deploy-app
	}
	severity := mismatchSeverity(d.File, rules.Name, got, want)
	if severity == analysis.Off || misspelledName(d, fields, suggest.Same(got, want)) >= severity {
		return Mismatch{}, analysis.ErrNoFact
	}
	found := analysis.Diagnostic{
		Severity: severity,
		Message: fmt.Sprintf("name %s does not match the %s %s",
			quote.Text(strings.TrimSpace(name.Text)), container, quote.Text(want)),
		Effect: rules.Name.Effect,
	}
	valid := isName(d, want)
	if valid && suggest.Same(got, want) && !isGenerated(d.Rel) {
		found.SuggestedFixes = renameFix(name, want)
	}
	m := Mismatch{At: d.At(name.Range), Name: got}
	if isGenerated(d.Rel) {
		found.Help = "correct what generates the file"
	} else {
		var other string
		found, other = addHelp(found, got, want, container, valid)
		m.Moved, m.Help = movedTo(d.File, other, container), elsewhere(want, container, valid)
	}
	if rules.Name.Label != "" && isLabel(got) && found.Group.Key == "" {
		found.Group = analysis.Group{Key: "label", Message: analysis.Many + " names differ from their directories", Help: "use the names of the directories"}
	}
	m.Found = found
	return m, nil
}

func mismatchSeverity(f *analysis.File, rules *schema.NameRules, got, want string) analysis.Severity {
	name := rules.Severity
	switch {
	case f.Plugin && rules.Plugin != "":
		name = rules.Plugin
	case f.Nested && rules.Nested != "":
		name = rules.Nested
	case rules.Label != "" && isLabel(got):
		name = rules.Label
	}
	severity, _ := analysis.ParseSeverity(name)
	switch {
	case want == "template" || want == "templates" || want[0] == '_' || f.Nested || isGenerated(f.Rel) || isStandIn(got) || isVersion(want, got):
		return min(severity, analysis.Info)
	case f.Dialect.Name == "agentskills" && !f.Pinned && !slices.Contains(f.Targets, "agentskills"):
		return min(severity, analysis.Warning) // only the specification's validator rejects it
	}
	return severity
}

// isStandIn reports whether a name stands for any name of a skill.
func isStandIn(name string) bool {
	return placeholder.IsUnwrittenName(name) || slices.Contains([]string{"skill-name", "my-skill", "my-skill-name", "your-skill", "your-skill-name", "example-skill", "name"}, name)
}

// isVersion reports whether the name of a directory is that of a skill and a version: "lint-1.2.0".
func isVersion(dir, name string) bool {
	version, ok := strings.CutPrefix(dir, name+"-")
	return ok && strings.Trim(strings.TrimPrefix(version, "v"), "0123456789.-_") == ""
}

// misspelledName returns the severity of the finding of frontmatter/schema about the form of the name. It returns Off if
// there is no finding, or the finding does not suggest the name of the directory.
func misspelledName(d *analysis.Document, fields *analysis.Value, same bool) analysis.Severity {
	worst := analysis.Off
	found, _ := violations(d.Dialect.Name, readAs(d.File), fields)
	for _, v := range oneOfEach(found, isNamed(d)) {
		if len(v.Path) != 1 || v.Path[0] != "name" {
			continue
		}
		if same || isForm(d, v) && directoryName(d, fields.Get("name")) != "" {
			worst = max(worst, violation.Severity(v))
		}
	}
	return worst
}
