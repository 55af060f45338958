package frontmatter

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// Version reports a version in a header that is no semantic version.
//
// CLEO compares a skill's version with that of its registry, duyetbot's validator warns of any
// other than three numbers, and Triagent keeps the version as a text. To YAML an unquoted 1.0 is
// the number one: what follows the last digit that counts is lost to whoever reads it as one.
//
// Write three numbers with dots between them, such as "1.0.0"; CLEO and Triagent take what
// semver.org allows behind them as well. Where the three numbers are certain the fix writes them.
//
// Left alone: dialects whose loader reads no version, and the versions of plugins and registries,
// which registry/schema looks at.
var Version = &analysis.Analyzer{
	Name:     "frontmatter/version",
	Doc:      "version that is no semantic version",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.LoaderCode,
		Name: "validator of duyetbot's design, models of Triagent, registry schema of CLEO", Checked: "2026-08-31"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      version,
}

func version(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields.Get("version") == nil {
		return nil
	}
	for _, v := range claimed(pass, fields) {
		pass.Report(wrongVersion(d, fields, v))
	}
	return nil
}

func wrongVersion(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	value, member := violation.At(fields, v.Path)
	what, advice := violation.YAML.Describe(v, value)
	if value.Kind == analysis.Number {
		what = quote.Text(value.Text) + " is a number to YAML"
	}
	found := analysis.Diagnostic{Range: value.Range, Severity: violation.Severity(v)}
	if found.Range.Len() == 0 {
		found.Range = member.KeyRange
	}
	if meant := semantic(value); meant != "" {
		advice = "write " + strconv.Quote(meant)
		if fix := edit("write a version in quotation marks", true, value, strconv.Quote(meant)); fix != nil {
			found.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
	}
	found.Message, found.Effect, found.Help = what, v.Effect, advice
	return found
}

// semantic returns the version of three numbers that somebody meant by a text or number, or "" where
// that is not certain: blanks around it, a "v" before it, or numbers that are left out.
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
