package load

import (
	"io"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("a", MaxLine+10)
	tests := []struct {
		name string
		src  string
		want []string // number, offset, source
		last bool
	}{
		{"empty", "", nil, false},
		{"one", "{}\n", []string{"{}"}, false},
		{"no last line end", "{}\n[]", []string{"{}", "[]"}, true},
		{"blank lines", "\n\n{}\n", []string{"", "", "{}"}, false},
		{"CRLF", "{}\r\n", []string{"{}\r"}, false},
		{"too long", long + "\n{}\n", []string{long[:MaxLine], "{}"}, false},
	}
	for _, tt := range tests {
		var got []string
		var last bool
		f := &analysis.File{Kind: analysis.Manifest}
		offset := int64(0)
		d, err := Lines(iotestReader{strings.NewReader(tt.src)}, f, func(l *analysis.Line) error {
			got = append(got, string(l.Source))
			if l.Number != len(got) || l.Offset != offset {
				t.Errorf("%s: line %d at %d, want %d at %d", tt.name, l.Number, l.Offset, len(got), offset)
			}
			offset += int64(strings.IndexByte(tt.src[offset:]+"\n", '\n')) + 1
			last = l.Last
			return nil
		})
		if err != nil || d.Lines != len(tt.want) || f.Size != int64(len(tt.src)) {
			t.Errorf("%s: %d lines, %d bytes, error %v", tt.name, d.Lines, f.Size, err)
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") || last != tt.last {
			t.Errorf("%s: got %.80q, last %v; want %.80q, %v", tt.name, got, last, tt.want, tt.last)
		}
	}
}

// iotestReader reads in small pieces, so that lines span reads.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 1000)]) }
