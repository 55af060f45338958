package conformance

import (
	"slices"
	"strconv"
	"strings"
)

// A row is a case of the table: one header on which the loaders were known to differ, or that all
// of them take. The case's directory is its ID.
type headerRow struct{ id, file string }

// Table returns the cases that were looked at one by one, before any were generated.
func HeaderTable() []Header {
	var cases []Header
	for _, r := range slices.Concat(plainRows, largeRows()) {
		cases = append(cases, Header{ID: r.id, Directory: r.id, File: []byte(r.file)})
	}
	return cases
}

// framed puts a header between its lines, with a body.
func framed(header string) string {
	if header != "" {
		header += "\n"
	}
	return "---\n" + header + "---\n\nBody.\n"
}

// largeRows are the rows that are easier made than written.
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
		{"y-bomb", framed(bomb)},
		{"y-long", framed(notes)},
		{"y-deep", framed("name: y-deep\ndescription: Does a thing.\nx: " + strings.Repeat("[", 100) + strings.Repeat("]", 100))},
		{"b-latin1", framed("name: b-latin1\ndescription: Caf\xe9 thing.")},
		{"b-utf16le", utf16("---\nname: b-utf16le\ndescription: Does a thing.\n---\n\nBody.\n")},
		{"b-huge-body", start + strings.Repeat("word ", 300000)},
		{"b-limit-1mib", limit + strings.Repeat("x", 1<<20-len(limit))},
		{"b-over-1mib", over + strings.Repeat("x", 1<<20-len(over)+1)},
	}
}

// utf16 returns an ASCII text as UTF-16 with a byte order mark, the smaller byte first.
func utf16(s string) string {
	b := []byte("\xff\xfe")
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return string(b)
}
