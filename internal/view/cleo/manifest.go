package cleo

import (
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/view"
)

// ContextLimit is the number of tokens of a manifest that an orchestrator reads.
const ContextLimit = 10_000

// An auditedFile is the audit of one manifest.
type auditedFile struct {
	*manifest.Audit
	file     *analysis.File
	protocol bool // a manifest of CLEO's protocol, not another JSON Lines file
	missing  []missingFile
	unseen   int // output files outside the paths, which were not searched
}

// A missingFile is a missing output file of an entry.
type missingFile struct {
	Line int    `json:"line"`
	ID   string `json:"id"`
	File string `json:"file"`
}

// Audits holds the audits of all manifests of a workspace.
type Audits map[*analysis.File]*auditedFile

// Collect returns an analyzer that fills the audits.
func (a Audits) Collect() *analysis.Analyzer {
	return view.Collect("manifest", func(pass *analysis.Pass) error {
		for file, found := range manifest.AuditFact.All(pass.Store) {
			a[file] = &auditedFile{Audit: found, file: file}
		}
		for file, protocol := range manifest.Fact.All(pass.Store) {
			a[file].protocol = protocol
		}
		for file, entries := range manifest.EntriesFact.All(pass.Store) {
			a[file].findMissingFiles(entries)
		}
		return nil
	}, manifest.AuditFact.Analyzer, manifest.Fact.Analyzer, manifest.EntriesFact.Analyzer)
}

func (m *auditedFile) findMissingFiles(entries *manifest.Entries) {
	follow := manifest.NewResolver(m.file, entries)
	for e := range entries.All {
		file, line := e.Get(manifest.File), e.Where(m.file.Path, manifest.File).Start.Line
		if file == "" || strings.Contains(file, "{{") || line == 0 { // 0: the line is not an entry
			continue
		}
		switch follow.Resolve(file).Verdict {
		case manifest.Missing:
			m.missing = append(m.missing, missingFile{line, e.Get(manifest.ID), file})
		case manifest.Unseen:
			m.unseen++
		}
	}
}

// A Report holds the manifests, sorted by path, and the findings about them.
type Report struct {
	*finding.Report
	manifests []*auditedFile
}

// New returns the report of the manifests among files.
func New(r *finding.Report, files []*analysis.File, audits Audits) *Report {
	out := &Report{Report: r}
	for _, f := range files {
		if one := audits[f]; one != nil {
			out.manifests = append(out.manifests, one)
		}
	}
	return out
}

// Manifests returns the files of the manifests.
func (r *Report) Manifests() []*analysis.File {
	var files []*analysis.File
	for _, m := range r.manifests {
		files = append(files, m.file)
	}
	return files
}

// IsEmpty reports whether the report has no manifests and no findings.
func (r *Report) IsEmpty() bool { return len(r.manifests) == 0 && len(r.Findings) == 0 }

// Write writes the report in a format of package report.
func (r *Report) Write(w io.Writer, format string, o report.Options) error {
	switch format {
	case "text":
		if err := r.text(w, o); err != nil {
			return err
		}
	case "json":
		o.Members = r.members
	case "markdown":
		return r.markdown(w, o)
	}
	return report.Write(w, format, r.Report, o)
}

// A valueCount is a value of a field with the number of its entries.
type valueCount struct {
	value string // "none" for entries without a value
	count int
}

// sortedValues returns the values of a field by value, or else by frequency.
func sortedValues(c manifest.Counts, byValue bool) []valueCount {
	var all []valueCount
	for value, n := range c.Values {
		all = append(all, valueCount{value, n})
	}
	sorting.By(all, func(a, b valueCount) int {
		if !byValue && a.count != b.count {
			return b.count - a.count
		}
		return strings.Compare(a.value, b.value)
	})
	for i := range all {
		if all[i].value == "" {
			all[i].value = "none"
		}
	}
	return all
}
