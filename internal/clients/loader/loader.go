// Package loader models how each client loads a SKILL.md: whether it loads the skill, which name and
// description it shows to its model, and what it loses or reads differently.
//
// Each client has a model in a file of its own. A measured model follows the client's program step by
// step and is compared with recorded answers of that program (answers_test.go). A documented model
// follows the documentation and returns Unknown for undocumented behavior.
package loader

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// A Client models how a client loads skills.
type Client struct {
	ID      string // "codex": in reports, --target and targets
	Title   string // the official name
	Program string // the npm package that was measured; empty for documented models
	Version string // of the program, or the state of its documentation
	Source  string // the measured command, or the documentation
	Checked string // YYYY-MM-DD
	Grade   Grade
	Places  []string // skill directories in the project and in the home directory, if it has no dialect in schema

	read func(*file) outcome
}

// A Grade is what a model is based on.
type Grade string

// The grades.
const (
	Measured   Grade = "measured"   // answers of the program
	Documented Grade = "documented" // documentation or source
)

// A Status is how a client treats a skill.
type Status string

// The statuses.
const (
	Loads    Status = "loads"
	Partial  Status = "partial"  // loads, but something is lost or changed
	Rejected Status = "rejected" // does not load
	Unknown  Status = "unknown"  // neither documented nor measured
)

// A Reading is the result of one client for one SKILL.md.
type Reading struct {
	Client      *Client
	Status      Status
	Name        string   // as shown to the model; empty if it is missing or the skill is rejected
	Description string   // likewise
	Reasons     []Reason // why the status is not Loads, in the order of the file
	Unnamed     bool     // letta: the name is that of the directory
}

// A Reason is one thing that a client rejects, loses or reads differently.
type Reason struct {
	Message string // the problem, as a clause: "description is 1,102 characters long (limit 1,024)"
	Effect  string // what the client does, for [Sentence]: "truncates it"; {} is the client's name; empty: implied by the status
	Range   analysis.Range
	Cause   string // a stable identifier: "syntax", "no-header", "name-form", "unread-field", …
}

// Clients returns all clients: the measured ones, codex, opencode, gemini, copilot and agentskills first,
// then the documented ones by name.
func Clients() []*Client { return clients }

var clients = []*Client{codex, opencode, gemini, copilot, agentskills, adk, cline, codebuff, continueCLI, cursor, deepagents, kilo, letta,
	openclaw, pi, qwen, strands,
	claudeAPI, claudeCode, cleo, crush, duyetbot, progressive, triagent}

// Lookup returns the client with an ID, or nil.
func Lookup(id string) *Client {
	for _, a := range clients {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// Read returns how the client loads a skill, regardless of other skills.
func (a *Client) Read(d *analysis.Document) Reading { return a.readFile(newFile(d)) }

// Read returns how each of the clients with these IDs loads a skill, in the order of Clients.
func Read(d *analysis.Document, ids []string) []Reading {
	var readings []Reading
	f := newFile(d)
	for _, a := range Clients() {
		if slices.Contains(ids, a.ID) {
			readings = append(readings, a.readFile(f))
		}
	}
	return readings
}

func (a *Client) readFile(f *file) Reading { return newReading(a, f, a.read(f)) }
