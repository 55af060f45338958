package lint

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A scope is the part of the workspace that is reported. A nil scope is the whole workspace.
type scope struct {
	names     []string // paths as specified by the user
	paths     paths
	hook      bool
	empty     bool // accept paths without recognized files
	run       *run
	requested []finding.Finding // findings in the paths, old and new
}

// newScope returns the scope of a request.
func newScope(req *Request) *scope {
	s := &scope{names: req.Paths, hook: req.Hook, empty: req.AllowEmpty || req.Changed.any()}
	if len(s.names) == 0 && !s.hook {
		s.names = []string{"."}
	}
	for _, name := range s.names {
		s.paths.add(name)
	}
	return s
}

// arePartial reports whether each path is a part of a workspace. A workspace is a repository, or a directory with a
// configuration, as in [discover.MarkedRoot].
func arePartial(names []string, dir, ceilings string) bool {
	if len(names) == 0 {
		names = []string{"."}
	}
	return !slices.ContainsFunc(names, func(name string) bool {
		full, err := realPath(name)
		if err != nil {
			return true
		}
		top, ok := discover.Repository(full, ceilings)
		if !ok {
			start := full
			if treefs.Within(dir, full) {
				start = dir
			}
			top = discover.MarkedRoot(start, config.Name, ceilings)
			_, err := os.Lstat(filepath.Join(top, config.Name))
			ok = err == nil
		}
		return !ok || top == full
	})
}

// mustReadAll reports whether the run read only a part of a tree with a baseline. The whole tree must be read, because the
// baseline contains findings of all files.
func (r *run) mustReadAll() bool {
	if !r.Limit || r.scope != nil || r.result.Whole || !r.Baseline.Configured || r.Stdin != nil {
		return false
	}
	return slices.ContainsFunc(r.result.Files, func(f *analysis.File) bool {
		c, err := r.policy.config(f.Tree, path.Dir(f.Rel))
		return err == nil && c.Baseline.Rel != ""
	})
}

// paths are absolute requested paths without links.
type paths []string

// realPaths returns the paths with these names, which must exist. Without names, it returns the working directory.
func realPaths(names []string) (paths, error) {
	if len(names) == 0 {
		names = []string{"."}
	}
	var all paths
	for _, name := range names {
		real, err := realPath(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", quote.Text(name), treefs.WithoutPath(err))
		}
		all = append(all, real)
	}
	return all, nil
}

// realPath returns the absolute path of a name, without links.
func realPath(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}

// add adds a path and, if it is a link, its target.
func (p *paths) add(name string) {
	full, err := filepath.Abs(name)
	if err != nil {
		return
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		*p = append(*p, filepath.Join(dir, filepath.Base(full)))
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		*p = append(*p, real)
	}
}

// contains reports whether a path relative to a root is one of the paths or below one.
func (p paths) contains(root discover.Root, rel string) bool {
	full := filepath.Join(root.Dir, filepath.FromSlash(rel))
	return slices.ContainsFunc(p, func(dir string) bool { return treefs.Within(dir, full) })
}

// excludes reports whether a path in reports is outside the paths.
func (p paths) excludes(roots []discover.Root, shown string) bool {
	for _, root := range roots {
		for _, rel := range []string{root.Base + strings.TrimPrefix(shown, root.Tree.Prefix), strings.TrimPrefix(shown, root.Tree.Prefix)} {
			if root.Tree.Exists(rel) && root.Show(rel) == shown {
				return !p.contains(root, rel)
			}
		}
	}
	return !slices.ContainsFunc(roots, func(root discover.Root) bool { return p.contains(root, shown) })
}

