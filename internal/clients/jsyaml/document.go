package jsyaml

import (
	"strings"
)

// document parses a document with its directives and markers.
func (r *reader) document() *Value {
	r.handles = map[string]string{}
	r.anchors = map[string]*Value{}
	directives := r.directives()
	r.skip(true)
	// The character after the three hyphens is not checked: "---a: b" is the mapping a: b.
	if r.indent == 0 && strings.HasPrefix(r.text[r.pos:], "---") {
		r.pos += len("---")
		r.skip(true)
	} else if directives {
		r.fail(r.pos, "no --- after the directives")
	}
	root := r.node(r.indent-1, placeDocument)
	r.skip(true)
	if r.err != nil {
		return nil
	}
	if r.atMarker() {
		if r.peek() == '.' {
			r.pos += len("...")
			r.skip(true)
		}
	} else if r.pos < len(r.text)-1 {
		r.stray(false, "text after the end of the value")
	}
	return root.value
}

// directives parses the lines that start with a percent sign, and reports whether there are any.
func (r *reader) directives() bool {
	found, version := false, false
	for r.peek() != 0 {
		r.skip(true)
		if r.indent > 0 || r.peek() != '%' {
			break
		}
		found = true
		start := r.pos
		r.pos++
		name := r.word()
		arguments := r.arguments()
		if r.peek() != 0 {
			r.lineBreak()
		}
		switch name {
		case "":
			r.fail(start, "a directive without a name")
		case "YAML":
			if version {
				r.fail(start, "a second %YAML directive")
			}
			version = true
			r.yamlDirective(start, arguments)
		case "TAG":
			r.tagDirective(start, arguments)
		}
	}
	return found
}

// arguments parses the rest of a directive's line.
func (r *reader) arguments() []string {
	var list []string
	for {
		for isBlank(r.peek()) {
			r.pos++
		}
		switch c := r.peek(); {
		case c == '#':
			r.skipLine()
			return list
		case c == 0 || isBreak(c):
			return list
		}
		list = append(list, r.word())
	}
}

func (r *reader) yamlDirective(at int, arguments []string) {
	if len(arguments) != 1 {
		r.fail(at, "%YAML needs one version number")
		return
	}
	major, minor, dot := strings.Cut(arguments[0], ".")
	switch {
	case !dot || !isDigits(major) || !isDigits(minor):
		r.fail(at, "%YAML needs a version number like 1.2")
	case strings.TrimLeft(major, "0") != "1":
		r.fail(at, "a YAML version other than 1")
	}
}

func (r *reader) tagDirective(at int, arguments []string) {
	if len(arguments) != 2 {
		r.fail(at, "%TAG needs a handle and a prefix")
		return
	}
	handle, prefix := arguments[0], arguments[1]
	_, twice := r.handles[handle]
	decoded, ok := r.decodeTag(prefix)
	switch {
	case !r.isTagHandle(handle):
		r.fail(at, "%TAG has no proper handle")
	case twice:
		r.fail(at, "%TAG declares a handle twice")
	case !isTagURI(prefix) || !ok:
		r.fail(at, "%TAG has no proper prefix")
	}
	r.handles[handle] = decoded
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
