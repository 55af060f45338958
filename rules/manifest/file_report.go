package manifest

import (
	"fmt"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// report reports an entry at its path.
func (c *fileCheck) report(e manifest.Entry, d analysis.Diagnostic) {
	where := e.Where(c.manifest.Path, manifest.File)
	d.Location = &where
	c.pass.Report(d)
}

// baseName describes the base of relative paths, for messages.
func baseName(base string) string {
	if base == "." {
		return "the repository root"
	}
	return quote.Text(base)
}

// replace reports an entry with a fix that replaces its path.
func (c *fileCheck) replace(e manifest.Entry, to string, d analysis.Diagnostic) {
	where := e.Where(c.manifest.Path, manifest.File)
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(to), Edits: []analysis.Edit{{Range: where.Range, Text: strconv.Quote(to)}}}}
	c.report(e, d)
}

// close reports the problems that are reported once per manifest.
func (c *fileCheck) close(entries *manifest.Entries) {
	if c.alone > 0 {
		missing := fmt.Sprintf("%s output files are missing, and their directories contain no other output", quote.Count(c.alone))
		if c.alone == 1 {
			missing = "output file is missing, and its directory contains no other output"
		}
		c.report(c.first, analysis.Diagnostic{Severity: analysis.Info, Message: missing, Help: `set "manifest: {files: required}" if outputs are committed`})
	}
	if entries.Omitted > 0 {
		c.report(entries.Last(), analysis.Diagnostic{Severity: analysis.Warning,
			Message: fmt.Sprintf("output files of %s after this one were not checked", quote.Choose(entries.Omitted, "1 entry", "%s entries")), Help: "start a new manifest"})
	}
}
