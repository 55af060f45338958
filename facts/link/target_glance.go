package link

import "bytes"

// A glance tells blocks that refer to nothing from others by their bytes: few blocks refer to a
// file, so nobody need parse the content of the rest.
type glance struct {
	defines bool // there may be definitions, so "[a]" may be a link
	paths   bool // there may be paths in inline code
	files   bool // there may be <file:…>
}

func newGlance(source []byte) glance {
	return glance{
		defines: bytes.Contains(source, []byte("]:")),
		paths:   bytes.IndexByte(source, '`') >= 0,
		files:   hasFile(source),
	}
}

// mayRefer reports whether a block may hold a link that is no web address, or a path in code.
func (g glance) mayRefer(text []byte) bool {
	return g.defines && bytes.IndexByte(text, ']') >= 0 || linksAway(text) ||
		g.paths && bytes.IndexByte(text, '`') >= 0 && hasBundled(text) ||
		g.files && hasFile(text)
}

// linksAway reports whether a text has "](" and behind it anything but a web address.
func linksAway(text []byte) bool {
	for {
		n := bytes.Index(text, []byte("]("))
		if n < 0 {
			return false
		}
		text = text[n+len("]("):]
		if !bytes.HasPrefix(text, []byte("https://")) && !bytes.HasPrefix(text, []byte("http://")) {
			return true
		}
	}
}

// hasBundled reports whether the name of a bundled folder stands in a text.
func hasBundled(text []byte) bool {
	for {
		n := bytes.IndexByte(text, '/')
		if n < 0 {
			return false
		}
		for _, folder := range bundled {
			if bytes.HasSuffix(text[:n+1], []byte(folder)) {
				return true
			}
		}
		text = text[n+1:]
	}
}

// hasFile reports whether "<file:" stands in a text, whatever its case.
func hasFile(text []byte) bool {
	const mark = "<file:"
	for {
		n := bytes.IndexByte(text, '<')
		if n < 0 {
			return false
		}
		text = text[n:]
		if len(text) >= len(mark) && bytes.EqualFold(text[:len(mark)], []byte(mark)) {
			return true
		}
		text = text[1:]
	}
}
