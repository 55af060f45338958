package cli

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/spf13/pflag"
)

// partFlags say that paths choose what is reported, and not what is looked at.
type partFlags struct {
	hook   bool
	whole  bool // a configuration names a baseline, which is of whole trees
	inside bool // the paths are parts of workspaces, of which the rest is read for comparison
}

func (f *partFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.hook, "hook", false, "for hooks that pass the files of a commit: report what is found in them, and what the commit causes elsewhere; "+
		"the workspace is read whole, and files that are gone or that no agent reads are passed over")
}

// fromRef is where pre-commit says what the files that it passes are compared with, when that is not HEAD.
const fromRef = "PRE_COMMIT_FROM_REF"

// since returns what a run is compared with. A hook reports in files that were not passed what the commit
// causes.
func (p *program) since(f *lintFlags) *changedFlags {
	if !f.part.hook || f.changed.ref != "" || f.changed.staged {
		return &f.changed
	}
	ref := "HEAD"
	if from := p.getenv(fromRef); from != "" {
		ref = from
	}
	return &changedFlags{ref: ref, hook: true}
}

// A part is what of the trees that are looked at is reported. Nil is all.
type part struct {
	paths  []string
	asked  asked
	hook   bool
	empty  bool // is fine: nothing need be recognised
	result *analysed
	mine   []finding.Finding // that are asked for, old and new
}

// check refuses what contradicts the flag, and makes of it what else it means.
func (f *partFlags) check(lint *lintFlags) error {
	if f.hook && lint.stdin.path != "" {
		return usagef("--hook is about files, and --stdin-filename about what is not saved; leave one out")
	}
	lint.allowEmpty = lint.allowEmpty || f.hook || lint.changed.staged // a commit need not be about skills
	return nil
}

// places finds out whether each path is a part of a workspace: a repository, or a directory that has a
// configuration.
func (f *partFlags) places(paths []string, dir, ceilings string) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	f.inside = !slices.ContainsFunc(paths, func(name string) bool {
		full, err := filepath.EvalSymlinks(name)
		if err == nil {
			full, err = filepath.Abs(full)
		}
		if err != nil {
			return true
		}
		top, ok := discover.Repository(full, ceilings)
		if !ok && within(dir, full) {
			_, err := os.Lstat(filepath.Join(dir, config.Name))
			top, ok = dir, err == nil
		}
		return !ok || top == full
	})
}

// alone returns a notice for paths of which nothing around was looked at, so that no rule has compared them with
// it.
func (f *partFlags) alone(paths []string, result *analysed) []finding.Notice {
	if f.inside || len(paths) == 0 || result.whole {
		return nil
	}
	return []finding.Notice{{Message: "links, names and dependencies were checked within the given paths only: they are in no git repository and below no " + config.Name}}
}

// checkPaths refuses paths that do not exist, unless a hook passes them.
func (f *partFlags) checkPaths(paths, commands []string) error {
	if f.hook {
		return nil
	}
	return checkPaths(paths, commands)
}

// reads reports whether trees are read whole, whatever the paths.
func (f *partFlags) reads(lint *lintFlags) bool {
	return f.hook || f.whole || f.inside || lint.known.file != "" || lint.changed.ref != "" || lint.changed.staged
}

// mustGrow reports whether a run saw a part of a tree with a baseline, so that all of the tree is to be
// looked at: what a baseline records is what was found then.
func (f *partFlags) mustGrow(lint *lintFlags, s *settlement, result *analysed) bool {
	if result.whole || lint.known.none || lint.stdin.path != "" {
		return false
	}
	f.whole = slices.ContainsFunc(result.files, func(file *analysis.File) bool {
		c, err := s.config(file.Tree, path.Dir(file.Rel))
		return err == nil && c.Baseline.Rel != ""
	})
	return f.whole
}

// of returns what of a run is reported.
func (f *partFlags) of(lint *lintFlags, paths []string) *part {
	isNew := lint.changed.ref != "" || lint.changed.staged
	if !f.reads(lint) || lint.stdin.path != "" || f.hook && isNew { // of a hook all that is new is of the commit
		return nil
	}
	if len(paths) == 0 && !f.hook {
		paths = []string{"."}
	}
	w := &part{paths: paths, hook: f.hook, empty: lint.allowEmpty || isNew}
	for _, name := range paths {
		w.ask(name)
	}
	return w
}

// ask adds a path: as it stands, and what it leads to as a link.
func (w *part) ask(name string) {
	full, err := filepath.Abs(name)
	if err != nil {
		return
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		w.asked = append(w.asked, filepath.Join(dir, filepath.Base(full)))
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		w.asked = append(w.asked, real)
	}
}

