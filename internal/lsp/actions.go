package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/sourcegraph/jsonrpc2"
)

// actions returns the methods of code actions by name.
func actions() map[string]method {
	return map[string]method{
		"textDocument/codeAction":  feature((*view).codeActions),
		"codeAction/resolve":       withParams((*server).resolve),
		"workspace/executeCommand": withParams((*server).execute),
	}
}

// A deferredEdit identifies a code action whose edit is computed when the user chooses it.
type deferredEdit struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"` // of the document; null if it is not open
	Finding string `json:"finding"` // its fingerprint, or "" for all safe fixes of the document
	Reason  string `json:"reason"`  // of a suppression
}

// codeActions returns the actions for the findings in a range: their fixes, suppressions and pages. The action for all safe
// fixes of the document is computed only on request, or if its edit can be resolved later.
func (v *view) codeActions(f *analysis.File, p *CodeActionParams) (any, error) {
	list := []CodeAction{}
	wants := func(kind string) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool { return kind == only || strings.HasPrefix(kind, only+".") })
	}
	report := v.report()
	if wants(quickFix) {
		for i := range report.Findings {
			x := &report.Findings[i]
			if x.File == f && x.Place.Path == f.Path && v.place(&x.Place).touches(p.Range) {
				list = append(list, v.actionsFor(f, x)...)
			}
		}
	}
	if wants(fixAll) && (v.resolvesEdits() || len(p.Context.Only) > 0) && v.isFixable(f, report) {
		all := CodeAction{Title: "Fix all safe problems", Kind: fixAll}
		if err := v.deferEdit(f, &all, deferredEdit{}); err != nil {
			return nil, err
		}
		if v.resolvesEdits() || all.Edit != nil {
			list = append(list, all)
		}
	}
	return list, nil
}

// touches reports whether ranges overlap or are adjacent.
func (r Range) touches(o Range) bool { return !o.End.before(r.Start) && !r.End.before(o.Start) }

func (p Position) before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// resolvesEdits reports whether the client requests the edit of an action when the user chooses it.
func (v *view) resolvesEdits() bool {
	can := v.client.TextDocument.CodeAction
	return can.DataSupport && slices.Contains(can.ResolveSupport.Properties, "edit")
}

func (v *view) isFixable(f *analysis.File, report *finding.Report) bool {
	return slices.ContainsFunc(report.Findings, func(x finding.Finding) bool {
		return x.Place.Path == f.Path && slices.ContainsFunc(x.Fixes, func(fix finding.Fix) bool { return fix.Safe && !fix.ChangesEntry() })
	})
}

// actionsFor returns the actions for a finding.
func (v *view) actionsFor(f *analysis.File, x *finding.Finding) []CodeAction {
	about := []Diagnostic{v.diagnostic(x)}
	var list []CodeAction
	for i := range x.Fixes {
		fix := &x.Fixes[i]
		e, ok := v.fixEdit(fix)
		if !ok {
			continue
		}
		a := CodeAction{Title: capitalize(fix.Title), Kind: quickFix, Diagnostics: about, Edit: e,
			IsPreferred: fix.Safe && !slices.ContainsFunc(list, func(a CodeAction) bool { return a.IsPreferred })}
		if !fix.Safe {
			a.Title += " (needs review)"
		}
		list = append(list, a)
	}
	if a, ok := v.addName(x, about); ok {
		list = append(list, a)
	}
	list = append(list, v.suppressions(f, x, about)...)
	if v.client.Window.ShowDocument.Support && v.workspace.server.Page(x.Rule) != "" {
		title := "Explain " + x.Rule
		list = append(list, CodeAction{Title: title, Kind: quickFix, Diagnostics: about,
			Command: &Command{Title: title, Command: explainCommand, Arguments: []string{x.Rule}}})
	}
	return list
}

func capitalize(title string) string {
	if title == "" {
		return title
	}
	return strings.ToUpper(title[:1]) + title[1:]
}

// fixEdit returns the edits of a fix, or false if it changes a mode, a link or a file that is not checked.
func (v *view) fixEdit(fix *finding.Fix) (*WorkspaceEdit, bool) {
	if fix.ChangesEntry() || len(fix.Edits) == 0 {
		return nil, false
	}
	b := v.newEdit()
	for i := range fix.Edits {
		e := &fix.Edits[i]
		f := v.File(e.Location.Path)
		if f == nil || v.text(f) == nil {
			return nil, false
		}
		b.add(f, e.Location.Range, e.Text)
	}
	e, err := b.finish()
	return e, err == nil
}

