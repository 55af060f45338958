package lint

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
)

// A Result is the result of a run. It is deterministic: its order depends only on the tree and the options.
type Result struct {
	Findings   []Finding // sorted by path, position, rule and message
	Files      []File    // checked files, sorted by path
	Notices    []Notice  // information besides the findings, such as files that were not checked
	Suppressed int       // number of findings that comments suppress
}

// A Finding is a problem that a rule reports.
type Finding struct {
	Rule     string
	Severity analysis.Severity
	Message  string            // what is wrong
	Effect   string            // what clients do because of it; may be empty
	Help     string            // what to write instead; may be empty
	Location analysis.Location // with a path in the tree
	Related  []Related
	Fixes    []Fix // alternatives; the first is the preferred one

	// Fingerprint identifies the finding when lines move. It does not depend on the wording. That of a security finding
	// changes with its message and with each file that it depends on.
	Fingerprint string
}

// A Related is another place that belongs to a finding.
type Related struct {
	Location analysis.Location
	Message  string
}

// A Fix is a change that removes a finding.
type Fix struct {
	Title      string
	Safe       bool // it does not change the meaning
	Edits      []Edit
	Executable string // the path of a file that becomes executable; empty: none
	Link       string // the path of a symbolic link that gets the target Target; empty: none
	Target     string
}

// An Edit replaces the bytes at a location.
type Edit struct {
	Location analysis.Location
	Text     string
}

// A File is a file that was checked.
type File struct {
	Path        string
	Kind        analysis.Kind
	Dialect     string   // the name of the format whose rules apply; may be empty
	Name        string   // of a skill, subagent or command, as its frontmatter specifies it; may be empty
	Description string   // likewise
	Size        int64    // in bytes
	Hash        [32]byte // SHA-256; zero if the file is too large
}

// A Notice is information besides the findings.
type Notice struct {
	Message   string
	Path      string // empty: about the whole tree
	Unchecked bool   // something was not checked
}

// newResult converts a result of the engine.
func newResult(from *lint.Result, minSeverity analysis.Severity, described map[*analysis.File]description) *Result {
	report := from.Visible(minSeverity, analysis.Off)
	r := &Result{Suppressed: report.Summary.Suppressed}
	for i := range report.Findings {
		r.Findings = append(r.Findings, newFinding(&report.Findings[i]))
	}
	for _, f := range report.Files {
		own := described[f]
		file := File{Path: f.Path, Kind: f.Kind, Name: own.Name, Description: own.Description, Size: f.Size, Hash: f.Hash}
		if f.Dialect != nil {
			file.Dialect = f.Dialect.Name
		}
		r.Files = append(r.Files, file)
	}
	for _, n := range report.Notices {
		r.Notices = append(r.Notices, Notice{n.Message, n.Path, n.Unchecked})
	}
	return r
}

func newFinding(from *finding.Finding) Finding {
	f := Finding{Rule: from.Rule, Severity: from.Severity, Message: from.Message, Effect: from.Effect, Help: from.Help,
		Location: from.Place.Location, Fingerprint: from.Fingerprint}
	for _, r := range from.Related {
		f.Related = append(f.Related, Related{r.Place.Location, r.Message})
	}
	for _, x := range from.Fixes {
		fix := Fix{Title: x.Title, Safe: x.Safe}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit{e.Location, e.Text})
		}
		if x.Executable != nil {
			fix.Executable = x.Executable.Path
		}
		if x.Link != nil {
			fix.Link, fix.Target = x.Link.Path, x.Link.New
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}
