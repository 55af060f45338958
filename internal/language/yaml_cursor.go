package language

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fields"
)

// A yamlCursor describes an offset in YAML. It is derived from lines, because YAML that is being typed is rarely valid.
type yamlCursor struct {
	path   []string        // keys and list items that contain the key or value
	inKey  bool            // the offset is in a key or where a key can begin
	key    analysis.Range  // the complete or incomplete key of the line
	value  analysis.Range  // the text after the colon or dash, without white space and quotes
	word   analysis.Range  // the part of the value at the offset, such as an entry of a flow list
	quote  byte            // around the word, or 0
	start  int             // of the content of the line, after dashes; on an empty line, the offset
	colon  bool            // the key has a colon
	flow   bool            // the value is a flow list
	dash   bool            // the line is an item of a list
	known  map[string]bool // the other keys of the mapping
	indent int             // of the key
	opaque bool            // the offset is in a comment, in a multi-line text or before a key
}

// maxYAMLLines limits the lines around an offset that are read.
const maxYAMLLines = 2_000

// A yamlLine is a line of YAML.
type yamlLine struct {
	analysis.Range
	indent int  // of the content, after dashes
	dashes int  // number of dashes before the content
	dashAt int  // indent of the first dash, or -1
	start  int  // offset of the content
	empty  bool // no content, or only a comment
}

// lineAt returns the line that contains an offset of a region.
func lineAt(text []byte, region analysis.Range, offset int) yamlLine {
	start, end := region.Start, region.End
	if i := bytes.LastIndexAny(text[region.Start:offset], "\r\n"); i >= 0 {
		start = region.Start + i + 1
	}
	if i := bytes.IndexAny(text[offset:region.End], "\r\n"); i >= 0 {
		end = offset + i
	}
	l := yamlLine{Range: analysis.Range{Start: start, End: end}, dashAt: -1}
	at := start
	for at < end {
		switch {
		case text[at] == ' ':
			at++
			continue
		case text[at] == '-' && (at+1 == end || text[at+1] == ' '):
			if l.dashAt < 0 {
				l.dashAt = at - start
			}
			l.dashes++
			at++
			continue
		}
		break
	}
	l.start, l.indent = at, at-start
	l.empty = at == end || text[at] == '#'
	return l
}

// keyOf returns the key of a line and the offset after its colon. ok is false if the line has no key.
func keyOf(text []byte, l yamlLine) (key analysis.Range, after int, ok bool) {
	content := text[l.start:l.End]
	if len(content) > 0 && (content[0] == '"' || content[0] == '\'') {
		end := bytes.IndexByte(content[1:], content[0])
		if end < 0 {
			return key, 0, false
		}
		rest := content[end+2:]
		if !bytes.HasPrefix(bytes.TrimLeft(rest, " "), []byte(":")) {
			return key, 0, false
		}
		colon := l.start + end + 2 + bytes.IndexByte(rest, ':')
		return analysis.Range{Start: l.start + 1, End: l.start + end + 1}, colon + 1, true
	}
	for i, c := range content {
		if c == ':' && (i+1 == len(content) || content[i+1] == ' ') {
			name := bytes.TrimRight(content[:i], " ")
			return analysis.Range{Start: l.start, End: l.start + len(name)}, l.start + i + 1, len(name) > 0
		}
		if c == '#' && i > 0 && content[i-1] == ' ' || i == 0 && bytes.IndexByte([]byte("[{}]|>&*!%@`,?"), c) >= 0 {
			break
		}
	}
	return key, 0, false
}

