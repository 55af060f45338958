// Package startup models a client's context when it starts in a directory: the instruction files with their imports, as
// the text of its prompt, and the subagents, commands and MCP servers that it finds.
//
// Each client has a model in a file of its own: the searched directories, their order, the limits, and the text around
// the files. A measured model returns the client's text byte for byte (answers_test.go). A documented model returns an
// estimate.
//
// Models access the file system through a [Source] only. Paths are absolute, with "/".
package startup

import (
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// A Client is a program that reads instruction files, with a model of how it does so.
type Client struct {
	ID      string // as in package catalog
	Title   string
	Version string // the measured version; empty for documented models
	Grade   loader.Grade
	Source  string // the measured command, or the documentation
	Checked string // YYYY-MM-DD

	instructions func(*builder)
	subagents    bool // its model sees the names and descriptions of subagents
	commands     bool // likewise, of commands
	servers      []serverFile
}

// A Source gives models read access to the file system.
type Source interface {
	catalog.Source

	// Head returns the first bytes of a regular file, and its size.
	Head(path string, most int) (text []byte, size int64, ok bool)

	// Leaves reports whether the links of a path point outside the directories that may be read.
	Leaves(path string) bool

	// Loops reports whether the links of a path form a cycle.
	Loops(path string) bool
}

// A Request describes the session of a context.
type Request struct {
	Start   string // the working directory of the client
	Project string // the nearest directory at or above Start with .git, else Start
	Home    string // "": none
	For     string // a file that the client reads or edits; "": none
}

// Instructions are the instruction files of a client, as its model sees them.
type Instructions struct {
	Pieces   []Piece // the part of the prompt, in order
	Later    []Piece // added when the client reads the file of the request
	Files    []File  // in the order in which the client reads them
	Limit    int     // bytes of all files together; 0: none
	Estimate string  // why the text is an estimate; empty if it is exact
	Notes    []string
}

// A Piece is a part of a text with one origin.
type Piece struct {
	File int // index in Files; -1: the client's own text
	Text string
}

// A File is a file that the client reads as instructions, or that one of these imports.
type File struct {
	Path     string
	Scope    string // "project" or "user"
	Importer int    // index in Files; -1: not imported
	State    State
	Reason   string // why it is not Loaded: a clause in lower case without a period
	Size     int    // in bytes
}

// A State is what the model sees of a file.
type State string

// The states.
const (
	Loaded    State = "loaded"
	Truncated State = "truncated" // the end is lost
	Empty     State = "empty"     // the file has no text
	Omitted   State = "omitted"   // the client does not read the file, or drops it
	Missing   State = "missing"   // the import does not exist
	OnDemand  State = "on-demand" // loaded when the client works on certain files
)

// Clients returns all clients: the measured ones, then the others.
func Clients() []*Client { return clients }

var clients = []*Client{codex, opencode, gemini, copilot, continueCLI, kilo, pi, qwen, claudeCode}

// IDs returns the IDs of the clients with a grade; of all clients if it is empty.
func IDs(grade loader.Grade) []string {
	var ids []string
	for _, c := range clients {
		if grade == "" || c.Grade == grade {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Lookup returns the client with an ID, or nil.
func Lookup(id string) *Client {
	for _, c := range clients {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Instructions returns the instruction files of a session.
func (c *Client) Instructions(from Source, r Request) Instructions {
	b := &builder{from: from, Request: r, room: maxText}
	c.instructions(b)
	if b.room <= 0 {
		b.addNote("the instructions are longer than skilllint reads; the rest is missing")
	}
	return b.out
}

// Text returns the part of the prompt.
func (i *Instructions) Text() string { return join(i.Pieces) }

func join(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}
