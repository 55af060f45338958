package hook

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An Object is an object that a script writes, with its literal keys.
type Object struct {
	Keys  []Key
	Open  bool // other keys may follow: a spread
	Range analysis.Range

	under   string // the key whose value it is
	text    int    // where the text that contains it starts
	pending *Key
	list    bool // a list, or the arguments of a call
	plain   bool // braces that are not an object
}

// A Key is a key of an object, with its value if that is a literal.
type Key struct {
	Name   string
	Range  analysis.Range
	Text   string // of a literal string
	Value  analysis.Range
	Object *Object // of an object
	Word   string  // the variable that is the value
	List   bool
}

// Get returns the key with a name, or nil.
func (o *Object) Get(name string) *Key {
	for i := range o.Keys {
		if o.Keys[i].Name == name {
			return &o.Keys[i]
		}
	}
	return nil
}

// Outputs returns the objects that a script prints.
func Outputs(text string, s Syntax) []*Object {
	r := &reader{text: text, syntax: s}
	r.read(0, len(text), s)
	return r.found
}

type reader struct {
	text   string
	syntax Syntax
	found  []*Object
}

const (
	maxObjects = 200
	maxDepth   = 100
)

// read reads a part of the text: the script, or a string in it. It is linear, because strings contain no others.
func (r *reader) read(pos, end int, s Syntax) {
	start := pos
	var stack []*Object
	for pos < end {
		var top *Object
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		if next := r.skip(start, pos, end, s, top); next > pos {
			pos = next
			continue
		}
		switch c := r.text[pos]; {
		case c == '{' || c == '[' || c == '(':
			if len(stack) == maxDepth {
				return
			}
			stack = append(stack, r.open(pos, end, start, c, top, s))
		case (c == '}' || c == ']' || c == ')') && top != nil:
			stack = stack[:len(stack)-1]
			r.close(top, pos, stack, s)
		case top.isObject() && !top.list:
			pos = r.member(top, pos, end)
			continue
		}
		pos++
	}
}

// isObject reports whether brackets are those of an object or of a list in one.
func (o *Object) isObject() bool { return o != nil && !o.plain }

// skip returns the end of an escape, comment or string at an offset, or the offset.
func (r *reader) skip(start, pos, end int, s Syntax, top *Object) int {
	switch c := r.text[pos]; {
	case c == '\\' && s == Shell:
		return pos + 1
	case c == '#' && s != JavaScript && (pos == start || strings.IndexByte(" \t\n", r.text[pos-1]) >= 0),
		c == '/' && s == JavaScript && strings.HasPrefix(r.text[pos:end], "//"):
		return pos + lineLength(r.text[pos:end])
	case c == '"' && (s != Shell || top.isObject()), (c == '\'' || c == '`' && s == JavaScript) && s != Shell:
		return r.string(pos, end, s, top)
	}
	return pos
}

// member reads a byte or word between the braces of an object, and returns the offset after it.
func (r *reader) member(top *Object, pos, end int) int {
	switch c := r.text[pos]; {
	case c == ',':
		top.pending = nil
	case isWord(c):
		word := pos
		for pos < end && isWord(r.text[pos]) {
			pos++
		}
		if top.pending == nil {
			top.key(r.text[word:pos], word, pos, r.text[pos:end])
		} else if r.isValue(word, pos, end) {
			top.pending.Word = r.text[word:pos]
		}
		return pos
	case (c == '*' || c == '.') && top.pending == nil:
		top.Open = true
	}
	return pos + 1
}

// isValue reports whether a word is a whole value: after a colon, and before a comma or brace.
func (r *reader) isValue(start, pos, end int) bool {
	rest := strings.TrimLeft(r.text[pos:end], " \t\r\n")
	return rest != "" && strings.IndexByte(",}", rest[0]) >= 0 && strings.HasSuffix(strings.TrimRight(r.text[:start], " "), ":")
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// open returns the object, list or block that a bracket opens.
func (r *reader) open(pos, end, start int, c byte, top *Object, s Syntax) *Object {
	o := &Object{Range: analysis.Range{Start: pos}, text: start, list: c != '{', plain: true}
	inValue := top != nil && !top.plain && !top.list && top.pending != nil
	if inValue {
		o.under = top.pending.Name
		top.pending.List = c == '['
	}
	if c == '{' {
		o.plain = !startsObject(r.text[pos+1:end], s)
		if inValue && !o.plain {
			top.pending.Object = o
		}
	} else {
		o.plain = top == nil || top.plain
	}
	return o
}

// startsObject reports whether the text after a brace is a key, or the end of an object.
func startsObject(s string, syntax Syntax) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	if syntax == Shell {
		s = strings.TrimLeft(strings.TrimPrefix(s, `\n`), " ")
		s = strings.Replace(strings.Replace(s[:min(len(s), 80)], `\"`, `"`, 1), `\"`, `"`, 1)
	}
	quote := byte(0)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		quote, s = s[0], s[1:]
	}
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	if rest := s[n:]; n > 0 && (quote == 0 || rest != "" && rest[0] == quote) {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, string(rune(max(quote, ' ')))), " ")
		return len(rest) > 1 && rest[0] == ':' && strings.IndexByte("-=+?:", rest[1]) < 0
	}
	return quote == 0 && (strings.HasPrefix(s, "**") || strings.HasPrefix(s, "..."))
}

// key adds a key if a colon follows.
func (o *Object) key(name string, start, end int, rest string) {
	if rest = strings.TrimLeft(rest, " \t"); strings.HasPrefix(rest, ":") && len(o.Keys) < maxObjects {
		o.Keys = append(o.Keys, Key{Name: name, Range: analysis.Range{Start: start, End: end}})
		o.pending = &o.Keys[len(o.Keys)-1]
	}
}

