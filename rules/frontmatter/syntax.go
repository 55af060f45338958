package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Syntax reports YAML or TOML that does not parse, and YAML that parsers read differently.
//
// One typo makes all fields unreadable. Most clients then skip the skill, or load it without its
// description, and show no error. The finding points at the typo itself, not at the place where a
// parser stops: an unquoted ": ", a tab, a wrong indentation, an unclosed quote or bracket, a value
// that starts with a reserved character. Only the first syntax error of a file is reported.
//
// Severity:
//   - error where clients lose the fields
//   - warning where the client repairs the error and reads the name and description as written;
//     other clients repair nothing
//   - info for an unquoted value in subagents and commands of Claude Code, which quotes it itself, and in rules and instructions
//     of clients that read some fields verbatim, and for hints such as "[file] [mode]", a form that Claude Code documents
//   - warning for files that editors read with tolerant parsers: rules of Cursor, instructions and
//     prompts of Copilot
//
// The rule also reports duplicate keys, keys that are not text, YAML tags and anchors, numbers that
// some parsers cannot represent, and frontmatter that is a list or plain text. Frontmatter over
// 64 KiB, 2,000 values or 64 levels is not parsed, which is reported too.
//
// Not reported:
//   - anchors and tags in plain YAML files, which only their own client reads
//   - unquoted globs in rules of Cursor and instructions of Copilot, where they are valid
//   - templates: files in a template directory whose name is a placeholder, and {{placeholders}} as values there
//
// Fix: --fix quotes a value with an unquoted colon; --unsafe-fixes quotes items with brackets ("ray[data]") of
// a list, and makes other corrections that may change the value.
var Syntax = &analysis.Analyzer{
	Name:     "frontmatter/syntax",
	Doc:      "invalid or ambiguous YAML or TOML",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini-cli 0.61.0, copilot 1.0.102, skills-ref 0.1.5", Checked: "2026-11-21"},
	Run: syntax,
}

func syntax(pass *analysis.Pass) error {
	d := pass.Document
	rules := headerRules(d.File)
	if rules.Need == "none" || IsTemplate(d) {
		return nil
	}
	for _, limit := range d.HeaderLimits {
		pass.Report(analysis.Diagnostic{Range: limit.Range, Message: limit.Message, Effect: "skilllint does not check the fields", Help: limit.Help})
	}
	if d.Broken != nil {
		reportBroken(pass, rules)
		return nil
	}
	reportWarnings(pass, rules)
	if v := d.Data; v != nil && v.Kind != analysis.Map && v.Kind != analysis.Null && (v.Kind != analysis.List || !rules.Lists) {
		message, help := noMapping(d, v)
		pass.Report(analysis.Diagnostic{Range: firstLine(d, v.Range), Message: message, Effect: rules.WhenBroken, Help: help})
	}
	return nil
}

// headerRules returns the rules of the dialect for the frontmatter of a kind of file.
func headerRules(f *analysis.File) schema.HeaderRules {
	if f.Dialect == nil {
		return schema.HeaderRules{}
	}
	if rules := f.Dialect.Kinds[readAs(f)]; rules != nil {
		return rules.Header
	}
	return schema.HeaderRules{}
}

// reportWarnings reports YAML that only some clients can parse.
func reportWarnings(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	refused, unique := false, mustBeUnique(d.Data, rules)
	for _, o := range d.ParseWarnings {
		refused = refused || o.Kind == analysis.BadAlias
	}
	for _, o := range d.ParseWarnings {
		found := analysis.Diagnostic{Range: o.Range, Message: o.Message, Help: o.Help}
		switch o.Kind {
		case analysis.DuplicateKey:
			found.Related = []analysis.Related{{Location: d.At(o.First), Message: "first used here"}}
			if rules.DuplicateKey == "warning" && !unique[o.Range] {
				found.Severity = analysis.Warning
			} else {
				found.Effect = rules.WhenBroken
			}
		case analysis.Anchor, analysis.CoreTag:
			if d.Header == nil || refused {
				continue
			}
			found.Severity, found.Effect = analysis.Warning, "some YAML parsers reject it"
		case analysis.UnknownTag:
			found.Effect = "most YAML parsers reject it"
		case analysis.NonStringKey:
			if placeholder.IsTemplatePath(d.Rel) && strings.HasPrefix(d.Text(o.Range), "{{") {
				continue // a placeholder
			}
			found.Effect = "most YAML parsers accept only text as a key"
		case analysis.BadNumber:
			found.Severity, found.Effect = analysis.Warning, "some YAML parsers reject it or change its value"
		case analysis.BadUTF8: // files/encoding reports it
			continue
		}
		pass.Report(found)
	}
}

// mustBeUnique returns the ranges of duplicate keys that the client rejects.
func mustBeUnique(fields *analysis.Value, rules schema.HeaderRules) map[analysis.Range]bool {
	again := map[analysis.Range]bool{}
	for _, path := range rules.Unique {
		keys := strings.Split(path, ".")
		parent := fields.Lookup(keys[:len(keys)-1]...)
		if parent == nil {
			continue
		}
		for _, m := range parent.Members {
			if m.Duplicate && m.Key == keys[len(keys)-1] {
				again[m.KeyRange] = true
			}
		}
	}
	return again
}
