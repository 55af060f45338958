package manifest

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Followup reports a status that "needs_followup" contradicts.
//
// An entry that is partial or blocked says that work is left; the orchestrator takes what is left
// from "needs_followup" and plans the next task by it. When that list is empty the work is never
// taken up. An item that begins with "BLOCKED:" says the reverse: something is in the way, while
// the entry counts as done. Name what remains, or correct the status.
//
// Other items of a complete entry are ideas for later and left alone; so is their form: ids of
// tasks, slugs and sentences are all in use. Entries whose status or list is of the wrong kind are
// manifest/schema's; ledgers of another format are left alone.
var Followup = &analysis.Analyzer{
	Name:     "manifest/followup",
	Doc:      "status that the follow-ups contradict",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, partial completion; 229 entries of a published manifest", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  followup,
}

func followup(pass *analysis.Pass) error {
	status, list := pass.Line.Data.Get("status"), pass.Line.Data.Get("needs_followup")
	if !status.IsString() || list != nil && list.Kind != analysis.List {
		return nil
	}
	switch status.Text {
	case "partial", "blocked":
		if !namesAnything(list) {
			pass.Report(nothingLeft(pass, status, list))
		}
	case "complete", "archived":
		if list != nil {
			contradictions(pass, status, list)
		}
	}
	return nil
}

// namesAnything reports whether a list has an item that is not blank. What is no text is another
// rule's.
func namesAnything(list *analysis.Value) bool {
	if list == nil {
		return false
	}
	for _, item := range list.Items {
		if item.Kind != analysis.String || strings.Trim(item.Text, blanks) != "" {
			return true
		}
	}
	return false
}

// nothingLeft tells of work that is left and that nobody will find.
func nothingLeft(pass *analysis.Pass, status, list *analysis.Value) analysis.Diagnostic {
	says, write := "work is left", "what remains"
	if status.Text == "blocked" {
		says, write = "something is in the way", "what it is"
	}
	d := analysis.Diagnostic{Range: status.Range, Severity: strictly(pass, analysis.Warning)}
	lacks := `the entry has no "needs_followup"`
	if list != nil {
		d.Range = list.Range
		lacks = `"needs_followup" is empty`
		if len(list.Items) > 0 {
			lacks = `"needs_followup" holds no word`
		}
		d.Related = []analysis.Related{{Location: pass.Line.Location(status.Range), Message: "the status stands here"}}
	}
	d.Message = fmt.Sprintf("the status %s says that %s, and %s, so nobody takes it up; write there %s", quote.Text(status.Text), says, lacks, write)
	return d
}

// contradictions reports items of an entry that is done which say that it is not.
func contradictions(pass *analysis.Pass, status, list *analysis.Value) {
	items := newFew(pass)
	for _, item := range list.Items {
		if !isBlocker(item) {
			continue
		}
		items.report(analysis.Diagnostic{Range: item.Range, Severity: strictly(pass, analysis.Warning),
			Message: fmt.Sprintf(`this item says that the work is blocked, and the status is %s, so the orchestrator counts it as done; write "blocked" or "partial" there, or take the item out`, quote.Text(status.Text)),
			Related: []analysis.Related{{Location: pass.Line.Location(status.Range), Message: "the status stands here"}}})
	}
	items.close(list, "items")
}

// isBlocker reports whether an item begins with "BLOCKED:" and names something.
func isBlocker(item *analysis.Value) bool {
	const mark = "BLOCKED:"
	text := strings.Trim(item.Text, blanks)
	if item.Kind != analysis.String || len(text) < len(mark) || !strings.EqualFold(text[:len(mark)], mark) {
		return false
	}
	switch strings.ToLower(strings.Trim(text[len(mark):], blanks+".-")) {
	case "", "none", "no", "nothing", "n/a":
		return false
	}
	return true
}
