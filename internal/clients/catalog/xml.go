package catalog

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A candidate is a SKILL.md that an agent came across.
type candidate struct {
	path string
	Skill
}

// full returns the item of a skill of which nothing is lost.
func (c candidate) full() Item {
	return Item{Name: c.Name, Path: c.path, Description: c.Description, Shown: utf8.RuneCountInString(c.Description), State: Full, At: c.At}
}

// shows sets which part of the description is in the list.
func (i *Item) shows(text string) {
	i.Shown = utf8.RuneCountInString(text)
	i.Lost = utf8.RuneCountInString(i.Description) - i.Shown
}

// lost returns the item of a skill that is not in the list.
func (c candidate) lost(state State, reason string) Item {
	return Item{Name: c.Name, Path: c.path, Description: c.Description, Lost: utf8.RuneCountInString(c.Description), State: state, Reason: reason, At: c.At}
}

// rejected returns the item of a skill that the loader does not take.
func (c candidate) rejected() Item {
	i := c.lost(Rejected, c.Reason)
	if i.Name == "" {
		i.Name = path.Base(path.Dir(c.path))
	}
	return i
}

// tagged is the list in the form that opencode and gemini share; empty when nothing is in it.
func tagged(items []Item, location func(Item) string) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for _, i := range items {
		b.WriteString("  <skill>\n    <name>" + i.Name + "</name>\n    <description>" + i.Description + "</description>\n    <location>" +
			location(i) + "</location>\n  </skill>\n")
	}
	b.WriteString("</available_skills>\n")
	return b.String()
}

// escapes are the characters of HTML that opencode and skills-ref escape.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// entities are the characters that several clients escape, with the apostrophe of XML.
var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// escapedTags is the list of tagged with escaped texts.
func escapedTags(items []Item, location func(Item) string) string {
	escaped := slices.Clone(items)
	for i := range escaped {
		escaped[i].Name, escaped[i].Description = entities.Replace(items[i].Name), entities.Replace(items[i].Description)
	}
	return tagged(escaped, func(i Item) string { return entities.Replace(location(i)) })
}

// unlimited returns a list that has no limit: its cost is an estimate by characters.
func unlimited(text string, roots []Root, listed, lost []Item) List {
	sorting.By(lost, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	return List{Text: text, Cost: tokenizer.Chars4([]byte(text)), Roots: roots, Items: append(listed, lost...)}
}

// A merger keeps one skill of each name: a later one takes the place of an earlier one.
type merger struct {
	agent  string
	at     map[string]int // by name: in items
	items  []Item
	root   map[string]string // by path of a skill: the root that it was found through
	lost   []Item
	twice  []string // names that one root has twice
	copies int      // skills that others replace of which a list shows the same
	notice map[string]bool
	fixed  bool // it always lists the last skill of a name in one root
}

func newMerger(agent string) *merger {
	return &merger{agent: agent, at: map[string]int{}, root: map[string]string{}, notice: map[string]bool{}}
}

// add takes what was found below one root, in the order in which it is read.
func (m *merger) add(root string, found []candidate) {
	for _, c := range found {
		if !c.Loads() {
			m.lost = append(m.lost, c.rejected())
			continue
		}
		if c.Reason != "" {
			m.lost = append(m.lost, c.lost(Gone, c.Reason))
			continue
		}
		i, again := m.at[c.Name]
		if !again {
			m.at[c.Name] = len(m.items)
			m.items = append(m.items, c.full())
			m.root[c.path] = root
			continue
		}
		m.replace(i, root, c)
	}
}

// replace replaces a skill with another one of its name.
func (m *merger) replace(i int, root string, c candidate) {
	old := m.items[i]
	m.items[i] = c.full()
	switch {
	case old.Path == c.path, old.Path == "": // reached through two roots; a built-in
	case m.root[old.Path] != root && old.Description == c.Description: // the model sees the same of either
		m.copies++
	case m.root[old.Path] == root && m.fixed:
		m.lose(old, loader.Name(m.agent)+" lists the last skill with this name, "+c.path)
	case m.root[old.Path] == root:
		if !m.notice[c.Name] {
			m.notice[c.Name] = true
			m.twice = append(m.twice, c.Name)
		}
		m.lose(old, "another skill in the same directory has this name; which of them "+loader.Name(m.agent)+" lists varies")
	default:
		m.lose(old, "overridden by a skill with this name in "+root)
	}
	m.root[c.path] = root
}

func (m *merger) lose(i Item, reason string) {
	i.State, i.Reason, i.Lost, i.Shown = Gone, reason, i.Shown, 0
	m.lost = append(m.lost, i)
}

// notes are about what varies between runs, and about copies.
func (m *merger) notes() []string {
	var notes []string
	if len(m.twice) > 0 {
		slices.Sort(m.twice)
		notes = append(notes, "duplicate skill names in one directory: "+quote.List(m.twice, "and")+"; which of them "+loader.Name(m.agent)+" lists varies between runs")
	}
	if m.copies > 0 {
		notes = append(notes, quote.Choose(m.copies, "1 copy", "%s copies")+" with the same name and description in other directories; "+loader.Name(m.agent)+" lists the last one")
	}
	return notes
}

// copied is the note about skills that are hidden by equal ones.
func copied(n int, client string) string {
	return quote.Choose(n, "1 copy", "%s copies") + " with the same name and description in other directories; " + client + " lists the first one"
}
