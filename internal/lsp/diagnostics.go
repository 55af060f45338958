package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// publish sends the diagnostics that changed with the last run. An error of the run is a diagnostic of the file that
// caused it.
func (w *workspace) publish(failed error) {
	found := make(map[string][]Diagnostic, len(w.published))
	docs := w.documents()
	if failed != nil {
		w.fail(failed, docs, found)
	} else {
		docs = w.last.documents
		w.last.diagnostics(found)
	}
	for path, doc := range docs {
		if _, ok := found[doc.uri]; !ok && w.owns(path) {
			found[doc.uri] = nil // to acknowledge the version
		}
	}
	versions := map[string]int32{}
	for _, doc := range docs {
		versions[doc.uri] = doc.version
	}
	for uri := range w.published {
		if _, ok := found[uri]; ok {
			continue
		}
		if w.owns(realPath(pathOf(uri))) {
			found[uri] = nil
		} else {
			delete(w.published, uri) // another workspace reports them now
		}
	}
	for _, uri := range slices.Sorted(maps.Keys(found)) {
		p := PublishDiagnosticsParams{URI: uri, Diagnostics: found[uri]}
		if p.Diagnostics == nil {
			p.Diagnostics = []Diagnostic{}
		}
		if version, open := versions[uri]; open {
			p.Version = &version
		}
		w.send(p)
	}
}

// send sends diagnostics unless they equal those sent last.
func (w *workspace) send(p PublishDiagnosticsParams) {
	before, known := w.published[p.URI]
	if known && before.equals(&p) || !known && len(p.Diagnostics) == 0 && p.Version == nil {
		return
	}
	w.published[p.URI] = p
	if len(p.Diagnostics) == 0 && p.Version == nil {
		delete(w.published, p.URI)
	}
	w.server.notify("textDocument/publishDiagnostics", p)
}

func (p *PublishDiagnosticsParams) equals(q *PublishDiagnosticsParams) bool {
	if (p.Version == nil) != (q.Version == nil) || p.Version != nil && *p.Version != *q.Version {
		return false
	}
	if len(p.Diagnostics) == len(q.Diagnostics) && len(p.Diagnostics) > 0 && &p.Diagnostics[0] == &q.Diagnostics[0] {
		return true
	}
	return slices.EqualFunc(p.Diagnostics, q.Diagnostics, func(a, b Diagnostic) bool { return a.equals(&b) })
}

func (d *Diagnostic) equals(e *Diagnostic) bool {
	return d.Range == e.Range && d.Severity == e.Severity && d.Code == e.Code && d.Message == e.Message && bytes.Equal(d.Data, e.Data) &&
		slices.Equal(d.Tags, e.Tags) && slices.Equal(d.RelatedInformation, e.RelatedInformation)
}

// clear removes all diagnostics of a closed workspace.
func (w *workspace) clear() {
	if w.ended == nil {
		return
	}
	<-w.ended
	for _, uri := range slices.Sorted(maps.Keys(w.published)) {
		w.server.notify("textDocument/publishDiagnostics", PublishDiagnosticsParams{URI: uri, Diagnostics: []Diagnostic{}})
	}
}

// fail reports the error of a run as diagnostics of the files that caused it, or else in the log.
func (w *workspace) fail(err error, docs documents, found map[string][]Diagnostic) {
	var all config.Errors
	var one *finding.FileError
	switch {
	case errors.As(err, &all):
	case errors.As(err, &one):
		all = config.Errors{one}
	default:
		w.server.log(severityError, escape.String(err.Error()))
	}
	for _, e := range all {
		path := e.Path
		if !filepath.IsAbs(path) {
			path = filepath.Join(w.dir, filepath.FromSlash(path))
		}
		start := Position{uint32(max(e.Position.Line, 1) - 1), uint32(max(e.Position.Column, 1) - 1)}
		if doc := docs[path]; doc != nil {
			line := doc.line(int(start.Line))
			start.Character = uint32(w.server.encoding.units(line[:utf32Units.bytes(line, int(start.Character))]))
		}
		uri := w.uri(docs, path)
		found[uri] = append(found[uri], Diagnostic{Range: Range{start, Position{start.Line + 1, 0}}, Severity: severityError, Source: source,
			Message: escape.String(e.Message)})
	}
}

// source is the source of all diagnostics.
const source = "skilllint"

// report returns the findings from the lowest severity of the settings, or else of the configuration, on. The default is info.
func (v *view) report() *finding.Report {
	if lowest := v.settings.lowest(); lowest != analysis.Off {
		return v.Result.Visible(lowest, analysis.Off)
	}
	return v.Result.VisibleFrom(analysis.Info)
}

