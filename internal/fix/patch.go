package fix

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// contextLines is the number of context lines in a patch.
const contextLines = 3

// Patch writes the change of a file as a patch in git's format, for "git apply" and "patch -p1". name is the path of the
// file, with "/"; old is its content, or the target of a symbolic link; isExecutable is true if it is already executable.
// Without changes, it writes nothing.
// The file is streamed and may have any size.
func Patch(w io.Writer, name string, old io.Reader, isExecutable bool, f *File) error {
	out := bufio.NewWriter(w)
	p := &patch{out: out, old: bufio.NewReaderSize(old, 64<<10), name: name, edits: f.Edits, line: 1, shift: 0}
	if f.Executable && !isExecutable {
		p.writeHeader()
		out.WriteString("old mode 100644\nnew mode 100755\n")
	}
	if f.Target != "" {
		target, err := io.ReadAll(old)
		if err != nil {
			return err
		}
		p.old = bufio.NewReader(bytes.NewReader(target))
		p.writeHeader()
		fmt.Fprintf(out, "index %s..%s 120000\n", blob(string(target)), blob(f.Target)) // patch(1) needs the mode, and hashes that are not 0
	}
	if err := p.write(); err != nil {
		return err
	}
	return out.Flush()
}

// blob returns git's abbreviated name of a blob.
func blob(content string) string {
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content)))[:7]
}

type patch struct {
	out   *bufio.Writer
	old   *bufio.Reader
	name  string
	edits []analysis.Edit // edits that are not applied yet

	wroteHeader bool // "diff --git" was written
	wroteNames  bool // "---" and "+++" were written

	offset   int      // byte offset of the next line in the old file
	line     int      // number of the next line in the old file
	shift    int      // number of lines added minus removed before the hunk
	before   [][]byte // up to contextLines unchanged lines before the next hunk
	hunk     []change
	start    int // line number of the hunk in the old file
	trailing int // number of unchanged lines at the end of the hunk
}

// A change is a line of a hunk. Its sign is ' ', '-' or '+'.
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
			p.addUnchanged(line)
			continue
		}
		if err := p.applyBlock(line); err != nil {
			return err
		}
	}
	p.flush()
	return nil
}

// next reads a line with its line break. It returns nil after the last line.
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

// isLast reports whether a line has no line break: it is the last line, or nil after it.
func isLast(line []byte) bool { return !bytes.HasSuffix(line, []byte{'\n'}) }

// touches reports whether the next edit starts before the end of a line, or the line is the last one.
func (p *patch) touches(end int, last bool) bool {
	return len(p.edits) > 0 && (p.edits[0].Range.Start < end || last)
}

// applyBlock applies the edits of a line, and of following lines that the edits join with it.
func (p *patch) applyBlock(line []byte) error {
	first := p.offset
	var old []byte
	var edits []analysis.Edit
	for {
		old = append(old, line...)
		p.offset += len(line)
		for p.touches(p.offset, isLast(line)) {
			e := p.edits[0]
			e.Range.Start, e.Range.End = e.Range.Start-first, e.Range.End-first
			edits, p.edits = append(edits, e), p.edits[1:]
		}
		if edits[len(edits)-1].Range.End <= len(old) {
			text, err := Apply(old, edits)
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

// replace adds the difference between old and new lines to the hunk.
func (p *patch) replace(old, text []byte) {
	from, to := lines(old), lines(text)
	for len(from) > 0 && len(to) > 0 && bytes.Equal(from[0], to[0]) {
		p.offset -= len(from[0]) // addUnchanged adds it again
		p.addUnchanged(from[0])
		from, to = from[1:], to[1:]
	}
	same := 0
	for same < len(from) && same < len(to) && bytes.Equal(from[len(from)-1-same], to[len(to)-1-same]) {
		same++
	}
	if len(from)+len(to) > 2*same {
		p.startHunk()
		for _, l := range from[:len(from)-same] {
			p.hunk = append(p.hunk, change{'-', l})
			p.line++
		}
		for _, l := range to[:len(to)-same] {
			p.hunk = append(p.hunk, change{'+', l})
		}
		p.trailing = 0
	}
	for _, l := range from[len(from)-same:] {
		p.offset -= len(l)
		p.addUnchanged(l)
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

// startHunk starts a hunk with the preceding context lines, unless there is one.
func (p *patch) startHunk() {
	if len(p.hunk) > 0 {
		return
	}
	p.start = p.line - len(p.before)
	for _, l := range p.before {
		p.hunk = append(p.hunk, change{' ', l})
	}
	p.before = nil
}

// addUnchanged adds an unchanged line. After enough unchanged lines, it ends the hunk.
func (p *patch) addUnchanged(line []byte) {
	p.offset += len(line)
	p.line++
	if len(p.hunk) == 0 {
		if len(p.before) == contextLines {
			p.before = p.before[1:]
		}
		p.before = append(p.before, line)
		return
	}
	p.hunk = append(p.hunk, change{' ', line})
	if p.trailing++; p.trailing > 2*contextLines {
		p.flush()
	}
}

// flush writes the current hunk, if any.
func (p *patch) flush() {
	if len(p.hunk) == 0 {
		return
	}
	rest := p.hunk[len(p.hunk)-p.trailing:]
	hunk := p.hunk[:len(p.hunk)-max(0, p.trailing-contextLines)]
	removed, added := 0, 0
	for _, c := range hunk {
		if c.sign != '+' {
			removed++
		}
		if c.sign != '-' {
			added++
		}
	}
	p.writeNames()
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
	for _, c := range rest[max(0, len(rest)-contextLines):] {
		p.before = append(p.before, c.text)
	}
	p.hunk, p.trailing = nil, 0
}

// span formats a range of lines. An empty range has the number of the line before it.
func span(start, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, count)
}

func (p *patch) writeHeader() {
	if !p.wroteHeader {
		p.wroteHeader = true
		fmt.Fprintf(p.out, "diff --git %s %s\n", patchName("a/"+p.name), patchName("b/"+p.name))
	}
}

func (p *patch) writeNames() {
	if p.wroteNames {
		return
	}
	p.writeHeader()
	p.wroteNames = true
	end := ""
	if strings.Contains(p.name, " ") {
		end = "\t" // patch would parse the text after a space as a date
	}
	fmt.Fprintf(p.out, "--- %s%s\n+++ %s%s\n", patchName("a/"+p.name), end, patchName("b/"+p.name), end)
}

// patchName returns a name in git's notation. It is quoted if it contains a quote, a backslash, a control character or a
// non-ASCII byte.
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
