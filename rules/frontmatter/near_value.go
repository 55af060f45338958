package frontmatter

import (
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// reportTypos reports values that are similar to a value that the client defines, in fields that also accept other values:
// names of models, and events and matchers of hooks.
func reportTypos(pass *analysis.Pass, fields *analysis.Value) {
	d := pass.Document
	for i := range fields.Members {
		m := &fields.Members[i]
		words := schema.Examples(d.Dialect.Name, readAs(d.File), m.Key)
		meant := nearWord(m.Value, words)
		if meant == "" && m.Key == "model" && d.Dialect.Name == "claude-code" {
			meant = claudeModel(m.Value)
		}
		if meant != "" {
			found := analysis.Diagnostic{Range: m.Value.Range, Severity: analysis.Warning, Message: "unknown " + m.Key + " " + quote.Text(m.Value.Text),
				Effect: d.Dialect.Title + " cannot use the " + m.Key, Help: "did you mean " + quote.Text(meant) + "?"}
			if fix := replacement("write "+quote.Text(meant), false, m.Value, meant); fix != nil {
				found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
			}
			pass.Report(found)
		}
	}
	if hooks := fields.Get("hooks"); hooks != nil && d.Dialect.Name == "claude-code" {
		for _, found := range violation.HookTypos(hooks, schema.FieldsAt(d.Dialect.Name, "hooks", "$defs", "events"), d.Dialect) {
			pass.Report(found)
		}
	}
}

// The patterns are compiled on use: few files have such a model.
var (
	dottedModel = func() *regexp.Regexp {
		return regexp.MustCompile(`^claude-(?:opus|sonnet|haiku|fable)-[0-9]\.[0-9]$`)
	}
	titledModel = func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:claude[- ])?(?:[0-9](?:\.[0-9])?-)?(opus|sonnet|haiku|fable)(?:[- ][0-9](?:\.[0-9])?)?(?: \([a-z ]+\))?$`)
	}
)

// claudeModel returns the name in Claude Code of a model that is written as in another client: "claude-sonnet-4.5", or
// "Claude Sonnet 4.5 (copilot)".
func claudeModel(value *analysis.Value) string {
	if !value.IsString() || len(value.Text) > 60 {
		return ""
	}
	text := strings.ToLower(strings.TrimSpace(value.Text))
	if !strings.ContainsAny(text, ".- (") {
		return ""
	}
	if dottedModel().MatchString(text) {
		return strings.ReplaceAll(text, ".", "-")
	}
	if m := titledModel().FindStringSubmatch(text); m != nil && strings.ContainsAny(text, ". (") {
		return m[1]
	}
	return ""
}

// nearWord returns the word that a text is probably a typo of. Differences in digits are not typos but versions.
func nearWord(value *analysis.Value, words []string) string {
	if len(words) == 0 || !value.IsString() || strings.ContainsAny(value.Text, "0123456789") {
		return ""
	}
	text := strings.ToLower(strings.TrimSpace(value.Text))
	if best, near := suggest.Best(text, words); near && best != text {
		return best
	}
	return ""
}