// cursorIn returns the cursor for an offset in a region of YAML.
func cursorIn(text []byte, region analysis.Range, offset int) yamlCursor {
	l := lineAt(text, region, offset)
	c := yamlCursor{known: map[string]bool{}, dash: l.dashes > 0, indent: l.indent}
	if l.start == l.End || offset < l.start {
		c.indent = offset - l.Start
		if l.dashes > 0 {
			c.indent = max(c.indent, l.indent)
		}
	}
	c.start = max(l.start, offset)
	if offset < l.start && (l.start < l.End || l.dashes > 0) || l.start < l.End && text[l.start] == '#' && offset > l.start {
		c.opaque = true
		return c
	}
	if offset > l.start {
		c.start = l.start
	}
	if key, after, ok := keyOf(text, l); ok {
		if offset < key.Start {
			c.opaque = true
			return c
		}
		c.key, c.colon = key, true
		if c.inKey = offset <= key.End; !c.inKey {
			c.setValue(text, analysis.Range{Start: min(after, l.End), End: l.End}, offset)
		}
	} else {
		c.setText(text, l, offset)
	}
	own := ""
	if c.colon {
		own = string(text[c.key.Start:c.key.End])
	}
	c.collectOuterKeys(text, region, l)
	if c.colon && !c.inKey && !c.opaque {
		c.path = append(c.path, own)
	}
	if c.flow && !c.opaque && (c.colon || c.dash) {
		c.path = append(c.path, fields.Item)
	}
	return c
}

// setText sets the text of a line without a key, which may be a part of one.
func (c *yamlCursor) setText(text []byte, l yamlLine, offset int) {
	end := l.End
	if comment := bytes.Index(text[l.start:end], []byte(" #")); comment >= 0 {
		end = l.start + comment
	}
	content := bytes.TrimRight(text[l.start:end], " \t")
	c.key = analysis.Range{Start: l.start, End: l.start + len(content)}
	if offset < l.start {
		c.key = analysis.Range{Start: offset, End: offset}
	}
	c.inKey = true
	c.setValue(text, analysis.Range{Start: min(l.start, offset), End: max(end, l.start)}, offset)
}

// setValue sets the value, which is in a range of a line, and its word at an offset.
func (c *yamlCursor) setValue(text []byte, r analysis.Range, offset int) {
	for r.Start < r.End && r.Start < offset && text[r.Start] == ' ' {
		r.Start++
	}
	first := byte(0)
	if r.Start < r.End {
		first = text[r.Start]
	}
	c.flow = c.flow || first == '['
	start, ok := c.wordStart(text, analysis.Range{Start: r.Start, End: min(offset, r.End)})
	if !ok {
		c.opaque = true
		return
	}
	least := max(start, min(offset, r.End))
	end := least
	for end < r.End && !c.endsWord(text, start, end) {
		end++
	}
	for end > least && text[end-1] == ' ' {
		end--
	}
	c.word = analysis.Range{Start: start, End: end}
	c.value = r
	c.opaque = c.opaque || first == '|' || first == '>' || first == '{'
}

// wordStart returns the start of the word at the end of a range, and sets its quote. It returns false in a comment.
func (c *yamlCursor) wordStart(text []byte, r analysis.Range) (int, bool) {
	c.quote = 0
	start := r.Start
	for at := r.Start; at < r.End; at++ {
		switch ch := text[at]; {
		case c.quote != 0:
			if ch == c.quote {
				c.quote = 0
			}
		case (ch == '"' || ch == '\'') && at == start:
			c.quote, start = ch, at+1
		case c.flow && (ch == '[' || ch == ','), ch == ' ' && at == start:
			start = at + 1
		case ch == '#' && at > r.Start && text[at-1] == ' ':
			return 0, false
		}
	}
	return start, true
}

// endsWord reports whether a byte ends the word that begins at start.
func (c *yamlCursor) endsWord(text []byte, start, at int) bool {
	ch := text[at]
	if c.quote != 0 {
		return ch == c.quote
	}
	return c.flow && (ch == ',' || ch == ']') || ch == '#' && at > start && text[at-1] == ' '
}