// reasonPlaceholder is a reason for the user to replace.
const reasonPlaceholder = "TODO: reason"

// suppressions returns the actions that suppress a finding: with a reason and, unless the configuration requires one, without.
func (v *view) suppressions(f *analysis.File, x *finding.Finding, about []Diagnostic) []CodeAction {
	if !fixer.CanComment(v.Result, x) {
		return nil
	}
	var list []CodeAction
	for _, reason := range []string{reasonPlaceholder, ""} {
		if reason == "" && f.Suppressions != nil && f.Suppressions.RequireReason {
			continue
		}
		a := CodeAction{Title: "Suppress " + x.Rule + " here", Kind: quickFix, Diagnostics: about}
		if reason != "" {
			a.Title += " with a reason"
		}
		if err := v.deferEdit(f, &a, deferredEdit{Finding: x.Fingerprint, Reason: reason}); err == nil && (a.Edit != nil || v.resolvesEdits()) {
			list = append(list, a)
		}
	}
	return list
}

// deferEdit adds the data for a later request of the edit, or the edit if the client does not request it later.
func (v *view) deferEdit(f *analysis.File, a *CodeAction, d deferredEdit) error {
	d.URI = v.uri(f)
	if doc := v.documents[v.path(f)]; doc != nil {
		d.Version = &doc.version
	}
	if !v.resolvesEdits() {
		var err error
		a.Edit, err = v.compute(v.workspace.ctx, f, &d)
		return err
	}
	data, err := json.Marshal(d)
	a.Data = data
	return err
}

// compute returns the edit of an action, or nil for one without an edit.
func (v *view) compute(ctx context.Context, f *analysis.File, d *deferredEdit) (*WorkspaceEdit, error) {
	edits, err := []analysis.Edit(nil), error(nil)
	b := v.newEdit()
	if d.Finding == "" {
		if v.workspace.files.Cache.Configs.Reads(v.path(f)) {
			return nil, nil // runs with a fixed configuration have no cache and do not read other unsaved files
		}
		v.text(f) // read it before another run reuses the memory of this one
		b.use(f)
		edits, err = fixer.FixFile(ctx, v.workspace.request(), v.Result, f.Path)
		v.workspace.invalidate()
	} else {
		edits, err = v.comment(f, d)
	}
	if err != nil || len(edits) == 0 {
		return nil, err
	}
	for _, e := range edits {
		b.add(f, e.Range, e.Text)
	}
	return b.finish()
}

func (v *view) comment(f *analysis.File, d *deferredEdit) ([]analysis.Edit, error) {
	source, err := v.Read(f)
	if err != nil {
		return nil, err
	}
	for i := range v.Result.Report.Findings {
		if x := &v.Result.Report.Findings[i]; x.Place.Path == f.Path && x.Fingerprint == d.Finding {
			return fixer.Comment(v.Result, x, source, d.Reason), nil
		}
	}
	return nil, nil
}

// resolve computes the edit of a code action.
func (s *server) resolve(ctx context.Context, a *CodeAction) (any, error) {
	d := &deferredEdit{}
	if json.Unmarshal(a.Data, d) != nil || d.URI == "" {
		return a, nil
	}
	return s.askAbout(ctx, d.URI, func(v *view) (any, error) {
		f := v.file(d.URI)
		if f == nil {
			return a, nil
		}
		doc := v.documents[v.path(f)]
		if (doc == nil) != (d.Version == nil) || doc != nil && doc.version != *d.Version {
			return nil, &jsonrpc2.Error{Code: codeContentModified, Message: errChanged.Error()}
		}
		var err error
		a.Edit, err = v.compute(ctx, f, d)
		return a, err
	})
}

// codeContentModified is the error code for a document that changed since the request it belongs to.
const codeContentModified = -32801

// execute executes a command.
func (s *server) execute(_ context.Context, p *ExecuteCommandParams) (any, error) {
	rule := ""
	if p.Command != explainCommand || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &rule) != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "unknown command; available: " + explainCommand + " with the name of a rule"}
	}
	page := s.Page(rule)
	if page == "" {
		return nil, errors.New("the rule has no page")
	}
	if s.client.Window.ShowDocument.Support {
		return nil, s.request("window/showDocument", ShowDocumentParams{URI: page, External: true}, nil)
	}
	return page, nil
}
