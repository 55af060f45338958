package budget

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
)

// Metadata reports skill-list entries that cost too many tokens, and texts that the list truncates.
//
// A client shows its model a list of all skills in every session, whether they are used or not. CLEO
// reserves 100 tokens for each skill: name, version, description and path from its registry. The
// progressive disclosure design expects 80 tokens for name, description and path. That limit applies only
// where you configure the dialect. Claude Code shows description and when_to_use together, and truncates
// them at 1,536 characters.
//
// Limit the description to what the skill does and when to use it. The skill itself has room for the rest.
//
// Not reported:
//   - other dialects, where descriptions of up to 1,024 characters are usual; the configuration's budget
//     "metadata" sets a limit for them
//   - a single field that is too long, which frontmatter/schema reports
//   - the total of all skills, which budget/catalog reports
var Metadata = &analysis.Analyzer{
	Name:     "budget/metadata",
	Doc:      "skill-list entry that is too large or truncated",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Registry,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, level 0; the progressive disclosure design; Claude Code's documentation of skills"},
	Options: &MetadataOptions{},
	Run:     metadata,
}

// MetadataOptions are the options of budget/metadata.
type MetadataOptions struct {
	Tokens int `yaml:"tokens" doc:"limit of one skill-list entry; 0: that of the budgets, else of the dialect"`
}

func metadata(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil {
		return nil
	}
	reportCombined(pass)
	if d.Kind == analysis.Skill && d.Dialect.Kinds[analysis.Registry.String()] != nil {
		return nil // the registry has its own entry
	}
	limit := budget.OfMetadata(d.File, analysis.OptionsOf[MetadataOptions](pass).Tokens)
	if limit.Tokens == 0 {
		return nil
	}
	for _, e := range budget.Entries(d) {
		if _, over := limit.Over(e.Tokens); !over {
			continue
		}
		pass.Report(analysis.Diagnostic{Range: e.At, Measured: e.Tokens, Severity: limit.Severity, Must: limit.Must,
			Message: fmt.Sprintf("skill-list entry of %s is about %s tokens (%s)", quote.Text(e.Name), quote.Count(e.Tokens), limit),
			Effect:  "every session loads the entry: " + e.From,
			Help:    fmt.Sprintf("shorten the description (%s)", quote.Plural(e.Length, "character"))})
	}
	return nil
}

// reportCombined reports fields whose total exceeds the limit of a client, although each is within it. If that client is
// a target, portability/agent reports them.
func reportCombined(pass *analysis.Pass) {
	d, rules := pass.Document, pass.Document.Rules()
	if rules == nil || rules.Listing == nil || rules.Listing.Most == 0 || slices.Contains(d.Targets, d.Dialect.Name) {
		return
	}
	sum, most := 0, rules.Listing.Most
	var last *analysis.Value
	for _, field := range rules.Listing.Fields {
		v := d.Data.Get(field)
		if !v.IsString() {
			continue
		}
		n := utf8.RuneCountInString(v.Text)
		if n > most {
			return
		}
		sum, last = sum+n, v
	}
	if sum > most {
		pass.Report(analysis.Diagnostic{Range: last.Range, Severity: analysis.Warning, Anywhere: true, About: "together", Measured: sum,
			Message: fmt.Sprintf("%s are %s characters together (limit %s)", strings.Join(rules.Listing.Fields, " and "), quote.Count(sum), quote.Count(most)),
			Effect:  d.Dialect.Title + " truncates them in its skill list",
			Help:    "shorten them by " + quote.Plural(sum-most, "character")})
	}
}
