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
	Versions []string // that are modeled, the newest first: "0.169"; empty: it has none
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

// A Skill is one SKILL.md as the client loads it.
type Skill struct {
	Status      loader.Status
	Name        string
	Description string
	Reason      string            // why it is rejected or unknown
	At          analysis.Location // of the description in the frontmatter, else the first line

	// Fields that some clients list; empty if the YAML is invalid.
	WhenToUse string   // when_to_use
	Triggers  []string // triggers: a list of texts
	Subagents []string // subagents: likewise
	Manual    bool     // disable-model-invocation: true

	// What the lists of single clients need.
	Unnamed     bool     // letta: the name is that of the directory
	Conditional bool     // qwen: paths; openclaw: requirements
	Annotation  string   // deepagents: license and compatibility
	Tools       []string // deepagents: allowed-tools
	Module      bool     // deepagents: module
}

// Loads reports whether the client loads the skill.
func (s Skill) Loads() bool { return s.Status == loader.Loads || s.Status == loader.Partial }

func (s *Skill) equals(o *Skill) bool {
	return s.Status == o.Status && s.Name == o.Name && s.Description == o.Description && s.Reason == o.Reason && s.At == o.At &&
		s.WhenToUse == o.WhenToUse && slices.Equal(s.Triggers, o.Triggers) && slices.Equal(s.Subagents, o.Subagents) && s.Manual == o.Manual &&
		s.Unnamed == o.Unnamed && s.Conditional == o.Conditional && s.Annotation == o.Annotation && slices.Equal(s.Tools, o.Tools) && s.Module == o.Module
}

// A Request describes the session whose skill list is wanted.
type Request struct {
	Version string // "": the newest
	Start   string // the directory in which the client is started
	Project string // the nearest directory at or above Start with .git, else Start
	Home    string // "": none

	Window           int  // tokens of the model's context; 0: that of the default model
	MaxContextTokens int  // codex: skills.max_context_tokens; 0: not set
	BudgetChars      int  // claude-code: the budget of the list; 0: the default
	Builtins         bool // include built-in skills

	Team, Persona string // triagent
	Folder        string // progressive: ".agent"
	Frame         bool   // progressive: the text around the list as well
}

// A List is the skill list that a client shows to its model.
type List struct {
	Text     string   // the exact text of the prompt; ends with one line feed unless it is empty
	Limit    int      // in the client's unit; 0: none
	Cost     int      // of Text in that unit, as the client counts
	Roots    []Root   // that exist, in the order of scanning
	Items    []Item   // in the order of the list, then omitted skills by path
	Estimate string   // why the text is an estimate; empty if it is exact
	Notes    []string // limits and peculiarities, for readers
}

// A Root is a directory in which the client looks for skills.
type Root struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`           // "repo", "user", "system", "admin", …
	Alias string `json:"alias,omitempty"` // "r0"; empty when the list has none for it
}

// An Item is one skill and its state in the list.
type Item struct {
	Name        string
	Path        string // of SKILL.md; empty for a built-in
	Description string // whole, as the loader read it
	Shown       int    // characters (code points) of it that stand in the list
	Lost        int    // characters of it that do not
	State       State
	Reason      string // why it is not Full: a clause in lower case without a period
	At          analysis.Location
}

// A State is what the model sees of a skill.
type State string

// The states.
const (
	Full     State = "full"
	Cut      State = "cut"       // a part of the description is lost
	NameOnly State = "name-only" // the whole description is lost
	Gone     State = "gone"      // the skill loads, but is not in the list
	Rejected State = "rejected"  // the client does not load the file
	Unsure   State = "unknown"   // an estimate cannot tell whether the description is lost
)

// Agents returns all agents: the measured ones, then the others, in the order of the help.
func Agents() []*Agent { return agents }

var agents = []*Agent{codex, opencode, gemini, agentskills, continueCLI, deepagents, letta, openclaw, pi, qwen, claudeCode, copilot, cleo, triagent, progressive}

// Lookup returns the agent of an ID, or nil.
func Lookup(id string) *Agent {
	for _, a := range agents {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// List returns the list, or an error for an invalid request.
func (a *Agent) List(from Source, r Request) (List, error) {
	if err := a.CheckVersion(r.Version); err != nil {
		return List{}, err
	}
	list, err := a.list(from, r)
	if err == nil && len(list.Items)+len(list.Notes) == 0 && a.Looks != "" {
		list.Notes = append(list.Notes, "no skills found in "+a.Looks)
	}
	return list, err
}

// CheckVersion returns an error unless a version is modeled: one of Versions, or the exact version that
// was measured.
func (a *Agent) CheckVersion(version string) error {
	if version == "" || slices.Contains(a.Versions, version) {
		return nil
	}
	if len(a.Versions) == 0 {
		return fmt.Errorf("no versions of %s to choose from: write %s", a.ID, a.ID)
	}
	if l := loader.Lookup(a.ID); l != nil && l.Version == version {
		return nil
	}
	return fmt.Errorf("unknown version %s of %s: use %s@%s", quote.Text(version), a.ID, a.ID, strings.Join(a.Versions, ", "+a.ID+"@"))
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
