// Package loader says what each agent makes of a SKILL.md: whether it loads it, which name and
// description it then shows to its model, and what of the file it loses or reads otherwise.
//
// There is one model for each agent, in a file of its own. A model that is measured follows the
// mechanism of the agent's program, step by step, and is compared with recorded answers of that
// program (answers_test.go); one that is documented says no more than the documentation does, and
// StatusUnknown where that is silent.
package loader

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// An Agent is a program that loads skills, and the model of how it does.
type Agent struct {
	ID      string // "codex": in reports, --target and targets
	Title   string // as its makers write it
	Program string // the npm package that was run; empty: none was
	Version string // of the program, or the state of its documentation
	Source  string // what was run or read
	Checked string // YYYY-MM-DD
	Grade   Grade

	read func(*file) outcome
}

// A Grade says how well a model is founded.
type Grade string

// The grades.
const (
	Measured   Grade = "measured"   // compared with answers of the program itself
	Documented Grade = "documented" // read in the documentation or source
)

// A Status is an agent's verdict on a skill.
type Status string

// The verdicts.
const (
	Loads    Status = "loads"
	Partial  Status = "partial"  // loads, but something that was written is lost or changed
	Rejected Status = "rejected" // the agent does not have the skill
	Unknown  Status = "unknown"  // nobody knows: neither documented nor measured
)

// A Reading is what one agent makes of one SKILL.md.
type Reading struct {
	Agent       *Agent
	Status      Status
	Name        string   // that the agent shows to its model; empty when it has none, or the skill is rejected
	Description string   // likewise
	Reasons     []Reason // why the status is not Loads, in the order of the file
}

// A Reason is one thing that an agent rejects, loses or reads otherwise.
type Reason struct {
	Message string // a clause, lower case, no full stop: "the description has 1,102 characters, and copilot takes 1,024"
	Range   analysis.Range
	Cause   string // a stable word: "syntax", "no-header", "name-form", "unread-field", …
}

// Agents returns all agents: the measured ones in the order codex, opencode, gemini, copilot,
// agentskills, then the documented ones by name.
func Agents() []*Agent { return agents }

var agents = []*Agent{codex, opencode, gemini, copilot, agentskills,
	claudeAPI, claudeCode, cleo, cursor, duyetbot, openclaw, progressive, triagent}

// Lookup returns the agent of an ID, or nil.
func Lookup(id string) *Agent {
	for _, a := range agents {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// Read says what the agent makes of a skill, as if the skill's folder alone lay in a root that
// the agent reads.
func (a *Agent) Read(d *analysis.Document) Reading { return a.reading(newFile(d)) }

// Read says what each of the agents with these IDs makes of a skill, in the order of Agents.
func Read(d *analysis.Document, ids []string) []Reading {
	var readings []Reading
	f := newFile(d)
	for _, a := range Agents() {
		if slices.Contains(ids, a.ID) {
			readings = append(readings, a.reading(f))
		}
	}
	return readings
}

func (a *Agent) reading(f *file) Reading { return judge(a, f, a.read(f)) }
