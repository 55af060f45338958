package manifest

// nesting tracks the brackets of JSON across lines. It assumes that brackets match; the parser checks them once they are
// closed.
type nesting struct {
	open     []byte // open brackets, at most deepest
	deeper   int    // number of further open brackets
	inString bool
	last     byte // last character outside of strings, except white space
}

const deepest = 200

// read reads a line.
func (n *nesting) read(line []byte) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case n.inString && c == '\\':
			i++
		case n.inString && c == '"':
			n.inString, n.last = false, c
		case n.inString || c == ' ' || c == '\t' || c == '\r':
		case c == '"':
			n.inString = true
		case c == '{' || c == '[':
			n.push(c)
		case c == '}' || c == ']':
			n.pop(c)
		default:
			n.last = c
		}
	}
}

func (n *nesting) push(c byte) {
	n.last = c
	if len(n.open) == deepest {
		n.deeper++
		return
	}
	n.open = append(n.open, c)
}

func (n *nesting) pop(c byte) {
	n.last = c
	switch {
	case n.deeper > 0:
		n.deeper--
	case len(n.open) > 0:
		n.open = n.open[:len(n.open)-1]
	}
}

// depth returns the number of open brackets.
func (n *nesting) depth() int { return len(n.open) + n.deeper }

// allowsValue reports whether a value may follow: after a colon, or in a list after its bracket or a comma.
func (n *nesting) allowsValue() bool {
	if len(n.open) == 0 || n.open[len(n.open)-1] == '{' {
		return n.last == ':'
	}
	return n.last == '[' || n.last == ','
}
