package loader

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Readings are what the agents that a skill must work on (its Targets) make of it.
type Readings struct {
	Name        string    // of the skill, as people read its header; else that of its directory or file
	Description string    // likewise; empty when it says nothing
	Verdicts    []Verdict // in the order of Agents
}

// A Verdict is a [Reading] that outlives its document.
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
	Cause   string
	At      analysis.Location
}

// Fact is what the targets of a skill make of it. There is none for a skill without targets, so
// that models cost nothing until an agent is asked for.
var Fact = analysis.NewFact("loader", "what each targeted agent makes of a skill",
	analysis.PerDocument, analysis.Skill, readings)

// IDs returns the IDs of all agents, in the order of Agents.
func IDs() []string {
	ids := make([]string, 0, len(Agents()))
	for _, a := range Agents() {
		ids = append(ids, a.ID)
	}
	return ids
}

// maxGrounds is how many reasons of one agent are kept: a header may have as many odd keys as
// lines, and each agent may mind all of them.
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
		return Verdict{Agent: a.ID, Status: Rejected, Grounds: []Ground{{a.spoken() + " takes no file for a skill but one called SKILL.md", "file-name", at}}}
	}
	reading := a.reading(f)
	v := Verdict{Agent: a.ID, Status: reading.Status, Name: shared.one(reading.Name), Description: shared.one(reading.Description)}
	for i, reason := range reading.Reasons {
		if i == maxGrounds {
			v.More = len(reading.Reasons) - i
			break
		}
		v.Grounds = append(v.Grounds, Ground{reason.Message, reason.Cause, d.At(reason.Range)})
	}
	return v
}

// unseen is the verdict on a file that is too large to be read here.
func unseen(d *analysis.Document, a *Agent) Verdict {
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: d.Path, Start: start, End: start}
	if a == copilot {
		return Verdict{Agent: a.ID, Status: Rejected, Grounds: []Ground{{
			fmt.Sprintf("the file has %s bytes, and copilot reads %s at most", quote.Count(int(d.Size)), quote.Count(copilotBytes)), "file-size", at}}}
	}
	return Verdict{Agent: a.ID, Status: Unknown, Grounds: []Ground{{
		fmt.Sprintf("the file has %s bytes, more than are read here, so nobody knows what %s makes of it", quote.Count(int(d.Size)), a.spoken()), "file-size", at}}}
}

// finds reports whether an agent takes files of a name for skills.
func finds(a *Agent, base string) bool {
	switch a.ID {
	case "duyetbot", "triagent": // which read flat files
		return true
	case "agentskills":
		return strings.EqualFold(base, "SKILL.md")
	}
	return base == "SKILL.md"
}

// NameByPath returns the name that a skill has by its path alone: that of its directory, or of
// its file where a skill is a file of any name.
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

// texts keeps equal texts once: most agents read the same description.
type texts []string

func (t *texts) one(text string) string {
	for _, known := range *t {
		if known == text {
			return known
		}
	}
	text = strings.Clone(text) // it may lie in the source, which is dropped
	*t = append(*t, text)
	return text
}
