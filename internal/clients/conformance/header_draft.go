package conformance

import (
	"bytes"
	"strings"
)

// A draft is a skill in parts, on which slips are made.
type draft struct {
	directory string
	before    string   // in front of the opening line
	opening   string   // "---", without the line's end
	lines     []string // of the header
	closing   string   // "---"; with none set, the header is never closed
	body      string   // all behind the closing line
	end       string   // of each line
	unclosed  bool
	late      []func([]byte) []byte // what is done to the bytes at last
}

func newDraft(directory, header, body string) *draft {
	return &draft{directory: directory, opening: "---", closing: "---", end: "\n", body: body,
		lines: strings.Split(strings.TrimSuffix(header, "\n"), "\n")}
}

func (d *draft) render() []byte {
	var b strings.Builder
	b.WriteString(d.before + d.opening + "\n")
	for _, line := range d.lines {
		b.WriteString(line + "\n")
	}
	if !d.unclosed {
		b.WriteString(d.closing + "\n")
	}
	b.WriteString(d.body)
	file := []byte(b.String())
	if d.end != "\n" {
		file = bytes.ReplaceAll(file, []byte("\n"), []byte(d.end))
	}
	for _, change := range d.late {
		file = change(file)
	}
	return file
}

// field returns the lines of an unindented field: from its key to before the next one. Without
// such a field, from is -1.
func (d *draft) field(key string) (from, to int) {
	for i, line := range d.lines {
		if k, _, ok := strings.Cut(line, ":"); !ok || strings.TrimSpace(k) != key {
			continue
		}
		for to = i + 1; to < len(d.lines) && continues(d.lines[to]); to++ {
		}
		return i, to
	}
	return -1, -1
}

func continues(line string) bool {
	return line == "" || line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ")
}

// value returns the text of a field, and whether there is such a field.
func (d *draft) value(key string) (string, bool) {
	from, to := d.field(key)
	if from < 0 {
		return "", false
	}
	_, value, _ := strings.Cut(strings.Join(d.lines[from:to], "\n"), ":")
	return strings.TrimPrefix(value, " "), true
}

// set gives a field another text, or adds the field.
func (d *draft) set(key, value string) { d.write(key, key+": "+value) }

// write puts lines in the place of a field.
func (d *draft) write(key, text string) {
	from, to := d.field(key)
	if from < 0 {
		from, to = len(d.lines), len(d.lines)
	}
	d.splice(from, to, strings.Split(text, "\n")...)
}

// splice puts lines in the place of others.
func (d *draft) splice(from, to int, lines ...string) {
	changed := append([]string{}, d.lines[:from]...)
	changed = append(changed, lines...)
	d.lines = append(changed, d.lines[to:]...)
}

// insert puts lines before line i.
func (d *draft) insert(i int, lines ...string) { d.splice(i, i, lines...) }

// fields returns the keys of the unindented fields.
func (d *draft) fields() []string {
	var keys []string
	for _, line := range d.lines {
		if key, _, ok := strings.Cut(line, ":"); ok && key != "" && !continues(line) && !strings.ContainsAny(key, " \"'#{[") {
			keys = append(keys, key)
		}
	}
	return keys
}

// some returns a key to slip on: mostly the description.
func (d *draft) some(r *Random) string {
	keys := d.fields()
	switch n := r.Below(100); {
	case n < 55 || len(keys) == 0:
		return "description"
	case n < 67:
		return "name"
	case n < 75:
		return Pick(r, []string{"license", "note", "version", "compatibility", "allowed-tools", "argument-hint", "when_to_use"})
	default:
		return Pick(r, keys)
	}
}
