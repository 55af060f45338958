package language

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fields"
	"github.com/skilllint/skilllint/internal/sorting"
)

// An ItemKind is the kind of a completion.
type ItemKind uint8

// The kinds of items.
const (
	KeyItem ItemKind = iota + 1
	ValueItem
	ToolItem
	SkillItem
	AgentItem
	FileItem
	FolderItem
	AnchorItem
	PlaceholderItem
	RuleItem
)

// An Item is one completion.
type Item struct {
	Label         string
	Kind          ItemKind
	Detail        string // a few words
	Documentation string // Markdown
	Deprecated    bool
	Range         analysis.Range // replaced by Text; contains the offset
	Text          string
	Rank          int // items with a lower rank come first
}

// maxItems limits the completions of one request.
const maxItems = 1_000

// Complete returns the completions at an offset of a file, the most relevant first.
func (s *Snapshot) Complete(f *analysis.File, offset int) []Item {
	d, err := s.Document(f)
	if err != nil || offset < 0 || offset > len(d.Source) {
		return nil
	}
	c := &completer{s: s, f: f, d: d, offset: offset}
	switch {
	case c.suppression():
	case c.placeholder():
	case c.yaml():
	case c.command():
	case d.Body != nil && offset >= d.BodyStart():
		c.link()
	}
	return c.finish()
}

// A completer collects the completions at one offset.
type completer struct {
	s      *Snapshot
	f      *analysis.File
	d      *Document
	source []byte // of a configuration; nil for other files
	offset int
	items  []Item
	seen   map[string]bool
}

// add adds a completion unless one with its label exists.
func (c *completer) add(i Item) {
	if i.Label == "" || c.seen[i.Label] || len(c.items) >= maxItems {
		return
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[i.Label] = true
	if i.Text == "" {
		i.Text = i.Label
	}
	c.items = append(c.items, i)
}

func (c *completer) finish() []Item {
	sorting.By(c.items, func(a, b Item) int { return cmp.Or(a.Rank-b.Rank, strings.Compare(a.Label, b.Label)) })
	return c.items
}

// yaml completes frontmatter and YAML files.
func (c *completer) yaml() bool {
	region, ok := yamlRegion(c.d, c.offset)
	if !ok {
		return false
	}
	at := cursorIn(c.d.Source, region, c.offset)
	if at.opaque {
		return true
	}
	if at.colon && !at.inKey || at.dash && at.inKey && !at.colon || at.flow {
		c.toolValues(&at)
		c.nameValues(&at)
	}
	c.schemaItems(schemaOf(c.f), &at)
	c.addSpaces(&at)
	return true
}

// addSpaces adds the space that is required between a colon and a value, or a dash and an item.
func (c *completer) addSpaces(at *yamlCursor) {
	for i := range c.items {
		item := &c.items[i]
		if item.Range.Start == 0 || at.quote != 0 {
			continue
		}
		before := c.text()[item.Range.Start-1]
		if before == ':' && at.colon && !at.inKey || before == '-' && at.dash && item.Range.Start == at.start {
			item.Text = " " + item.Text
		}
	}
}

// text returns the content of the file or configuration file.
func (c *completer) text() []byte {
	if c.d != nil {
		return c.d.Source
	}
	return c.source
}

// schemaItems adds the keys or values of a schema.
func (c *completer) schemaItems(s *fields.Schema, at *yamlCursor) {
	if s == nil {
		return
	}
	if !at.inKey || at.dash && !at.colon || at.flow {
		c.values(s, at)
	}
	if at.inKey && !at.flow && at.key.Start <= c.offset && c.offset <= at.key.End {
		c.keys(s, at)
	}
}

// Ranks of keys.
const (
	requiredRank = iota
	usualRank
	ignoredRank
)

// keys adds the keys that are missing from the mapping at a cursor.
func (c *completer) keys(s *fields.Schema, at *yamlCursor) {
	for _, m := range s.Members(at.path...) {
		if at.known[m.Path] || m.Status == fields.Refused {
			continue
		}
		i := Item{Label: m.Path, Kind: KeyItem, Detail: m.Values, Documentation: m.Description, Range: at.key, Text: yamlText(m.Path, at.quote), Rank: usualRank}
		switch m.Status {
		case fields.Required:
			i.Rank, i.Detail = requiredRank, strings.TrimSuffix("required, "+m.Values, ", ")
		case fields.Ignored:
			i.Rank, i.Detail = ignoredRank, "ignored"
		}
		if !at.colon {
			i.Text += ":"
			if path := append(at.path[:len(at.path):len(at.path)], m.Path); !s.IsMapping(path...) {
				i.Text += " "
			}
		}
		c.add(i)
	}
}

// values adds the values that the schema lists for a field.
func (c *completer) values(s *fields.Schema, at *yamlCursor) {
	for rank, w := range s.Words(at.path...) {
		text := w.Text
		if w.String && c.d != nil { // configurations are YAML 1.2
			text = yamlText(w.Text, at.quote)
		}
		c.add(Item{Label: w.Text, Kind: ValueItem, Range: at.word, Text: text, Rank: rank})
	}
}

// yamlText returns a string in YAML syntax, for a place inside the given quotes, or outside of quotes for 0.
func yamlText(text string, quote byte) string {
	switch quote {
	case '\'':
		return strings.ReplaceAll(text, "'", "''")
	case '"':
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
	}
	switch strings.ToLower(text) {
	case "", "true", "false", "yes", "no", "on", "off", "y", "n", "null", "~":
		return `"` + text + `"`
	}
	if strings.Trim(text, "0123456789.+-eE_:") == "" || strings.ContainsAny(text[:1], "-?:,[]{}#&*!|>'\"%@`") || strings.Contains(text, ": ") ||
		strings.Contains(text, " #") || strings.ContainsAny(text, ",[]{}\n\t") || strings.HasSuffix(text, ":") || strings.TrimSpace(text) != text {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text) + `"`
	}
	return text
}

// schemaOf returns the schema of a file's fields, or nil.
func schemaOf(f *analysis.File) *fields.Schema {
	if f.Dialect == nil {
		return nil
	}
	kind := f.Kind.String()
	if f.Plugin && f.Dialect.Kinds["plugin-"+kind] != nil {
		kind = "plugin-" + kind
	}
	return fields.Lookup(f.Dialect.Name, kind)
}