// diagnostics adds the findings of the run by URI.
func (v *view) diagnostics(found map[string][]Diagnostic) {
	all, now := v.report().Findings, make(map[string]conversion, len(v.workspace.converted))
	for first := 0; first < len(all); {
		next := first + 1
		for next < len(all) && all[next].Place.Path == all[first].Place.Path {
			next++
		}
		if uri := v.reportedURI(all[first].Place.Path); uri != "" {
			c := v.convert(all[first:next])
			now[all[first].Place.Path] = c
			if before := found[uri]; before == nil {
				found[uri] = c.diagnostics
			} else {
				found[uri] = slices.Concat(before, c.diagnostics) // another path of the same file
			}
		}
		first = next
	}
	v.workspace.converted = now
}

// A conversion is the findings of a file and their diagnostics.
type conversion struct {
	hash        [32]byte // of the file
	findings    []finding.Finding
	diagnostics []Diagnostic
}

// convert returns the diagnostics of all findings in a file. It reuses those of the last run if nothing changed.
func (v *view) convert(findings []finding.Finding) conversion {
	now := conversion{findings: findings}
	if f := findings[0].File; f != nil {
		now.hash = f.Hash
	}
	last := v.workspace.converted[findings[0].Place.Path]
	if now.hash != [32]byte{} && last.hash == now.hash && slices.EqualFunc(last.findings, findings, sameDiagnostic) {
		now.diagnostics = last.diagnostics
		return now
	}
	for i := range findings {
		now.diagnostics = append(now.diagnostics, v.diagnostic(&findings[i]))
		if d, ok := v.truncation(&findings[i]); ok && !slices.ContainsFunc(now.diagnostics, func(e Diagnostic) bool { return e.equals(&d) }) {
			now.diagnostics = append(now.diagnostics, d)
		}
	}
	return now
}

// sameDiagnostic reports whether findings in the same version of a file have the same diagnostic.
func sameDiagnostic(a, b finding.Finding) bool {
	return a.Rule == b.Rule && a.Severity == b.Severity && a.Message == b.Message && a.Effect == b.Effect && a.Help == b.Help &&
		a.Fingerprint == b.Fingerprint && a.Place.Location == b.Place.Location && a.Place.Columns == b.Place.Columns &&
		a.File == b.File && a.Dialect == b.Dialect && slices.EqualFunc(a.Related, b.Related, func(r, q finding.Related) bool {
		return r.Message == q.Message && r.Place.Location == q.Place.Location && r.Place.Columns == q.Place.Columns && r.Place.Path == a.Place.Path
	})
}

// reportedURI returns the URI of a path in reports, or "" if another workspace reports its findings.
func (v *view) reportedURI(shown string) string {
	uri, known := v.workspace.uris[shown]
	if !known {
		if path := v.absPath(shown); path != "" && v.workspace.owns(path) {
			uri = v.workspace.uri(v.documents, path)
		}
		v.workspace.uris[shown] = uri
	}
	return uri
}

// diagnostic converts a finding.
func (v *view) diagnostic(f *finding.Finding) Diagnostic {
	d := Diagnostic{Range: v.place(&f.Place), Severity: severityOf(f.Severity), Code: f.Rule, Source: source, Message: escape.String(f.Message)}
	if f.Effect != "" {
		d.Message += "\nnote: " + escape.String(f.Effect)
	}
	if f.Help != "" {
		d.Message += "\nhelp: " + escape.String(f.Help)
	}
	d.CodeDescription = v.workspace.page(f.Rule)
	for i := range f.Related {
		r := &f.Related[i]
		if path := v.absPath(r.Place.Path); path != "" {
			at := Location{v.workspace.uri(v.documents, path), v.place(&r.Place)}
			d.RelatedInformation = append(d.RelatedInformation, DiagnosticRelatedInformation{at, escape.String(r.Message)})
		}
	}
	if f.Analyzer != nil && f.Analyzer.Meta { // a suppression without effect
		d.Tags = []int{tagUnnecessary}
	}
	d.Data = json.RawMessage(strconv.AppendQuote(nil, f.Fingerprint)) // hexadecimal digits
	return d
}

// page returns the page of a rule, or nil.
func (w *workspace) page(rule string) *CodeDescription {
	page, known := w.pages[rule]
	if !known {
		if href := w.server.Page(rule); href != "" {
			page = &CodeDescription{href}
		}
		w.pages[rule] = page
	}
	return page
}

func severityOf(s analysis.Severity) int {
	switch s {
	case analysis.Error:
		return severityError
	case analysis.Warning:
		return severityWarning
	}
	return severityHint
}
