package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A target is one --format: a format, and the file it goes to.
type target struct{ format, file string } // file is empty for standard output

// checkTargets rejects files that cannot be written, before anything is read.
func checkTargets(targets []target) error {
	seen := map[string]bool{}
	for _, t := range targets {
		if t.file == "" {
			if seen[""] {
				return usagef("only one format can use standard output: write the other to a file with --format %s=FILE", t.format)
			}
			seen[""] = true
			continue
		}
		path, err := filepath.Abs(t.file)
		if err == nil {
			err = safefile.CheckTarget(path)
		}
		if err != nil {
			return fmt.Errorf("--format %s=%s: %w", t.format, t.file, treefs.WithoutPath(err))
		}
		if seen[path] {
			return usagef("--format: %s is used for two formats", quote.Text(t.file))
		}
		seen[path] = true
	}
	return nil
}

// checkPlaces rejects targets that a link in the workspace redirects.
func (p *program) checkPlaces(targets []target) error {
	for _, t := range targets {
		if t.file == "" {
			continue
		}
		if _, err := p.files.Resolve(t.file, safefile.Options{}); err != nil {
			return fmt.Errorf("--format %s=%s: %w", t.format, t.file, treefs.WithoutPath(err))
		}
	}
	return nil
}

// writeFile writes a file without following links of the workspace.
func (p *program) writeFile(path string, o safefile.Options, write func(io.Writer) error) error {
	if err := p.files.Write(path, o, write); err != nil {
		return treefs.WithoutPath(err)
	}
	return nil
}
