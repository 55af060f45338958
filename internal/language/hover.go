package language

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/schema"
)

// A Hover is the description of a range.
type Hover struct {
	Range    analysis.Range
	Markdown string
}

// Hover returns the description of an offset of a file, or nil.
func (s *Snapshot) Hover(f *analysis.File, offset int) *Hover {
	d, err := s.Document(f)
	if err != nil || offset < 0 || offset > len(d.Source) {
		return nil
	}
	for _, find := range []func(*Document, int) *Hover{s.hoverPlaceholder, s.hoverVariable, s.hoverSuppression, s.hoverName, s.hoverTool, s.hoverStart, s.hoverField, s.hoverCommand, s.hoverLink, s.hoverHeading} {
		if h := find(d, offset); h != nil {
			return h
		}
	}
	return nil
}

// paragraphs joins non-empty parts of a hover.
func paragraphs(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n\n")
}

func (s *Snapshot) hoverPlaceholder(d *Document, offset int) *Hover {
	name, r, ok := placeholderAt(d, offset)
	if !ok {
		return nil
	}
	title := "**" + escapeMarkdown("{{"+name+"}}") + "**"
	dialect, _ := s.dialectOf(d.File)
	if dialect == nil || dialect.Tokens == nil {
		return nil
	}
	for _, p := range s.placeholders(d.File) {
		if p.name != name {
			continue
		}
		value := ""
		if p.value != "" {
			value = "Default: " + codeSpan(shorten(p.value))
		}
		return &Hover{r, paragraphs(title+": "+p.where, value)}
	}
	return &Hover{r, title + ": no value is declared. " + capitalize(dialect.Tokens.Effect) + "."}
}

func (s *Snapshot) hoverVariable(d *Document, offset int) *Hover {
	if d.Dialect == nil {
		return nil
	}
	from := max(0, offset-maxName)
	for _, v := range placeholder.ScanVariables(d.Source[from:min(len(d.Source), offset+maxName)]) {
		r := analysis.Range{Start: v.Range.Start + from, End: v.Range.End + from}
		if offset < r.Start || r.End < offset || v.Escapes%2 == 1 {
			continue
		}
		if text := describeVariable(d, &v); text != "" {
			return &Hover{r, codeSpan(d.Text(r)) + ": " + text}
		}
		return nil
	}
	return nil
}

// describeVariable describes by what the client replaces a variable, or returns "" if it does not.
func describeVariable(d *Document, v *placeholder.Variable) string {
	kind, by := d.Kind.String(), "replaced by "+d.Dialect.Title
	if v.Form == placeholder.Braced {
		vars := d.Dialect.Variables
		switch {
		case vars == nil || !slices.Contains(vars.Kinds, kind) || !slices.Contains(vars.Names, v.Name) && !(d.Plugin && slices.Contains(vars.Plugin, v.Name)):
			return ""
		case v.Name == vars.Dir:
			return by + " with the directory of the skill, " + codeSpan(path.Dir(d.Rel))
		}
		return by
	}
	args := d.Dialect.Arguments
	if args == nil || !slices.Contains(args.Kinds, kind) {
		return ""
	}
	isNumbered := v.Form == placeholder.Indexed && args.Indexed || v.Form == placeholder.Position
	switch {
	case v.Form == placeholder.Arguments:
		return by + " with all arguments"
	case isNumbered && v.Index >= args.First:
		return fmt.Sprintf("%s with argument %d", by, v.Index-args.First+1)
	}
	return ""
}

func (s *Snapshot) hoverSuppression(d *Document, offset int) *Hover {
	inner, _, ok := commentAt(d, offset)
	if !ok || !strings.HasPrefix(strings.TrimLeft(string(d.Source[inner.Start:offset]), " \t"), "skilllint") {
		return nil
	}
	r := wordAround(d.Source, offset, isRuleByte)
	return s.hoverRule(string(d.Source[r.Start:r.End]), r)
}

// hoverRule describes the rule with a name.
func (s *Snapshot) hoverRule(name string, r analysis.Range) *Hover {
	for _, a := range s.Rules {
		if a.Name == name || slices.Contains(a.Aliases, name) {
			severity := "off by default"
			if a.Severity != analysis.Off {
				severity = a.Severity.String()
			}
			return &Hover{r, paragraphs("**"+escapeMarkdown(a.Name)+"** ("+severity+"): "+escapeMarkdown(a.Doc), a.URL)}
		}
	}
	return nil
}

func isRuleByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '/'
}

// wordAround returns the word that contains an offset.
func wordAround(text []byte, offset int, is func(byte) bool) analysis.Range {
	r := analysis.Range{Start: offset, End: offset}
	for r.Start > 0 && offset-r.Start < maxName && is(text[r.Start-1]) {
		r.Start--
	}
	for r.End < len(text) && r.End-offset < maxName && is(text[r.End]) {
		r.End++
	}
	return r
}

// hoverName describes the skill or subagent that a field names.
func (s *Snapshot) hoverName(d *Document, offset int) *Hover {
	if region, ok := yamlRegion(d, offset); ok {
		if at := cursorIn(d.Source, region, offset); targetsOf(d.File, at.fieldName()) == "" {
			return nil
		}
	}
	n := s.nameAt(d, offset)
	if n == nil || n.declares {
		return nil
	}
	m, _ := workspaceFact(s.Facts, graph.MapFact)
	node := &m.Nodes[n.node]
	title := fmt.Sprintf("**%s** (%s), %s", escapeMarkdown(node.Name), node.Kind, codeSpan(node.File.Path))
	description, cost := "", ""
	if h := s.headers()[node.File]; h != nil {
		description = escapeMarkdown(shorten(h.Description.Value))
	}
	if other, err := s.Document(node.File); err == nil && node.File.Kind != analysis.Registry {
		cost = s.describeCost(other)
	}
	return &Hover{n.rng, paragraphs(title, description, cost)}
}

func (s *Snapshot) hoverTool(d *Document, offset int) *Hover {
	region, ok := yamlRegion(d, offset)
	if !ok {
		return nil
	}
	at := cursorIn(d.Source, region, offset)
	field, ok := toolField(d.File, at.fieldName())
	if !ok || at.opaque || at.inKey && !at.dash || field.Role == "switches" {
		return nil
	}
	word := at.part(d.Source, offset, ", \t")
	name, _, _ := strings.Cut(string(d.Source[word.Start:word.End]), "(")
	tools, title := d.Dialect.ToolNames(), escapeMarkdown(d.Dialect.Title)
	switch {
	case name == "" || offset < word.Start || word.End < offset:
		return nil
	case slices.Contains(tools.Names, name):
		role := map[string]string{"grants": "may be used without confirmation", "limits": "may be used, and no others than those listed",
			"needs": "is needed", "takes": "is not available"}[field.Role]
		return &Hover{word, strings.TrimSuffix(codeSpan(name)+": tool of "+title+", "+role, ", ")}
	case tools.Older[name] != "":
		return &Hover{word, codeSpan(name) + ": old name of " + codeSpan(tools.Older[name]) + " in " + title}
	case tools.Others[name] != "":
		return &Hover{word, codeSpan(name) + ": in " + title + ", " + codeSpan(tools.Others[name])}
	}
	return nil
}

// hoverHeading describes the section of a heading.
func (s *Snapshot) hoverHeading(d *Document, offset int) *Hover {
	sections, ok := FactOf(d, markdown.SectionFact)
	if !ok {
		return nil
	}
	for i := range sections {
		x := &sections[i]
		if x.Heading.Start > offset || offset > x.Heading.End {
			continue
		}
		count := s.tokenizerOf(d.File)
		tokens := count(d.Source[x.Extent.Start:x.Extent.End])
		text := "Section: about " + quote.Plural(tokens, "token")
		if all := count(d.Source); all > 0 {
			text += fmt.Sprintf(" (%d %% of the file)", tokens*100/all)
		}
		return &Hover{x.Heading, text}
	}
	return nil
}

// tokenizerOf returns the tokenizer that `skilllint budget` uses for a file.
func (s *Snapshot) tokenizerOf(f *analysis.File) func(text []byte) int {
	listed, _ := workspaceFact(s.Facts, registry.ListedFact)
	if budget.CountsCharacters(f, listed) {
		return tokenizer.Chars4
	}
	return tokenizer.O200k
}

