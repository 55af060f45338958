package fix

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// around is the number of context lines in a patch.
const around = 3

// Patch writes the change of a file as a patch in git's format, for "git apply" and "patch -p1". name is the
// file's path, with "/"; old is its content; mayRun is true if it is already executable. Without changes, it
// writes nothing. The file is streamed and may have any size.
func Patch(w io.Writer, name string, old io.Reader, mayRun bool, f *File) error {
	out := bufio.NewWriter(w)
	p := &patch{out: out, old: bufio.NewReaderSize(old, 64<<10), name: name, edits: f.Edits, line: 1, shift: 0}
	if f.Executable && !mayRun {
		p.header()
		out.WriteString("old mode 100644\nnew mode 100755\n")
	}
	if err := p.write(); err != nil {
		return err
	}
	return out.Flush()
}

type patch struct {
	out   *bufio.Writer
	old   *bufio.Reader
	name  string
	edits []analysis.Edit // that are still to be made

	headed bool // "diff --git" was written
	named  bool // "---" was written

	offset int      // line number in the old file
	line   int      // its number
	shift  int      // lines added so far, before the hunk
	before [][]byte // up to around unchanged lines before the hunk or after its last change
	hunk   []change
	start  int // line number in the old file of the hunk's start
	behind int // unchanged lines at the end of the hunk
}

// A change is a line of a hunk: ' ', '-' or '+', and its text.
type change struct {
	sign byte
	text []byte
}

func (p *patch) write() error {
	for {
		line, err := p.next()
		if err != nil {
			return err
		}
		if line == nil && len(p.edits) == 0 {
			break
		}
		if !p.touches(p.offset+len(line), isLast(line)) {
			p.stays(line)
			continue
		}
		if err := p.block(line); err != nil {
			return err
		}
	}
	p.flush()
	return nil
}

// next reads a line with its end, or nil after the last.
func (p *patch) next() ([]byte, error) {
	line, err := p.old.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(line) == 0 {
		return nil, nil
	}
	return line, nil
}

// isLast reports whether a line is the last: it has no line end, or is empty.
func isLast(line []byte) bool { return !bytes.HasSuffix(line, []byte{'\n'}) }

// touches reports whether the next edit starts before the end of a line, or at the end of the last line.
func (p *patch) touches(end int, last bool) bool {
	return len(p.edits) > 0 && (p.edits[0].Range.Start < end || last)
}

// block applies the edits of a line, and of the following lines that they join.
func (p *patch) block(line []byte) error {
	first := p.offset
	var old []byte
	var made []analysis.Edit
	for {
		old = append(old, line...)
		p.offset += len(line)
		for p.touches(p.offset, isLast(line)) {
			e := p.edits[0]
			e.Range.Start, e.Range.End = e.Range.Start-first, e.Range.End-first
			made, p.edits = append(made, e), p.edits[1:]
		}
		if made[len(made)-1].Range.End <= len(old) {
			text, err := Apply(old, made)
			if err != nil {
				return err
			}
			if isLast(line) || len(text) == 0 || !isLast(text) {
				p.replace(old, text)
				return nil
			}
		} else if isLast(line) {
			return ErrChanged
		}
		var err error
		if line, err = p.next(); err != nil {
			return err
		}
	}
}

// replace adds replaced lines to the hunk.
func (p *patch) replace(old, text []byte) {
	from, to := lines(old), lines(text)
	for len(from) > 0 && len(to) > 0 && bytes.Equal(from[0], to[0]) {
		p.offset -= len(from[0]) // stays counts it
		p.stays(from[0])
		from, to = from[1:], to[1:]
	}
	same := 0
	for same < len(from) && same < len(to) && bytes.Equal(from[len(from)-1-same], to[len(to)-1-same]) {
		same++
	}
	if len(from)+len(to) > 2*same {
		p.begin()
		for _, l := range from[:len(from)-same] {
			p.hunk = append(p.hunk, change{'-', l})
			p.line++
		}
		for _, l := range to[:len(to)-same] {
			p.hunk = append(p.hunk, change{'+', l})
		}
		p.behind = 0
	}
	for _, l := range from[len(from)-same:] {
		p.offset -= len(l)
		p.stays(l)
	}
}

// lines splits a text after its line feeds.
func lines(text []byte) [][]byte {
	all := bytes.SplitAfter(text, []byte{'\n'})
	if len(all[len(all)-1]) == 0 {
		all = all[:len(all)-1]
	}
	return all
}

// begin begins a hunk, unless there is one.
func (p *patch) begin() {
	if len(p.hunk) > 0 {
		return
	}
	p.start = p.line - len(p.before)
	for _, l := range p.before {
		p.hunk = append(p.hunk, change{' ', l})
	}
	p.before = nil
}

// stays adds an unchanged line. Enough of them end the hunk.
func (p *patch) stays(line []byte) {
	p.offset += len(line)
	p.line++
	if len(p.hunk) == 0 {
		if len(p.before) == around {
			p.before = p.before[1:]
		}
		p.before = append(p.before, line)
		return
	}
	p.hunk = append(p.hunk, change{' ', line})
	if p.behind++; p.behind > 2*around {
		p.flush()
	}
}

// flush writes the current hunk, if any.
func (p *patch) flush() {
	if len(p.hunk) == 0 {
		return
	}
	rest := p.hunk[len(p.hunk)-p.behind:]
	hunk := p.hunk[:len(p.hunk)-max(0, p.behind-around)]
	removed, added := 0, 0
	for _, c := range hunk {
		if c.sign != '+' {
			removed++
		}
		if c.sign != '-' {
			added++
		}
	}
	p.names()
	fmt.Fprintf(p.out, "@@ -%s +%s @@\n", span(p.start, removed), span(p.start+p.shift, added))
	for _, c := range hunk {
		p.out.WriteByte(c.sign)
		p.out.Write(c.text)
		if !bytes.HasSuffix(c.text, []byte{'\n'}) {
			p.out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	p.shift += added - removed
	p.before = nil
	for _, c := range rest[max(0, len(rest)-around):] {
		p.before = append(p.before, c.text)
	}
	p.hunk, p.behind = nil, 0
}

// span formats a range of lines. An empty range refers to the line before it.
func span(start, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, count)
}

func (p *patch) header() {
	if !p.headed {
		p.headed = true
		fmt.Fprintf(p.out, "diff --git %s %s\n", patchName("a/"+p.name), patchName("b/"+p.name))
	}
}

func (p *patch) names() {
	if p.named {
		return
	}
	p.header()
	p.named = true
	end := ""
	if strings.Contains(p.name, " ") {
		end = "\t" // "patch" parses text after a space as a date
	}
	fmt.Fprintf(p.out, "--- %s%s\n+++ %s%s\n", patchName("a/"+p.name), end, patchName("b/"+p.name), end)
}

// patchName returns a name in git's notation: quoted if it contains a quote, a backslash, a control character
// or a non-ASCII byte.
func patchName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= 0x7f }) {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(name) {
		switch i := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); {
		case i >= 0:
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[i])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
