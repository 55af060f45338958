package language

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A knownPlaceholder is a {{NAME}} that has a value or a declaration.
type knownPlaceholder struct {
	name  string
	where string             // where it is declared
	value string             // the default value, or ""
	at    *analysis.Location // the declaration in a file of the workspace, or nil
}

// dialectOf returns the dialect whose placeholders apply to a file: that of the registry that lists its skill, or
// its own.
func (s *Snapshot) dialectOf(f *analysis.File) (*schema.Dialect, *registry.Listing) {
	listed, ok := workspaceFact(s.Facts, registry.ListedFact)
	if ok {
		if l, ok := listed.Of(f, s.finder()); ok {
			return l.Registry.Dialect, &l
		}
	}
	return f.Dialect, nil
}

// placeholders returns the known placeholders of a file, sorted by name.
func (s *Snapshot) placeholders(f *analysis.File) []knownPlaceholder {
	if s.Facts == nil || s.Facts.store == nil {
		return nil
	}
	d, listing := s.dialectOf(f)
	if d == nil || d.Tokens == nil {
		return nil
	}
	var known []knownPlaceholder
	add := func(p knownPlaceholder) {
		if !slices.ContainsFunc(known, func(k knownPlaceholder) bool { return k.name == p.name }) {
			known = append(known, p)
		}
	}
	if listing != nil {
		for _, input := range listing.Entry.Inputs {
			add(knownPlaceholder{name: input.Value, where: "input of the skill in " + codeSpan(listing.Registry.Path), at: &input.Location})
		}
	}
	for file, declared := range placeholder.DeclaredFact.All(s.Facts.store) {
		if d.Tokens.Placeholders == "" || file.Tree != f.Tree || !isDeclaredFor(file, f, d.Tokens) {
			continue
		}
		for _, name := range declared.Names {
			add(s.declaredPlaceholder(file, name, d.Tokens.Defaults[name]))
		}
	}
	for _, name := range d.Tokens.Names {
		add(knownPlaceholder{name: name, where: "provided by " + d.Title, value: d.Tokens.Defaults[name]})
	}
	for _, name := range f.Conventions.TokenNames() {
		add(knownPlaceholder{name: name, where: "declared in the configuration"})
	}
	sorting.By(known, func(a, b knownPlaceholder) int { return strings.Compare(a.name, b.name) })
	return known
}

// isDeclaredFor reports whether a placeholders.json applies to a file.
func isDeclaredFor(declaring, f *analysis.File, tokens *schema.Tokens) bool {
	for dir := path.Dir(f.Rel); ; dir = path.Dir(dir) {
		if path.Join(dir, tokens.Placeholders) == declaring.Rel {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// declaredPlaceholder returns a placeholder of a placeholders.json.
func (s *Snapshot) declaredPlaceholder(file *analysis.File, name, value string) knownPlaceholder {
	p := knownPlaceholder{name: name, where: "declared in " + codeSpan(file.Path), value: value}
	d, err := s.Document(file)
	if err != nil {
		return p
	}
	if v := declarationIn(d.Data, name, 0); v != nil {
		at := d.At(v.Get("token").Range)
		p.at = &at
		for _, key := range []string{"default", "value"} {
			if text := v.Get(key); text.IsString() && p.value == "" {
				p.value = text.Text
			}
		}
		if text := v.Get("description"); text.IsString() {
			p.where += ": " + escapeMarkdown(shorten(text.Text))
		}
	}
	return p
}

// maxNesting limits the depth of the search in values.
const maxNesting = 32

// declarationIn returns the mapping that declares a placeholder, or nil.
func declarationIn(v *analysis.Value, name string, depth int) *analysis.Value {
	if v == nil || depth > maxNesting {
		return nil
	}
	if token := v.Get("token"); token.IsString() && token.Text == name {
		return v
	}
	for _, item := range v.Items {
		if found := declarationIn(item, name, depth+1); found != nil {
			return found
		}
	}
	for _, m := range v.Members {
		if found := declarationIn(m.Value, name, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// placeholderAt returns the name and range of the placeholder at an offset.
func placeholderAt(d *Document, offset int) (name string, r analysis.Range, ok bool) {
	from := max(0, offset-maxName)
	for _, r := range analysis.ScanPlaceholders(d.Source[from:min(len(d.Source), offset+maxName)]) {
		r = analysis.Range{Start: r.Start + from, End: r.End + from}
		if r.Start <= offset && offset <= r.End {
			return string(d.Source[r.Start+2 : r.End-2]), r, true
		}
	}
	return "", r, false
}

// maxName is the maximum length of names around an offset, in bytes.
const maxName = 200

// placeholder completes {{NAME}} and ${NAME}.
func (c *completer) placeholder() bool {
	isUpper := func(b byte) bool { return b == '_' || b >= 'A' && b <= 'Z' }
	text := c.d.Source[max(0, c.offset-maxName):c.offset]
	i := len(text)
	for i > 0 && (isUpper(text[i-1]) || text[i-1] >= 'a' && text[i-1] <= 'z' || text[i-1] >= '0' && text[i-1] <= '9') {
		i--
	}
	at := analysis.Range{Start: c.offset - (len(text) - i), End: c.offset}
	for at.End < len(c.d.Source) && isUpper(c.d.Source[at.End]) {
		at.End++
	}
	switch before := text[:i]; {
	case bytes.HasSuffix(before, []byte("{{")) && !bytes.HasSuffix(before, []byte("${{")):
		for _, p := range c.s.placeholders(c.f) {
			i := Item{Label: p.name, Kind: PlaceholderItem, Documentation: p.where, Range: at, Text: p.name + c.closing(at, "}}")}
			if p.value != "" {
				i.Detail = "default: " + shorten(p.value)
			}
			c.add(i)
		}
		return true
	case bytes.HasSuffix(before, []byte("${")):
		return c.variable(at)
	}
	return false
}

// closing returns the text that closes a placeholder, unless it follows already.
func (c *completer) closing(at analysis.Range, end string) string {
	if bytes.HasPrefix(c.d.Source[at.End:], []byte(end)) {
		return ""
	}
	return end
}

// variable completes the name of a variable that the client replaces.
func (c *completer) variable(at analysis.Range) bool {
	if c.f.Dialect == nil || c.f.Dialect.Variables == nil || !slices.Contains(c.f.Dialect.Variables.Kinds, c.f.Kind.String()) {
		return false
	}
	names := c.f.Dialect.Variables.Names
	if c.f.Plugin {
		names = slices.Concat(names, c.f.Dialect.Variables.Plugin)
	}
	for _, name := range names {
		c.add(Item{Label: name, Kind: PlaceholderItem, Detail: fmt.Sprintf("replaced by %s", c.f.Dialect.Title), Range: at, Text: name + c.closing(at, "}")})
	}
	return true
}
