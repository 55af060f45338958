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

// Root is where the trees stand whose lists are recorded, each in a folder of its ID. It is always
// the same, since the length of a path costs.
const Root = "/tmp/skilllint-trees"

// Lists is all lists that agents made of one set of trees.
type Lists struct {
	Set      string            `json:"set"`
	Date     string            `json:"date"`     // YYYY-MM-DD
	Programs map[string]string `json:"programs"` // by ID of the agent: the npm package and its version
	Trees    []TreeLists       `json:"-"`
}

// A TreeLists is the lists of one tree.
type TreeLists struct {
	ID    string          `json:"id"`
	Sum   string          `json:"sum"`   // Tree.Sum
	Lists map[string]List `json:"lists"` // by ID of the agent
}

// Tree returns the lists of a tree; of one that is not there, none.
func (l *Lists) Tree(id string) TreeLists {
	i := slices.IndexFunc(l.Trees, func(t TreeLists) bool { return t.ID == id })
	if i < 0 {
		return TreeLists{}
	}
	return l.Trees[i]
}

// Has reports whether an agent's list of a tree of that sum is there.
func (l *Lists) Has(agent, id, sum string) bool {
	t := l.Tree(id)
	list, ok := t.Lists[agent]
	return ok && t.Sum == sum && list.Error == ""
}

// A List is what an agent shows to its model. Of long texts, and of those that are others', only the
// hashes are kept.
type List struct {
	Text   string  `json:"text,omitempty"`
	Sum    string  `json:"sum,omitempty"` // SHA-256 of the text that is not there
	Length int     `json:"length,omitempty"`
	Lines  string  `json:"lines,omitempty"` // three bytes of the hash of each line, in base64
	Table  string  `json:"table,omitempty"` // codex: the lines of the roots that have numbers
	Blocks []Block `json:"blocks,omitzero"`
	Error  string  `json:"error,omitempty"` // why there is no list
}

// A Block is one entry of a list that the caller puts together: skills-ref lists what it is told to.
type Block struct {
	Path  string `json:"path"` // of the file, below the tree's folder
	Sum   string `json:"sum,omitempty"`
	Error string `json:"error,omitempty"` // why the program refuses the skill
}

// most is how many bytes of a text are kept as they are.
const most = 6000

// Kept returns what is recorded of a text.
func Kept(text string, others bool) List {
	if len(text) <= most && !others {
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

// BlockOf returns what is recorded of an entry.
func BlockOf(path, text string) Block { return Block{Path: path, Sum: hash(text)} }

// Differs says where a text differs from the list first, for people; "" when it does not.
func (l List) Differs(text string) string {
	if l.Sum == "" {
		return firstDifference(l.Text, text, "agent", "model")
	}
	own := Kept(text, true)
	if own.Sum == l.Sum {
		return ""
	}
	theirs, _ := base64.StdEncoding.DecodeString(l.Lines)
	ours, _ := base64.StdEncoding.DecodeString(own.Lines)
	lines := strings.SplitAfter(text, "\n")
	n := 0
	for n+3 <= min(len(theirs), len(ours)) && string(theirs[n:n+3]) == string(ours[n:n+3]) {
		n += 3
	}
	about := "the list ends"
	if i := n / 3; i < len(lines) {
		about = fmt.Sprintf("%.300q", lines[i])
	}
	return fmt.Sprintf("line %d of %d (the agent has %d) is another than the agent's, of which only the hash is kept: %s", n/3+1, len(ours)/3, len(theirs)/3, about)
}

// Same reports whether two recorded lists are equal.
func (l List) Same(other List) bool {
	return l.Text == other.Text && l.Sum == other.Sum && l.Table == other.Table && l.Error == other.Error && slices.Equal(l.Blocks, other.Blocks)
}

// Difference says in one line how another recorded list differs from this one, for people.
func (l List) Difference(other List) string {
	switch {
	case l.Error != other.Error:
		return fmt.Sprintf("%.200q became %.200q", l.Error, other.Error)
	case l.Sum != other.Sum:
		return fmt.Sprintf("a text of %d bytes became another of %d", max(l.Length, len(l.Text)), max(other.Length, len(other.Text)))
	case !slices.Equal(l.Blocks, other.Blocks):
		return "entries changed"
	}
	return firstDifference(l.Table+l.Text, other.Table+other.Text, "then", "now")
}

// firstDifference shows the lines of two texts that are the first to differ, with whose they are.
func firstDifference(theirs, ours, they, we string) string {
	if theirs == ours {
		return ""
	}
	a, b := strings.SplitAfter(theirs, "\n"), strings.SplitAfter(ours, "\n")
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
	return fmt.Sprintf("line %d (%s %d lines, %s %d)\n  %s %s\n  %s %s", i+1, they, len(a), we, len(b), they, line(a), we, line(b))
}

// Write writes lists as compressed JSON lines, what they have in common first.
func (l *Lists) Write(w io.Writer) error { return writeLines(w, l, l.Trees) }

// ReadLists reads what Write has written.
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
