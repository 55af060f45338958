package fixer

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
)

// FixFile returns the edits of the safe fixes of one file that change no others, for an editor. first is the result of the
// request, whose cache is used; after an edit, another run must not rely on that result.
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

// CanComment reports whether a comment may suppress a finding: its rule and file allow it.
func CanComment(result *lint.Result, found *finding.Finding) bool {
	f := found.File
	return f != nil && f.Path == found.Place.Path && takesComments(f) && config.Suppressible(found.Analyzer) && !result.Enforces(found.Analyzer)
}

// Comment returns the insertions into a file that suppress a finding; none if that is impossible.
func Comment(result *lint.Result, found *finding.Finding, source []byte, reason string) []analysis.Edit {
	if !CanComment(result, found) {
		return nil
	}
	edits, left := commentEdits(found.File, source, []goal{{Rule: found.Rule, At: found.Place.Range}}, reason)
	if len(left) > 0 {
		return nil
	}
	return edits
}
