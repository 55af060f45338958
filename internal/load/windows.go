package load

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"io"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

const (
	windowSize = 1 << 20
	lookahead  = 8 << 10 // bytes shared by consecutive windows
)

// A Window is a part of a long text.
type Window struct {
	Text   []byte
	Next   int               // the offset in Text at which the next window starts; len(Text) for the last window
	Offset int               // offset of Text in the file
	Start  analysis.Position // position of its first character
	Column int               // column of its first byte, from 1
}

// Windows calls visit with overlapping parts of a file as documents, in which only Markdown fences are parsed.
// One part is in memory at a time. A window contains all content that starts before Own, unless it is longer
// than the overlap. Errors are those of r and visit.
func Windows(r io.Reader, f *analysis.File, visit func(*Window, *analysis.Document) error) error {
	return windows(r, int(min(f.Size+1, windowSize)), windowSize, lookahead, func(w *Window) error {
		d := analysis.NewDocument(f, w.Text)
		d.Part = w.Offset > 0 || w.Next < len(w.Text)
		if f.IsMarkdown() {
			_, d.Fences = scanLines(w.Text, 0)
		}
		return visit(w, d)
	})
}

func windows(r io.Reader, first, most, ahead int, visit func(*Window) error) error {
	w := &Window{Text: make([]byte, 0, max(first, 512)), Start: analysis.Position{Line: 1, Column: 1}, Column: 1}
	for {
		if len(w.Text) == cap(w.Text) { // the file grew
			w.Text = append(make([]byte, 0, most), w.Text...)
		}
		n, err := io.ReadFull(r, w.Text[len(w.Text):cap(w.Text)])
		w.Text = w.Text[:len(w.Text)+n]
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		switch {
		case err != nil && !last:
			return err
		case last:
			w.Next = len(w.Text)
		case cap(w.Text) < most:
			continue
		default:
			w.Next = nextWindow(w.Text, ahead)
		}
		if err := visit(w); err != nil || last {
			return err
		}
		w.advance()
	}
}

// advance drops the text before Own.
func (w *Window) advance() {
	d := analysis.NewDocument(nil, w.Text)
	at, line := d.Position(w.Next), d.LineRange(d.LineOf(w.Next))
	if at.Line == 1 {
		w.Start.Column += at.Column - 1
		w.Column += w.Next
	} else {
		w.Start = analysis.Position{Line: w.Start.Line + at.Line - 1, Column: at.Column}
		w.Column = 1 + w.Next - line.Start
	}
	w.Offset += w.Next
	w.Text = w.Text[:copy(w.Text, w.Text[w.Next:])]
}

// nextWindow returns the start of the next window: a line, otherwise a place between two ASCII characters, so that
// it does not split a sequence with invisible characters, otherwise a character.
func nextWindow(text []byte, ahead int) int {
	to := len(text) - ahead
	from := max(1, to-ahead)
	if n := bytes.LastIndexByte(text[from:to], '\n'); n >= 0 {
		return from + n + 1
	}
	for at := to; at > from; at-- {
		if text[at] < utf8.RuneSelf && text[at-1] < utf8.RuneSelf && text[at-1] != '\r' {
			return at
		}
	}
	for at := to; at > from; at-- {
		if utf8.RuneStart(text[at]) {
			return at
		}
	}
	return to
}

// Resource calls visit with windows of a text file of a skill. It returns false for a binary file, which has a
// NUL near its start, as in git. UTF-16 and UTF-32 are text if they begin with a byte order mark, by which all
// other programs recognize them.
func Resource(r io.Reader, f *analysis.File, visit func(*Window, *analysis.Document) error) (isText bool, err error) {
	hash := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(r, hash), BinaryBlock)
	block, err := in.Peek(BinaryBlock)
	if err != nil && err != io.EOF {
		return false, err
	}
	text, encoding := io.Reader(in), analysis.EncodingOf(block)
	switch {
	case encoding != analysis.UTF8 && bytes.HasPrefix(block, []byte(encoding.Mark())):
		text = &decoder{in: in, encoding: encoding}
	case bytes.IndexByte(block, 0) >= 0:
		return false, nil
	}
	err = Windows(text, f, func(w *Window, d *analysis.Document) error {
		d.Part = d.Part || text != in
		return visit(w, d)
	})
	copy(f.Hash[:], hash.Sum(nil))
	return true, err
}

// BinaryBlock is the number of bytes at the start of a file in which git searches for a NUL.
const BinaryBlock = 8000

// A decoder converts a text to UTF-8.
type decoder struct {
	in       io.Reader
	encoding analysis.Encoding
	block    [32 << 10]byte
	rest     []byte // decoded
}

func (d *decoder) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		n, err := io.ReadFull(d.in, d.block[:])
		if n == 0 {
			return 0, err
		}
		d.rest = d.encoding.Decode(d.block[:n])
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}
