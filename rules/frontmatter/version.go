package frontmatter

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// Version reports versions that are not semantic versions.
//
// CLEO compares the version of a skill with its registry, and duyetbot's validator warns about any
// version other than three numbers. YAML reads an unquoted 1.0 as a number, and some clients turn it
// into "1".
//
// Write three numbers separated by dots, such as "1.0.0". CLEO and Triagent also accept the
// prerelease and build suffixes of semver.org.
//
// Not reported:
//   - dialects whose client does not read a version
//   - versions of plugins and registries, which registry/schema checks
//
// Fix: --fix writes the three numbers in quotes where they are certain.
var Version = &analysis.Analyzer{
	Name:     "frontmatter/version",
	Doc:      "invalid semantic version",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.LoaderCode,
		Name: "validator of duyetbot's design, models of Triagent, registry schema of CLEO", Checked: "2026-11-28"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      version,
}

func version(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields.Get("version") == nil {
		return nil
	}
	for _, v := range claimedViolations(pass, fields) {
		pass.Report(invalidVersion(d, fields, v))
	}
	return nil
}

func invalidVersion(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	value, member := violation.At(fields, v.Path)
	found := analysis.Diagnostic{Range: value.Range, Severity: violation.Severity(v), Must: violation.IsMust(v), Effect: v.Effect}
	found.Message, found.Help = violation.YAML.Describe(v, value)
	if value.Kind == analysis.Number {
		found.Message = "unquoted version " + quote.Text(value.Text) + " is a number in YAML"
	}
	if found.Range.Len() == 0 {
		found.Range = member.KeyRange
	}
	if meant := semantic(value); meant != "" {
		found.Help = "write " + strconv.Quote(meant)
		if fix := edit(found.Help, true, value, strconv.Quote(meant)); fix != nil {
			found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
		}
	}
	return found
}

// semantic returns the version of three numbers that a text or number probably means, despite spaces, a leading "v" or
// missing numbers, or "".
func semantic(value *analysis.Value) string {
	if value.Kind != analysis.String && value.Kind != analysis.Number || isDate(value) {
		return ""
	}
	text := strings.TrimSpace(value.Text)
	if len(text) > 1 && (text[0] == 'v' || text[0] == 'V') {
		text = text[1:]
	}
	numbers := strings.Split(text, ".")
	for _, n := range numbers {
		if n == "" || len(n) > 9 || strings.Trim(n, "0123456789") != "" || len(n) > 1 && n[0] == '0' {
			return ""
		}
	}
	switch len(numbers) {
	case 1:
		return text + ".0.0"
	case 2:
		return text + ".0"
	case 3:
		return text
	}
	return ""
}
