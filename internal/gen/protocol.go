package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// A check is what a rule looks at for a requirement or against an anti-pattern.
type check struct{ rule, what string }

// checksOf returns what is checked of each requirement of the protocol.
func checksOf() map[string][]check {
	return map[string][]check{
		"BASE-001": {
			{"protocol/manifest-write", "commands that would append an entry over several lines, or overwrite the ledger"},
			{"protocol/sequence", "a completion before the line is appended"},
			{"manifest/line", "each line of a ledger is one JSON object"},
			{"manifest/schema", "its fields and their types"},
			{"manifest/token", "no token is left in it"},
			{"manifest/findings", "3 to 7 key findings, each a sentence"},
			{"manifest/duplicate-id", "no id twice"},
			{"manifest/append-only", "earlier lines stay as they were"},
		},
		"BASE-002": {
			{"protocol/return", "instructions to return content; messages of another form than the protocol's"},
		},
		"BASE-003": {
			{"protocol/sequence", "a block that focuses and appends, but never completes"},
			{"manifest/followup", "partial and blocked work says what is open"},
		},
		"BASE-004": {
			{"protocol/sequence", "a line that is appended, or a task completed, before the output is written"},
			{"manifest/file", "the file that an entry names is there"},
			{"manifest/output", "the output's head, and whether it agrees with its entry"},
			{"markdown/required-section", "the output's sections"},
			{"manifest/unlisted", "outputs that no line names"},
		},
		"BASE-005": {
			{"protocol/sequence", "work and completion without focus, or before it is set"},
		},
		"BASE-006": {
			{"manifest/followup", "who says partial or blocked says what is missing, instead of filling it in"},
		},
		"BASE-007": {
			{"manifest/links", "an entry links its own task, and links are ids"},
		},
	}
}

// An antiPattern is what the protocol warns of.
type antiPattern struct {
	name   string
	who    string
	checks []check
	none   string // why no rule finds it, where none does
}

func antiPatterns() []antiPattern {
	return []antiPattern{
		{name: "returning full content", who: "subagent", checks: []check{
			{"protocol/return", "the instruction that leads to it"}}},
		{name: "pretty-printed JSON in the ledger", who: "subagent", checks: []check{
			{"protocol/manifest-write", "the command that leads to it"}, {"manifest/line", "what it left in a ledger"}}},
		{name: "loading skills by @", who: "subagent", checks: []check{
			{"protocol/role", "@skills/… in an agent's text"}}},
		{name: "work without focus", who: "subagent", checks: []check{
			{"protocol/sequence", "commands that complete what they never focused"}}},
		{name: "reading whole files", who: "orchestrator", none: "it happens when the orchestrator runs; `skilllint manifest` shows what the summaries cost"},
		{name: "implementing code", who: "orchestrator", checks: []check{
			{"protocol/role", "an orchestrator that is granted tools that write"}}},
		{name: "parallel spawns", who: "orchestrator", none: "it happens when the orchestrator runs"},
		{name: "unresolved tokens", who: "orchestrator", checks: []check{
			{"tokens/unresolved", "tokens that nothing replaces, in skills and outputs"}, {"manifest/token", "tokens in a ledger"}}},
	}
}

const protocolIntroduction = `<!-- Written by go generate ./rules from internal/gen/protocol.go and schema/cleo/dialect.json; edit them there. -->

# The subagent protocol, and who checks it

%s has seven numbered requirements and eight anti-patterns. This page says which
rule looks after which. A finding of a protocol rule names the requirement that it is about.

## Requirements

| requirement | level | what a subagent does | checked by | what is checked |
|---|---|---|---|---|
`

const protocolCoverage = `
Whether an agent's text states a requirement at all is %s's.

## Anti-patterns

| anti-pattern | of | found by | what is found |
|---|---|---|---|
`

// protocolPage returns docs/protocol.md, or an error when it names a rule that is none.
func protocolPage() ([]byte, error) {
	var names []string
	for _, rule := range rules.All() {
		names = append(names, rule.Name)
	}
	p := schema.Lookup("cleo").Protocol
	var b strings.Builder
	fmt.Fprintf(&b, protocolIntroduction, p.Title)
	checks := checksOf()
	for _, r := range p.Requirements {
		if err := rows(&b, []string{r.ID, r.Level, cell(r.Text)}, checks[r.ID], names); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(&b, protocolCoverage, ruleLink("protocol/coverage"))
	for _, a := range antiPatterns() {
		if a.none != "" {
			fmt.Fprintf(&b, "| %s | %s | – | %s |\n", a.name, a.who, a.none)
		}
		if err := rows(&b, []string{a.name, a.who}, a.checks, names); err != nil {
			return nil, err
		}
	}
	return []byte(b.String()), nil
}

// rows writes a row of a table for each check. The first begins with what is checked, the others
// with empty cells.
func rows(b *strings.Builder, cells []string, checks []check, names []string) error {
	for _, c := range checks {
		if !slices.Contains(names, c.rule) {
			return fmt.Errorf("the page of the protocol names %s, which is no rule", c.rule)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", strings.Join(cells, " | "), ruleLink(c.rule), cell(c.what))
		cells = make([]string, len(cells))
	}
	return nil
}

// link returns a link to the page of a rule.
func ruleLink(rule string) string { return fmt.Sprintf("[%[1]s](rules/%[1]s.md)", rule) }
