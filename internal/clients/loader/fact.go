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
	Name        string    // from the frontmatter, otherwise from the path
	Description string    // from the frontmatter; may be empty
	Verdicts    []Verdict // in the order of Clients
}

// A Verdict is a [Reading] that does not refer to its document.
type Verdict struct {
	Client      string // its ID
	Status      Status
	Name        string
	Description string
	Grounds     []Ground
	More        int // number of reasons that are not in Grounds
}

// A Ground is a [Reason] that does not refer to its document.
type Ground struct {
	Message string
	Effect  string
	Cause   string
	At      analysis.Location
}

// Fact is how the targets of a skill load it. Skills without targets do not have it.
var Fact = analysis.NewFact("loader", "how each target loads a skill",
	analysis.PerDocument, analysis.Skill, readings)

// IDs returns the IDs of all clients, in the order of Clients.
func IDs() []string {
	ids := make([]string, 0, len(Clients()))
	for _, a := range Clients() {
		ids = append(ids, a.ID)
	}
	return ids
}

// maxGrounds limits the reasons per client: each line of the frontmatter may add one.
const maxGrounds = 20

func readings(pass *analysis.Pass) (Readings, error) {
	d := pass.Document
	if len(d.Targets) == 0 {
		return Readings{}, analysis.ErrNoFact
	}
	var shared texts
	r, f := Readings{}, newFile(d)
	if d.Source != nil {
		name, _ := f.fieldText("name")
		description, _ := f.fieldText("description")
		r.Name, r.Description = shared.intern(strings.TrimSpace(name)), shared.intern(strings.TrimSpace(description))
	}
	if r.Name == "" {
		r.Name = NameByPath(d.File)
	}
	for _, a := range Clients() {
		if slices.Contains(d.Targets, a.ID) {
			r.Verdicts = append(r.Verdicts, verdict(f, a, &shared))
		}
	}
	return r, nil
}

func verdict(f *file, a *Client, shared *texts) Verdict {
	d := f.doc
	if d.Source == nil {
		return unreadVerdict(d, a)
	}
	if !acceptsName(a, path.Base(d.Path)) {
		at := d.At(f.topRange())
		return Verdict{Client: a.ID, Status: Rejected, Grounds: []Ground{{`file is not called "SKILL.md"`, a.impliedEffect(Rejected), "file-name", at}}}
	}
	reading := a.readFile(f)
	v := Verdict{Client: a.ID, Status: reading.Status, Name: shared.intern(reading.Name), Description: shared.intern(reading.Description)}
	for i, reason := range reading.Reasons {
		if i == maxGrounds {
			v.More = len(reading.Reasons) - i
			break
		}
		v.Grounds = append(v.Grounds, Ground{reason.Message, reason.Effect, reason.Cause, d.At(reason.Range)})
	}
	return v
}

// unreadVerdict returns the verdict on a file that is too large for skilllint to read.
func unreadVerdict(d *analysis.Document, a *Client) Verdict {
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: d.Path, Start: start, End: start}
	if a == copilot {
		return Verdict{Client: a.ID, Status: Rejected, Grounds: []Ground{{largeFile(int(d.Size), copilotBytes), a.impliedEffect(Rejected), "file-size", at}}}
	}
	return Verdict{Client: a.ID, Status: Unknown, Grounds: []Ground{{
		fmt.Sprintf("file is %s bytes long, too large for skilllint", quote.Count(int(d.Size))), "", "file-size", at}}}
}

// acceptsName reports whether a client loads files with this name as skills.
func acceptsName(a *Client, base string) bool {
	switch a.ID {
	case "duyetbot", "triagent": // load any Markdown file of their directories
		return true
	case "agentskills", "letta":
		return strings.EqualFold(base, "SKILL.md")
	}
	return base == "SKILL.md"
}

// NameByPath derives the name of a skill from its path: the directory of a SKILL.md, otherwise the file
// name without extension.
func NameByPath(f *analysis.File) string {
	base := path.Base(f.Path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if !strings.EqualFold(base, "SKILL.md") {
		return stem
	}
	for _, p := range []string{f.Path, f.Rel} { // Path is relative to the working directory, which may be the skill itself
		if dir := path.Base(path.Dir(p)); dir != "." && dir != "/" && dir != ".." {
			return dir
		}
	}
	return stem
}

// texts interns strings: most clients read the same description.
type texts []string

func (t *texts) intern(text string) string {
	for _, known := range *t {
		if known == text {
			return known
		}
	}
	text = strings.Clone(text) // do not retain the source
	*t = append(*t, text)
	return text
}
