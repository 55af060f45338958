package manifest

import (
	"fmt"
	"path"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// File reports entries whose output file is not where they say.
//
// The orchestrator, and the next agent, open an output by the "file" of its entry. A path that
// leaves the repository or begins at a root leads nowhere on any other machine; one in another case
// is found on Windows and macOS only; a directory cannot be opened. Write the path of the file,
// from the manifest's folder.
//
// A path may begin at the root of the repository too, as published manifests do; not in the strict
// profile. Outputs are often not committed: a missing file is reported where others that the
// entries name in its folder are there, or under "manifest: {files: required}". Otherwise one
// finding tells how many there are.
//
// Left alone: entries with a {{TOKEN}} in the path, ledgers of another format, and what lies where
// nothing was looked at: in ignored folders, or beside what was asked for.
var File = &analysis.Analyzer{
	Name:     "manifest/file",
	Doc:      "output file of an entry that is not where the entry says",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-004; paths of 229 entries of a published manifest", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{manifest.EntriesFact.Analyzer},
	Run:      checkFiles,
}

func checkFiles(pass *analysis.Pass) error {
	for f, entries := range manifest.EntriesFact.All(pass.Store) {
		c := fileCheck{pass: pass, manifest: f, dir: path.Dir(f.Rel), follow: manifest.NewResolver(f), kept: map[string]bool{}}
		for e := range entries.All {
			c.check(e)
		}
		for _, e := range c.absent {
			c.missing(e)
		}
		c.close(entries)
	}
	return nil
}

// A fileCheck is the work on the entries of one manifest.
type fileCheck struct {
	pass     *analysis.Pass
	manifest *analysis.File
	dir      string
	follow   *manifest.Resolver
	kept     map[string]bool  // folders in which a file that some entry names is there
	absent   []manifest.Entry // whose file is missing
	alone    int              // of those: in folders of which none is there
	first    manifest.Entry   // of those
}

func (c *fileCheck) check(e manifest.Entry) {
	t := resolveFile(c.follow, e)
	if t.Verdict == manifest.Here {
		c.kept[path.Dir(t.Rel)] = true
	}
	switch {
	case e.Torn() || t.Verdict == manifest.Unseen || t.Verdict == manifest.Here && !c.manifest.Strict:
		return
	case t.Verdict == manifest.Missing:
		c.absent = append(c.absent, e)
		return
	}
	file := quote.Text(e.Get(manifest.File))
	switch t.Verdict {
	case manifest.Here:
		if t.FromRoot {
			c.report(e, analysis.Error, fmt.Sprintf("%s leads to the output from the root of the repository, and the protocol's paths begin at the manifest's folder; write %s", file, quote.Text(analysis.RelativePath(c.dir, t.Rel))), analysis.RelativePath(c.dir, t.Rel))
		}
	case manifest.Folder:
		c.report(e, c.mild(), file+" is a directory, which the orchestrator cannot read as an output; write the path of the file", "")
	case manifest.OtherCase:
		to := analysis.RelativePath(c.dir, t.Rel)
		if t.FromRoot {
			to = t.Rel
		}
		c.report(e, analysis.Error, fmt.Sprintf("%s is called %s, so it is not found where case counts, as on Linux; write it so", file, quote.Text(path.Base(t.Rel))), to)
	case manifest.Outside:
		c.report(e, analysis.Error, file+" leaves the repository, so nobody else has that file; write a path from the manifest's folder", "")
	case manifest.Absolute:
		c.report(e, analysis.Error, file+" begins at a root that no other machine has, so nobody else finds the file; write a path from the manifest's folder", "")
	case manifest.Address:
		c.report(e, c.mild(), file+" is an address and no path, so the orchestrator cannot open it; write the path of the output file", "")
	}
}

// mild is how bad something is that only the strict profile takes for an error.
func (c *fileCheck) mild() analysis.Severity {
	if c.manifest.Strict {
		return analysis.Error
	}
	return analysis.Warning
}

// missing reports a missing file, now that it is known which folders have any.
func (c *fileCheck) missing(e manifest.Entry) {
	siblings := false
	if len(c.kept) > 0 {
		t := resolveFile(c.follow, e)
		siblings = c.kept[path.Dir(t.Rel)] || t.Other != "" && c.kept[path.Dir(t.Other)]
	}
	switch {
	case siblings:
		c.report(e, analysis.Error, fmt.Sprintf("there is no file %s, while others beside it that the entries name are there, so who opens this output finds nothing; write the path that it has", quote.Text(e.Get(manifest.File))), "")
	case c.manifest.Present:
		c.report(e, analysis.Error, fmt.Sprintf("there is no file %s, so who opens this output finds nothing; write the path that it has", quote.Text(e.Get(manifest.File))), "")
	default:
		if c.alone++; c.alone == 1 {
			c.first = e
		}
	}
}

// report reports an entry at its path; to is what to write there, if that is known.
func (c *fileCheck) report(e manifest.Entry, severity analysis.Severity, message, to string) {
	where := e.Where(c.manifest.Path, manifest.File)
	d := analysis.Diagnostic{Location: &where, Severity: severity, Message: message}
	if to != "" {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + to, Edits: []analysis.Edit{{Range: where.Range, Text: strconv.Quote(to)}}}}
	}
	c.pass.Report(d)
}

// close says once what was not told entry by entry.
func (c *fileCheck) close(entries *manifest.Entries) {
	if c.alone > 0 {
		what := fmt.Sprintf("%d of the files that the entries name are not here, nor is any other in their folders, so none of them is reported", c.alone)
		if c.alone == 1 {
			what = "the file that this entry names is not here, nor is any other in its folder, so it is not reported as missing"
		}
		c.report(c.first, analysis.Info, what+`; if outputs are kept here, set "manifest: {files: required}"`, "")
	}
	if entries.Omitted > 0 {
		c.report(entries.Last(), analysis.Warning, fmt.Sprintf("%d more entries behind this one were not compared with their files; begin a new manifest", entries.Omitted), "")
	}
}
