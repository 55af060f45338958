package conformance

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Root is the directory of the trees whose lists are recorded. It is fixed, because the length of paths affects the
// lists.
const Root = "/tmp/skilllint-trees"

// Lists are the recorded skill lists of one set of trees.
type Lists struct {
	Set      string            `json:"set"`
	Date     string            `json:"date"`     // YYYY-MM-DD
	Programs map[string]string `json:"programs"` // by agent ID: the npm package and its version
	Trees    []TreeLists       `json:"-"`
}

// TreeLists are the lists of one tree.
type TreeLists struct {
	ID    string          `json:"id"`
	Sum   string          `json:"sum"`   // Tree.Sum
	Lists map[string]List `json:"lists"` // by agent ID
}

// Tree returns the lists of a tree, or the zero value if there are none.
func (l *Lists) Tree(id string) TreeLists {
	i := slices.IndexFunc(l.Trees, func(t TreeLists) bool { return t.ID == id })
	if i < 0 {
		return TreeLists{}
	}
	return l.Trees[i]
}

// Has reports whether there is a list of an agent for a tree with a checksum.
func (l *Lists) Has(agent, id, sum string) bool {
	t := l.Tree(id)
	list, ok := t.Lists[agent]
	return ok && t.Sum == sum && list.Error == ""
}

// A List is what a client shows to its model. For long and third-party texts, only hashes are recorded.
type List struct {
	Text   string  `json:"text,omitempty"`
	Sum    string  `json:"sum,omitempty"` // SHA-256 of an omitted text
	Length int     `json:"length,omitempty"`
	Lines  string  `json:"lines,omitempty"` // three bytes of the hash of each line, in base64
	Table  string  `json:"table,omitempty"` // codex: the lines of numbered roots
	Blocks []Block `json:"blocks,omitzero"`
	Error  string  `json:"error,omitempty"` // reason why there is no list
}

// A Block is an entry of a list that the caller assembles: skills-ref only lists the requested skills.
type Block struct {
	Path  string `json:"path"` // of the file, relative to the tree
	Sum   string `json:"sum,omitempty"`
	Error string `json:"error,omitempty"` // reason why the client rejects the skill
}

// maxText is the maximum length of a text that is recorded in full, in bytes.
const maxText = 6000

// NewList returns the recorded form of a text. others means that it is third-party content.
func NewList(text string, others bool) List {
	if len(text) <= maxText && !others {
		return List{Text: text}
	}
	sum := sha256.Sum256([]byte(text))
	var lines []byte
	for line := range strings.Lines(text) {
		own := sha256.Sum256([]byte(line))
		lines = append(lines, own[:3]...)
	}
	return List{Sum: hex.EncodeToString(sum[:16]), Length: len(text), Lines: base64.StdEncoding.EncodeToString(lines)}
}

// NewBlock returns the recorded form of an entry.
func NewBlock(path, text string) Block { return Block{Path: path, Sum: hash(text)} }

// Differs describes the first difference between the recorded list and a text, or returns "" if they are equal.
func (l List) Differs(text string) string {
	if l.Sum == "" {
		return firstDifference(l.Text, text, "client", "model")
	}
	own := NewList(text, true)
	if own.Sum == l.Sum {
		return ""
	}
	recorded, _ := base64.StdEncoding.DecodeString(l.Lines)
	current, _ := base64.StdEncoding.DecodeString(own.Lines)
	lines := strings.SplitAfter(text, "\n")
	n := 0
	for n+3 <= min(len(recorded), len(current)) && string(recorded[n:n+3]) == string(current[n:n+3]) {
		n += 3
	}
	about := "the list ends"
	if i := n / 3; i < len(lines) {
		about = fmt.Sprintf("%.300q", lines[i])
	}
	return fmt.Sprintf("line %d of %d (client: %d) differs from the recorded hash: %s", n/3+1, len(current)/3, len(recorded)/3, about)
}

// Same reports whether two recorded lists are equal.
func (l List) Same(other List) bool {
	return l.Text == other.Text && l.Sum == other.Sum && l.Table == other.Table && l.Error == other.Error && slices.Equal(l.Blocks, other.Blocks)
}

// Difference describes how another recorded list differs from this one, in one line.
func (l List) Difference(other List) string {
	switch {
	case l.Error != other.Error:
		return fmt.Sprintf("%.200q became %.200q", l.Error, other.Error)
	case l.Sum != other.Sum:
		return fmt.Sprintf("text of %d bytes became another text of %d bytes", max(l.Length, len(l.Text)), max(other.Length, len(other.Text)))
	case !slices.Equal(l.Blocks, other.Blocks):
		return "entries changed"
	}
	return firstDifference(l.Table+l.Text, other.Table+other.Text, "then", "now")
}

// firstDifference shows the first line that differs between two texts, with labels.
func firstDifference(textA, textB, labelA, labelB string) string {
	if textA == textB {
		return ""
	}
	a, b := strings.SplitAfter(textA, "\n"), strings.SplitAfter(textB, "\n")
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	line := func(of []string) string {
		if i < len(of) {
			return fmt.Sprintf("%.400q", of[i])
		}
		return "the end"
	}
	return fmt.Sprintf("line %d (%s %d lines, %s %d)\n  %s %s\n  %s %s", i+1, labelA, len(a), labelB, len(b), labelA, line(a), labelB, line(b))
}

// Write writes the lists as compressed JSON lines. The first line has the common fields.
func (l *Lists) Write(w io.Writer) error { return writeLines(w, l, l.Trees) }

// ReadLists reads the output of Lists.Write.
func ReadLists(from io.Reader) (*Lists, error) {
	var l Lists
	err := readLines(from, func(n int, line []byte) error {
		if n == 0 {
			return json.Unmarshal(line, &l)
		}
		var t TreeLists
		err := json.Unmarshal(line, &t)
		l.Trees = append(l.Trees, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &l, nil
}
