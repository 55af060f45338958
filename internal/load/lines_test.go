package load

import (
	"io"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
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
		{"no final line end", "{}\n[]", []string{"{}", "[]"}, true},
		{"empty lines", "\n\n{}\n", []string{"", "", "{}"}, false},
		{"CRLF", "{}\r\n", []string{"{}\r"}, false},
		{"too long", long + "\n{}\n", []string{long[:MaxLine], "{}"}, false},
	}
	for _, tt := range tests {
		var got []string
		var last bool
		f := &analysis.File{Kind: analysis.Manifest}
		offset := int64(0)
		d, err := Lines(chunkReader{strings.NewReader(tt.src)}, f, func(l *analysis.Line) error {
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

// TestLinesOfTooLongManifest checks that a manifest over the limit ends with the last complete line.
func TestLinesOfTooLongManifest(t *testing.T) {
	for _, tt := range []struct {
		src   string
		limit int64
		want  int // lines
	}{
		{"{}\n{}\n{}\n", 9, 3},
		{"{}\n{}\n{}\n", 8, 2},
		{"{}\n" + strings.Repeat("a", 1000), 10, 1},
	} {
		r := strings.NewReader(tt.src)
		d, err := lines(r, &analysis.File{Kind: analysis.Manifest}, tt.limit, true, func(*analysis.Line) error { return nil })
		if limited := int64(len(tt.src)) > tt.limit; err != nil || d.Lines != tt.want || (len(d.Limits) > 0) != limited {
			t.Errorf("%.20q with %d bytes: %d lines, limits %v, error %v; want %d lines", tt.src, tt.limit, d.Lines, d.Limits, err, tt.want)
		}
		if read := int64(len(tt.src) - r.Len()); read > tt.limit+1 {
			t.Errorf("%.20q: %d bytes were read, the limit is %d", tt.src, read, tt.limit)
		}
	}
}

// TestUnknownContent checks that a file is ignored if only its unread content can show that it is for clients.
func TestUnknownContent(t *testing.T) {
	utf16 := []byte("\xff\xfe{\x00}\x00")
	registry := func() *analysis.File { return &analysis.File{Path: "manifest.json", Kind: analysis.Registry} }
	skill := &analysis.File{Path: "SKILL.md", Kind: analysis.Skill, Dialect: schema.Lookup("agentskills")}
	if Document(registry(), utf16, true) != nil || TooLarge(registry(), true) != nil {
		t.Error("a manifest.json with unknown content is a registry")
	}
	if Document(registry(), utf16, false) == nil || TooLarge(registry(), false) == nil {
		t.Error("a registry is ignored despite its path")
	}
	if Document(skill, utf16, true) == nil || TooLarge(skill, true) == nil {
		t.Error("a skill is ignored")
	}
}

// chunkReader reads in small pieces, so that lines span reads.
type chunkReader struct{ r io.Reader }

func (r chunkReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 1000)]) }
