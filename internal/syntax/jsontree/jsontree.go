// Package jsontree parses JSON into values with byte ranges.
//
// The parser is jsontext. This package adds limits, reports what most parsers accept silently (duplicate keys,
// invalid UTF-8, unpaired surrogates), and diagnoses text that does not parse.
package jsontree

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Limits of a text. A text that exceeds one does not parse. The caller limits the length of the text (16 MiB for a
// document, 1 MiB for a line).
const (
	MaxDepth  = 100
	MaxValues = 1_000_000 // about 100 bytes of memory each
	MaxNumber = 400       // characters of a number, and the absolute value of its exponent
)

// A Tree is the result of parsing a JSON text.
type Tree struct {
	// Root is nil if the text does not parse. It is set together with Broken in two cases in which the value is
	// certain:
	// after a byte order mark, and before a comma.
	Root     *analysis.Value
	Broken   *analysis.Problem       // why the text is not valid JSON
	Warnings []analysis.ParseWarning // in the order of the text; what clients lose or parse differently
}

const bom = "\ufeff"

// Parse parses one JSON value. base is the offset of source in its file and is added to all offsets in the result.
// The result does not refer to source. Causes of problems are the constants of this package.
func Parse(source []byte, base int) Tree {
	rest := bytes.TrimPrefix(source, []byte(bom))
	p := parser{source: rest, text: string(rest), base: base + len(source) - len(rest)}
	var r buffers
	p.open, p.items, p.members = r.open[:0], r.items[:0], r.members[:0]
	tree := Tree{Broken: p.parse()}
	tree.Warnings = p.warnings
	if tree.Broken == nil || tree.Broken.Cause == CommaAfterValue {
		tree.Root = p.root
	}
	mark := analysis.Range{Start: base, End: base + len(source) - len(rest)}
	switch {
	case mark.Len() == 0:
	case tree.Broken == nil:
		tree.Broken = &analysis.Problem{Range: mark, Cause: BOM,
			Message: "byte order mark (U+FEFF)", Help: "save the file as UTF-8 without it",
			Fix: deletion("remove the byte order mark", mark)}
	case tree.Broken.Cause == Empty:
		tree.Broken.Range.Start = base
	}
	return tree
}

// Sequence parses JSON values that are separated only by white space and commas, as happens when line breaks are
// lost. It returns false if there is anything else, or more than most values.
func Sequence(source []byte, base, most int) ([]*analysis.Value, bool) {
	var values []*analysis.Value
	text := string(source)
	for at := 0; ; {
		p := parser{source: source[at:], text: text[at:], base: base + at}
		problem := p.parse()
		if p.root == nil || len(p.open) > 0 || len(values) == most {
			return nil, false
		}
		values = append(values, p.root)
		switch {
		case problem == nil || problem.Cause == CommaAfterValue:
			return values, true
		case problem.Cause != TwoValues:
			return nil, false
		}
		at = problem.Range.Start - base
	}
}

func deletion(title string, r analysis.Range) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{Title: title, Safe: true, Uncovers: true, Edits: []analysis.Edit{{Range: r}}}
}

// A parser builds values from the tokens of jsontext. Offsets are in source; those in the result have base added.
type parser struct {
	source   []byte
	text     string // copy of source; strings of values are substrings of it
	base     int
	decoder  *jsontext.Decoder
	end      int // offset after the last token
	start    int // offset of the last token
	root     *analysis.Value
	open     []frame
	warnings []analysis.ParseWarning

	slab    []analysis.Value // preallocated values
	values  int
	items   []*analysis.Value // of all open lists, the innermost last
	members []analysis.Member // of all open objects
}

// buffers are preallocated memory for the parser's stacks, enough for a line of a manifest.
type buffers struct {
	open    [4]frame
	items   [8]*analysis.Value
	members [12]analysis.Member
}

// A frame is an open object or list.
type frame struct {
	value   *analysis.Value
	at      int            // offset of the bracket
	first   int            // index of its first child in parser.items or parser.members
	pending bool           // a key was read, its value was not
	index   map[string]int // of keys to members, once there are many
}

