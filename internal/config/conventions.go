package config

import (
	"errors"
	"path"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// Limits of lists in a configuration.
const (
	maxNames    = 500   // placeholder names
	maxPatterns = 50    // patterns of placeholder names
	maxPattern  = 1_000 // characters
	maxHeadings = 50    // per kind
	maxHeading  = 200   // characters
	maxRoots    = 100   // external roots
)

// conventions returns the conventions of the current part, and creates them if necessary.
func (d *decoder) conventions() *analysis.Conventions {
	if d.part.conventions == nil {
		d.part.conventions = &analysis.Conventions{}
	}
	return d.part.conventions
}

// texts decodes a list of at most limit strings. It calls add with each string and its range, and records for
// display those for which add returns true.
func (d *decoder) texts(v *analysis.Value, what string, limit int, add func(text string, at analysis.Range) bool) {
	if v.Kind == analysis.Null {
		return
	}
	items := d.list(v, what)
	if len(items) > limit {
		d.failf(v.Range, "%s has %d entries (limit %d)", what, len(items), limit)
		return
	}
	for _, item := range items {
		if text, ok := d.text(item, "an entry of "+what); ok && add(text, item.Range) {
			d.record(what, text, item.Range, true)
		}
	}
}

// tokenNames decodes the names of known and ignored placeholders.
func (d *decoder) tokenNames(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "tokens") {
		switch m.Key {
		case "known":
			d.texts(m.Value, "tokens.known", maxNames, d.tokenName)
		case "allow":
			d.texts(m.Value, "tokens.allow", maxPatterns, func(text string, at analysis.Range) bool {
				pattern, ok := d.namePattern(text, at, `^(?:`, `)$`)
				if ok {
					c := d.conventions()
					c.Patterns = append(c.Patterns, pattern)
				}
				return ok
			})
		default:
			d.failf(m.KeyRange, "unknown key %s in tokens%s", quote.Text(m.Key), Hint(m.Key, []string{"allow", "known"}))
		}
	}
}

func (d *decoder) tokenName(text string, at analysis.Range) bool {
	bare := strings.TrimFunc(text, func(r rune) bool { return strings.ContainsRune("{}$ ", r) })
	switch {
	case bare == "" || strings.ContainsAny(bare, "{} \t\n"):
		d.failf(at, "invalid placeholder name %s: write it without braces, for example TASK_ID", quote.Text(text))
		return false
	case bare != text:
		d.failf(at, "invalid placeholder name %s: write %q without braces", quote.Text(text), bare)
		return false
	}
	c := d.conventions()
	c.Tokens = append(c.Tokens, text)
	return true
}

// namePattern compiles a pattern between a prefix and a suffix, or records an error.
func (d *decoder) namePattern(text string, at analysis.Range, prefix, suffix string) (*regexp.Regexp, bool) {
	if n := utf8.RuneCountInString(text); n > maxPattern {
		d.failf(at, "pattern is %d characters long (limit %d)", n, maxPattern)
		return nil, false
	}
	if text == "" {
		d.failf(at, `empty pattern; write one, for example 'ACME_\w+'`)
		return nil, false
	}
	_, err := syntax.Parse(text, syntax.Perl)
	compiled, failed := regexp.Compile(prefix + text + suffix)
	if err == nil {
		err = failed
	}
	var wrong *syntax.Error
	switch {
	case err == nil:
		return compiled, true
	case errors.As(err, &wrong):
		hint := ""
		if wrong.Code == syntax.ErrInvalidPerlOp {
			hint = "; RE2 does not support look-around"
		}
		d.failf(at, "invalid pattern %s: %s in %s%s", quote.Text(text), wrong.Code, quote.Text(wrong.Expr), hint)
	default:
		d.failf(at, "invalid pattern %s: %v", quote.Text(text), err)
	}
	return nil, false
}

// sections decodes the required headings by kind of file.
func (d *decoder) sections(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "sections") {
		kind, known := markdownKind(m.Key)
		if !known {
			d.failf(m.KeyRange, "unknown kind %s for sections%s", quote.Text(m.Key), Hint(m.Key, analysis.Markdown.Names()))
			continue
		}
		d.headings(kind, m)
	}
}

func (d *decoder) headings(kind analysis.Kind, m analysis.Member) {
	var sections []schema.Section
	what := "sections." + m.Key
	var items []*analysis.Value
	if m.Value.Kind != analysis.Null {
		items = d.list(m.Value, what)
	}
	if len(items) > maxHeadings {
		d.failf(m.Value.Range, "%s has %d headings (limit %d)", what, len(items), maxHeadings)
		return
	}
	if len(items) == 0 {
		d.record(what, "", m.KeyRange, false)
	}
	for _, item := range items {
		text, ok := d.text(item, "a heading")
		if !ok {
			continue
		}
		s, ok := d.heading(text, item.Range)
		if ok {
			sections = append(sections, s)
			d.record(what, text, item.Range, false)
		}
	}
	c := d.conventions()
	if c.Sections == nil {
		c.Sections = map[analysis.Kind][]schema.Section{}
	}
	c.Sections[kind] = sections
}

// heading returns the section of a heading. Leading number signs set the level.
func (d *decoder) heading(text string, at analysis.Range) (schema.Section, bool) {
	name := strings.TrimLeft(text, "#")
	s := schema.Section{Level: len(text) - len(name), Heading: strings.TrimSpace(name), Severity: "error", Reader: "the configuration"}
	switch {
	case s.Heading == "" || strings.ContainsAny(s.Heading, "\r\n"):
		d.failf(at, "invalid heading %s: write its text, for example Summary or '## Summary'", quote.Text(text))
	case s.Level > 6:
		d.failf(at, "invalid heading %s: levels are 1 to 6", quote.Text(text))
	case utf8.RuneCountInString(s.Heading) > maxHeading:
		d.failf(at, "heading is %d characters long (limit %d)", utf8.RuneCountInString(s.Heading), maxHeading)
	default:
		return s, true
	}
	return schema.Section{}, false
}

// markdownKind returns the Markdown kind with a name.
func markdownKind(name string) (analysis.Kind, bool) {
	for kind := analysis.Kind(1); kind <= analysis.Markdown; kind <<= 1 {
		if analysis.Markdown&kind != 0 && kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

// links decodes the key "links": directories whose files exist only at run time.
func (d *decoder) links(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "links") {
		if m.Key != "external-roots" {
			d.failf(m.KeyRange, "unknown key %s in links (available: external-roots)", quote.Text(m.Key))
			continue
		}
		d.texts(m.Value, "links.external-roots", maxRoots, d.externalRoot)
	}
}

func (d *decoder) externalRoot(text string, at analysis.Range) bool {
	clean := path.Clean(text)
	switch {
	case strings.TrimSpace(text) == "" || clean == "." || clean == "/" || clean == "..":
		d.failf(at, "%s contains everything; write the directory that exists only at run time", quote.Text(text))
	case strings.ContainsAny(text, "*?[{"):
		d.failf(at, "%s: wildcards are not supported; write a directory, for example docs/adr", quote.Text(text))
	case strings.Contains(text, `\`):
		d.failf(at, "%s: write / between directories on every system", quote.Text(text))
	case len(text) > maxGlobLength:
		d.failf(at, "path is %d bytes long (limit %d)", len(text), maxGlobLength)
	default:
		c := d.conventions()
		c.Outside = append(c.Outside, analysis.ExternalRoot{Path: clean, Dir: d.config.Dir})
		return true
	}
	return false
}
