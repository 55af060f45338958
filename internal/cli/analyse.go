package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/triage"
)

// fileTimeout is how long one file may take. The parsers keep to budgets that are linear in the size of a file, so
// that only a defect takes longer, and a busy machine does not.
const fileTimeout = 15 * time.Second

// An analysed is what a run of the pipeline leaves for the commands.
type analysed struct {
	report *finding.Report
	files  []*analysis.File // that were looked at
	links  []analysis.Link  // that were not followed
	roots  []discover.Root
	whole  bool     // all that lies below the roots was looked at
	vacant bool     // a folder in which nothing was recognised is fine
	hidden []string // files that ignore files hide
	unread []analysis.Unchecked
}

// analyse runs the pipeline over paths: discovery, driver and triage.
func (p *program) analyse(ctx context.Context, s *settlement, analyzers []*analysis.Analyzer, paths []string) (*analysed, error) {
	started := time.Now()
	found, result, err := p.drive(ctx, s, analyzers, paths)
	if err != nil {
		return nil, err
	}
	since := s.profile.Start()
	defer func() { s.profile.End(stepDecide, since, 0) }()
	s.standAlone(result.Findings)
	lost, err := p.enforce(ctx, s, analyzers, paths, found, result)
	if err != nil {
		return nil, err
	}
	for i := range result.Findings {
		if f := &result.Findings[i]; f.Rel == "" {
			f.Rel = found.Rel(f.Place.Path)
		}
	}
	r := &finding.Report{Files: result.Files, Rules: s.active()}
	r.Findings = triage.Decide(result.Findings, s.severity)
	r.Notices = slices.Concat(s.notices(), lost, found.Notices, discover.HiddenNotice(found.Hidden), result.Notices, unreported(result.Workspace.Unchecked, r.Findings))
	s.suppress(r, result.Store, analyzers)
	r.Summary = summary(r.Findings, result.Files)
	r.Summary.Suppressed = len(r.Suppressed)
	if s.flags.verbose {
		p.tell(s, found, len(result.Files), time.Since(started))
	}
	out := &analysed{
		report: r, files: result.Files, links: result.Workspace.Links, roots: found.Roots, unread: result.Workspace.Unchecked,
		whole:  s.whole || isWhole(paths, found.Roots),
		vacant: s.flags.allowEmpty || len(result.Workspace.Gone) > 0,
		hidden: found.Hidden,
	}
	if s.stdin.path != "" {
		aboutOnly(r, result.Files, found.File)
		return out, nil
	}
	if empty := s.empty(found, out.all(), paths); len(empty) > 0 && !out.vacant {
		return nil, nothing(empty, append(r.Notices, s.excludedAny()...))
	}
	return out, nil
}

// complete returns an error that names what could not be checked, for commands whose result would lack it.
func (a *analysed) complete() error {
	if len(a.unread) == 0 {
		return nil
	}
	more := ""
	if n := len(a.unread) - 1; n > 0 {
		more = fmt.Sprintf(" (and %s more)", quote.Count(n))
	}
	return fmt.Errorf("%s: %s%s; nothing was written", quote.Text(a.unread[0].Path), a.unread[0].Reason, more)
}

// unreported returns a notice for each file and directory that could not be checked and that no finding is
// about: the rule may be off, or the command may run no rules.
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
			notices = append(notices, finding.Notice{Path: u.Path, Message: u.Reason})
		}
	}
	return notices
}

// isWhole reports whether paths name all of the one root.
func isWhole(paths []string, roots []discover.Root) bool {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	return len(roots) == 1 && slices.ContainsFunc(paths, func(path string) bool {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		return err == nil && real == roots[0].Dir
	})
}

// drive looks at what is below paths, and runs analyzers on it.
func (p *program) drive(ctx context.Context, s *settlement, analyzers []*analysis.Analyzer, paths []string) (found *discover.Found, result *driver.Result, err error) {
	shown := p.startProgress()
	policy := func(root discover.Root) (*discover.Policy, error) {
		if err := s.configured.open(ctx, root); err != nil {
			return nil, err
		}
		policy, err := s.policy(root)
		if err == nil {
			err = s.bases.open(ctx, root, func(rel string) bool { return s.isLedger(root, rel) })
		}
		return policy, err
	}
	options := discover.Options{
		Dir: s.dir, Paths: paths, Ceilings: p.getenv("GIT_CEILING_DIRECTORIES"),
		File: s.stdin.path, Content: s.stdin.content, Fixed: s.mended,
		Whole: s.whole, Lenient: s.lenient, NoIgnore: s.flags.noIgnore, FollowSymlinks: s.flags.followSymlinks,
		Policy: policy,
	}
	run := driver.Options{
		Memory:      s.from.memory,
		Focus:       s.focus,
		Analyzers:   analyzers,
		Keep:        []*analysis.Analyzer{directive.Fact.Analyzer},
		Jobs:        s.flags.jobs,
		SettingsFor: s.settingsFor,
		FileTimeout: fileTimeout,
		Profile:     s.profile,
		Base:        s.bases.of,
		Gone:        s.bases.gone,
		Find: func(ctx context.Context, emit func(driver.Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			var err error
			since, handed := s.profile.Start(), time.Duration(0)
			s.from.put(&options)
			found, err = discover.Walk(ctx, options, func(in discover.Input) {
				shown.files.Add(1)
				waited := s.profile.Start()
				emit(driver.Input(in))
				handed += s.profile.Start() - waited
			})
			s.profile.End(stepFind, since, handed)
			if err != nil {
				return nil, nil, err
			}
			return found.Links, found.Unchecked, nil
		},
	}
	s.keeping.remembers(&options, &run)
	result, err = driver.Run(ctx, run)
	shown.end()
	if closed := s.bases.close(); err == nil {
		err = closed
	}
	return found, result, err
}

func summary(findings []finding.Finding, files []*analysis.File) finding.Summary {
	s := finding.Summary{Files: len(files)}
	for _, f := range files {
		if f.Kind == analysis.Skill {
			s.Skills++
		}
	}
	s.Errors, s.Warnings, s.Infos = triage.Count(findings)
	return s
}

// workingDirectory returns the working directory without links, so that paths below it can be
// told from those of other trees.
func workingDirectory() (string, error) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("find the working directory: %w", pathless.Error(err))
	}
	return dir, nil
}

// checkPaths refuses paths that do not exist. The first one may be a mistyped command.
func checkPaths(paths, commands []string) error {
	for i, path := range paths {
		_, err := os.Lstat(path)
		if err == nil {
			continue
		}
		hint := ""
		for _, c := range commands {
			if path == c {
				hint = "; a command goes first: skilllint " + c
			}
		}
		if hint == "" && i == 0 {
			hint = strings.Replace(config.Near(path, commands), "did you mean", "did you mean the command", 1)
		}
		return usagef("%s: %w%s", quote.Text(path), pathless.Error(err), hint)
	}
	return nil
}

// tell says on standard error what was done.
func (p *program) tell(s *settlement, found *discover.Found, files int, took time.Duration) {
	for _, root := range found.Roots {
		p.note("root: %s", root.Dir)
	}
	for _, c := range s.configs() {
		p.note("configuration: %s", c.Path)
	}
	if n := len(found.Hidden); n > 0 {
		p.note("hidden by ignore files: %d", n)
	}
	p.note("%s in %s", quote.Plural(files, "file"), took.Round(time.Millisecond))
}
