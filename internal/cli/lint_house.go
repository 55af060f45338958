package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
)

// withOwnPages adds what rules bring along that are not skilllint's.
func withOwnPages(o report.Options, rules []*analysis.Analyzer) report.Options {
	own := map[string]*analysis.Analyzer{}
	for _, r := range rules {
		if r.Page+r.URL != "" && own[r.Name] == nil {
			own[r.Name] = r
		}
	}
	if len(own) == 0 {
		return o
	}
	help, url := o.Help, o.URL
	o.Help = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.Page
		}
		return help(rule)
	}
	o.URL = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.URL
		}
		return url(rule)
	}
	return o
}

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
