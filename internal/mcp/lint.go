package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/lint/fixer"
)

type lintInput struct {
	Selection
	MinSeverity string `json:"min_severity,omitempty" jsonschema:"lowest severity to return: error, warning or info; default: as configured, else warning"`
}

type lintOutput struct {
	Files    int           `json:"files" jsonschema:"number of checked files"`
	Errors   int           `json:"errors" jsonschema:"findings that make a client reject, lose or corrupt something"`
	Warnings int           `json:"warnings" jsonschema:"findings about effects that the author probably did not intend"`
	Infos    int           `json:"infos" jsonschema:"possible improvements, of which min_severity returns those that it allows"`
	Findings []findingItem `json:"findings" jsonschema:"sorted by path and position"`
	Omitted  int           `json:"omitted" jsonschema:"findings beyond the first 200: pass fewer paths to get them"`
	Notices  []string      `json:"notices" jsonschema:"what was not checked, and other information"`
}

type findingItem struct {
	Rule      string `json:"rule"`
	Severity  string `json:"severity"`
	Message   string `json:"message" jsonschema:"what is wrong"`
	Effect    string `json:"effect,omitempty" jsonschema:"what clients do because of it"`
	Help      string `json:"help,omitempty" jsonschema:"what to write instead"`
	Path      string `json:"path"`
	Line      int    `json:"line" jsonschema:"from 1"`
	Column    int    `json:"column" jsonschema:"in characters, from 1"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column" jsonschema:"of the first character after the place"`
	Fix       string `json:"fix,omitempty" jsonschema:"safe or unsafe, if the tool fix can fix it"`
}

func (s *server) lint(ctx context.Context, in lintInput) (lintOutput, error) {
	lowest, ok := analysis.ParseSeverity(in.MinSeverity)
	if in.MinSeverity != "" && (!ok || lowest == analysis.Off) {
		return lintOutput{}, fmt.Errorf("unknown min_severity %s (available: error, warning, info)", quote.Text(in.MinSeverity))
	}
	if len(in.Select) > 0 && lowest == analysis.Off {
		lowest = analysis.Info // as with --select
	}
	req, err := s.request(in.Selection)
	if err != nil {
		return lintOutput{}, err
	}
	result, err := lint.Run(ctx, req)
	if err != nil {
		return lintOutput{}, err
	}
	report := result.Visible(lowest, analysis.Off)
	out := lintOutput{Files: report.Summary.Files, Errors: report.Summary.Errors, Warnings: report.Summary.Warnings, Infos: report.Summary.Infos,
		Findings: []findingItem{}, Notices: notices(report.Notices)}
	for i := range report.Findings {
		if i == maxFindings {
			out.Omitted = len(report.Findings) - maxFindings
			break
		}
		out.Findings = append(out.Findings, newItem(&report.Findings[i]))
	}
	return out, nil
}

func newItem(f *finding.Finding) findingItem {
	item := findingItem{Rule: sanitize(f.Rule), Severity: f.Severity.String(), Message: sanitize(f.Message), Effect: sanitize(f.Effect), Help: sanitize(f.Help),
		Path: sanitize(f.Place.Path), Line: f.Place.Start.Line, Column: f.Place.Start.Column, EndLine: f.Place.End.Line, EndColumn: f.Place.End.Column}
	for i := range f.Fixes {
		if f.Fixes[i].Safe {
			item.Fix = "safe"
		} else if item.Fix == "" {
			item.Fix = "unsafe"
		}
	}
	return item
}

// notices returns the notices of a run, those about unchecked files first.
func notices(all []finding.Notice) []string {
	texts := []string{}
	for _, unchecked := range []bool{true, false} {
		for _, n := range all {
			if n.Unchecked == unchecked {
				texts = append(texts, sanitize(strings.TrimPrefix(n.Path+": "+n.Message, ": ")))
			}
		}
	}
	if more := len(texts) - maxNotices; more > 0 {
		texts = append(texts[:maxNotices], fmt.Sprintf("%d more notices", more))
	}
	return texts
}

type fixInput struct {
	Selection
	Unsafe bool `json:"unsafe,omitempty" jsonschema:"include fixes that may change the meaning and need review"`
}

type fixOutput struct {
	Patch    string   `json:"patch" jsonschema:"a unified diff with paths relative to the root; empty: nothing to fix"`
	Findings int      `json:"findings" jsonschema:"number of findings that the patch fixes"`
	Files    int      `json:"files" jsonschema:"number of files that it changes"`
	Notices  []string `json:"notices"`
}

func (s *server) fix(ctx context.Context, in fixInput) (fixOutput, error) {
	req, err := s.request(in.Selection)
	if err != nil {
		return fixOutput{}, err
	}
	fixes, err := fixer.New(ctx, req, in.Unsafe, cache.New())
	if err != nil {
		return fixOutput{}, err
	}
	if _, err := fixes.Plan(ctx); err != nil {
		return fixOutput{}, err
	}
	patch := &limitedBuffer{left: maxPatch}
	files, err := fixes.Patch(patch)
	if err != nil {
		return fixOutput{}, err
	}
	findings, _ := fixes.Counts()
	return fixOutput{Patch: patch.String(), Findings: findings, Files: files, Notices: notices(fixes.Notices())}, nil
}

// A limitedBuffer is a buffer of limited size.
type limitedBuffer struct {
	bytes.Buffer
	left int
}

func (l *limitedBuffer) Write(b []byte) (int, error) {
	if l.left -= len(b); l.left < 0 {
		return 0, errors.New("the patch is larger than 100 kB: pass fewer paths or rules")
	}
	return l.Buffer.Write(b)
}
