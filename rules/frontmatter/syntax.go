package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// Syntax reports a header, or a YAML or TOML file, that cannot be read, and what readers of YAML
// disagree about.
//
// One slip loses all fields at once, and most loaders say nothing: the skill is just not there,
// or has no description. The finding stands where the slip is, not where a parser gave up, and
// names it: ": " in text without quotation marks, a tab, a key that is indented into the list
// above it, text that goes on at column 1, a quotation mark or bracket that is never closed, a
// value that begins with @ ` % * & [ { ! | or >. Only the first slip of a file is reported,
// because what follows it cannot be judged.
//
// Also reported: keys given twice, which some loaders reject and others settle silently; keys
// that are no text; tags, anchors and numbers that not all readers know; a header that is a list
// or mere text; and headers too large to be one, which are not read.
//
// Where the agent whose skill it is was run, and repairs the slip, so that name and description come
// out as they were meant, it is a warning: other agents repair nothing.
//
// Left alone: anchors and tags of plain YAML files, which only their own loader reads, and globs
// in rules of Cursor and instructions of Copilot, which need no quotation marks there. Editors read
// those files, and prompts, with parsers that forgive much, so there a slip is a warning. A template, whose name is a placeholder
// and which stands among templates, is no file that anybody reads.
var Syntax = &analysis.Analyzer{
	Name:     "frontmatter/syntax",
	Doc:      "YAML that does not parse, or that loaders read differently",
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
		pass.Reportf(limit.Range, "%s", limit.Message)
	}
	if d.Broken != nil {
		reportBroken(pass, rules)
		return nil
	}
	reportOddities(pass, rules)
	if v := d.Data; v != nil && v.Kind != analysis.Map && v.Kind != analysis.Null && (v.Kind != analysis.List || !rules.Lists) {
		pass.Reportf(firstLine(d, v.Range), "%s", because(noMapping(d, v), rules.WhenBroken))
	}
	return nil
}

// headerRules returns what the dialect says of the header of a file's kind.
func headerRules(f *analysis.File) schema.HeaderRules {
	if f.Dialect == nil {
		return schema.HeaderRules{}
	}
	if rules := f.Dialect.Kinds[readAs(f)]; rules != nil {
		return rules.Header
	}
	return schema.HeaderRules{}
}

// because puts what the loader does into a message, before its last part, which says what to
// write.
func because(message, effect string) string {
	i := strings.LastIndex(message, "; ")
	if effect == "" || i < 0 {
		return message
	}
	return message[:i] + ", so " + effect + message[i:]
}

// reportOddities reports what parses and is strange all the same.
func reportOddities(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	refused, unique := false, mustBeUnique(d.Data, rules)
	for _, o := range d.Oddities {
		refused = refused || o.Kind == analysis.BadAlias
	}
	for _, o := range d.Oddities {
		found := analysis.Diagnostic{Range: o.Range, Message: o.Message}
		switch o.Kind {
		case analysis.DuplicateKey:
			found.Related = []analysis.Related{{Location: d.At(o.First), Message: "given first here"}}
			if rules.DuplicateKey == "warning" && !unique[o.Range] {
				found.Severity = analysis.Warning
			} else {
				found.Message = because(o.Message, rules.WhenBroken)
			}
		case analysis.Anchor, analysis.CoreTag:
			if d.Header == nil || refused {
				continue
			}
			found.Severity = analysis.Warning
		case analysis.BadNumber:
			found.Severity = analysis.Warning
		case analysis.BadUTF8: // files/encoding reports it
			continue
		}
		pass.Report(found)
	}
}

// mustBeUnique returns where keys stand once more that the loader wants once.
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
