package fixer

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
)

// FixFile returns the edits of the safe fixes that change only one file, for an editor. first is the result of the request,
// whose cache is used. If there are edits, later runs must not use that result.
func FixFile(ctx context.Context, req lint.Request, first *lint.Result, path string) ([]analysis.Edit, error) {
	f := newFixer(req, false, req.Cache)
	f.first, f.only = first, path
	_, err := f.Plan(ctx)
	f.setFixed(nil)
	if err != nil {
		return nil, err
	}
	for _, file := range f.files {
		return file.Edits, nil
	}
	return nil, nil
}

// CanComment reports whether the rule and file of a finding allow suppression comments.
func CanComment(result *lint.Result, found *finding.Finding) bool {
	f := found.File
	return f != nil && f.Path == found.Place.Path && supportsComments(f) && config.Suppressible(found.Analyzer) && !result.CannotSuppress(found)
}

// Comment returns the insertions into a file that suppress a finding, or none if that is not possible.
func Comment(result *lint.Result, found *finding.Finding, source []byte, reason string) []analysis.Edit {
	if !CanComment(result, found) {
		return nil
	}
	edits, remaining := commentEdits(found.File, source, []target{{Rule: found.Rule, At: found.Place.Range}}, reason)
	if len(remaining) > 0 {
		return nil
	}
	return edits
}
