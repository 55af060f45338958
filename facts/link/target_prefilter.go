package link

import "bytes"

// A prefilter recognizes blocks without references by their bytes. Few blocks refer to a file, so most need not be
// parsed.
type prefilter struct {
	defines bool // the document may contain definitions, so "[a]" may be a link
	paths   bool // it may contain paths in inline code
	files   bool // it may contain <file:…>
}

func newPrefilter(source []byte) prefilter {
	return prefilter{
		defines: bytes.Contains(source, []byte("]:")),
		paths:   bytes.IndexByte(source, '`') >= 0,
		files:   hasFile(source),
	}
}

// mayRefer reports whether a block may contain a link other than a web address, or a path in code.
func (g prefilter) mayRefer(text []byte) bool {
	return g.defines && bytes.IndexByte(text, ']') >= 0 || linksAway(text) ||
		g.paths && bytes.IndexByte(text, '`') >= 0 && hasPath(text) ||
		g.files && hasFile(text)
}

// linksAway reports whether a text contains "](" that is not followed by a web address.
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

// hasPath reports whether a text contains a slash between names that is not part of a web address.
func hasPath(text []byte) bool {
	for at := 0; ; at++ {
		n := bytes.IndexByte(text[at:], '/')
		if n < 0 {
			return false
		}
		at += n
		switch {
		case bytes.HasPrefix(text[at:], []byte("//")):
			for at < len(text) && !isBreak(text[at]) {
				at++
			}
		case at+1 < len(text) && !isBreak(text[at+1]) && (at == 0 || text[at-1] != '<'):
			return true
		}
		if at >= len(text) {
			return false
		}
	}
}

// hasFile reports whether a text contains "<file:" in any case.
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
