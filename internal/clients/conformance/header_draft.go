package conformance

import (
	"bytes"
	"strings"
)

// A draft is a SKILL.md in parts, to which mistakes are applied.
type draft struct {
	directory    string
	before       string   // before the opening line
	opening      string   // "---", without the line break
	lines        []string // of the frontmatter
	closing      string   // "---"
	body         string   // the text after the closing line
	end          string   // line break
	unclosed     bool
	finalChanges []func([]byte) []byte // changes of the final bytes
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
	for _, change := range d.finalChanges {
		file = change(file)
	}
	return file
}

// field returns the range of lines of an unindented field, or -1 if there is none.
func (d *draft) field(key string) (from, to int) {
	for i, line := range d.lines {
		if k, _, ok := strings.Cut(line, ":"); !ok || strings.TrimSpace(k) != key {
			continue
		}
		for to = i + 1; to < len(d.lines) && isContinuation(d.lines[to]); to++ {
		}
		return i, to
	}
	return -1, -1
}

func isContinuation(line string) bool {
	return line == "" || line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ")
}

// value returns the value of a field, and whether the field exists.
func (d *draft) value(key string) (string, bool) {
	from, to := d.field(key)
	if from < 0 {
		return "", false
	}
	_, value, _ := strings.Cut(strings.Join(d.lines[from:to], "\n"), ":")
	return strings.TrimPrefix(value, " "), true
}

// set sets the value of a field, or adds the field.
func (d *draft) set(key, value string) { d.write(key, key+": "+value) }

// write replaces the lines of a field, or adds them.
func (d *draft) write(key, text string) {
	from, to := d.field(key)
	if from < 0 {
		from, to = len(d.lines), len(d.lines)
	}
	d.splice(from, to, strings.Split(text, "\n")...)
}

// splice replaces lines.
func (d *draft) splice(from, to int, lines ...string) {
	changed := append([]string{}, d.lines[:from]...)
	changed = append(changed, lines...)
	d.lines = append(changed, d.lines[to:]...)
}

// insert inserts lines before line i.
func (d *draft) insert(i int, lines ...string) { d.splice(i, i, lines...) }

// fields returns the keys of the unindented fields.
func (d *draft) fields() []string {
	var keys []string
	for _, line := range d.lines {
		if key, _, ok := strings.Cut(line, ":"); ok && key != "" && !isContinuation(line) && !strings.ContainsAny(key, " \"'#{[") {
			keys = append(keys, key)
		}
	}
	return keys
}

// pickKey returns the key of a random field, usually the description.
func (d *draft) pickKey(r *Random) string {
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