// describeCost describes the tokens of a file.
func (s *Snapshot) describeCost(d *Document) string {
	if d.Kind != analysis.Skill && d.Body == nil {
		return ""
	}
	count := s.tokenizerOf(d.File)
	text := "About " + quote.Plural(count(d.Source), "token")
	if d.Kind != analysis.Skill {
		return text
	}
	listed, _ := workspaceFact(s.Facts, registry.ListedFact)
	if limit := budget.OfSkill(d.File, listed, 0); limit.Tokens > 0 {
		text += " (" + limit.String() + ")"
	}
	if name, description := d.Data.Get("name"), d.Data.Get("description"); d.Header != nil && (name.IsString() || description.IsString()) {
		entry := budget.Shown(stringOf(name), stringOf(description), d.Rel)
		text += "; its entry in the skill list: about " + quote.Count(count([]byte(entry)))
	}
	return text
}

func stringOf(v *analysis.Value) string {
	if !v.IsString() {
		return ""
	}
	return v.Text
}

// hoverStart describes the whole file. It applies to the first line.
func (s *Snapshot) hoverStart(d *Document, offset int) *Hover {
	if d.Header == nil || len(d.Source) == 0 || d.Header.State != analysis.HeaderClosed || d.LineOf(offset) != d.LineOf(d.Header.Open.Start) {
		return nil
	}
	parts := []string{s.describeCost(d)}
	if d.Dialect != nil {
		parts = append(parts, fmt.Sprintf("%s of %s: %s", capitalize(d.Kind.String()), escapeMarkdown(d.Dialect.Title), escapeMarkdown(d.Why)))
	}
	parts = append(parts, s.describeLoading(d))
	if text := paragraphs(parts...); text != "" {
		return &Hover{d.Header.Open, text}
	}
	return nil
}

// hoverLink describes the target of a link.
func (s *Snapshot) hoverLink(d *Document, offset int) *Hover {
	l := s.linkAt(d, offset)
	if l == nil {
		return nil
	}
	to := cmp.Or(l.targetPath(), l.To)
	switch {
	case l.Class != link.Local:
		return &Hover{l.at, "Outside of the workspace"}
	case l.Standing == analysis.Absent && l.Found == "":
		return &Hover{l.at, codeSpan(to) + " does not exist"}
	case l.targetPath() == "":
		return &Hover{l.at, codeSpan(to)}
	}
	target := s.fileAt(d.Tree, to)
	if target == nil || target.Kind&analysis.Raw != 0 {
		return &Hover{l.at, codeSpan(to)}
	}
	other, err := s.Document(target)
	if err != nil {
		return &Hover{l.at, codeSpan(target.Path)}
	}
	title, text := "**"+escapeMarkdown(target.Path)+"**", ""
	if l.Fragment != "" {
		if h, ok := headingOf(other, l.Fragment); ok {
			title += " › " + escapeMarkdown(h.title)
		} else {
			title += ", without the anchor " + codeSpan(l.Fragment)
		}
	} else if h := s.headers()[target]; h != nil {
		text = escapeMarkdown(shorten(h.Description.Value))
	} else if first := link.HeadingAnchors(other.Document); len(first) > 0 {
		text = escapeMarkdown(first[0].Title)
	}
	return &Hover{l.at, paragraphs(title, text, s.describeCost(other))}
}

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// HoverConfig returns the description of an offset of a configuration file, or nil.
func (s *Snapshot) HoverConfig(source []byte, offset int) *Hover {
	if offset < 0 || offset > len(source) {
		return nil
	}
	at := cursorIn(source, analysis.Range{End: len(source)}, offset)
	if at.opaque {
		return nil
	}
	if at.inKey && at.colon {
		name := string(source[at.key.Start:at.key.End])
		if h := s.hoverRule(name, at.key); h != nil {
			return h
		}
		if field, ok := s.configSchema().Field(append(at.path, name)...); ok {
			return &Hover{at.key, fieldText(field)}
		}
		return nil
	}
	if field, ok := s.configSchema().Field(at.path...); ok && at.word.Len() > 0 && at.word.Start <= offset && offset <= at.word.End {
		return &Hover{at.word, fieldText(field)}
	}
	return nil
}

// dependencyRule returns the rule for names that are resolved in the whole tree.
func dependencyRule(targets string) *schema.Dependency { return &schema.Dependency{Targets: targets} }
