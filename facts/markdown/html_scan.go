package markdown

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// pieces is a text whose lines are not contiguous in the file, as in a block quote.
type pieces struct {
	text   []byte
	starts []int // offset of each piece in text
	places []int // offset of each piece in the file
}

func (t *pieces) add(source []byte, start, end int) {
	t.starts, t.places = append(t.starts, len(t.text)), append(t.places, start)
	t.text = append(t.text, source[start:end]...)
}

// place converts an offset in the text to one in the file.
func (t *pieces) place(at int) int {
	i := sort.SearchInts(t.starts, at+1) - 1
	return t.places[i] + at - t.starts[i]
}

// between converts a non-empty range in the text to one in the file.
func (t *pieces) between(start, end int) analysis.Range {
	return analysis.Range{Start: t.place(start), End: t.place(end-1) + 1}
}

// scan adds the tags and comments of a text.
func (m *HTML) scan(t *pieces, block bool) {
	for at := 0; at < len(t.text); {
		n := bytes.IndexByte(t.text[at:], '<')
		if n < 0 {
			return
		}
		at += n
		rest := t.text[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := commentEnd(rest)
			closed := end > 0
			if !closed {
				end = len(rest)
			}
			m.Comments = append(m.Comments, Comment{t.between(at, at+end), closed, block})
			at += end
		case bytes.HasPrefix(rest, []byte("<!")) || bytes.HasPrefix(rest, []byte("<?")):
			at = past(t.text, at, '>')
		default:
			at = m.tag(t, at)
		}
	}
}

// commentEnd returns the length of the comment at the start of a text; 0 if it is not closed.
func commentEnd(text []byte) int {
	for _, short := range []string{"<!-->", "<!--->"} {
		if bytes.HasPrefix(text, []byte(short)) {
			return len(short)
		}
	}
	if n := bytes.Index(text[4:], []byte("-->")); n >= 0 {
		return 4 + n + 3
	}
	return 0
}

func past(text []byte, at int, c byte) int {
	if n := bytes.IndexByte(text[at:], c); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// tag adds the tag at an offset, if there is one, and returns the offset to continue at.
func (m *HTML) tag(t *pieces, start int) int {
	text, at := t.text, start+1
	tag := Tag{}
	if at < len(text) && text[at] == '/' {
		tag.Closes = true
		at++
	}
	name := at
	for at < len(text) && isTagName(text[at], at == name) {
		at++
	}
	if at == name {
		return start + 1
	}
	tag.Name = strings.ToLower(string(text[name:at]))
	for {
		at = skipSpace(text, at)
		switch {
		case at == len(text):
			return start + 1 // not closed, so not a tag
		case text[at] == '>':
			tag.Range = t.between(start, at+1)
			m.Tags = append(m.Tags, tag)
			return m.afterTag(t, &tag, at+1)
		case text[at] == '/':
			tag.Empty = at+1 < len(text) && text[at+1] == '>'
			at++
		case text[at] == '<':
			return at
		default:
			at = tag.attribute(t, at)
		}
	}
}

// afterTag returns the offset to continue at after a tag. It skips the content of scripts and styles.
func (m *HTML) afterTag(t *pieces, tag *Tag, at int) int {
	if tag.Closes || tag.Empty || tag.Name != "script" && tag.Name != "style" && tag.Name != "textarea" {
		return at
	}
	for {
		n := bytes.Index(t.text[at:], []byte("</"))
		if n < 0 {
			return len(t.text)
		}
		at += n
		if end := at + 2 + len(tag.Name); end <= len(t.text) && strings.EqualFold(string(t.text[at+2:end]), tag.Name) {
			return at
		}
		at += 2
	}
}

// attribute adds the attribute at an offset, if it has a value, and returns the offset after it.
func (g *Tag) attribute(t *pieces, at int) int {
	text, start := t.text, at
	for at < len(text) && strings.IndexByte(" \t\r\n\f=>/\"'<", text[at]) < 0 {
		at++
	}
	name := strings.ToLower(string(text[start:at]))
	equals := skipSpace(text, at)
	if name == "" || equals == len(text) || text[equals] != '=' {
		return max(at, start+1)
	}
	at = skipSpace(text, equals+1)
	if at == len(text) {
		return at
	}
	from, next := at, at
	if c := text[at]; c == '"' || c == '\'' {
		from = at + 1
		n := bytes.IndexByte(text[from:], c)
		if n < 0 {
			return len(text)
		}
		at, next = from+n, from+n+1
	} else {
		for at < len(text) && strings.IndexByte(" \t\r\n\f>", text[at]) < 0 {
			at++
		}
		next = at
	}
	if at > from {
		g.Attributes = append(g.Attributes, Attribute{name, string(text[from:at]), t.between(from, at)})
	}
	return next
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && strings.IndexByte(" \t\r\n\f", text[at]) >= 0 {
		at++
	}
	return at
}

func isTagName(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		return true
	}
	return !first && (c == '-' || c >= '0' && c <= '9')
}
