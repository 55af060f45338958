package payload

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/facts/budget"
)

// A Strategy is how much of a skill is loaded.
type Strategy string

// The strategies, from the least to the most text. Auto selects one by the task.
const (
	Minimal       Strategy = "minimal"       // the first 50 lines of the file
	Standard      Strategy = "standard"      // the file
	Comprehensive Strategy = "comprehensive" // the file and references/*.md
	Auto          Strategy = "auto"
)

// Strategies returns the names of all strategies.
func Strategies() []string {
	return []string{string(Minimal), string(Standard), string(Comprehensive), string(Auto)}
}

// Features are the criteria for selecting a strategy. Zero values mean unknown, except for Available.
type Features struct {
	Labels      []string
	Type        string // "epic"
	Size        string // "small"
	Complexity  string // "high"
	Depends     int    // number of tasks that it depends on
	Available   int    // remaining tokens of the context
	ContextUsed float64
}

// Thresholds of the selection.
const (
	fullContext    = 70 // percent; above it, context is saved
	fewTokens      = 800
	plentyTokens   = 3_000
	manyDepends    = 3
	simpleLabel    = "simple"
	smallSize      = "small"
	epicType       = "epic"
	highComplexity = "high"
)

// A Selection is a strategy with its reasons.
type Selection struct {
	Asked   Strategy `json:"asked"`
	Chosen  Strategy `json:"chosen"`
	Reasons []string `json:"reasons"`
}

// Select chooses the strategy for a number of skills. The design of CLEO's skill loader has a trigger table and an
// algorithm that disagree. Rules that save context take precedence: the triggers of minimal, then the tokens
// for each skill, then the triggers of comprehensive. The reasons mention a different result of either one.
func Select(asked Strategy, f Features, skills int) Selection {
	if asked != Auto {
		return Selection{Asked: asked, Chosen: asked}
	}
	if skills == 0 {
		return Selection{asked, Standard, []string{"no skills to load"}}
	}
	chosen, why := combined(f, skills)
	s := Selection{asked, chosen, []string{why}}
	if other, why := byTable(f); other != chosen {
		s.Reasons = append(s.Reasons, fmt.Sprintf("the trigger table alone selects %s: %s", other, why))
	}
	if other, why := byAlgorithm(f, skills); other != chosen {
		s.Reasons = append(s.Reasons, fmt.Sprintf("the algorithm alone selects %s: %s", other, why))
	}
	return s
}

// combined combines the trigger table and the algorithm.
func combined(f Features, skills int) (Strategy, string) {
	if why := mustSave(f); why != "" {
		return Minimal, why
	}
	if s, why := byShare(f, skills); s != "" {
		return s, why
	}
	switch {
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Complexity == highComplexity:
		return Comprehensive, "the task has high complexity"
	case f.Depends > manyDepends:
		return Comprehensive, dependsOn(f)
	}
	return Standard, "default"
}

// byTable uses the first matching row of the trigger table.
func byTable(f Features) (Strategy, string) {
	switch {
	case slices.Contains(f.Labels, simpleLabel), f.Size == smallSize:
		return Minimal, mustSave(f)
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Depends > manyDepends:
		return Comprehensive, dependsOn(f)
	case f.ContextUsed > fullContext:
		return Minimal, mustSave(f)
	}
	return Standard, "no trigger matches"
}

// byAlgorithm uses the algorithm, whose only triggers are type and complexity.
func byAlgorithm(f Features, skills int) (Strategy, string) {
	if s, why := byShare(f, skills); s != "" {
		return s, why
	}
	switch {
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Complexity == highComplexity:
		return Comprehensive, "the task has high complexity"
	}
	return Standard, fmt.Sprintf("%s available for each skill", tokens(share(f, skills)))
}

// mustSave returns why context must be saved in any case, or "".
func mustSave(f Features) string {
	switch {
	case slices.Contains(f.Labels, simpleLabel):
		return `the task has the label "simple"`
	case f.Size == smallSize:
		return "the task is small"
	case f.ContextUsed > fullContext:
		return fmt.Sprintf("%v %% of the context is used (limit %d %%)", f.ContextUsed, fullContext)
	}
	return ""
}

// byShare selects by the tokens for each skill, or returns "" if there are enough. The comparison avoids a division.
func byShare(f Features, skills int) (Strategy, string) {
	left := f.Available - budget.DefaultProtocol - budget.DefaultTask
	for _, bound := range []struct {
		tokens int
		chosen Strategy
	}{{fewTokens, Minimal}, {plentyTokens, Standard}} {
		if left < bound.tokens*skills {
			return bound.chosen, fmt.Sprintf("%s available for each skill (less than %s)", tokens(share(f, skills)), tokens(bound.tokens))
		}
	}
	return "", ""
}

// share returns the tokens for each skill, rounded down.
func share(f Features, skills int) int {
	return max(0, f.Available-budget.DefaultProtocol-budget.DefaultTask) / skills
}

func dependsOn(f Features) string {
	return fmt.Sprintf("the task has %d dependencies (more than %d)", f.Depends, manyDepends)
}
