package conformance

import (
	"slices"
	"strconv"
	"strings"
)

// A headerRow is a handwritten case. Its directory is its ID.
type headerRow struct{ id, file string }

// HeaderTable returns the handwritten cases, in which clients differ or which all clients load.
func HeaderTable() []Header {
	var cases []Header
	for _, r := range slices.Concat(shortRows, largeRows()) {
		cases = append(cases, Header{ID: r.id, Directory: r.id, File: []byte(r.file)})
	}
	return cases
}

// withFrontmatter returns a SKILL.md with the given frontmatter and a body.
func withFrontmatter(header string) string {
	if header != "" {
		header += "\n"
	}
	return "---\n" + header + "---\n\nBody.\n"
}

// largeRows returns cases that are too long to be literals.
func largeRows() []headerRow {
	bomb := "name: y-bomb\ndescription: Does a thing.\na: &a [x,x,x,x,x,x,x,x,x]"
	for c := 'b'; c <= 'h'; c++ {
		bomb += "\n" + string(c) + ": &" + string(c) + " [*" + strings.TrimSuffix(strings.Repeat(string(c-1)+",*", 9), ",*") + "]"
	}
	notes := "name: y-long\ndescription: Does a thing.\nnotes: |"
	for i := range 2000 { // 67 kB
		notes += "\n  line " + strconv.Itoa(i) + " of a very long header"
	}
	start := "---\nname: b-huge-body\ndescription: Does a thing.\n---\n\n"
	limit := "---\nname: b-limit-1mib\ndescription: Does a thing.\n---\n\n"
	over := "---\nname: b-over-1mib\ndescription: Does a thing.\n---\n\n"
	return []headerRow{
		{"y-bomb", withFrontmatter(bomb)},
		{"y-long", withFrontmatter(notes)},
		{"y-deep", withFrontmatter("name: y-deep\ndescription: Does a thing.\nx: " + strings.Repeat("[", 100) + strings.Repeat("]", 100))},
		{"b-latin1", withFrontmatter("name: b-latin1\ndescription: Caf\xe9 thing.")},
		{"b-utf16le", utf16("---\nname: b-utf16le\ndescription: Does a thing.\n---\n\nBody.\n")},
		{"b-huge-body", start + strings.Repeat("word ", 300000)},
		{"b-limit-1mib", limit + strings.Repeat("x", 1<<20-len(limit))},
		{"b-over-1mib", over + strings.Repeat("x", 1<<20-len(over)+1)},
	}
}

// utf16 encodes an ASCII text as UTF-16LE with a byte order mark.
func utf16(s string) string {
	b := []byte("\xff\xfe")
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return string(b)
}
