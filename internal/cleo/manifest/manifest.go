// Package manifest parses MANIFEST.jsonl, in which an orchestrator lists the outputs of its subagents: its
// entries, the files that they name, and which Markdown files are outputs. Many files with that name are
// logs in other formats, so a minimum of lines must look like entries. A file is an output if it begins with a
// bold "Task:" line, or is next to the manifest and has the name of an output. Files next to a manifest
// in another format are never outputs.
package manifest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Count is the number of objects in a manifest.
type Count struct {
	Objects int
	Ours    int               // those with the fields of an entry
	First   analysis.Location // location of the first object's opening brace
}

// Counted is the count of a manifest.
var Counted = analysis.NewFold("ledger-count", "number of lines that look like manifest entries",
	analysis.Manifest, func(*analysis.Pass) *Count { return new(Count) }, count)

func count(pass *analysis.Pass, c *Count) error {
	v := pass.Line.Data
	if v == nil || v.Kind != analysis.Map {
		return nil
	}
	if c.Objects == 0 {
		c.First = pass.Line.Location(analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1})
	}
	c.Objects++
	if isEntry(v) {
		c.Ours++
	}
	return nil
}

// entryFields are the fields of an entry besides "id".
var entryFields = [...]string{"file", "title", "date", "status", "agent_type", "topics", "key_findings", "actionable", "needs_followup", "linked_tasks"}

// isEntry reports whether an object has enough fields of an entry. It may lack any of them, which other rules report.
func isEntry(v *analysis.Value) bool {
	known := 0
	for _, name := range entryFields {
		if v.Get(name) != nil {
			known++
		}
	}
	if known < 2 || v.Get("id") == nil && v.Get("agent_type") == nil && v.Get("key_findings") == nil {
		return false
	}
	return !isRecord(v)
}

// isRecord reports whether an object belongs to another list with an id, a title and a status, such as one of decisions.
func isRecord(v *analysis.Value) bool {
	for _, name := range []string{"agent_type", "key_findings", "actionable", "needs_followup", "linked_tasks"} {
		if v.Get(name) != nil {
			return false
		}
	}
	id, status := v.Get("id"), v.Get("status")
	return id.IsString() && !taskID.MatchString(id.Text) && status.IsString() && !slices.Contains(statuses, strings.ToLower(status.Text))
}

// taskID matches an id that starts with a task.
var taskID = regexp.MustCompile(`^T[0-9]+`)

// statuses are the statuses of entries, and what people write in place of them.
var statuses = []string{"complete", "completed", "partial", "blocked", "archived", "done"}

// Fact is whether a manifest follows the protocol: at least a tenth of its lines look like entries, or the
// configuration lists it.
var Fact = analysis.NewFact("ledger", "whether a manifest follows the protocol",
	analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (bool, error) {
		c := Counted.Of(p)
		if p.File.Extra != nil { // the configuration defines the schema of its lines
			return false, nil
		}
		return p.File.Claimed || c.Ours > 0 && c.Ours*10 >= c.Objects, nil
	}, Counted.Analyzer)