// string reads a string, and what is written in it. It returns the position after it.
func (r *reader) string(pos, end int, s Syntax, top *Object) int {
	quote := r.text[pos : pos+1]
	if triple := strings.Repeat(quote, 3); s == Python && strings.HasPrefix(r.text[pos:end], triple) {
		quote = triple
	}
	from := pos + len(quote)
	close, escapes := end, s != Shell || pos == 0 || r.text[pos-1] != '\\' // otherwise \" is the quotation mark
	for at := from; at < end; at++ {
		if r.text[at] == '\\' && escapes {
			at++
		} else if strings.HasPrefix(r.text[at:end], quote) {
			close = at
			break
		} else if r.text[at] == '\n' && len(quote) == 1 && quote != "`" && s == Python {
			close = at
			break
		}
	}
	after := min(close+len(quote), end)
	inner := strings.TrimSuffix(r.text[from:close], `\`)
	switch {
	case top == nil || top.plain || top.list:
	case top.pending == nil:
		top.key(inner, from, from+len(inner), strings.TrimLeft(r.text[after:end], `\`))
	case top.pending.Text == "" && top.pending.Object == nil:
		if rest := strings.TrimLeft(r.text[after:end], " \t\r\n"); rest == "" || strings.IndexByte(",}", rest[0]) >= 0 || s == Shell && strings.HasPrefix(rest, `\n`) {
			top.pending.Text, top.pending.Value = inner, analysis.Range{Start: from, End: from + len(inner)}
		}
	}
	if s != Shell && strings.Contains(inner, `{"`) && (top == nil || top.plain || top.list) {
		r.read(from, close, Shell)
	}
	return after
}

// close finishes an object, and keeps it if the script prints it.
func (r *reader) close(o *Object, pos int, stack []*Object, s Syntax) {
	o.Range.End = pos + 1
	if o.list || o.plain || o.under != "" || len(o.Keys) == 0 || len(r.found) == maxObjects {
		return
	}
	if s == r.syntax && s != Shell && r.isPrinted(o) || s != r.syntax && r.isText(o) || s == Shell && s == r.syntax && r.isEchoed(o) {
		r.found = append(r.found, o)
	}
}

// isPrinted reports whether code prints an object, itself or by the name of a variable.
func (r *reader) isPrinted(o *Object) bool {
	before := strings.TrimRight(r.text[max(0, o.Range.Start-200):o.Range.Start], " \t\r\n")
	if strings.HasSuffix(before, "dumps(") || strings.HasSuffix(before, "stringify(") {
		return isWritten(before)
	}
	name := strings.TrimRight(strings.TrimSuffix(before, "="), " ")
	if name == before {
		return false
	}
	end := len(name)
	for end > 0 && isWord(name[end-1]) {
		end--
	}
	name = name[end:]
	return name != "" && (strings.Contains(r.text, "print(json.dumps("+name+")") || strings.Contains(r.text, "console.log(JSON.stringify("+name+")") ||
		strings.Contains(r.text, "stdout.write(JSON.stringify("+name+")") || strings.Contains(r.text, "stdout.write(json.dumps("+name+")"))
}

// isWritten reports whether the conversion to JSON at the end of a text is printed.
func isWritten(before string) bool {
	for _, end := range []string{"print(json.dumps(", "stdout.write(json.dumps(", "console.log(JSON.stringify(", "stdout.write(JSON.stringify("} {
		if strings.HasSuffix(strings.ReplaceAll(strings.ReplaceAll(before, "\n", ""), " ", ""), end) {
			return true
		}
	}
	return false
}

// isText reports whether a string that is an object is printed.
func (r *reader) isText(o *Object) bool {
	before := strings.TrimRight(r.text[max(0, o.text-40):o.text], `"'`+"`f")
	return strings.TrimSpace(r.text[o.text:o.Range.Start]) == "" && (strings.HasSuffix(before, "print(") || strings.HasSuffix(before, "console.log(") || strings.HasSuffix(before, "stdout.write("))
}

// isEchoed reports whether a shell script prints an object with echo, printf, jq or cat.
func (r *reader) isEchoed(o *Object) bool {
	rest := r.text[o.Range.End : o.Range.End+lineLength(r.text[o.Range.End:])]
	if strings.ContainsAny(rest, ">|)") {
		return false
	}
	line := strings.LastIndexByte(r.text[:o.Range.Start], '\n') + 1
	before := strings.Trim(r.text[line:o.Range.Start], " \t'\"")
	for range 8 { // the lines of one command, or that of a here document
		above := r.text[:max(line-1, 0)]
		if line == 0 || before != "" && !strings.HasSuffix(above, "\\") {
			break
		}
		line = strings.LastIndexByte(above, '\n') + 1
		before = strings.Trim(strings.TrimSuffix(above[line:], "\\"), " \t'\"") + " " + before
		if strings.Contains(before, "cat <<") {
			return !strings.ContainsAny(strings.ReplaceAll(before, "<<", ""), ">|=")
		}
	}
	at := max(strings.LastIndex(before, "echo"), strings.LastIndex(before, "printf"), strings.LastIndex(before, "jq -n"), strings.LastIndex(before, "jq -cn"), strings.LastIndex(before, "jq -nc"))
	return at >= 0 && !strings.ContainsAny(before[at:], "=|>(") && (at == 0 || strings.IndexByte(" \t;{&", before[at-1]) >= 0)
}
