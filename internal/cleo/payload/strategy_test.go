package payload_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/cleo/payload"
)

func TestSelect(t *testing.T) {
	const plenty = 100_000
	tests := []struct {
		name     string
		features payload.Features
		skills   int
		want     payload.Strategy
		reasons  []string // a part of each reason
	}{
		{"no features", payload.Features{Available: plenty}, 1, payload.Standard, []string{"default"}},
		{"labelled simple", payload.Features{Available: plenty, Labels: []string{"x", "simple"}}, 1, payload.Minimal,
			[]string{`label "simple"`, "algorithm alone selects standard: 96,000 tokens available for each skill"}},
		{"a label that contains the word", payload.Features{Available: plenty, Labels: []string{"simpler", "Simple"}}, 1, payload.Standard, []string{"default"}},
		{"small", payload.Features{Available: plenty, Size: "small"}, 1, payload.Minimal, []string{"task is small", "algorithm alone selects standard"}},
		{"a small epic", payload.Features{Available: plenty, Size: "small", Type: "epic"}, 1, payload.Minimal, []string{"task is small", "algorithm alone selects comprehensive: the task is an epic"}},
		{"70 % used", payload.Features{Available: plenty, ContextUsed: 70}, 1, payload.Standard, []string{"default"}},
		{"over 70 % used", payload.Features{Available: plenty, ContextUsed: 70.5}, 1, payload.Minimal, []string{"70.5 % of the context is used", "algorithm alone selects standard"}},
		{"an epic with a full context", payload.Features{Available: plenty, ContextUsed: 71, Type: "epic"}, 1, payload.Minimal,
			[]string{"71 %", "trigger table alone selects comprehensive: the task is an epic", "algorithm alone selects comprehensive"}},
		{"799 tokens a skill", payload.Features{Available: 4_799}, 1, payload.Minimal, []string{"799 tokens available for each skill (less than 800", "trigger table alone selects standard: no trigger"}},
		{"800 tokens a skill", payload.Features{Available: 4_800}, 1, payload.Standard, []string{"800 tokens available for each skill (less than 3,000"}},
		{"a fractional share", payload.Features{Available: 4_000 + 2_399}, 3, payload.Minimal, []string{"799 tokens available", "table"}},
		{"2,999 tokens a skill, an epic", payload.Features{Available: 4_000 + 5_999, Type: "epic"}, 2, payload.Standard,
			[]string{"2,999 tokens available for each skill (less than 3,000", "trigger table alone selects comprehensive: the task is an epic"}},
		{"900 tokens a skill, an epic", payload.Features{Available: 4_900, Type: "epic"}, 1, payload.Standard,
			[]string{"900 tokens available", "trigger table alone selects comprehensive: the task is an epic"}},
		{"3,000 tokens a skill, an epic", payload.Features{Available: 7_000, Type: "epic"}, 1, payload.Comprehensive, []string{"the task is an epic"}},
		{"less than protocol and task", payload.Features{Available: 100}, 1, payload.Minimal, []string{"0 tokens available", "table"}},
		{"high complexity", payload.Features{Available: plenty, Complexity: "high"}, 1, payload.Comprehensive,
			[]string{"high complexity", "trigger table alone selects standard: no trigger matches"}},
		{"three dependencies", payload.Features{Available: plenty, Depends: 3}, 1, payload.Standard, []string{"default"}},
		{"four dependencies", payload.Features{Available: plenty, Depends: 4}, 1, payload.Comprehensive,
			[]string{"4 dependencies (more than 3)", "algorithm alone selects standard: 96,000 tokens"}},
		{"four dependencies, little room", payload.Features{Available: 5_000, Depends: 4}, 1, payload.Standard,
			[]string{"1,000 tokens available", "trigger table alone selects comprehensive: the task has 4 dependencies"}},
		{"no skill", payload.Features{Available: plenty}, 0, payload.Standard, []string{"no skills"}},
	}
	for _, test := range tests {
		got := payload.Select(payload.Auto, test.features, test.skills)
		ok := got.Chosen == test.want && got.Asked == payload.Auto && len(got.Reasons) == len(test.reasons)
		for i := 0; ok && i < len(test.reasons); i++ {
			ok = strings.Contains(got.Reasons[i], test.reasons[i])
		}
		if !ok {
			t.Errorf("%s: %s by %q, want %s by %q", test.name, got.Chosen, got.Reasons, test.want, test.reasons)
		}
	}
	for _, asked := range []payload.Strategy{payload.Minimal, payload.Standard, payload.Comprehensive} {
		if got := payload.Select(asked, payload.Features{Size: "small"}, 1); got.Chosen != asked || got.Asked != asked {
			t.Errorf("asked for %s: %+v", asked, got)
		}
	}
}