// collectOuterKeys collects the keys that contain a line, from the innermost mapping outward, and the other keys of its own mapping.
func (c *yamlCursor) collectOuterKeys(text []byte, region analysis.Range, l yamlLine) {
	indent, own := c.indent, true
	dashes, dashAt := l.dashes, l.dashAt
	var outer []string // innermost first
	enter := func() {
		for range dashes {
			outer = append(outer, fields.Item)
		}
		if dashes > 0 {
			indent, own = dashAt+1, false // the parent may be at the indent of the dash
		}
		dashes = 0
	}
	enter()
	at := l.Start
	for lines := 0; at > region.Start && indent > 0 && lines < maxYAMLLines; lines++ {
		above := lineAt(text, region, at-1-crlf(text, at))
		at = above.Start
		if above.empty && above.dashes == 0 {
			continue
		}
		key, after, ok := keyOf(text, above)
		if own && above.indent == indent && ok {
			c.known[string(text[key.Start:key.End])] = true
			if above.dashes > 0 {
				dashes, dashAt = above.dashes, above.dashAt
				enter()
			}
			continue
		}
		column := above.indent
		if above.dashes > 0 && above.dashAt >= indent-1 && !own {
			continue // an earlier item
		}
		if column >= indent {
			continue
		}
		value := bytes.TrimSpace(text[min(after, above.End):above.End])
		if !ok || isText(value) {
			c.opaque = true // in a multi-line value
			return
		}
		outer = append(outer, string(text[key.Start:key.End]))
		indent, own = column, false
		dashes, dashAt = above.dashes, above.dashAt
		enter()
	}
	if own && indent == 0 {
		c.collectTopLevelKeys(text, region, l)
	} else if own {
		c.collectFollowingKeys(text, region, l)
	}
	for i := len(outer) - 1; i >= 0; i-- {
		c.path = append(c.path, outer[i])
	}
}

// isText reports whether a value continues as text on the following lines.
func isText(value []byte) bool {
	return len(value) > 0 && value[0] != '#' && value[0] != '&' && value[0] != '!' && value[0] != '['
}

// collectTopLevelKeys collects the other keys of the top-level mapping.
func (c *yamlCursor) collectTopLevelKeys(text []byte, region analysis.Range, own yamlLine) {
	for at, lines := region.Start, 0; at < region.End && lines < maxYAMLLines; lines++ {
		l := lineAt(text, region, at)
		if key, _, ok := keyOf(text, l); ok && l.indent == 0 && l.Start != own.Start {
			c.known[string(text[key.Start:key.End])] = true
		}
		if at = l.End + 1; l.End < region.End && text[l.End] == '\r' && at < region.End && text[at] == '\n' {
			at++
		}
	}
}

// collectFollowingKeys collects the keys of the mapping that follow a line.
func (c *yamlCursor) collectFollowingKeys(text []byte, region analysis.Range, own yamlLine) {
	for at, lines := own.End+1, 0; at < region.End && lines < maxYAMLLines; lines++ {
		l := lineAt(text, region, at)
		at = l.End + 1
		if l.empty {
			continue
		}
		if l.indent < c.indent || l.dashes > 0 {
			return
		}
		if key, _, ok := keyOf(text, l); ok && l.indent == c.indent {
			c.known[string(text[key.Start:key.End])] = true
		}
	}
}

// crlf returns 1 if the line break before an offset is CR LF, or else 0.
func crlf(text []byte, at int) int {
	if at >= 2 && text[at-1] == '\n' && text[at-2] == '\r' {
		return 1
	}
	return 0
}

// yamlRegion returns the YAML of a document that contains an offset. Unclosed frontmatter ends at the first line that cannot be YAML.
func yamlRegion(d *Document, offset int) (analysis.Range, bool) {
	var region analysis.Range
	switch h := d.Header; {
	case h == nil:
		lower := strings.ToLower(d.Path)
		region.End = len(d.Source)
		return region, d.Body == nil && (strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml"))
	case h.State == analysis.HeaderClosed || h.State == analysis.HeaderDots || h.State == analysis.HeaderIndented:
		return h.Content, h.Content.Start <= offset && offset < h.Content.End
	case h.State == analysis.HeaderUnclosed:
		region = h.Content
		for at := region.Start; at < region.End; {
			l := lineAt(d.Source, region, at)
			_, _, isKey := keyOf(d.Source, l)
			if l.indent == 0 && l.dashes == 0 && !isKey && !l.empty && (offset < l.Start || l.End < offset) {
				region.End = l.Start
				break
			}
			at = l.End + 1
		}
	default:
		return region, false
	}
	return region, region.Start <= offset && offset <= region.End && region.Start <= region.End
}
