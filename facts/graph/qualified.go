package graph

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// QualifiedFact is the skills, commands and subagents of plugins that a text names with their plugin: "/plugin:name",
// `plugin:name` followed by the kind, and skill: "plugin:name".
var QualifiedFact = analysis.NewFact("qualified", "skills, commands and subagents that a text names with their plugin",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference|analysis.Instructions, readQualified)

// A Qualified is a name with its plugin.
type Qualified struct {
	Plugin, Name string
	InCode       bool // in a block of code
	Usage        bool // at the beginning of a line of a block that only shows text, such as how to call a skill
	At           analysis.Location
}

func readQualified(pass *analysis.Pass) ([]Qualified, error) {
	d := pass.Document
	var found []Qualified
	for at := d.BodyStart(); len(found) < maxMentions; at++ {
		n := bytes.IndexByte(d.Source[at:], ':')
		if n < 0 {
			break
		}
		at += n
		r := nameRange(d.Source, at)
		if r.Start == at || r.End == at+1 || !isQualified(d.Source, r) {
			continue
		}
		usage := isUsage(d, r)
		if !usage && !isPlainText(d, r) {
			continue
		}
		found = append(found, Qualified{Plugin: strings.Clone(d.Text(analysis.Range{Start: r.Start, End: at})),
			Name: strings.Clone(d.Text(analysis.Range{Start: at + 1, End: r.End})), InCode: d.FenceAt(at) != nil, Usage: usage, At: d.At(r)})
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// maxName is the length of the longest part of a name.
const maxName = 80

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-'
}

// isQualified reports whether the text around two names with a colon shows that they are a plugin and its component.
func isQualified(source []byte, r analysis.Range) bool {
	before, after := source[max(0, r.Start-contextSize):r.Start], source[r.End:min(len(source), r.End+contextSize)]
	if len(before) == 0 || continuesName(after) {
		return false
	}
	switch last := before[len(before)-1]; {
	case last == '/':
		return len(before) == 1 || strings.IndexByte(" \t\n(`\"'*|>[,", before[len(before)-2]) >= 0
	case bytes.HasSuffix(before, []byte("**")) && bytes.HasPrefix(after, []byte("**")):
		return true
	case last == '`' && len(after) > 0 && after[0] == '`':
		word, _, _ := bytes.Cut(bytes.TrimLeft(after[1:], " \n"), []byte(" "))
		return slices.Contains([]string{"skill", "command", "subagent", "agent"}, strings.ToLower(string(bytes.TrimRight(word, ".,;:)\n"))))
	case last == '"' || last == '\'':
		before = bytes.TrimRight(before[:len(before)-1], " :=(")
		return bytes.HasSuffix(before, []byte("skill")) || bytes.HasSuffix(before, []byte("Skill")) || bytes.HasSuffix(before, []byte(SpawnField))
	}
	return false
}

// continuesName reports whether a text after two names is a part of something else, such as an address or newTrack.
func continuesName(after []byte) bool {
	switch {
	case len(after) == 0, bytes.HasPrefix(after, []byte("**")):
		return false
	case after[0] == '.':
		return len(after) > 1 && after[1] > ' '
	}
	return strings.IndexByte(":/*({<_", after[0]) >= 0 || after[0] >= 'A' && after[0] <= 'Z'
}

// Numbers of bytes around a name that are searched for marks, and for words about it.
const (
	contextSize  = 40
	sentenceSize = 160
)

// isUsage reports whether a name begins a line of a block that only shows text.
func isUsage(d *analysis.Document, r analysis.Range) bool {
	roles := role.Of(d)
	return d.FenceAt(r.Start) != nil && r.Start > 1 && d.Source[r.Start-1] == '/' && d.Source[r.Start-2] == '\n' &&
		roles.At(r.Start).Role.IsShown() && !roles.IsWrong(r.Start)
}

// nameRange returns the range of the names on both sides of a separator.
func nameRange(source []byte, at int) analysis.Range {
	r := analysis.Range{Start: at, End: at + 1}
	for r.Start > 0 && at-r.Start < maxName && isNameByte(source[r.Start-1]) {
		r.Start--
	}
	for r.End < len(source) && r.End-at < maxName && isNameByte(source[r.End]) {
		r.End++
	}
	return r
}

// isPlainText reports whether a text names something that exists now, rather than an example or something that its sentence denies.
func isPlainText(d *analysis.Document, r analysis.Range) bool {
	roles, line := role.Of(d), d.LineRange(d.LineOf(r.Start))
	around := d.Text(analysis.Range{Start: max(line.Start, r.Start-sentenceSize), End: min(line.End, r.End+sentenceSize)})
	return role.StatusIn(around)&(role.Absent|role.Conditional|role.Sample) == 0 && !strings.Contains(around, "→") &&
		!roles.IsWrong(r.Start) && !roles.At(r.Start).Role.IsShown() && role.StatusOf(d.Source, r)&role.Absent == 0
}