// other reports whether nobody asked for what reports show under a path.
func (w *part) other(shown string) bool {
	for _, root := range w.result.roots {
		for _, rel := range []string{root.Base + strings.TrimPrefix(shown, root.Tree.Prefix), shown} {
			if root.Tree.Exists(rel) && root.Show(rel) == shown {
				return !w.asked.holds(root, rel)
			}
		}
	}
	return !slices.ContainsFunc(w.result.roots, func(root discover.Root) bool { return w.asked.holds(root, shown) })
}

// begin looks at what a run found, before anything is taken out of it, and returns nil when all is asked
// for. It refuses folders in which nothing was recognised, and files of which none was.
func (w *part) begin(s *settlement, result *analysed) (*part, error) {
	if w == nil || !w.hook && isWhole(w.paths, result.roots) {
		return nil, nil
	}
	w.result = result
	w.mine = w.of(result.report.Findings)
	if !w.empty && !slices.ContainsFunc(w.paths, isFolder) && !w.holds() {
		return nil, nothing(w.paths, w.notices(s))
	}
	if w.hook || result.vacant {
		return w, nil
	}
	var empty []string
	for _, name := range w.paths {
		if isFolder(name) && !result.holds(name) {
			empty = append(empty, filepath.ToSlash(filepath.Clean(name)))
		}
	}
	if len(empty) > 0 {
		return nil, nothing(empty, w.notices(s))
	}
	return w, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// holds reports whether anything that is asked for was recognised.
func (w *part) holds() bool {
	r := w.result
	return slices.ContainsFunc(r.files, func(f *analysis.File) bool { return !w.other(f.Path) }) ||
		slices.ContainsFunc(r.report.Findings, func(f finding.Finding) bool { return !w.other(f.Place.Path) }) ||
		slices.ContainsFunc(r.hidden, func(path string) bool { return !w.other(path) }) ||
		slices.ContainsFunc(r.links, func(l analysis.Link) bool { return !w.other(l.Path) })
}

// holds reports whether anything below a path was recognised.
func (a *analysed) holds(name string) bool {
	one := &part{result: a}
	one.ask(name)
	return one.holds()
}

// of returns the findings that are asked for. Those given are left as they are.
func (w *part) of(findings []finding.Finding) []finding.Finding {
	var mine []finding.Finding
	for i := range findings {
		if w.asks(&findings[i]) {
			mine = append(mine, findings[i])
		}
	}
	enterAll(mine, w.other)
	triage.Sort(mine)
	return mine
}

// asks reports whether a finding is asked for: it is where it was asked for, or passes through there.
func (w *part) asks(f *finding.Finding) bool {
	return !w.other(f.Place.Path) ||
		f.Flow && slices.ContainsFunc(f.Related, func(r finding.Related) bool { return !w.other(r.Place.Path) })
}

// isAll reports whether there is nothing but what is reported anyhow.
func (w *part) isAll() bool {
	return w != nil && w.hook && len(w.mine) == len(w.result.report.Findings)
}

// narrow leaves in a report what is asked for. Of a hook the report has what is new, to which all comes that
// is in the files of the commit.
func (w *part) narrow(s *settlement, changes *comparing) {
	if w == nil {
		return
	}
	r := w.result.report
	before := len(w.mine)
	if w.hook {
		caused := slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return w.asks(&f) || !changes.had(w.result, &f) })
		for i := range caused {
			caused[i].Fixes = nil // files that are no part of the commit are not changed
		}
		r.Findings = append(w.mine, caused...)
		triage.Sort(r.Findings)
		before = len(r.Findings)
	} else {
		r.Findings = w.of(r.Findings)
	}
	shown := map[string]bool{}
	for i := range r.Findings {
		shown[r.Findings[i].Place.Path] = true
	}
	r.Files = slices.DeleteFunc(slices.Clone(r.Files), func(f *analysis.File) bool { return !shown[f.Path] && w.other(f.Path) })
	r.Suppressed = w.of(r.Suppressed)
	r.Notices = w.notices(s)
	r.Summary = summary(r.Findings, r.Files)
	r.Summary.Suppressed = len(r.Suppressed)
	if changes != nil {
		r.Summary.Unchanged = before - len(r.Findings)
	}
}

// notices returns those about what is asked for, about configurations, and about the run.
func (w *part) notices(s *settlement) []finding.Notice {
	configs := map[string]bool{"": true}
	for _, c := range s.configs() {
		configs[c.Path] = true
	}
	all, hidden := discover.HiddenNotice(w.result.hidden), slices.DeleteFunc(slices.Clone(w.result.hidden), w.other)
	notices := slices.DeleteFunc(w.result.report.Notices, func(n finding.Notice) bool {
		return !configs[n.Path] && w.other(n.Path) || slices.Contains(all, n)
	})
	return append(notices, discover.HiddenNotice(hidden)...)
}