// selectPaths determines the findings in the requested paths, before other stages remove findings. It returns an error for
// a directory without recognized files, and for files if none of them is recognized.
func (r *run) selectPaths(context.Context) error {
	if wrong := r.Selection.Unknown(r.policy.configs()); wrong != "" {
		return fmt.Errorf("%s", wrong)
	}
	s := r.scope
	if s == nil || !s.hook && isWhole(s.names, r.result.Roots) {
		r.scope = nil
		return nil
	}
	s.run, s.requested = r, nil
	s.requested = s.filter(r.result.Report.Findings)
	if !s.empty && !slices.ContainsFunc(s.names, isDir) && !r.result.recognizes(s.paths) {
		return errNothingToLint(s.names, s.notices())
	}
	if s.hook || r.result.empty {
		return nil
	}
	var empty []string
	for _, name := range s.names {
		var one paths
		if one.add(name); isDir(name) && !r.result.recognizes(one) {
			empty = append(empty, filepath.ToSlash(filepath.Clean(name)))
		}
	}
	if len(empty) > 0 {
		return errNothingToLint(empty, s.notices())
	}
	return nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// recognizes reports whether the result has files, findings or links at or below paths.
func (r *Result) recognizes(p paths) bool {
	isRequested := func(shown string) bool { return !p.excludes(r.Roots, shown) }
	return slices.ContainsFunc(r.Files, func(f *analysis.File) bool { return isRequested(f.Path) }) ||
		slices.ContainsFunc(r.Report.Findings, func(f finding.Finding) bool { return isRequested(f.Place.Path) }) ||
		slices.ContainsFunc(r.Links, func(l analysis.Link) bool { return isRequested(l.Path) })
}

// excludes reports whether a path in reports was not requested.
func (s *scope) excludes(shown string) bool { return s.paths.excludes(s.run.result.Roots, shown) }

// filter returns the findings in the scope. It does not modify its argument.
func (s *scope) filter(findings []finding.Finding) []finding.Finding {
	var requested []finding.Finding
	for i := range findings {
		if s.includes(&findings[i]) {
			requested = append(requested, findings[i])
		}
	}
	moveStarts(requested, s.excludes)
	postprocess.Sort(requested)
	return requested
}

// includes reports whether a finding is in a requested path, or its flow passes through one.
func (s *scope) includes(f *finding.Finding) bool {
	return !s.excludes(f.Place.Path) ||
		f.Flow && slices.ContainsFunc(f.Related, func(r finding.Related) bool { return !s.excludes(r.Place.Path) })
}

// isAll reports whether all findings are in the files of a hook.
func (s *scope) isAll() bool {
	return s != nil && s.hook && len(s.requested) == len(s.run.result.Report.Findings)
}

// limit removes findings outside of the requested paths. A hook also reports new findings in other files.
func (r *run) limit(context.Context) error {
	s := r.scope
	if s == nil {
		return nil
	}
	report := r.result.Report
	before := len(postprocess.Join(s.requested))
	if s.hook {
		caused := slices.DeleteFunc(report.Findings, func(f finding.Finding) bool { return s.includes(&f) || !r.changes.inBase(&f) })
		for i := range caused {
			caused[i].Fixes = nil // fix only files of the commit
		}
		report.Findings = append(s.requested, caused...)
		postprocess.Sort(report.Findings)
		before = len(postprocess.Join(report.Findings))
	} else {
		report.Findings = s.filter(report.Findings)
	}
	shown := map[string]bool{}
	for i := range report.Findings {
		shown[report.Findings[i].Place.Path] = true
	}
	report.Files = slices.DeleteFunc(slices.Clone(report.Files), func(f *analysis.File) bool { return !shown[f.Path] && s.excludes(f.Path) })
	report.Suppressed = s.filter(report.Suppressed)
	report.Notices = s.notices()
	report.Summary = Summarize(report.Findings, report.Files)
	report.Summary.Suppressed = len(report.Suppressed)
	if r.changes != nil {
		report.Summary.Unchanged = before - len(postprocess.Join(report.Findings))
	}
	return nil
}

// notices returns the notices about requested files, about configurations and about the run.
func (s *scope) notices() []finding.Notice {
	configs := map[string]bool{"": true}
	for _, c := range s.run.policy.configs() {
		configs[c.Path] = true
	}
	result := s.run.result
	all, hidden := discover.HiddenNotice(result.hidden), slices.DeleteFunc(slices.Clone(result.hidden), s.excludes)
	notices := slices.DeleteFunc(result.Report.Notices, func(n finding.Notice) bool {
		return !configs[n.Path] && s.excludes(n.Path) || slices.Contains(all, n)
	})
	return append(notices, discover.HiddenNotice(hidden)...)
}

// limitTo limits a report to one file, given by its paths in reports.
func (r *Result) limitTo(shown []string) {
	excluded := func(path string) bool { return !slices.Contains(shown, path) }
	report := r.Report
	moveStarts(report.Findings, excluded)
	report.Findings = slices.DeleteFunc(report.Findings, func(f finding.Finding) bool { return excluded(f.Place.Path) })
	report.Suppressed = slices.DeleteFunc(report.Suppressed, func(f finding.Finding) bool { return excluded(f.Place.Path) })
	report.Notices = slices.DeleteFunc(report.Notices, func(n finding.Notice) bool { return excluded(n.Path) })
	files := slices.DeleteFunc(slices.Clone(r.Files), func(f *analysis.File) bool { return excluded(f.Path) })
	report.Summary = Summarize(report.Findings, files)
	report.Summary.Suppressed = len(report.Suppressed)
}

// moveStarts changes the place of findings that pass through several files, such as cycles, to a file that is not excluded.
func moveStarts(findings []finding.Finding, excluded func(path string) bool) {
	for i := range findings {
		f := &findings[i]
		if !f.Flow || !excluded(f.Place.Path) {
			continue
		}
		if n := slices.IndexFunc(f.Related, func(r finding.Related) bool { return !excluded(r.Place.Path) }); n >= 0 {
			f.Place = f.Related[n].Place
		}
	}
}
