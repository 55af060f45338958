package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// checkTargets rejects files that cannot be written. It is called before anything is read.
func checkTargets(targets []report.Target) error {
	seen := map[string]bool{}
	for _, t := range targets {
		if t.File == "" {
			if seen[""] {
				return usagef("only one format can use standard output: write the other to a file with --format %s=FILE", t.Format)
			}
			seen[""] = true
			continue
		}
		path, err := filepath.Abs(t.File)
		if err == nil {
			err = safefile.CheckTarget(path)
		}
		if err != nil {
			return fmt.Errorf("--format %s=%s: %w", t.Format, t.File, treefs.WithoutPath(err))
		}
		if seen[path] {
			return usagef("--format: two formats use the file %s", quote.Text(t.File))
		}
		seen[path] = true
	}
	return nil
}

// checkPlaces rejects files whose path contains a link of the workspace.
func (p *program) checkPlaces(targets []report.Target) error {
	for _, t := range targets {
		if t.File == "" {
			continue
		}
		if _, err := p.files.Resolve(t.File, safefile.Options{}); err != nil {
			return fmt.Errorf("--format %s=%s: %w", t.Format, t.File, treefs.WithoutPath(err))
		}
	}
	return nil
}

// writeFile writes a file. It does not follow links of the workspace.
func (p *program) writeFile(path string, o safefile.Options, write func(io.Writer) error) error {
	if err := p.files.Write(path, o, write); err != nil {
		return treefs.WithoutPath(err)
	}
	return nil
}
