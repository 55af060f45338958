package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/schema"
)

// A Listing is what skill lists need of a skill.
type Listing struct {
	Skills   map[string]*Skill // by client in Listed; nil for a skill outside their directories
	Reported bool              // a rule for its dialect reports its frontmatter
	Spans    []Span            // of the description without leading and trailing white space

	// The frontmatter parsed as YAML, for a skill outside of all clients' skill directories.
	Name        string
	Length      int    // bytes of the description with collapsed white space
	Description string // with collapsed white space; empty if it is ASCII: then Length is sufficient
	At          analysis.Location
}

// Listed are the clients whose lists are checked: those that may lose skills or descriptions.
var Listed = []string{"codex", "claude-code", "opencode", "gemini"}

// ReaderOf returns the first client in Listed that loads skills from a hidden directory of a project, such
// as ".agents", or "".
func ReaderOf(directory string) string {
	for _, client := range Listed {
		if slices.Contains(schema.SkillDirectories(client), directory) {
			return client
		}
	}
	return ""
}

// Fact is what skill lists need of each SKILL.md. Files that were not read do not have it.
var Fact = analysis.NewFact("listing", "what skill lists show of a skill", analysis.PerDocument, analysis.Skill, listing).MarkShallow()

func listing(pass *analysis.Pass) (Listing, error) {
	d := pass.Document
	if d.Source == nil || !strings.HasSuffix("/"+d.Rel, "/SKILL.md") {
		return Listing{}, analysis.ErrNoFact
	}
	name, description := d.Data.Get("name"), d.Data.Get("description")
	text := ""
	if description.IsString() {
		text = strings.Join(strings.Fields(description.Text), " ")
	}
	l := Listing{Spans: Spans(d, description, text)}
	if !InSkillDirectory(d.Rel) {
		if text == "" || !name.IsString() {
			return Listing{}, analysis.ErrNoFact
		}
		l.Name = d.Copy(strings.Join(strings.Fields(name.Text), " "))
		l.Length, l.At = len(text), d.At(description.Range)
		if utf8.RuneCountInString(text) != len(text) {
			l.Description = d.Copy(text)
		}
		return l, nil
	}
	l.Skills = map[string]*Skill{}
	rejected := false
	for _, reading := range loader.Read(d, Listed) {
		client := reading.Client.ID
		s := skillOf(client, d, reading)
		rejected = rejected || !s.Loads()
		l.Skills[client] = shared(l.Skills, &s)
	}
	if rejected {
		l.Reported = isReported(d)
	}
	return l, nil
}

// shared returns an equal skill of another client, or s: most clients load a skill alike.
func shared(skills map[string]*Skill, s *Skill) *Skill {
	for _, client := range Listed {
		if same := skills[client]; same != nil && same.equals(s) {
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

// InSkillDirectory reports whether a path is in a client's skill directory.
func InSkillDirectory(rel string) bool { return skillDirectoryIn(rel) >= 0 }

// skillDirectoryIn returns the offset in a path of the first hidden directory of a client, such as
// ".agents", that contains skills, or -1.
func skillDirectoryIn(rel string) int {
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

// Start returns the directory in which a client finds a skill in its skill directory: "a" for
// "a/.agents/skills/x", "." for the root. It returns false for other paths.
func Start(rel string) (string, bool) {
	at := skillDirectoryIn(rel)
	if at <= 0 {
		return ".", at == 0
	}
	return rel[:at-1], true
}

// isReported reports whether rules report frontmatter as broken or as a violation of its dialect's schema.
func isReported(d *analysis.Document) bool {
	if d.Broken != nil || d.Encoding != analysis.UTF8 || !utf8.Valid(d.Source) || d.Header == nil || d.Header.State != analysis.HeaderClosed ||
		d.Header.BOM || d.Data == nil || d.Data.Kind != analysis.Map || len(d.ParseWarnings) > 0 || d.Dialect == nil {
		return true
	}
	found, err := schema.Validate(d.Dialect.Name, d.Kind.String(), d.Data.JSON())
	return err != nil || len(found) > 0
}
