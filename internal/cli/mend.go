package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
)

// mostRounds bounds how often files are fixed and looked at again: what one fix uncovers, or what
// overlapped with it, is fixed in the next round.
const mostRounds = 10

// A mending is the fixing of the files of one run.
type mending struct {
	program *program
	unsafe  bool
	quiet   bool
	run     func() (*settlement, *analysed, error)

	fixed  int             // findings
	files  map[string]bool // that were written
	failed map[string]bool // that could not be
	errs   []error
	linked []string // files that had other names
}

// mend applies the fixes of a run's findings, and returns what a run finds then. What could not be
// written is an error for each file, beside the result; other files are fixed all the same.
func (m *mending) mend(ctx context.Context, s *settlement, result *analysed) (*analysed, error) {
	m.files, m.failed = map[string]bool{}, map[string]bool{}
	for range mostRounds {
		findings := slices.DeleteFunc(slices.Clone(result.report.Findings), func(f finding.Finding) bool { return m.failed[f.Place.Path] })
		changes := fix.Plan(findings, m.unsafe)
		if len(changes) == 0 {
			break
		}
		files := make(map[string]*analysis.File, len(result.files))
		for _, f := range result.files {
			files[f.Path] = f
		}
		for _, c := range changes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if f := files[c.Path]; f != nil {
				m.write(s.roots[f.Tree], f, c)
			}
		}
		var err error
		if s, result, err = m.run(); err != nil {
			return nil, err
		}
	}
	for _, path := range m.linked {
		result.report.Notices = append(result.report.Notices, finding.Notice{Path: path,
			Message: "the file had another name, a hard link, under which the old content remains"})
	}
	if !m.quiet {
		m.program.note("fixed %s in %s", quote.Plural(m.fixed, "finding"), quote.Plural(len(m.files), "file"))
	}
	return result, errors.Join(m.errs...)
}

func (m *mending) write(root *os.Root, f *analysis.File, c fix.Change) {
	linked, err := fix.Write(root, f.Rel, f.Hash, c.Edits)
	if err != nil {
		m.failed[c.Path] = true
		m.errs = append(m.errs, fmt.Errorf("fix %s: %w", quote.Text(c.Path), pathless.Error(err)))
		return
	}
	m.fixed += c.Fixed
	m.files[c.Path] = true
	if linked && !slices.Contains(m.linked, c.Path) {
		m.linked = append(m.linked, c.Path)
	}
}
