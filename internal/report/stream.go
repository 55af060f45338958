package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/escape"
)

// A stream writes JSON piece by piece. Errors of the writer stick to it: value and Flush return them.
type stream struct {
	w       *bufio.Writer
	encoded bytes.Buffer
	encoder *json.Encoder
}

func newStream(w *bufio.Writer) *stream {
	s := &stream{w: w}
	s.encoder = json.NewEncoder(&s.encoded)
	s.encoder.SetEscapeHTML(false)
	return s
}

// raw writes JSON of ours.
func (s *stream) raw(text string) { s.w.WriteString(text) }

// value writes a value on one line, without a line end.
func (s *stream) value(v any) error {
	s.encoded.Reset()
	if err := s.encoder.Encode(v); err != nil {
		return err
	}
	EscapeJSON(s.w, bytes.TrimSuffix(s.encoded.Bytes(), []byte{'\n'}))
	return nil
}

// EscapeJSON writes encoded JSON with escapes for all characters that are not printable, which occur
// in strings only, and for the "[" of "##[" and "##name[".
func EscapeJSON(w *bufio.Writer, encoded []byte) {
	done, marks, letters := 0, 0, false
	replace := func(at, size int, format string, args ...any) {
		w.Write(encoded[done:at])
		fmt.Fprintf(w, format, args...)
		done = at + size
	}
	for i := 0; i < len(encoded); {
		c, size := rune(encoded[i]), 1
		if marks == 0 && c < 0x7F && c != '#' {
			i++
			continue
		}
		switch {
		case c == '#':
			if letters {
				marks, letters = 0, false
			}
			marks++
			i++
			continue
		case marks >= 2 && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'):
			letters = true
			i++
			continue
		case marks >= 2 && c == '[':
			replace(i, 1, `\u005b`)
		case c == 0x7F:
			replace(i, 1, `\u007f`)
		case c >= utf8.RuneSelf:
			if c, size = utf8.DecodeRune(encoded[i:]); !escape.Printable(c) {
				replace(i, size, "%s", escape.JSON(c))
			}
		}
		marks, letters = 0, false
		i += size
	}
	w.Write(encoded[done:])
}
