package load

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// Limits of a manifest, in bytes. A longer line causes a finding, and reading continues after it.
const (
	MaxLine     = 1 << 20
	MaxManifest = 1 << 30
)

// Lines streams a manifest: it calls visit with each line in order, and keeps only one line in memory. The
// line, its bytes and its values are valid during the call only. It returns the document without source. Text
// in UTF-16 or UTF-32 has no lines. Errors are those of r and visit.
func Lines(r io.Reader, f *analysis.File, visit func(*analysis.Line) error) (*analysis.Document, error) {
	return lines(r, f, MaxManifest, true, visit)
}

// RawLines is Lines without parsing, for an earlier version of f. It does not change f.
func RawLines(r io.Reader, f *analysis.File, visit func(*analysis.Line) error) error {
	old := *f
	_, err := lines(r, &old, MaxManifest, false, visit)
	return err
}

func lines(r io.Reader, f *analysis.File, limit int64, parse bool, visit func(*analysis.Line) error) (*analysis.Document, error) {
	r = io.LimitReader(r, limit+1)
	hash := sha256.New()
	if parse {
		r = io.TeeReader(r, hash)
	}
	s := lineReader{in: bufio.NewReaderSize(r, 64<<10)}
	d := analysis.NewDocument(f, nil)
	if block, err := s.in.Peek(analysis.EncodingBlock); err == nil || err == io.EOF {
		d.Encoding = analysis.EncodingOf(block)
	}
	if d.Encoding != analysis.UTF8 {
		return d, nil
	}
	var json jsontree.Reader
	for {
		source, last, err := s.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return d, err
		}
		if s.offset > limit {
			d.Limits = append(d.Limits, analysis.Limit{
				Message: fmt.Sprintf("manifest is over %s bytes long", quote.Count(int(limit))),
				Effect:  fmt.Sprintf("the lines after line %s were not checked", quote.Count(d.Lines))})
			return d, nil
		}
		d.Lines++
		l := analysis.Line{File: f, Number: d.Lines, Offset: s.lineStart, Source: source, Last: last}
		if s.tooLong {
			l.Broken = &analysis.Problem{Cause: "too-long",
				Range:   analysis.Range{Start: int(l.Offset), End: int(l.Offset) + len(source)},
				Message: fmt.Sprintf("the line has %d bytes, more than the %d that are read of one", s.length, MaxLine)}
		} else if len(source) > 0 && parse {
			t := json.Parse(source, int(l.Offset))
			l.Data, l.Broken, l.ParseWarnings = t.Root, t.Broken, t.Warnings
		}
		if err := visit(&l); err != nil {
			return d, err
		}
	}
	f.Size = s.offset
	copy(f.Hash[:], hash.Sum(nil))
	return d, nil
}

// A lineReader reads lines of any length, but keeps at most MaxLine bytes of each.
type lineReader struct {
	in        *bufio.Reader
	buffer    []byte
	offset    int64 // after the last byte that was read
	lineStart int64
	length    int64 // length of the line without its line end
	tooLong   bool
}

// next returns a line without its line feed, and whether it is the last without one. A CR is part of the
// line.
func (s *lineReader) next() (source []byte, last bool, err error) {
	s.buffer, s.lineStart, s.length, s.tooLong = s.buffer[:0], s.offset, 0, false
	for {
		part, err := s.in.ReadSlice('\n')
		s.offset += int64(len(part))
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		s.length += int64(len(part))
		if ended && len(s.buffer) == 0 && len(part) <= MaxLine {
			return part, false, nil
		}
		if room := MaxLine - len(s.buffer); len(part) > room {
			part, s.tooLong = part[:room], true
		}
		s.buffer = append(s.buffer, part...)
		switch {
		case ended:
			return s.buffer, false, nil
		case err == io.EOF && s.length == 0:
			return nil, true, io.EOF
		case err == io.EOF:
			return s.buffer, true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, false, err
		}
	}
}
