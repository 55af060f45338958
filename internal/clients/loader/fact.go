package loader

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Readings are the results of a skill's targets.
type Readings struct {
	Name        string    // as people read the frontmatter; else that of the directory or file
	Description string    // likewise; may be empty
	Verdicts    []Verdict // in the order of Agents
}

// A Verdict is a [Reading] that does not refer to its document.
type Verdict struct {
	Agent       string // its ID
	Status      Status
	Name        string
	Description string
	Grounds     []Ground
	More        int // reasons beyond those that are kept
}

// A Ground is a [Reason] with its place.
type Ground struct {
	Message string
	Effect  string
	Cause   string
	At      analysis.Location
}

// Fact is how the targets of a skill load it. Skills without targets have none, and cost nothing.
var Fact = analysis.NewFact("loader", "how each target loads a skill",
	analysis.PerDocument, analysis.Skill, readings)

// IDs returns the IDs of all clients, in the order of Agents.
func IDs() []string {
	ids := make([]string, 0, len(Agents()))
	for _, a := range Agents() {
		ids = append(ids, a.ID)
	}
	return ids
}

// maxGrounds is how many reasons of one client are kept: each line of the frontmatter may be one.
const maxGrounds = 20

func readings(pass *analysis.Pass) (Readings, error) {
	d := pass.Document
	if len(d.Targets) == 0 {
		return Readings{}, analysis.ErrNoFact
	}
	var shared texts
	r, f := Readings{}, newFile(d)
	if d.Source != nil {
		name, _ := f.said("name")
		description, _ := f.said("description")
		r.Name, r.Description = shared.one(strings.TrimSpace(name)), shared.one(strings.TrimSpace(description))
	}
	if r.Name == "" {
		r.Name = NameByPath(d.File)
	}
	for _, a := range Agents() {
		if slices.Contains(d.Targets, a.ID) {
			r.Verdicts = append(r.Verdicts, verdict(f, a, &shared))
		}
	}
	return r, nil
}

func verdict(f *file, a *Agent, shared *texts) Verdict {
	d := f.doc
	if d.Source == nil {
		return unseen(d, a)
	}
	if !finds(a, path.Base(d.Path)) {
		at := d.At(f.top())
		return Verdict{Agent: a.ID, Status: Rejected, Grounds: []Ground{{`file is not called "SKILL.md"`, a.implied(Rejected), "file-name", at}}}
	}
	reading := a.reading(f)
	v := Verdict{Agent: a.ID, Status: reading.Status, Name: shared.one(reading.Name), Description: shared.one(reading.Description)}
	for i, reason := range reading.Reasons {
		if i == maxGrounds {
			v.More = len(reading.Reasons) - i
			break
		}
		v.Grounds = append(v.Grounds, Ground{reason.Message, reason.Effect, reason.Cause, d.At(reason.Range)})
	}
	return v
}

// unseen is the verdict on a file that is too large for skilllint.
func unseen(d *analysis.Document, a *Agent) Verdict {
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: d.Path, Start: start, End: start}
	if a == copilot {
		return Verdict{Agent: a.ID, Status: Rejected, Grounds: []Ground{{largeFile(int(d.Size), copilotBytes), a.implied(Rejected), "file-size", at}}}
	}
	return Verdict{Agent: a.ID, Status: Unknown, Grounds: []Ground{{
		fmt.Sprintf("file is %s bytes long, too large for skilllint", quote.Count(int(d.Size))), "", "file-size", at}}}
}

// finds reports whether a client loads files of a name as skills.
func finds(a *Agent, base string) bool {
	switch a.ID {
	case "duyetbot", "triagent": // which read flat files
		return true
	case "agentskills", "letta":
		return strings.EqualFold(base, "SKILL.md")
	}
	return base == "SKILL.md"
}

// NameByPath returns the name of a skill by its path: that of its directory, or of a file that is not
// called SKILL.md.
func NameByPath(f *analysis.File) string {
	base := path.Base(f.Path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if !strings.EqualFold(base, "SKILL.md") {
		return stem
	}
	for _, p := range []string{f.Path, f.Rel} { // the first is relative to the working directory, which may be the skill's
		if dir := path.Base(path.Dir(p)); dir != "." && dir != "/" && dir != ".." {
			return dir
		}
	}
	return stem
}

// texts keeps equal texts once: most clients read the same description.
type texts []string

func (t *texts) one(text string) string {
	for _, known := range *t {
		if known == text {
			return known
		}
	}
	text = strings.Clone(text) // it may be part of the source, which is dropped
	*t = append(*t, text)
	return text
}
