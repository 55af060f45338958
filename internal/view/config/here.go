package config

import (
	"context"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Here returns the rules of a request and of the configuration of a directory, with the severities in the directory. With an error, it
// returns only the rules of the request.
func Here(ctx context.Context, req lint.Request, dir string) (List, error) {
	var list List
	for _, a := range req.Rules {
		list.Rules = append(list.Rules, config.Rule{Analyzer: a, Severity: a.Severity})
	}
	here, err := lint.Explain(ctx, req, dir)
	if err != nil {
		return list, err
	}
	selection, _, err := config.Select(req.Rules, nil, nil)
	if err != nil {
		return list, err
	}
	list.Rules = slices.DeleteFunc(list.Rules, func(r config.Rule) bool { return r.Analyzer != analysis.Broken })
	list.Rules = append(list.Rules, here.Config.Rules(req.Rules, selection)...)
	sorting.By(list.Rules, func(a, b config.Rule) int { return strings.Compare(a.Analyzer.Name, b.Analyzer.Name) })
	return list, nil
}
