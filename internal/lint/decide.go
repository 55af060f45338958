package lint

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
)

// decide turns diagnostics into a report.
func (r *run) decide(context.Context) error {
	for i := range r.driven.Findings {
		if f := &r.driven.Findings[i]; f.Rel == "" {
			f.Rel = r.found.Rel(f.Place.Path)
		}
	}
	report := &finding.Report{Files: r.driven.Files, Rules: r.policy.active()}
	report.Findings = postprocess.Decide(r.driven.Findings, r.policy.severity)
	report.Notices = slices.Concat(r.policy.switchedOff(), r.policy.notices(), r.enforceNotices, r.found.Notices, discover.HiddenNotice(r.found.Hidden), r.driven.Notices,
		unreported(r.driven.Workspace.Unchecked, report.Findings))
	r.result = &Result{
		Report: report, Files: r.driven.Files, Links: r.driven.Workspace.Links, Roots: r.found.Roots, Unchecked: r.driven.Workspace.Unchecked,
		Whole:  r.whole || r.isWhole(),
		empty:  r.AllowEmpty || len(r.driven.Workspace.Deleted) > 0,
		hidden: r.found.Hidden,
		run:    r,
	}
	return nil
}

// unreported returns a notice for each unchecked file and directory without a finding: the rule that reports it may be off,
// or no rules run.
func unreported(unchecked []analysis.Unchecked, findings []finding.Finding) []finding.Notice {
	if len(unchecked) == 0 {
		return nil
	}
	reported := map[string]bool{}
	for i := range findings {
		if f := &findings[i]; f.Analyzer.Unchecked {
			reported[f.Place.Path] = true
		}
	}
	var notices []finding.Notice
	for _, u := range unchecked {
		if !reported[u.Path] {
			notices = append(notices, finding.Notice{Path: u.Path, Message: u.Reason, Unchecked: true})
		}
	}
	return notices
}

// suppress removes findings that comments in files suppress.
func (r *run) suppress(context.Context) error {
	report, p := r.result.Report, r.policy
	var notices []finding.Notice
	report.Findings, report.Suppressed, notices = postprocess.Suppress(report.Findings, r.driven.Store, postprocess.Comments{
		Rules: slices.Concat(r.Analyzers, p.customRules()), Severity: p.severity, Matches: config.Matches, Suppressible: config.Suppressible,
		Enforced: p.cannotSuppress, EnforcedName: p.suppressionsOff(), Reported: r.Selection.Reports, Ignored: r.NoInlineSuppressions,
	})
	report.Notices = append(report.Notices, notices...)
	report.Summary = Summarize(report.Findings, r.result.Files)
	report.Summary.Suppressed = len(report.Suppressed)
	return nil
}

// suppressions returns the suppression settings of a configuration.
func (p *policy) suppressions(c *config.Config) *analysis.Suppressions {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.comments[c] == nil {
		p.comments[c] = p.Cache.Suppressions(c, func() *analysis.Suppressions { return config.Comments(p.schema.Rules, c) })
	}
	return p.comments[c]
}

// Summarize counts findings and files.
func Summarize(findings []finding.Finding, files []*analysis.File) finding.Summary {
	s := finding.Summary{Files: len(files)}
	for _, f := range files {
		if f.Kind == analysis.Skill {
			s.Skills++
		}
	}
	s.Errors, s.Warnings, s.Infos = postprocess.Count(findings)
	return s
}

// check returns an error if no files were found.
func (r *run) check(context.Context) error {
	defer func() { r.Profile.End(stepDecide, r.since, 0) }()
	r.logRun()
	if r.Stdin != nil {
		r.result.limitTo(r.found.File)
		return nil
	}
	if r.result.empty {
		return nil
	}
	if empty := r.emptyDirs(); len(empty) > 0 {
		return errNothingToLint(empty, append(r.result.Report.Notices, r.exclusions()...))
	}
	return nil
}

// logRun logs the roots, configurations and number of files.
func (r *run) logRun() {
	if r.Log == nil {
		return
	}
	for _, root := range r.found.Roots {
		r.Log("root: %s", root.Dir)
	}
	for _, c := range r.policy.configs() {
		r.Log("configuration: %s", c.Path)
	}
	if n := len(r.found.Hidden); n > 0 {
		r.Log("excluded by ignore files: %d", n)
	}
	r.Log("%s in %s", quote.Plural(len(r.driven.Files), "file"), time.Since(r.started).Round(time.Millisecond))
}

// emptyDirs returns the requested directories without recognized files, or all paths if no file was recognized. If there
// are unreadable files, it returns none.
func (r *run) emptyDirs() []string {
	found := r.found
	if len(found.Unchecked) > 0 {
		return nil
	}
	if r.Memory != nil && len(r.result.Files)+len(found.Links) == 0 {
		return []string{"the tree"}
	}
	if len(r.result.Files)+len(found.Links)+len(found.Searched) == 0 {
		return r.Paths
	}
	if r.Memory != nil {
		return nil
	}
	parents := r.filledDirs()
	var empty []string
	for _, searched := range found.Searched {
		dir := searched[:strings.LastIndex(searched, " (")]
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.Dir, dir)
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || !treefs.Within(r.Dir, real) && len(found.Links) > 0 {
			continue // outside the working directory, links have other paths in reports
		}
		if !parents[real] && !parents[filepath.Clean(dir)] {
			empty = append(empty, searched)
		}
	}
	return empty
}

// filledDirs returns the directories with recognized files or links in or below them.
func (r *run) filledDirs() map[string]bool {
	parents := map[string]bool{}
	add := func(path string) {
		for dir := filepath.Dir(path); !parents[dir]; dir = filepath.Dir(dir) {
			parents[dir] = true
		}
	}
	for _, root := range r.found.Roots {
		last := "/" // directory of the previous file
		for _, f := range r.result.Files {
			dir := f.Rel[:strings.LastIndexByte(f.Rel, '/')+1]
			if dir != last && (f.Tree == root.Tree || r.policy.originals[f.Tree] == root.Tree) {
				last = dir
				add(filepath.Join(root.Dir, filepath.FromSlash(f.Rel)))
			}
		}
	}
	for _, l := range r.found.Links {
		add(filepath.Join(r.Dir, filepath.FromSlash(l.Path)))
	}
	return parents
}

// exclusions returns a notice for an empty run if files were excluded.
func (r *run) exclusions() []finding.Notice {
	if !r.policy.excludes.Load() {
		return nil
	}
	return []finding.Notice{{Message: "files or directories are excluded by flag or configuration; `skilllint config PATH` shows the glob"}}
}

// errNothingToLint returns the error for paths without recognized files.
func errNothingToLint(searched []string, notices []finding.Notice) error {
	var b strings.Builder
	fmt.Fprintf(&b, "nothing to lint in %s", strings.Join(searched, ", "))
	for _, n := range notices {
		b.WriteString("\n" + strings.TrimPrefix(n.Path+": "+n.Message, ": "))
	}
	b.WriteString("\n  skilllint PATH               lint another directory or file" +
		"\n  skilllint new skill NAME     create a skill" +
		"\n  skilllint --allow-empty      accept an empty result" +
		"\nsearched for:")
	for _, place := range discover.Places() {
		b.WriteString("\n  " + place)
	}
	return errors.New(b.String())
}
