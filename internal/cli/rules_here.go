package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/sorting"
)

// rulesHere returns the rules of the program and those that are defined for the working directory, sorted by name.
func (p *program) rulesHere() ([]*analysis.Analyzer, error) {
	rules := p.rules()
	req, err := p.request(&sources{}, nil, nil)
	if err != nil {
		return rules, err
	}
	here, err := lint.Explain(context.Background(), req, ".")
	if err != nil {
		return rules, err
	}
	rules = append(rules, here.Config.HouseRules()...)
	sorting.By(rules, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return rules, nil
}
