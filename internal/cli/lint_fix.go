package cli

import (
	"context"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/spf13/pflag"
)

// fixFlags are the flags that say what becomes of the fixes.
type fixFlags struct {
	fix         bool
	unsafeFixes bool
	diff        bool
	rounds      *remembering // what the runs of one fixing keep; nil: nothing
}

// remembering returns what the rounds of a run may keep. Git's trees are read whole each time, and what
// stands for standard input is no file that is known.
func (f *lintFlags) remembering() *remembering {
	switch {
	case !f.fix && !f.diff || f.stdin.path != "" || f.changed.staged || f.changed.ref != "":
		return nil
	case f.watch.state != nil:
		return &f.watch.state.remembering
	}
	k := &remembering{}
	k.remember(func(string) {})
	return k
}

// join lets a run take part in what its rounds keep.
func (f *fixFlags) join(s *settlement) {
	if f.rounds != nil && s.keeping == nil {
		f.rounds.join(s)
	}
}

func (f *fixFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.fix, "fix", false, "apply the safe fixes, and report what is left")
	flags.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff: those that need a person's look, too")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a patch, write nothing, and exit with 1 if that is anything")
}

// check refuses flags that contradict.
func (f *fixFlags) check(formats []target, watch bool) error {
	if f.diff && watch {
		return usagef("--diff prints one patch, and --watch reports again and again; leave one out")
	}
	if f.unsafeFixes && !f.fix && !f.diff {
		return usagef("--unsafe-fixes says which fixes are applied; write --fix --unsafe-fixes, or --diff --unsafe-fixes to see them")
	}
	for _, t := range formats {
		if f.diff && t.file == "" {
			return usagef("--diff prints a patch, and so standard output is taken; write --format %s=FILE to have the report in a file", t.format)
		}
	}
	return nil
}

// printDiff prints what the fixes of a run's findings change, and reports what was found.
func (p *program) printDiff(ctx context.Context, f *lintFlags, m *mending, s *settlement, result *analysed, notices []string) error {
	found := result.report
	for _, n := range notices {
		found.Notices = append(found.Notices, finding.Notice{Message: n})
	}
	if _, err := m.rounds(ctx, s, result); err != nil {
		return err
	}
	changed := 0
	err := p.exactly("", func(w io.Writer) (err error) {
		changed, err = m.patches(w)
		return err
	})
	if err != nil {
		return err
	}
	found.Notices = append(found.Notices, m.notices()...)
	if err := p.reportBeside(ctx, f, found); err != nil {
		return err
	}
	if !f.quiet {
		p.note("%s in %s can be fixed", quote.Plural(m.count(), "finding"), quote.Plural(changed, "file"))
	}
	if changed > 0 {
		return &foundError{}
	}
	return nil
}

// reportBeside reports without standard output, which holds something else.
func (p *program) reportBeside(ctx context.Context, f *lintFlags, r *finding.Report) error {
	if len(f.formats) > 0 || f.statistics {
		return p.report(ctx, f, r, report.Write)
	}
	if f.quiet {
		return nil
	}
	return report.Notices(p.err, r, p.forTerminal(p.reportOptions(f), f, p.errFile))
}

// patches writes what changes as patches, sorted by path, and returns how many files do.
func (m *mending) patches(w io.Writer) (changed int, err error) {
	for _, at := range m.sorted() {
		some := &some{w: w}
		if err := m.patch(some, at); err != nil {
			return 0, err
		}
		if some.thing {
			changed++
		}
	}
	return changed, nil
}

func (m *mending) patch(w io.Writer, at standing) error {
	f, below := m.made[at], m.below[at.dir]
	old, err := below.Open(at.rel)
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	return fix.Patch(w, f.Path, old, info.Mode()&0o111 != 0, f)
}

// A some knows whether anything was written.
type some struct {
	w     io.Writer
	thing bool
}

func (s *some) Write(b []byte) (int, error) {
	s.thing = s.thing || len(b) > 0
	return s.w.Write(b)
}

// sorted returns where the files stand that change, sorted by their path in reports.
func (m *mending) sorted() []standing {
	return slices.SortedFunc(maps.Keys(m.made), func(a, b standing) int {
		return strings.Compare(m.made[a].Path+"\x00"+a.dir, m.made[b].Path+"\x00"+b.dir)
	})
}

// write writes what changes to the disk. A file that cannot be written does not keep others from it: it
// is taken out of what is made, with an error.
func (m *mending) write(ctx context.Context, roots map[string]*os.Root) error {
	for _, at := range m.sorted() {
		if err := ctx.Err(); err != nil {
			return err
		}
		linked, err := fix.Write(ctx, &m.program.files, roots[at.dir], at.rel, m.made[at])
		if err != nil {
			m.fail(at, err)
		} else if linked {
			m.linked = append(m.linked, m.made[at].Path)
		}
	}
	return nil
}
