package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// A Payload is a text that an orchestrator made for an agent: bare, or as the prompt of a spawn JSON.
type Payload struct {
	Text    []byte
	JSON    bool
	Missing bool  // the prompt of the JSON is null, so nothing was spawned
	Claimed *bool // tokenResolution.fullyResolved of the JSON; nil where it does not say
	Code    int   // spawn_code of the JSON; 0 where it does not say

	source []byte
	prompt analysis.Range // of the prompt in the JSON, with quotes
}

// ReadPayload tells a spawn JSON from a text. An error reads well behind the file's name.
func ReadPayload(source []byte) (*Payload, error) {
	p := &Payload{Text: source, source: source}
	start := bytes.TrimLeft(bytes.TrimPrefix(source, []byte("\ufeff")), " \t\r\n")
	inner, ok := bytes.CutPrefix(start, []byte("{"))
	if inner = bytes.TrimLeft(inner, " \t\r\n"); !ok || len(inner) == 0 || inner[0] != '"' && inner[0] != '}' {
		return p, nil
	}
	tree := jsontree.Parse(source, 0)
	if tree.Root == nil {
		if tree.Broken != nil {
			return nil, fmt.Errorf("begins as JSON and does not parse: %s", tree.Broken.Message)
		}
		return nil, errors.New("begins as JSON and does not parse")
	}
	prompt := tree.Root.Get("prompt")
	if prompt == nil || prompt.Kind != analysis.String && prompt.Kind != analysis.Null {
		return nil, errors.New(`is JSON without a string "prompt"; give a spawn JSON, or the payload's text itself`)
	}
	p.JSON, p.Text, p.prompt = true, nil, prompt.Range
	if p.Missing = prompt.Kind == analysis.Null; !p.Missing {
		p.Text = []byte(prompt.Text)
	}
	if v := tree.Root.Lookup("tokenResolution", "fullyResolved"); v != nil && v.Kind == analysis.Bool {
		claimed := v.Text == "true"
		p.Claimed = &claimed
	}
	if v := tree.Root.Get("spawn_code"); v != nil && v.Kind == analysis.Number {
		p.Code, _ = strconv.Atoi(v.Text)
	}
	return p, nil
}

// Judge says what the payload has left to resolve. Places are in the file that it was read from.
func (p *Payload) Judge(file string, d *schema.Dialect) Judgement {
	j := Judge(p.Text, file, d)
	if !p.JSON || len(j.Findings) == 0 {
		return j
	}
	offsets := unquoted(p.source[p.prompt.Start+1:p.prompt.End-1], p.prompt.Start+1)
	whole := analysis.NewDocument(&analysis.File{Path: file, Rel: file}, p.source)
	for i := range j.Findings {
		at := &j.Findings[i].Place
		r := p.prompt
		if len(offsets) == len(p.Text)+1 {
			r = analysis.Range{Start: offsets[at.Range.Start], End: offsets[at.Range.End]}
		}
		*at = finding.Place{Location: whole.At(r)}
	}
	return j
}

// unquoted returns for each byte of what the inside of a JSON string stands for, and for its end,
// where that stands in the file.
func unquoted(inner []byte, base int) []int {
	var offsets []int
	for i := 0; i < len(inner); {
		r, n := utf8.DecodeRune(inner[i:])
		size := utf8.RuneLen(r)
		if r == '\\' {
			size, n = escape(inner[i:])
		}
		for range size {
			offsets = append(offsets, base+i)
		}
		i += n
	}
	return append(offsets, base+len(inner))
}

// escape returns how many bytes an escape stands for, and how many it has.
func escape(s []byte) (size, n int) {
	if len(s) < 6 || s[1] != 'u' {
		return 1, min(2, len(s))
	}
	r := hex(s[2:6])
	if utf16.IsSurrogate(r) && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex(s[8:12])); pair != utf8.RuneError {
			return utf8.RuneLen(pair), 12
		}
	}
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}
	return utf8.RuneLen(r), 6
}

func hex(digits []byte) rune {
	n, err := strconv.ParseUint(string(digits), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
