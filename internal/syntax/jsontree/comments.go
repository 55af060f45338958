package jsontree

import "bytes"

// WithoutComments replaces comments and trailing commas by spaces, as clients allow them in some files. It returns
// source itself if there are none.
func WithoutComments(source []byte) []byte {
	if !bytes.Contains(source, []byte("//")) && !bytes.Contains(source, []byte("/*")) && !bytes.ContainsRune(source, ',') {
		return source
	}
	clean, comma := source, -1
	blank := func(from, to int) {
		if &clean[0] == &source[0] {
			clean = bytes.Clone(source)
		}
		for i := from; i < to; i++ {
			if clean[i] != '\n' && clean[i] != '\r' {
				clean[i] = ' '
			}
		}
	}
	for i := 0; i < len(source); i++ {
		switch c := source[i]; c {
		case ' ', '\t', '\n', '\r':
			continue
		case '/':
			if end := commentEnd(source, i); end > i {
				blank(i, end)
				i = end - 1
				continue
			}
		case ',':
			comma = i
			continue
		case '"':
			i = quoteEnd(source, i)
		case '}', ']':
			if comma >= 0 {
				blank(comma, comma+1)
			}
		}
		comma = -1
	}
	return clean
}

// quoteEnd returns the offset of the quotation mark or line break that ends a string.
func quoteEnd(source []byte, at int) int {
	for at++; at < len(source) && source[at] != '"' && source[at] != '\n'; at++ {
		if source[at] == '\\' {
			at++
		}
	}
	return at
}

// commentEnd returns the end of the comment at an offset. It returns the offset if no comment starts there.
func commentEnd(source []byte, at int) int {
	switch rest := source[at:]; {
	case bytes.HasPrefix(rest, []byte("//")):
		return at + lengthTo(rest, "\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		return min(at+4+lengthTo(rest[2:], "*/"), len(source))
	}
	return at
}

// lengthTo returns the length of a text up to a separator, or of all of it.
func lengthTo(text []byte, mark string) int {
	if n := bytes.Index(text, []byte(mark)); n >= 0 {
		return n
	}
	return len(text)
}
