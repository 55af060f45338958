package report

import (
	"bufio"
	"bytes"
	"encoding/json"

	"github.com/skilllint/skilllint/internal/escape"
)

// A stream writes JSON in pieces. Errors of the writer are returned by its Flush.
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

// raw writes trusted JSON verbatim.
func (s *stream) raw(text string) { s.w.WriteString(text) }

// value writes a value on one line, without a line break.
func (s *stream) value(v any) error {
	s.encoded.Reset()
	if err := s.encoder.Encode(v); err != nil {
		return err
	}
	escape.EncodedJSON(s.w, bytes.TrimSuffix(s.encoded.Bytes(), []byte{'\n'}))
	return nil
}
