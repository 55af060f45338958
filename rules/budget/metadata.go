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

// Metadata reports an entry in the list of skills that costs more than it may, and a text there of
// which the end is not shown.
//
// An agent shows its model a list of all skills in every session, used or not. CLEO sets 100 tokens
// aside for a skill: name, version, description and path in its registry. The progressive disclosure
// design counts on 80 for name, description and path; that is looked at where the dialect is pinned.
// Claude Code shows description and when_to_use together, and cuts them at 1,536 characters.
//
// Shorten the description to what it does and when to use it; the skill itself says the rest.
//
// Left alone: other dialects, where descriptions of up to 1,024 characters, some 250 tokens, are usual
// and shown; the configuration's budget "metadata" sets a limit for them. A single field that is too
// long is frontmatter/schema's; what all skills cost together is budget/catalog's.
var Metadata = &analysis.Analyzer{
	Name:     "budget/metadata",
	Doc:      "skill whose entry in the list of skills costs too much, or is cut",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Registry,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, level 0; the progressive disclosure design; Claude Code's documentation of skills"},
	Options: &MetadataOptions{},
	Run:     metadata,
}

// MetadataOptions are the options of budget/metadata.
type MetadataOptions struct {
	Tokens int `yaml:"tokens" doc:"what the entry of one skill may cost; 0: what the budgets say, else the dialect"`
}

func metadata(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil {
		return nil
	}
	shownTogether(pass)
	if d.Kind == analysis.Skill && d.Dialect.Kinds[analysis.Registry.String()] != nil {
		return nil // its entry is the registry's
	}
	limit := budget.OfMetadata(d.File, analysis.OptionsOf[MetadataOptions](pass).Tokens)
	if limit.Tokens == 0 {
		return nil
	}
	for _, e := range budget.Entries(d) {
		by, over := limit.Over(e.Tokens)
		if !over {
			continue
		}
		pass.Report(analysis.Diagnostic{Range: e.At, Measured: e.Tokens, Severity: limit.Severity,
			Message: fmt.Sprintf("%s costs about %s tokens in the list of skills (%s), %s more than the %s that %s, in every session; shorten its description of %s",
				quote.Text(e.Name), quote.Count(e.Tokens), e.From, quote.Count(by), quote.Count(limit.Tokens), limit.Source, count(e.Length, "character"))})
	}
	return nil
}

// shownTogether reports fields that together are more than an agent shows, though none of them is
// alone. Where that agent is a target, portability/agent says so.
func shownTogether(pass *analysis.Pass) {
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
		pass.Report(analysis.Diagnostic{Range: last.Range, Anywhere: true, About: "together", Measured: sum, Message: fmt.Sprintf("%s have %s characters together, and %s shows the first %s in its list of skills; shorten them by %s",
			strings.Join(rules.Listing.Fields, " and "), quote.Count(sum), d.Dialect.Title, quote.Count(most), quote.Count(sum-most))})
	}
}
