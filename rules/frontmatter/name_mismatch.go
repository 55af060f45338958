package frontmatter

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/near"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/schema"
	"golang.org/x/text/unicode/norm"
)

// NameMismatch reports a name that is not that of the directory, or of the file where a dialect's
// skills are flat files.
//
// Who looks a skill up by its path gets one that calls itself otherwise; who looks it up by its
// name does not find it. The specification's validator rejects it, and so does CLEO's registry;
// a persona of Triagent names files. Claude Code calls a skill by its directory and shows the name as
// a label. The message says what the dialect's loader does.
//
// Write the name of the directory, or rename the directory.
//
// Names are compared as the loader does it: in the composed form of Unicode (NFKC), in duyetbot
// after the clean-up of the name. A skill below another skill is a warning, one in a directory
// called "template" is advice. Left alone: skills of plugins, where the name counts, agents
// of Claude Code and Copilot, and a name that frontmatter/schema reports already for its spelling.
var NameMismatch = &analysis.Analyzer{
	Name:     "frontmatter/name-mismatch",
	Doc:      "name that is not that of the directory or file",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "skills-ref 0.1.5; loaders of duyetbot and Triagent; documentation of Claude Code", Checked: "2026-11-21"},
	Run: nameMismatch,
}

func nameMismatch(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil {
		return nil
	}
	name := fields.Get("name")
	rules := d.Dialect.Kinds[readAs(d.File)]
	if rules == nil || rules.Name == nil || name == nil || name.Kind != analysis.String && name.Kind != analysis.Number {
		return nil
	}
	want, container := wanted(d.File, rules.Name.Equals)
	got := strings.TrimSpace(name.Text)
	if rules.Name.Normalise {
		got = normalised(got)
	}
	if want == "" || got == "" || norm.NFKC.String(got) == norm.NFKC.String(want) {
		return nil
	}
	severity := mismatchSeverity(d.File, rules.Name, want)
	if severity == analysis.Off || near.Same(got, want) && misspeltName(d, fields) {
		return nil
	}
	pass.Report(analysis.Diagnostic{
		Range:    name.Range,
		Severity: severity,
		Message: fmt.Sprintf("%s is not the name of its %s, %s, so %s; write %s",
			quote.Text(strings.TrimSpace(name.Text)), container, quote.Text(want), rules.Name.Effect, quote.Text(want)),
		SuggestedFixes: renamed(name, want),
	})
	return nil
}

// wanted returns what the name must equal, and what that is the name of. It is empty where the
// path does not tell.
func wanted(f *analysis.File, equals string) (name, container string) {
	if equals == "stem" {
		base := path.Base(f.Rel)
		return strings.TrimSuffix(base, path.Ext(base)), "file"
	}
	for _, p := range []string{f.Rel, f.Path} {
		if dir := path.Base(path.Dir(p)); dir != "." && dir != "/" && dir != ".." {
			return dir, "directory"
		}
	}
	return "", ""
}

func mismatchSeverity(f *analysis.File, rules *schema.NameRules, want string) analysis.Severity {
	name := rules.Severity
	switch {
	case f.Plugin && rules.Plugin != "":
		name = rules.Plugin
	case f.Nested && rules.Nested != "":
		name = rules.Nested
	}
	severity, _ := analysis.ParseSeverity(name)
	if want == "template" {
		return min(severity, analysis.Info)
	}
	return severity
}

// misspeltName reports whether frontmatter/schema has something to say about the name.
func misspeltName(d *analysis.Document, fields *analysis.Value) bool {
	found, err := violations(d.Dialect.Name, readAs(d.File), fields)
	return err == nil && slices.ContainsFunc(oneOfEach(found, d.Pinned), func(v schema.Violation) bool {
		return len(v.Path) == 1 && v.Path[0] == "name"
	})
}

// renamed writes the wanted name, unless it needs quotation marks or more than one line.
func renamed(name *analysis.Value, want string) []analysis.SuggestedFix {
	if strings.Trim(want, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || strings.Trim(want, "0123456789-_") == "" {
		return nil
	}
	if fix := replacement("write the name of the path", false, name, want); fix != nil {
		return []analysis.SuggestedFix{*fix}
	}
	return nil
}

// normalises reports whether the loader of a document cleans names up before it uses them.
func normalises(d *analysis.Document) bool {
	rules := d.Dialect.Kinds[readAs(d.File)]
	return rules != nil && rules.Name != nil && rules.Name.Normalise
}

// normalised cleans a name up: lower case, one hyphen for whatever is no letter or digit, none
// at the ends.
func normalised(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
