package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
)

// mostRuns bounds how often a tree is looked at while it is fixed: what one fix uncovers, or what
// overlapped with it, is fixed in the next round, and of fixes that make things worse it is found out
// which they are. Two or three runs are usual.
const mostRuns = 40

// An overlay returns what is read of a root in place of what stands there.
type overlay func(discover.Root) (treefs.FS, error)

// A mending is the fixing of the files of one run. Nothing is written before the end: each round looks at
// the tree as it will be.
type mending struct {
	program *program
	unsafe  bool
	quiet   bool
	staged  bool // what is looked at is the index, and what is written the work tree
	input   bool // only the file that standard input stands for is fixed
	run     func(overlay) (*settlement, *analysed, error)
	kept    *remembering // from round to round; nil: nothing

	made    map[standing]*fix.File
	fixed   map[standing]int // findings; one that is fixed in several files counts in the first
	below   map[string]treefs.FS
	refused map[fixID]bool // fixes that make things worse
	held    map[fixID]bool // fixes that wait until it is known whether others make things worse
	failed  []error        // of files that could not be written
	linked  []string       // files that had other names
}

// A standing is where a file is: a root, and the path below it, without links.
type standing struct{ dir, rel string }

// A fixID tells a fix from those of other findings, in every round.
type fixID struct{ rule, path, fingerprint, title string }

func fixIDOf(f *finding.Finding, x *finding.Fix) fixID {
	return fixID{f.Rule, f.Place.Path, f.Fingerprint, x.Title}
}

// mend applies the fixes of a run's findings, and returns what a run finds then. What could not be
// written is an error for each file, beside the result; other files are fixed all the same.
func (m *mending) mend(ctx context.Context, s *settlement, result *analysed) (*analysed, error) {
	roots := map[string]*os.Root{}
	for _, root := range s.roots {
		roots[root.Dir] = root.Disk
	}
	result, err := m.rounds(ctx, s, result)
	m.keep(nil)
	m.kept = nil // what is written is not known
	if err != nil {
		return nil, err
	}
	if err := m.write(ctx, roots); err != nil {
		return nil, err
	}
	if !m.quiet {
		m.program.note("fixed %s in %s", quote.Plural(m.count(), "finding"), quote.Plural(len(m.made), "file"))
	}
	if len(m.failed) > 0 || m.staged {
		if _, result, err = m.run(m.over(nil)); err != nil {
			return nil, err
		}
	}
	result.report.Notices = append(result.report.Notices, m.notices()...)
	return result, errors.Join(m.failed...)
}

// rounds finds out what fixes make of the files, and returns what a run finds then.
func (m *mending) rounds(ctx context.Context, s *settlement, result *analysed) (*analysed, error) {
	m.made, m.fixed = map[standing]*fix.File{}, map[standing]int{}
	m.refused, m.held = map[fixID]bool{}, map[fixID]bool{}
	for range mostRuns {
		r := m.choose(s, result)
		if len(r.choices) == 0 {
			break
		}
		m.keep(r.made)
		next, found, err := m.run(m.over(r.made))
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if blamed := fix.Blame(result.report.Findings, found.report.Findings, r.choices); len(blamed) > 0 {
			m.doubt(blamed)
			continue
		}
		for _, c := range r.choices {
			m.fixed[r.places.at[c.Changes()[0]]]++
		}
		m.made, m.held, s, result = r.made, map[fixID]bool{}, next, found
	}
	return result, nil
}

// keep says what is made of files in the run to come. Nothing is kept any more if a configuration changes.
func (m *mending) keep(made map[standing]*fix.File) {
	if m.kept == nil {
		return
	}
	m.kept.made = made
	for at := range made {
		if m.kept.configs.reads(filepath.Join(at.dir, filepath.FromSlash(at.rel))) {
			m.keep(nil)
			m.kept = nil
			return
		}
	}
}

// over returns what lays changed files over the tree of a root.
func (m *mending) over(made map[standing]*fix.File) overlay {
	return func(root discover.Root) (treefs.FS, error) {
		if m.below == nil {
			m.below = map[string]treefs.FS{}
		}
		m.below[root.Dir] = root.FS
		files := map[string]func(treefs.File) (treefs.File, error){}
		for at, f := range made {
			if at.dir == root.Dir {
				files[at.rel] = f.Rewrite
			}
		}
		if len(files) == 0 {
			return root.FS, nil
		}
		return treefs.Rewritten(root.FS, files)
	}
}

// doubt keeps fixes from the next try of which some make things worse: one is refused, of several it is
// found out, half by half, which it is.
func (m *mending) doubt(groups [][]fix.Choice) {
	for _, blamed := range groups {
		if len(blamed) == 1 {
			m.refused[fixIDOf(blamed[0].Finding, blamed[0].Fix)] = true
			continue
		}
		for _, c := range blamed[len(blamed)/2:] {
			m.held[fixIDOf(c.Finding, c.Fix)] = true
		}
	}
}

func (m *mending) fail(at standing, err error) {
	m.failed = append(m.failed, fmt.Errorf("fix %s: %w", quote.Text(m.made[at].Path), pathless.Error(err)))
	delete(m.made, at)
	delete(m.fixed, at)
}

// count returns how many findings are fixed.
func (m *mending) count() int {
	n := 0
	for _, fixed := range m.fixed {
		n += fixed
	}
	return n
}

// notices says what else is to be known of the fixes.
func (m *mending) notices() []finding.Notice {
	var all []finding.Notice
	for _, path := range m.linked {
		all = append(all, finding.Notice{Path: path, Message: "the file had another name, a hard link, under which the old content remains"})
	}
	refused := map[string]int{}
	for id := range m.refused {
		refused[id.path]++
	}
	for _, path := range slices.Sorted(maps.Keys(refused)) {
		all = append(all, finding.Notice{Path: path, Message: quote.Plural(refused[path], "fix") + " left out, because other findings would come of it"})
	}
	return all
}
