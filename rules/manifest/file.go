package manifest

import (
	"cmp"
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// File reports entries whose "file" does not resolve to their output.
//
// The orchestrator and later subagents open an output by the path in its entry. Absolute paths and paths
// outside the repository fail on other machines. A path with different case fails on Linux. A directory
// cannot be read as an output.
//
// Write the path of the file relative to the manifest. Paths relative to a directory above it, such as the
// root of the package or of the repository, are also accepted, except in the strict profile. A missing file
// is looked for in the directory that most entries begin at.
//
// Outputs are often not committed. A missing file is therefore reported only if other outputs exist in its
// directory, or if the configuration sets "manifest: {files: required}". All other missing files produce
// one info.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Not reported:
//   - paths with an unresolved {{PLACEHOLDER}}
//   - files that are not manifests
//   - paths that an ignore file matches, or outside the checked paths
//   - without a repository, paths into directories that may be above the checked one
var File = &analysis.Analyzer{
	Name:     "manifest/file",
	Doc:      "missing or unusable output file",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-004; paths of 229 entries of a published manifest", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{manifest.EntriesFact.Analyzer},
	Run:      checkFiles,
}

func checkFiles(pass *analysis.Pass) error {
	for f, entries := range manifest.EntriesFact.All(pass.Store) {
		c := fileCheck{pass: pass, manifest: f, dir: path.Dir(f.Rel), follow: manifest.NewResolver(f, entries), kept: map[string]bool{}}
		for e := range entries.All {
			c.check(e)
		}
		if c.alone > 0 && (len(c.kept) > 0 || f.Present || f.Tree.Base != nil) {
			c.alone = 0
			for e := range entries.All {
				c.missing(e)
			}
		}
		c.close(entries)
	}
	return nil
}

// A fileCheck checks the entries of a manifest.
type fileCheck struct {
	pass     *analysis.Pass
	manifest *analysis.File
	dir      string
	follow   *manifest.Resolver
	kept     map[string]bool // directories that contain the file of an entry
	alone    int             // number of entries whose file is missing, in directories without any output
	first    manifest.Entry  // the first of these entries
}

func (c *fileCheck) check(e manifest.Entry) {
	if !e.Torn() && isMissing(c.follow, e) {
		c.addAlone(e)
		return
	}
	t := resolveFile(c.follow, e)
	if t.Verdict == manifest.Found {
		c.kept[path.Dir(t.Rel)] = true
	}
	switch {
	case e.Torn() || t.Verdict == manifest.Unseen || t.Verdict == manifest.Found && !c.manifest.Strict:
		return
	case t.Verdict == manifest.Missing:
		c.addAlone(e)
		return
	}
	file := quote.Text(e.Get(manifest.File))
	switch t.Verdict {
	case manifest.Found:
		if t.Base != "" {
			c.replace(e, analysis.RelativePath(c.dir, t.Rel), analysis.Diagnostic{Severity: analysis.Error,
				Message: fmt.Sprintf("path %s is relative to %s", file, baseName(t.Base)), Effect: "the protocol resolves paths relative to the manifest"})
		}
	case manifest.Dir:
		c.report(e, analysis.Diagnostic{Severity: c.mild(), Message: fmt.Sprintf("path %s is a directory", file),
			Effect: "the orchestrator cannot read it as an output", Help: "write the path of the file"})
	case manifest.OtherCase:
		to := analysis.RelativePath(cmp.Or(t.Base, c.dir), t.Rel)
		c.replace(e, to, analysis.Diagnostic{Severity: analysis.Error,
			Message: fmt.Sprintf("path %s differs in case from %s", file, quote.Text(path.Base(t.Rel))), Effect: "it fails on Linux"})
	case manifest.Outside:
		c.report(e, analysis.Diagnostic{Severity: analysis.Error, Message: fmt.Sprintf("path %s is outside the repository", file),
			Effect: "the file is missing on other machines", Help: "write a path relative to the manifest"})
	case manifest.Absolute:
		c.report(e, analysis.Diagnostic{Severity: analysis.Error, Message: "absolute path " + file,
			Effect: "the file is missing on other machines", Help: "write a path relative to the manifest"})
	case manifest.Address:
		c.report(e, analysis.Diagnostic{Severity: c.mild(), Message: file + " is a URL, not a path",
			Effect: "the orchestrator cannot open it", Help: "write the path of the output file"})
	}
}

// mild returns the severity of deviations that are errors only in the strict profile.
func (c *fileCheck) mild() analysis.Severity {
	if c.manifest.Strict {
		return analysis.Error
	}
	return analysis.Warning
}

// addAlone counts an entry whose file is missing.
func (c *fileCheck) addAlone(e manifest.Entry) {
	if c.alone++; c.alone == 1 {
		c.first = e
	}
}
