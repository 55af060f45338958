package graph

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/schema"
)

// mentionFact is the names of skills that a file mentions for readers, or loads with Triagent's tool. No
// client reads them, so no rule checks them.
var mentionFact = analysis.NewFact("mention", "related skills, and calls of load_skill",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Persona|analysis.Reference, readMentions)

// relatedFields are the frontmatter fields with related skills.
var relatedFields = [][]string{{"related"}, {"related_skills"}, {"related-skills"}, {"metadata", "related"}, {"metadata", "related_skills"}, {"metadata", "related-skills"}}

// maxMentions limits the mentions of one file.
const maxMentions = 1_000

func readMentions(pass *analysis.Pass) ([]Need, error) {
	d := pass.Document
	var found []Need
	for _, field := range relatedFields {
		for _, s := range d.Data.Lookup(field...).Strings() {
			if name := strings.TrimSpace(s.Text); name != "" && len(found) < maxMentions {
				found = append(found, Need{Name: strings.Clone(name), Field: strings.Join(field, "."), At: d.At(s.Range)})
			}
		}
	}
	if d.Dialect != nil && d.Dialect.Name == "triagent" {
		found = append(found, loadSkillCalls(d)...)
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// loadSkillTool is Triagent's tool that loads a skill.
const loadSkillTool = "load_skill"

// loadSkillCalls returns the names in calls of load_skill: load_skill("x"), load_skill(name="x").
func loadSkillCalls(d *analysis.Document) []Need {
	var found []Need
	roles := role.Of(d)
	for at := 0; len(found) < maxMentions; {
		n := bytes.Index(d.Source[at:], []byte(loadSkillTool+"("))
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(loadSkillTool) + 1
		name, ok := callArgument(d.Source[at:min(len(d.Source), at+300)])
		if !ok || start > 0 && isWord(d.Source[start-1]) || roles.IsWrong(start) {
			continue
		}
		name.Start, name.End = name.Start+at, name.End+at
		found = append(found, Need{Name: strings.Clone(d.Text(name)), Field: loadSkillTool, At: d.At(name)})
	}
	return found
}

// callArgument returns the range of the first argument of a call if it is a quoted name.
func callArgument(text []byte) (analysis.Range, bool) {
	rest := bytes.TrimLeft(text, " \t\r\n\\")
	for _, keyword := range []string{"skill_name", "name"} {
		if after, ok := bytes.CutPrefix(rest, []byte(keyword)); ok {
			rest = bytes.TrimLeft(bytes.TrimLeft(after, " "), "=: \\")
			break
		}
	}
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return analysis.Range{}, false
	}
	start := len(text) - len(rest) + 1
	end := start
	for end < len(text) && (isWord(text[end]) || text[end] == '-') {
		end++
	}
	closed := end > start && end < len(text) && (text[end] == rest[0] || text[end] == '\\')
	return analysis.Range{Start: start, End: end}, closed
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// toSkill resolves mentions everywhere in the tree.
var toSkill = &schema.Dependency{Targets: "skill"}

// mentioned adds the edges of mentions.
func (b *mapBuilder) mentioned() {
	for file, needs := range mentionFact.All(b.pass.Store) {
		from := b.byFile[file]
		for _, need := range needs {
			kind := Related
			if need.Field == loadSkillTool {
				kind = Calls
			}
			if to, ok := b.graph.Resolve(file, need.Name, toSkill); ok {
				b.edge(from, b.ofGraph[to], kind, need.Field, need.At)
				continue
			}
			b.m.Missing = append(b.m.Missing, MissingRelation{From: from, Name: need.Name, Kind: kind, Field: need.Field, At: need.At,
				Unseen: strings.Contains(need.Name, ":") || !file.Tree.Walked(path.Dir(path.Dir(file.Rel)))})
		}
	}
}

// named adds the edges and missing names of the graph.
func (b *mapBuilder) named() {
	for _, e := range b.graph.Edges {
		b.edge(b.ofGraph[e.From], b.ofGraph[e.To], kindOf(e.Rule), e.Need.Field, e.Need.At)
	}
	for _, m := range b.graph.Missing {
		if isMissed(m) {
			b.m.Missing = append(b.m.Missing, MissingRelation{From: b.ofGraph[m.From], Name: m.Need.Name, Kind: kindOf(m.Rule),
				Field: m.Need.Field, At: m.Need.At, Unseen: b.graph.Unseen(m)})
		}
	}
}

// kindOf returns the kind of edge of a field.
func kindOf(rule *schema.Dependency) RelationKind {
	switch {
	case rule.Order:
		return Depends
	case rule.Targets == "agent":
		return Delegates
	case strings.HasSuffix(rule.Field, ".chains_to"):
		return ChainsTo
	case rule.When == "demand":
		return Lists
	}
	return Loads
}

// isMissed reports whether a name certainly refers to the workspace, and not to a built-in or to software.
func isMissed(m Missing) bool {
	if m.Rule.Missing == "off" {
		return false
	}
	for _, name := range m.Rule.BuiltIn {
		if name == m.Need.Name {
			return false
		}
	}
	return true
}
