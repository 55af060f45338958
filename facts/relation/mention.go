package relation

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/entry"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/schema"
)

// mentionFact is the names of skills that a file gives for people, or calls with triagent's tool.
// No loader reads them, so no rule asks for them.
var mentionFact = analysis.NewFact("mention", "related skills, and calls of load_skill",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Persona|analysis.Reference, mentions)

// relatedFields are the fields of a header that name related skills.
var relatedFields = [][]string{{"related"}, {"related_skills"}, {"related-skills"}, {"metadata", "related"}, {"metadata", "related_skills"}, {"metadata", "related-skills"}}

// maxMentions is how many of one file are kept.
const maxMentions = 1_000

func mentions(pass *analysis.Pass) ([]entry.Need, error) {
	d := pass.Document
	var found []entry.Need
	for _, field := range relatedFields {
		for _, s := range d.Data.Lookup(field...).Strings() {
			if name := strings.TrimSpace(s.Text); name != "" && len(found) < maxMentions {
				found = append(found, entry.Need{Name: strings.Clone(name), Field: strings.Join(field, "."), At: d.At(s.Range)})
			}
		}
	}
	if d.Dialect != nil && d.Dialect.Name == "triagent" {
		found = append(found, calls(d)...)
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// tool is the tool of triagent that loads a skill.
const tool = "load_skill"

// calls returns the names that a text calls load_skill with: load_skill("x"), load_skill(name="x").
func calls(d *analysis.Document) []entry.Need {
	var found []entry.Need
	var examples markdown.BadExamples
	for at := 0; len(found) < maxMentions; {
		n := bytes.Index(d.Source[at:], []byte(tool+"("))
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(tool) + 1
		name, ok := argument(d.Source[at:min(len(d.Source), at+300)])
		if !ok || start > 0 && isWord(d.Source[start-1]) {
			continue
		}
		if examples == nil {
			examples = append(markdown.BadExamplesOf(d), analysis.Range{Start: len(d.Source), End: len(d.Source)})
		}
		if examples.Has(start) {
			continue
		}
		name.Start, name.End = name.Start+at, name.End+at
		found = append(found, entry.Need{Name: strings.Clone(d.Text(name)), Field: tool, At: d.At(name)})
	}
	return found
}

// argument returns where the first argument of a call stands when it is a name in quotation marks.
func argument(text []byte) (analysis.Range, bool) {
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

// toSkill is how mentions are looked up: everywhere in the tree.
var toSkill = &schema.Dependency{Targets: "skill"}

// mentioned adds the edges of mentions.
func (b *builder) mentioned() {
	for file, needs := range mentionFact.All(b.pass.Store) {
		from := b.byFile[file]
		for _, need := range needs {
			kind := Related
			if need.Field == tool {
				kind = Calls
			}
			if to, ok := b.graph.Resolve(file, need.Name, toSkill); ok {
				b.edge(from, b.ofGraph[to], kind, need.Field, need.At)
				continue
			}
			b.m.Missing = append(b.m.Missing, Missing{From: from, Name: need.Name, Kind: kind, Field: need.Field, At: need.At,
				Unseen: strings.Contains(need.Name, ":") || !file.Tree.Walked(path.Dir(path.Dir(file.Rel)))})
		}
	}
}

// named adds the edges of the graph, and what it misses.
func (b *builder) named() {
	for _, e := range b.graph.Edges {
		b.edge(b.ofGraph[e.From], b.ofGraph[e.To], kindOf(e.Rule), e.Need.Field, e.Need.At)
	}
	for _, m := range b.graph.Missing {
		if isMissed(m) {
			b.m.Missing = append(b.m.Missing, Missing{From: b.ofGraph[m.From], Name: m.Need.Name, Kind: kindOf(m.Rule),
				Field: m.Need.Field, At: m.Need.At, Unseen: b.graph.Unseen(m)})
		}
	}
}

// kindOf says what kind of edge a field makes.
func kindOf(rule *schema.Dependency) Kind {
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

// isMissed reports whether a name is surely meant for something of the workspace: no built-in, and
// no software.
func isMissed(m graph.Missing) bool {
	if m.Rule.Missing == "off" || m.Rule.Loose && !m.Known {
		return false
	}
	for _, name := range m.Rule.BuiltIn {
		if name == m.Need.Name {
			return false
		}
	}
	return true
}
