package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// A Listing is what skill lists need of a skill.
type Listing struct {
	Skills map[string]*Skill // by client, of those in Listed; nil for a skill outside their directories
	Told   bool              // a rule for its dialect reports its frontmatter
	Spans  []Span            // of the description without white space around it

	// The header read plainly, for a skill that lies in no agent's folder.
	Name        string
	Length      int    // bytes of the description, its white space collapsed
	Description string // the same; empty when it is ASCII, of which the length is enough
	At          analysis.Location
}

// Listed are the agents whose lists are judged: those that lose something.
var Listed = []string{"codex", "claude-code", "opencode", "gemini"}

// ReaderOf returns the first agent of Listed that looks for skills in a hidden directory of a project, such
// as ".agents"; "" when none does.
func ReaderOf(directory string) string {
	for _, agent := range Listed {
		if slices.Contains(schema.SkillDirectories(agent), directory) {
			return agent
		}
	}
	return ""
}

// Fact is what lists need of each SKILL.md. There is none for one that was not read.
var Fact = analysis.NewFact("listing", "what skill lists show of a skill", analysis.PerDocument, analysis.Skill, listing).MarkShallow()

func listing(pass *analysis.Pass) (Listing, error) {
	d := pass.Document
	if d.Source == nil || !strings.HasSuffix("/"+d.Rel, "/SKILL.md") {
		return Listing{}, analysis.ErrNoFact
	}
	name, description := d.Data.Get("name"), d.Data.Get("description")
	said := ""
	if description.IsString() {
		said = strings.Join(strings.Fields(description.Text), " ")
	}
	l := Listing{Spans: Spans(d, description, said)}
	if !InFolder(d.Rel) {
		if said == "" || !name.IsString() {
			return Listing{}, analysis.ErrNoFact
		}
		l.Name = d.Copy(strings.Join(strings.Fields(name.Text), " "))
		l.Length, l.At = len(said), d.At(description.Range)
		if utf8.RuneCountInString(said) != len(said) {
			l.Description = d.Copy(said)
		}
		return l, nil
	}
	l.Skills = map[string]*Skill{}
	rejected := false
	for _, agent := range Listed {
		s := SkillOf(agent, d)
		rejected = rejected || !s.Loads()
		l.Skills[agent] = shared(l.Skills, &s)
	}
	if rejected {
		l.Told = isTold(d)
	}
	return l, nil
}

// shared returns the first of some skills that is equal to another one, or that one: most clients load a skill alike.
func shared(skills map[string]*Skill, s *Skill) *Skill {
	for _, agent := range Listed {
		if same := skills[agent]; same != nil && same.equals(s) {
			return same
		}
	}
	return s
}

// Skill returns the skill as a client of Listed loads it; outside of their directories, the zero Skill.
func (l *Listing) Skill(client string) Skill {
	if s := l.Skills[client]; s != nil {
		return *s
	}
	return Skill{}
}

// InFolder reports whether a path leads through an agent's folder of skills.
func InFolder(rel string) bool { return folderIn(rel) >= 0 }

// folderIn returns where the first of the folders of agents begins in a path; -1: none does.
func folderIn(rel string) int {
	for at := 0; at < len(rel); {
		end := strings.IndexByte(rel[at:], '/')
		if end < 0 {
			break
		}
		if rel[at] == '.' && strings.HasPrefix(rel[at+end+1:], "skill") && ReaderOf(rel[at:at+end]) != "" {
			return at
		}
		at += end + 1
	}
	return -1
}

// Start returns the directory that holds the agent's folder that a path leads through, "." for the
// root; false when it leads through none.
func Start(rel string) (string, bool) {
	at := folderIn(rel)
	if at <= 0 {
		return ".", at == 0
	}
	return rel[:at-1], true
}

// isTold reports whether a rule finds a header broken, or against the schema of its dialect.
func isTold(d *analysis.Document) bool {
	if d.Broken != nil || d.Encoding != analysis.UTF8 || !utf8.Valid(d.Source) || d.Header == nil || d.Header.State != analysis.HeaderClosed ||
		d.Header.BOM || d.Data == nil || d.Data.Kind != analysis.Map || len(d.ParseWarnings) > 0 || d.Dialect == nil {
		return true
	}
	found, err := schema.Validate(d.Dialect.Name, d.Kind.String(), d.Data.JSON())
	return err != nil || len(found) > 0
}
