// Package catalog models the skill list that a client shows to its model at start-up, and reports what
// the list loses of each skill.
//
// Each client has a model in a file of its own: its skill directories, their order, the limits, and the
// text. A measured model returns the client's text byte for byte (answers_test.go). A documented model
// returns an estimate.
//
// Models access the file system through a [Source] only. Paths are absolute, with "/".
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

// A Client models the skill list of a client.
type Client struct {
	ID       string   // as in package loader
	Versions []string // the modeled versions, newest first: "0.171"; empty: unversioned
	Grade    loader.Grade
	Source   string // the measured command, or the documentation
	Checked  string // YYYY-MM-DD
	Unit     string // of limit and cost: "tokens" or "characters"
	Places   string // skill directories, for the note that none has skills; empty if the model adds such a note

	list func(Source, Request) (List, error)
}

// A Source gives models read access to the file system.
type Source interface {
	// List returns the entries of a directory, in byte order of the names, or nil if the directory
	// does not exist or cannot be read.
	List(dir string) []Entry

	// Real returns a path with all links resolved; "" if it does not exist or may not be read.
	Real(path string) string

	// Skill returns how a client loads a SKILL.md, regardless of other skills.
	Skill(client, path string) Skill

	// Read returns the bytes of a regular file, at most 1 MiB.
	Read(path string) ([]byte, bool)
}

// An Entry is an entry of a directory.
type Entry struct {
	Name string
	Kind EntryKind
}

// An EntryKind is the type of an entry.
type EntryKind string

// The kinds of entries. The kind of a link depends on what it resolves to. Broken links, and links to files
// that may not be read, are Other.
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
	Reason      string            // why the skill is rejected, unknown or not listed
	At          analysis.Location // of the description in the frontmatter, else the first line

	// Fields that some clients list; empty if the YAML is invalid.
	WhenToUse string   // when_to_use
	Triggers  []string // triggers
	Subagents []string // subagents
	Manual    bool     // disable-model-invocation: true

	// Fields for the list of a single client.
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

// A Request describes the session of a skill list.
type Request struct {
	Version string // "": the newest
	Start   string // the working directory of the client
	Project string // the nearest directory at or above Start with .git, else Start
	Home    string // "": none

	Window           int  // tokens of the model's context; 0: of the default model
	MaxContextTokens int  // codex: skills.max_context_tokens; 0: not set
	BudgetChars      int  // claude-code: the budget of the list; 0: the default
	Builtins         bool // include built-in skills

	Team, Persona string // triagent
	Folder        string // progressive: ".agent"
	Frame         bool   // progressive: include the text around the list
}

// A List is the skill list that a client shows to its model.
type List struct {
	Text     string   // the exact text of the prompt; ends with one line feed unless it is empty
	Limit    int      // in the client's unit; 0: none
	Cost     int      // of Text, in the client's unit and by its method
	Roots    []Root   // existing skill directories, in the order of scanning
	Items    []Item   // in the order of the list, then omitted skills by path
	Estimate string   // why the text is an estimate; empty if it is exact
	Notes    []string // limits and special cases, for users
}

// A Root is a directory that the client searches for skills.
type Root struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`           // "repo", "user", "system", "admin", …
	Alias string `json:"alias,omitempty"` // "r0"; empty if the list uses full paths
}

// An Item is one skill and its state in the list.
type Item struct {
	Name        string
	Path        string // of SKILL.md; empty for a built-in
	Description string // complete, as the client loads it
	Shown       int    // characters (code points) of the description in the list
	Lost        int    // characters of the description that the list omits
	State       State
	Reason      string // why it is not Full: a clause in lower case without a period
	At          analysis.Location
}

// A State is what the model sees of a skill.
type State string

// The states.
const (
	Full      State = "full"
	Cut       State = "cut"       // part of the description is lost
	NameOnly  State = "name-only" // the whole description is lost
	Omitted   State = "gone"      // the skill loads, but the list omits it
	Rejected  State = "rejected"  // the client does not load the file
	Uncertain State = "unknown"   // an estimate that cannot determine whether the description is lost
)

// Clients returns all clients: the measured ones, then the others, in the order of the help.
func Clients() []*Client { return clients }

var clients = []*Client{codex, opencode, gemini, agentskills, adk, cline, codebuff, continueCLI, deepagents, kilo, letta, openclaw, pi, qwen, strands, claudeCode, copilot, cleo, triagent, progressive}

// Lookup returns the client with an ID, or nil.
func Lookup(id string) *Client {
	for _, a := range clients {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// List returns the skill list, or an error for an invalid request.
func (a *Client) List(from Source, r Request) (List, error) {
	if err := a.CheckVersion(r.Version); err != nil {
		return List{}, err
	}
	list, err := a.list(from, r)
	if err == nil && len(list.Items)+len(list.Notes) == 0 && a.Places != "" {
		list.Notes = append(list.Notes, "no skills found in "+a.Places)
	}
	return list, err
}

// CheckVersion returns an error unless a version is modeled: one of Versions, or the exact measured version.
func (a *Client) CheckVersion(version string) error {
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

// upwards returns the directories from one up to another at or above it, nearest first.
func upwards(from, to string) []string {
	dirs := []string{from}
	for from != to && path.Dir(from) != from {
		from = path.Dir(from)
		dirs = append(dirs, from)
	}
	return dirs
}
