package budget_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

func TestOfSkill(t *testing.T) {
	cleo, claude := schema.Lookup("cleo"), schema.Lookup("claude-code")
	general := &analysis.Budgets{Skill: 4_000, Dialects: map[string]analysis.Budgets{"cleo": {Skill: 6_000}}}
	tests := []struct {
		name     string
		dialect  *schema.Dialect
		registry *schema.Dialect // nil: not listed
		declared int
		budgets  *analysis.Budgets
		option   int
		want     int
		severity analysis.Severity
		label    string
	}{
		{"recommended", claude, nil, 0, nil, 0, 5_000, analysis.Warning, "recommended"},
		{"no dialect", nil, nil, 0, nil, 0, 5_000, analysis.Warning, "recommended"},
		{"the dialect's", cleo, nil, 0, nil, 0, 5_000, analysis.Warning, "recommended by CLEO"},
		{"the registry's dialect's", claude, cleo, 0, nil, 0, 5_000, analysis.Warning, "recommended by CLEO"},
		{"the registry's", claude, cleo, 7_000, nil, 0, 7_000, analysis.Error, "registry limit"},
		{"the configuration's", claude, nil, 0, general, 0, 4_000, analysis.Error, "configured limit"},
		{"the configuration's of the registry's dialect", claude, cleo, 7_000, general, 0, 6_000, analysis.Error, "configured limit"},
		{"an option", cleo, cleo, 7_000, general, 300, 300, analysis.Error, "configured limit"},
		{"budgets of other things", claude, nil, 0, &analysis.Budgets{Spawn: 1}, 0, 5_000, analysis.Warning, "recommended"},
	}
	for _, test := range tests {
		f := &analysis.File{Dialect: test.dialect, Budgets: test.budgets}
		skills := registry.Listed{}
		if test.registry != nil {
			skills[f] = registry.Listing{Registry: &analysis.File{Dialect: test.registry},
				Entry: &registry.Entry{TokenBudget: registry.Number{Value: test.declared}}}
		}
		got := budget.OfSkill(f, skills, test.option)
		if got.Tokens != test.want || got.Severity != test.severity || got.Label != test.label {
			t.Errorf("%s: %d, %s, %q; want %d, %s, %q", test.name, got.Tokens, got.Severity, got.Label, test.want, test.severity, test.label)
		}
		if (got.At != nil) != (test.label == "registry limit") {
			t.Errorf("%s: set at %v", test.name, got.At)
		}
	}
}

func TestOthers(t *testing.T) {
	cleo, claude := &analysis.File{Dialect: schema.Lookup("cleo")}, &analysis.File{Dialect: schema.Lookup("claude-code")}
	all := &analysis.Budgets{Metadata: 1, Reference: 2, References: 3, Preloads: 4, Protocol: 5, Spawn: 6}
	mine := &analysis.File{Dialect: schema.Lookup("cleo"), Budgets: all}
	of := func(f *analysis.File) [6]int {
		return [6]int{budget.OfMetadata(f, 0).Tokens, budget.OfReference(f, nil, 0).Tokens, budget.OfReferences(f, nil, 0).Tokens,
			budget.OfPreloads(f, f.Dialect, 0).Tokens, budget.OfProtocol(f, 0).Tokens, budget.OfSpawn(f, f.Dialect, 0).Tokens}
	}
	if got, want := of(cleo), [6]int{100, 0, 15_000, 15_000, 2_000, 70_000}; got != want {
		t.Errorf("cleo: %v, want %v", got, want)
	}
	if got, want := of(claude), [6]int{}; got != want {
		t.Errorf("claude-code: %v, want %v", got, want)
	}
	if got, want := of(mine), [6]int{1, 2, 3, 4, 5, 6}; got != want {
		t.Errorf("configured: %v, want %v", got, want)
	}
	if _, over := (budget.Limit{}).Over(1 << 40); over {
		t.Error("something is over no limit")
	}
	if by, over := (budget.Limit{Tokens: 10}).Over(12); !over || by != 2 {
		t.Errorf("12 of 10: %d, %v", by, over)
	}
}
