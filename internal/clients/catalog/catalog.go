// Package catalog prints the list of skills that an agent shows to its model when it starts, and
// says what of each skill is lost on the way there.
//
// There is one model for each agent, in a file of its own: where it looks, in which order, what it
// shortens and drops, and the text. A model that is measured prints what the program prints, byte
// for byte (answers_test.go); one that is documented is an estimate and says so.
//
// A model sees the file system through a [Source] only. Paths are absolute, with "/".
package catalog

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// An Agent is a program that lists skills, and the model of how it does.
type Agent struct {
	ID       string   // as in package loader, which says what the agent makes of one file
	Versions []string // that are modelled, the newest first: "0.169"; empty: it has none
	Grade    loader.Grade
	Source   string // what was run or read
	Checked  string // YYYY-MM-DD
	Unit     string // of limit and cost: "tokens" or "characters"
	Looks    string // where it looks for skills below the directory it is started in; empty: it says so itself

	list func(Source, Request) (List, error)
}

// A Source is what a model can see of the file system.
type Source interface {
	// List returns what a directory holds, in byte order of the names; nil when there is no such
	// directory, or it cannot be read.
	List(dir string) []Entry

	// Real returns a path with all links followed; "" when it leads nowhere, or to where nothing
	// may be read.
	Real(path string) string

	// Skill returns what the agent's loader makes of a SKILL.md as if it lay alone.
	Skill(agent, path string) Skill

	// Read returns the bytes of a regular file, at most 1 MiB.
	Read(path string) ([]byte, bool)
}

// An Entry is one name in a directory.
type Entry struct {
	Name string
	Kind EntryKind
}

// An EntryKind says what an entry is.
type EntryKind string

// The kinds of entries. What a link leads to is told by the kind; one that leads nowhere, or out of
// what may be read, is Other.
const (
	File       EntryKind = "file"
	Directory  EntryKind = "directory"
	LinkedFile EntryKind = "linked-file"
	LinkedDir  EntryKind = "linked-directory"
	Other      EntryKind = "other"
)

// A Skill is what a loader makes of one SKILL.md.
type Skill struct {
	Status      loader.Status
	Name        string
	Description string
	Reason      string            // why it is rejected, or nothing is known
	At          analysis.Location // of its description in the header, else the first line

	// Fields that some agents list, as they are parsed; nothing of a header that is no YAML.
	WhenToUse string   // when_to_use
	Triggers  []string // triggers: a list of texts
	Subagents []string // subagents: likewise
	Manual    bool     // disable-model-invocation: true
}

// Loads reports whether the agent has the skill.
func (s Skill) Loads() bool { return s.Status == loader.Loads || s.Status == loader.Partial }

// A Request says of which agent the list is wanted, started where.
type Request struct {
	Version string // "": the newest
	Start   string // the directory in which the agent is started
	Project string // the nearest directory at or above Start that holds .git, else Start
	Home    string // "": there is none

	Window           int  // tokens of the model's context; 0: the agent's default model's
	MaxContextTokens int  // codex: skills.max_context_tokens; 0: not set
	BudgetChars      int  // claude-code: the budget of the list; 0: the agent's default
	Builtins         bool // print and count the agent's own skills

	Team, Persona string // triagent
	Folder        string // progressive: ".agent"
	Frame         bool   // progressive: the text around the list as well
}

// A List is what an agent shows to its model.
type List struct {
	Text     string   // exactly what stands in the prompt; not empty: ends with one line feed
	Limit    int      // in the agent's unit; 0: there is none
	Cost     int      // of Text in that unit, as the agent counts
	Roots    []Root   // that exist, in the order of scanning
	Items    []Item   // in the order of the list, then what is not in it, by path
	Estimate string   // why the text is an estimate; empty: it is exact
	Notes    []string // what its reader has to know
}

// A Root is a directory in which the agent looks for skills.
type Root struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`           // "repo", "user", "system", "admin", …
	Alias string `json:"alias,omitempty"` // "r0"; empty when the list has none for it
}

// An Item is one skill and what becomes of it.
type Item struct {
	Name        string
	Path        string // of SKILL.md; empty for a built-in
	Description string // whole, as the loader read it
	Shown       int    // characters (code points) of it that stand in the list
	Lost        int    // characters of it that do not
	State       State
	Reason      string // why it is not Full; a clause, lower case, no full stop
	At          analysis.Location
}

// A State says what of a skill the model sees.
type State string

// The states.
const (
	Full     State = "full"
	Cut      State = "cut"       // a part of the description is lost
	NameOnly State = "name-only" // all of it
	Gone     State = "gone"      // the skill is not in the list, though it could be loaded
	Rejected State = "rejected"  // the loader does not take the file
	Unsure   State = "unknown"   // an estimate cannot tell whether the description is lost
)

// Agents returns all agents: the measured ones, then the others, in the order of the help.
func Agents() []*Agent { return agents }

var agents = []*Agent{codex, opencode, gemini, agentskills, claudeCode, copilot, cleo, triagent, progressive}

// Lookup returns the agent of an ID, or nil.
func Lookup(id string) *Agent {
	for _, a := range agents {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// List returns the list. An error says what of the request cannot be done, and how to ask for it.
func (a *Agent) List(from Source, r Request) (List, error) {
	if err := a.CheckVersion(r.Version); err != nil {
		return List{}, err
	}
	list, err := a.list(from, r)
	if err == nil && len(list.Items)+len(list.Notes) == 0 && a.Looks != "" {
		list.Notes = append(list.Notes, a.ID+" looks for skills in "+a.Looks+", and finds none")
	}
	return list, err
}

// CheckVersion says whether a version is modelled: as it is written in Versions, or in full as it
// was measured.
func (a *Agent) CheckVersion(version string) error {
	if version == "" || slices.Contains(a.Versions, version) {
		return nil
	}
	if len(a.Versions) == 0 {
		return fmt.Errorf("%s is modelled in one version only; write %s", a.ID, a.ID)
	}
	if l := loader.Lookup(a.ID); l != nil && l.Version == version {
		return nil
	}
	return fmt.Errorf("version %s of %s is not modelled; write %s@%s", quote.Text(version), a.ID, a.ID, strings.Join(a.Versions, ", "+a.ID+"@"))
}

// upwards returns the directories from one up to another at or above it, the nearest first.
func upwards(from, to string) []string {
	dirs := []string{from}
	for from != to && path.Dir(from) != from {
		from = path.Dir(from)
		dirs = append(dirs, from)
	}
	return dirs
}
