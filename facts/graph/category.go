package graph

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// CategoryFact is the texts in inline code that may name a skill below the directory of its category: `security/review-login`.
var CategoryFact = analysis.NewFact("category", "names in inline code with a directory, such as that of a category of skills",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference, readCategories)

// A CategoryName is a directory and a name in it.
type CategoryName struct {
	Dir, Name string
	Doubtful  bool // an example, or something that does not exist according to the text
	At        analysis.Location
}

func readCategories(pass *analysis.Pass) ([]CategoryName, error) {
	d := pass.Document
	var found []CategoryName
	for at := d.BodyStart(); len(found) < maxMentions; at++ {
		n := bytes.IndexByte(d.Source[at:], '/')
		if n < 0 {
			break
		}
		at += n
		r := nameRange(d.Source, at)
		if r.Start == 0 || d.Source[r.Start-1] != '`' || r.End == len(d.Source) || d.Source[r.End] != '`' || r.Start == at || r.End < at+4 || d.FenceAt(at) != nil {
			continue
		}
		found = append(found, CategoryName{Dir: strings.Clone(d.Text(analysis.Range{Start: r.Start, End: at})), Name: strings.Clone(d.Text(analysis.Range{Start: at + 1, End: r.End})),
			Doubtful: isOfOtherKind(d.Source[:r.Start-1]) || !isPlainText(d, r), At: d.At(r)})
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// isOfOtherKind reports whether the word before a name states that it names no skill: "the hook", "directory".
func isOfOtherKind(before []byte) bool {
	before = bytes.TrimRight(before[max(0, len(before)-contextSize):], " ")
	word := strings.ToLower(string(before[bytes.LastIndexAny(before, " \n|(*`")+1:]))
	return slices.Contains([]string{"hook", "hooks", "command", "agent", "subagent", "mcp", "template", "file", "folder", "directory", "path", "package", "repo", "repository", "branch", "route", "endpoint"}, word)
}
