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

// A candidate is a SKILL.md that a client finds.
type candidate struct {
	path string
	Skill
}

// fullItem returns the item of a skill that is listed completely.
func (c candidate) fullItem() Item {
	return Item{Name: c.Name, Path: c.path, Description: c.Description, Shown: utf8.RuneCountInString(c.Description), State: Full, At: c.At}
}

// setShown sets the part of the description that is in the list.
func (i *Item) setShown(text string) {
	i.Shown = utf8.RuneCountInString(text)
	i.Lost = utf8.RuneCountInString(i.Description) - i.Shown
}

// unlistedItem returns the item of a skill that is not in the list.
func (c candidate) unlistedItem(state State, reason string) Item {
	return Item{Name: c.Name, Path: c.path, Description: c.Description, Lost: utf8.RuneCountInString(c.Description), State: state, Reason: reason, At: c.At}
}

// rejectedItem returns the item of a skill that the client does not load.
func (c candidate) rejectedItem() Item {
	i := c.unlistedItem(Rejected, c.Reason)
	if i.Name == "" {
		i.Name = path.Base(path.Dir(c.path))
	}
	return i
}

// tagged returns a list in the format of opencode and gemini; "" if it has no items.
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

// escapes escapes HTML as opencode and skills-ref do.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// entities escapes XML as several clients do.
var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// escapedTags returns the list of tagged with escaped texts.
func escapedTags(items []Item, location func(Item) string) string {
	escaped := slices.Clone(items)
	for i := range escaped {
		escaped[i].Name, escaped[i].Description = entities.Replace(items[i].Name), entities.Replace(items[i].Description)
	}
	return tagged(escaped, func(i Item) string { return entities.Replace(location(i)) })
}

// unlimited returns a list without a limit. Its cost is an estimate by characters.
func unlimited(text string, roots []Root, listed, lost []Item) List {
	sorting.By(lost, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	return List{Text: text, Cost: tokenizer.Chars4([]byte(text)), Roots: roots, Items: append(listed, lost...)}
}

// A merger keeps one skill of each name: later skills replace earlier ones.
type merger struct {
	client     string
	index      map[string]int // by name: index in items
	items      []Item
	root       map[string]string // by path of a skill: its root
	lost       []Item
	duplicates []string        // names that one root has more than once
	isDup      map[string]bool // the set of duplicates
	copies     int             // replaced skills with the same description
	lastWins   bool            // the client always lists the last skill with a name in one root
	folds      bool            // names that differ in case only are the same
}

func newMerger(client string) *merger {
	return &merger{client: client, index: map[string]int{}, root: map[string]string{}, isDup: map[string]bool{}}
}

// add adds the skills of one root, in the order in which the client reads them.
func (m *merger) add(root string, found []candidate) {
	for _, c := range found {
		if !c.Loads() {
			m.lost = append(m.lost, c.rejectedItem())
			continue
		}
		if c.Reason != "" {
			m.lost = append(m.lost, c.unlistedItem(Omitted, c.Reason))
			continue
		}
		key := c.Name
		if m.folds {
			key = strings.ToLower(key)
		}
		i, again := m.index[key]
		if !again {
			m.index[key] = len(m.items)
			m.items = append(m.items, c.fullItem())
			m.root[c.path] = root
			continue
		}
		m.replace(i, root, c)
	}
}

// replace replaces a listed skill with another one of the same name.
func (m *merger) replace(i int, root string, c candidate) {
	old := m.items[i]
	m.items[i] = c.fullItem()
	switch {
	case old.Path == c.path, old.Path == "": // found in two roots; a built-in skill
	case m.root[old.Path] != root && old.Description == c.Description: // the list is the same with either
		m.copies++
	case m.root[old.Path] == root && m.lastWins:
		m.override(old, loader.Name(m.client)+" lists the last skill with this name, "+c.path)
	case m.root[old.Path] == root:
		if !m.isDup[c.Name] {
			m.isDup[c.Name] = true
			m.duplicates = append(m.duplicates, c.Name)
		}
		m.override(old, "another skill in the same directory has this name; which of them "+loader.Name(m.client)+" lists varies")
	default:
		m.override(old, "overridden by a skill with this name in "+root)
	}
	m.root[c.path] = root
}

func (m *merger) override(i Item, reason string) {
	i.State, i.Reason, i.Lost, i.Shown = Omitted, reason, i.Shown, 0
	m.lost = append(m.lost, i)
}

// notes returns notes on results that vary between runs, and on copies.
func (m *merger) notes() []string {
	var notes []string
	if len(m.duplicates) > 0 {
		slices.Sort(m.duplicates)
		notes = append(notes, "duplicate skill names in one directory: "+quote.List(m.duplicates, "and")+"; which of them "+loader.Name(m.client)+" lists varies between runs")
	}
	if m.copies > 0 {
		notes = append(notes, quote.Choose(m.copies, "1 copy", "%s copies")+" with the same name and description in other directories; "+loader.Name(m.client)+" lists the last one")
	}
	return notes
}

// copiesNote returns the note on skills that are hidden by equal ones.
func copiesNote(n int, client string) string {
	return quote.Choose(n, "1 copy", "%s copies") + " with the same name and description in other directories; " + client + " lists the first one"
}
