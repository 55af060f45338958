package payload

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/facts/budget"
)

// A Strategy is how much of a skill is loaded.
type Strategy string

// The strategies, from the least to the most; Auto is to be selected by the task.
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

// Features are what a strategy is selected by. Zero values are those of a task of which nothing is
// said; Available has no such value.
type Features struct {
	Labels      []string
	Type        string // "epic"
	Size        string // "small"
	Complexity  string // "high"
	Depends     int    // tasks that it depends on
	Available   int    // tokens of the context that are left
	ContextUsed float64
}

// The figures of the selection.
const (
	fullContext   = 70 // per cent; over it the rest is spared
	fewTokens     = 800
	plentyTokens  = 3_000
	manyDepends   = 3
	simpleLabel   = "simple"
	smallSize     = "small"
	epicType      = "epic"
	highComplexty = "high"
)

// A Selection is a strategy, and why it is that one.
type Selection struct {
	Asked   Strategy `json:"asked"`
	Chosen  Strategy `json:"chosen"`
	Reasons []string `json:"reasons"`
}

// Select chooses the strategy for so many skills. The design of the loader has a table of triggers
// and an algorithm, and they disagree; what spares context is taken first: the triggers of minimal,
// then what is left for each skill, then what speaks for comprehensive. Where the table alone, or
// the algorithm alone, says otherwise, the reasons name it.
func Select(asked Strategy, f Features, skills int) Selection {
	if asked != Auto {
		return Selection{Asked: asked, Chosen: asked}
	}
	if skills == 0 {
		return Selection{asked, Standard, []string{"there is no skill to load"}}
	}
	chosen, why := combined(f, skills)
	s := Selection{asked, chosen, []string{why}}
	if other, why := byTable(f); other != chosen {
		s.Reasons = append(s.Reasons, fmt.Sprintf("the table of triggers alone says %s: %s", other, why))
	}
	if other, why := byAlgorithm(f, skills); other != chosen {
		s.Reasons = append(s.Reasons, fmt.Sprintf("the algorithm alone says %s: %s", other, why))
	}
	return s
}

// combined is the selection as it was decided on.
func combined(f Features, skills int) (Strategy, string) {
	if why := spares(f); why != "" {
		return Minimal, why
	}
	if s, why := byShare(f, skills); s != "" {
		return s, why
	}
	switch {
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Complexity == highComplexty:
		return Comprehensive, "its complexity is high"
	case f.Depends > manyDepends:
		return Comprehensive, dependsOn(f)
	}
	return Standard, "nothing asks for more or less"
}

// byTable is the table of triggers, its first row that holds.
func byTable(f Features) (Strategy, string) {
	switch {
	case slices.Contains(f.Labels, simpleLabel), f.Size == smallSize:
		return Minimal, spares(f)
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Depends > manyDepends:
		return Comprehensive, dependsOn(f)
	case f.ContextUsed > fullContext:
		return Minimal, spares(f)
	}
	return Standard, "no trigger holds"
}

// byAlgorithm is the algorithm, which knows no triggers but type and complexity.
func byAlgorithm(f Features, skills int) (Strategy, string) {
	if s, why := byShare(f, skills); s != "" {
		return s, why
	}
	switch {
	case f.Type == epicType:
		return Comprehensive, "the task is an epic"
	case f.Complexity == highComplexty:
		return Comprehensive, "its complexity is high"
	}
	return Standard, fmt.Sprintf("there is room for %s a skill", tokens(share(f, skills)))
}

// spares says why context has to be spared whatever there is of it, or "".
func spares(f Features) string {
	switch {
	case slices.Contains(f.Labels, simpleLabel):
		return `the task is labelled "simple"`
	case f.Size == smallSize:
		return "its size is small"
	case f.ContextUsed > fullContext:
		return fmt.Sprintf("%v %% of the context is used, more than %d %%", f.ContextUsed, fullContext)
	}
	return ""
}

// byShare chooses by the tokens for each skill; "" where these are plenty. What is left is compared
// undivided: a share is no whole number.
func byShare(f Features, skills int) (Strategy, string) {
	left := f.Available - budget.DefaultProtocol - budget.DefaultTask
	for _, bound := range []struct {
		tokens int
		chosen Strategy
	}{{fewTokens, Minimal}, {plentyTokens, Standard}} {
		if left < bound.tokens*skills {
			return bound.chosen, fmt.Sprintf("there is room for %s a skill, less than %s", tokens(share(f, skills)), tokens(bound.tokens))
		}
	}
	return "", ""
}

// share is the tokens for each skill, rounded down.
func share(f Features, skills int) int {
	return max(0, f.Available-budget.DefaultProtocol-budget.DefaultTask) / skills
}

func dependsOn(f Features) string {
	return fmt.Sprintf("it depends on %d tasks, more than %d", f.Depends, manyDepends)
}
