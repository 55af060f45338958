package language

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/fields"
	"github.com/skilllint/skilllint/schema"
)

// suppression completes comments that suppress findings.
func (c *completer) suppression() bool {
	inner, yaml, ok := commentAt(c.d, c.offset)
	if !ok {
		return false
	}
	text := string(c.d.Source[inner.Start:c.offset])
	verb := strings.TrimLeft(text, " \t")
	if !strings.HasPrefix(verb, "skilllint") && !strings.HasPrefix("skilllint", strings.TrimSpace(verb)) {
		return false
	}
	if !strings.ContainsAny(verb, " \t") {
		verbs := []directive.Verb{directive.NextLine, directive.Disable, directive.Enable, directive.File}
		if yaml {
			verbs = []directive.Verb{directive.Ignore}
		}
		at := analysis.Range{Start: c.offset - len(verb), End: c.wordEnd(c.offset, " \t\r\n>")}
		for rank, v := range verbs {
			c.add(Item{Label: v.String(), Kind: ValueItem, Range: at, Rank: rank})
		}
		return true
	}
	if strings.Contains(verb, " -- ") {
		return true // the reason
	}
	start := strings.LastIndexAny(text, ", \t") + 1
	at := analysis.Range{Start: inner.Start + start, End: c.wordEnd(c.offset, " \t\r\n,>")}
	for _, a := range c.s.Rules {
		if !a.IsFact() && !strings.HasPrefix(a.Name, "internal/") {
			c.add(Item{Label: a.Name, Kind: RuleItem, Detail: a.Doc, Range: at})
		}
	}
	return true
}

// wordEnd returns the first offset from an offset on with one of the bytes in ends, or the offset itself.
func (c *completer) wordEnd(from int, ends string) int {
	rest := c.d.Source[from:min(len(c.d.Source), from+maxName)]
	if i := bytes.IndexAny(rest, ends); i >= 0 {
		return from + i
	}
	return from
}

// maxComment limits the comments that are completed, in bytes.
const maxComment = 2_000

// commentAt returns the content of the comment that contains an offset, up to that offset.
func commentAt(d *Document, offset int) (inner analysis.Range, yaml, ok bool) {
	if region, ok := yamlRegion(d, offset); ok {
		l := lineAt(d.Source, region, offset)
		i := bytes.IndexByte(d.Source[l.Start:offset], '#')
		if i < 0 || i > 0 && d.Source[l.Start+i-1] != ' ' {
			return inner, false, false
		}
		return analysis.Range{Start: l.Start + i + 1, End: offset}, true, true
	}
	from := max(0, offset-maxComment)
	text := d.Source[from:offset]
	open := bytes.LastIndex(text, []byte("<!--"))
	if open < 0 || bytes.Contains(text[open:], []byte("-->")) {
		return inner, false, false
	}
	return analysis.Range{Start: from + open + len("<!--"), End: offset}, false, true
}

// CompleteConfig returns the completions at an offset of a configuration.
func (s *Snapshot) CompleteConfig(source []byte, offset int) []Item {
	if offset < 0 || offset > len(source) {
		return nil
	}
	c := &completer{s: s, source: source, offset: offset}
	at := cursorIn(source, analysis.Range{End: len(source)}, offset)
	if at.opaque {
		return nil
	}
	c.schemaItems(s.configSchema(), &at)
	c.addSpaces(&at)
	return c.finish()
}

// configSchema returns the schema of configurations.
func (s *Snapshot) configSchema() *fields.Schema {
	if s.Facts.config == nil {
		source, err := json.Marshal(config.JSONSchema(config.Schema{Rules: s.Rules, Dialects: schema.Names(), Targets: loader.IDs()}))
		if err != nil {
			return nil
		}
		s.Facts.config = fields.Parse(source)
	}
	return s.Facts.config
}