// parse parses the whole text and returns its problem, or nil.
func (p *parser) parse() *analysis.Problem {
	p.decoder = jsontext.NewDecoder(bytes.NewBuffer(p.source),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for p.root == nil || len(p.open) > 0 {
		if problem := p.token(); problem != nil {
			return problem
		}
	}
	if rest := p.skip(p.end); rest < len(p.source) {
		return p.diagnoseTrailing(rest)
	}
	return nil
}

// token reads one token.
func (p *parser) token() *analysis.Problem {
	switch kind := p.decoder.PeekKind(); kind {
	case '{', '[':
		return p.begin(kind)
	case '}', ']':
		if _, err := p.decoder.ReadToken(); err != nil {
			return p.diagnose()
		}
		p.start, p.end = p.end, int(p.decoder.InputOffset())
		p.close()
		return nil
	case '"', '0', 't', 'f', 'n':
		raw, err := p.decoder.ReadValue()
		if err != nil {
			return p.diagnose()
		}
		p.end = int(p.decoder.InputOffset())
		p.start = p.end - len(raw)
		return p.scalar(kind)
	}
	return p.diagnose()
}

func (p *parser) begin(kind jsontext.Kind) *analysis.Problem {
	if _, err := p.decoder.ReadToken(); err != nil {
		return p.diagnose()
	}
	p.end = int(p.decoder.InputOffset())
	p.start = p.end - 1
	if len(p.open) == MaxDepth {
		return p.problem(p.start, p.end, Depth, fmt.Sprintf("nested more than %d levels deep", MaxDepth), "flatten it")
	}
	v, problem := p.value()
	if problem != nil {
		return problem
	}
	p.add(v)
	v.Kind, v.Style = analysis.Map, analysis.Flow
	f := frame{value: v, at: p.start, first: len(p.members)}
	if kind == '[' {
		v.Kind, f.first = analysis.List, len(p.items)
	}
	p.open = append(p.open, f)
	return nil
}

// close ends the innermost object or list.
func (p *parser) close() {
	f := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	f.value.Range.End = p.base + p.end
	if f.value.Kind == analysis.List {
		f.value.Items = append([]*analysis.Value(nil), p.items[f.first:]...)
		p.items = p.items[:f.first]
		return
	}
	f.value.Members = append([]analysis.Member(nil), p.members[f.first:]...)
	p.members = p.members[:f.first]
}

// scalar handles the last token, a key or a scalar value.
func (p *parser) scalar(kind jsontext.Kind) *analysis.Problem {
	f := p.top()
	if f != nil && f.value.Kind == analysis.Map && !f.pending {
		p.key(f)
		return nil
	}
	if kind == '0' {
		if problem := p.checkNumber(); problem != nil {
			return problem
		}
	}
	v, problem := p.value()
	if problem != nil {
		return problem
	}
	v.Text = p.text[p.start:p.end]
	switch kind {
	case '"':
		v.Kind, v.Style, v.Text = analysis.String, analysis.DoubleQuoted, p.unquote("string")
	case '0':
		v.Kind = analysis.Number
	case 'n':
		v.Kind = analysis.Null
	default:
		v.Kind = analysis.Bool
	}
	p.add(v)
	return nil
}

// value returns a new value at the last token.
func (p *parser) value() (*analysis.Value, *analysis.Problem) {
	if p.values++; p.values > MaxValues {
		return nil, p.problem(p.start, p.end, TooMany,
			"more than "+quote.Count(MaxValues)+" values", "split it")
	}
	if len(p.slab) == 0 {
		p.slab = make([]analysis.Value, min(max(8, (len(p.source)-p.end)/24), 1024))
	}
	v := &p.slab[0]
	p.slab = p.slab[1:]
	v.Range = p.rangeOf(p.start, p.end)
	return v, nil
}

// add adds a value to the innermost object or list.
func (p *parser) add(v *analysis.Value) {
	switch f := p.top(); {
	case f == nil:
		p.root = v
	case f.value.Kind == analysis.List:
		p.items = append(p.items, v)
	default:
		p.members[len(p.members)-1].Value = v
		f.pending = false
	}
}

// fewKeys is the number of keys up to which an object's keys are compared one by one.
const fewKeys = 16

// key handles the last token, a key.
func (p *parser) key(f *frame) {
	m := analysis.Member{Key: p.unquote("key"), KeyRange: p.rangeOf(p.start, p.end)}
	if first, ok := p.seen(f, m.Key); ok {
		m.Duplicate = true
		p.warnings = append(p.warnings, analysis.ParseWarning{Kind: analysis.DuplicateKey,
			Range: m.KeyRange, First: p.members[first].KeyRange,
			Message: "duplicate key " + quote.Text(m.Key), Help: "remove one of the two"})
	} else if f.index != nil {
		f.index[m.Key] = len(p.members)
	}
	f.pending = true
	p.members = append(p.members, m)
}

// seen returns the index of the first member of an open object with a key.
func (p *parser) seen(f *frame, key string) (int, bool) {
	if f.index != nil {
		i, ok := f.index[key]
		return i, ok
	}
	for i := f.first; i < len(p.members); i++ {
		if p.members[i].Key == key {
			return i, true
		}
	}
	if len(p.members)-f.first < fewKeys {
		return 0, false
	}
	f.index = make(map[string]int, 4*fewKeys)
	for i := len(p.members) - 1; i >= f.first; i-- {
		f.index[p.members[i].Key] = i
	}
	return 0, false
}

func (p *parser) top() *frame {
	if len(p.open) == 0 {
		return nil
	}
	return &p.open[len(p.open)-1]
}

func (p *parser) rangeOf(start, end int) analysis.Range {
	return analysis.Range{Start: p.base + start, End: p.base + end}
}

func (p *parser) problem(start, end int, cause, message, help string) *analysis.Problem {
	return &analysis.Problem{Range: p.rangeOf(start, end), Cause: cause, Message: message, Help: help}
}

// skip returns the offset of the first byte that is not JSON white space.
func (p *parser) skip(at int) int {
	for at < len(p.source) {
		switch p.source[at] {
		case ' ', '\t', '\r', '\n':
			at++
		default:
			return at
		}
	}
	return at
}

// ParseLines parses lines with one JSON value each. ok: each line that is not empty is one.
func ParseLines(source []byte) (values []*analysis.Value, ok bool) {
	at := 0
	for line := range bytes.Lines(source) {
		if len(bytes.TrimSpace(line)) > 0 {
			tree := Parse(line, at)
			if tree.Root == nil {
				return nil, false
			}
			values = append(values, tree.Root)
		}
		at += len(line)
	}
	return values, true
}
