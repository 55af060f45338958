// Package tomltree parses TOML into analysis.Values with exact ranges. It accepts any bytes.
//
// go-toml parses each line; this package combines keys and tables. For invalid text, cause.go diagnoses the mistake.
package tomltree

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// The limits of one file.
const (
	maxBytes  = 1 << 20
	maxValues = 2000
	maxDepth  = 64
)

// A Tree is the result of parsing. Broken or Limits are set if there is no Root. An empty file is an
// empty mapping.
type Tree struct {
	Root   *analysis.Value
	Broken *analysis.Problem
	Limits []analysis.Limit
}

// Parse parses a TOML file. All ranges of the tree are offsets in source; nothing refers to it. Dates and times are
// strings with the note Timestamp.
func Parse(source []byte) Tree {
	if len(source) > maxBytes {
		return limitTree(source, maxBytes, fmt.Sprintf("TOML is %s bytes long (limit %s)", quote.Count(len(source)), quote.Count(maxBytes)))
	}
	b := &builder{source: source, definitions: map[*analysis.Value]definition{}}
	b.root = &analysis.Value{Kind: analysis.Map, Range: analysis.Range{End: len(source)}}
	b.into = b.root
	err := b.build()
	var full *limitError
	switch {
	case errors.As(err, &full):
		return limitTree(source, full.at, full.what)
	case err != nil:
		return Tree{Broken: b.diagnose(err)}
	}
	return Tree{Root: b.root}
}

// limitTree returns the tree of a text that exceeds a limit.
func limitTree(source []byte, at int, what string) Tree {
	end := lineEnd(source, at)
	if end-at > longestShown {
		end = runeStart(source, at+longestShown)
	}
	start := runeStart(source, min(at, len(source)-1))
	return Tree{Limits: []analysis.Limit{{
		Range:   analysis.Range{Start: start, End: max(end, start)},
		Message: what, Help: "make the file smaller",
	}}}
}

// longestShown bounds the reported ranges, in bytes: lines can be arbitrarily long.
const longestShown = 80

// runeStart returns the offset of the first byte of the character at an offset.
func runeStart(source []byte, at int) int {
	for start := at; start >= max(0, at-utf8.UTFMax+1) && at < len(source); start-- {
		if utf8.RuneStart(source[start]) {
			return start
		}
	}
	return at // not UTF-8
}

// A limitError reports that a text exceeds a limit.
type limitError struct {
	at   int
	what string
}

func (e *limitError) Error() string { return e.what }

// A conflictError is the error of a key or table that is already defined.
type conflictError struct {
	key  unstable.Range // the part of the key that conflicts
	name string
	form string // format of the message
}

func (e *conflictError) message() string { return fmt.Sprintf(e.form, quote.Text(e.name)) }

func (e *conflictError) Error() string { return e.message() }

// A definition is the way in which a table was defined. It determines what may be added to the table.
type definition uint8

const (
	implied    definition = iota // the a of [a.b]
	bracketed                    // by a line [a]
	dotted                       // by a key a.b
	inline                       // in braces: nothing may be added
	arrayTable                   // a list made by [[a]] lines
)

// A builder combines the lines of a file.
type builder struct {
	parser      unstable.Parser
	source      []byte
	root        *analysis.Value
	into        *analysis.Value // the table that keys are added to
	definitions map[*analysis.Value]definition
	values      int
}

func (b *builder) build() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r) // a panic of the parser
		}
	}()
	b.parser.Reset(b.source)
	for b.parser.NextExpression() {
		node := b.parser.Expression()
		var err error
		switch node.Kind {
		case unstable.KeyValue:
			err = b.keyValue(b.into, node, 0)
		case unstable.Table:
			b.into, err = b.table(node, false)
		case unstable.ArrayTable:
			b.into, err = b.table(node, true)
		}
		if err != nil {
			return err
		}
	}
	return b.parser.Error()
}

// add counts one more value and checks the limits.
func (b *builder) add(at unstable.Range, depth int) error {
	b.values++
	switch {
	case b.values > maxValues:
		return &limitError{int(at.Offset), fmt.Sprintf("TOML has more than %s keys and values", quote.Count(maxValues))}
	case depth > maxDepth:
		return &limitError{int(at.Offset), fmt.Sprintf("TOML is nested more than %d levels deep", maxDepth)}
	}
	return nil
}

func (b *builder) rangeOf(r unstable.Range) analysis.Range {
	return analysis.Range{Start: int(r.Offset), End: int(r.Offset + r.Length)}
}

// table opens the table of a line [a.b] or, with list, appends a table to [[a.b]].
func (b *builder) table(node *unstable.Node, list bool) (*analysis.Value, error) {
	at, depth := b.root, 0
	for it := node.Key(); it.Next(); depth++ {
		key := it.Node()
		name := string(key.Data)
		if err := b.add(key.Raw, depth); err != nil {
			return nil, err
		}
		child := at.Get(name)
		switch {
		case !it.IsLast():
			next, err := b.step(at, child, key, implied)
			if err != nil {
				return nil, err
			}
			at = next
		case list:
			return b.appendTable(at, child, key)
		case child == nil:
			return b.newTable(at, key, bracketed), nil
		case child.Kind == analysis.Map && b.definitions[child] == implied:
			b.definitions[child] = bracketed
			return child, nil
		default:
			return nil, &conflictError{key.Raw, name, "duplicate table %s"}
		}
	}
	return at, nil
}

// step enters the table of a key that is not the last, and creates it if necessary.
func (b *builder) step(at, child *analysis.Value, key *unstable.Node, as definition) (*analysis.Value, error) {
	name := string(key.Data)
	switch {
	case child == nil:
		return b.newTable(at, key, as), nil
	case child.Kind == analysis.List && b.definitions[child] == arrayTable && as == implied:
		return child.Items[len(child.Items)-1], nil
	case child.Kind != analysis.Map:
		return nil, &conflictError{key.Raw, name, "%s is a value, not a table"}
	case b.definitions[child] == inline:
		return nil, &conflictError{key.Raw, name, "inline table %s cannot be extended"}
	case as == dotted && b.definitions[child] == bracketed:
		return nil, &conflictError{key.Raw, name, "keys of %s outside its table"}
	}
	return child, nil
}

func (b *builder) newTable(at *analysis.Value, key *unstable.Node, as definition) *analysis.Value {
	table := &analysis.Value{Kind: analysis.Map, Range: b.rangeOf(key.Raw)}
	b.definitions[table] = as
	b.member(at, key, table)
	return table
}

func (b *builder) member(at *analysis.Value, key *unstable.Node, value *analysis.Value) {
	at.Members = append(at.Members, analysis.Member{Key: string(key.Data), KeyRange: b.rangeOf(key.Raw), Value: value})
}

// appendTable adds a table to the list made by [[a]] lines.
func (b *builder) appendTable(at, child *analysis.Value, key *unstable.Node) (*analysis.Value, error) {
	if child == nil {
		child = &analysis.Value{Kind: analysis.List, Range: b.rangeOf(key.Raw)}
		b.definitions[child] = arrayTable
		b.member(at, key, child)
	}
	if b.definitions[child] != arrayTable {
		return nil, &conflictError{key.Raw, string(key.Data), "duplicate table %s"}
	}
	table := &analysis.Value{Kind: analysis.Map, Range: b.rangeOf(key.Raw)}
	b.definitions[table] = bracketed
	child.Items = append(child.Items, table)
	return table, nil
}

// keyValue adds a line a.b = c to a table.
func (b *builder) keyValue(at *analysis.Value, node *unstable.Node, depth int) error {
	for it := node.Key(); it.Next(); depth++ {
		key := it.Node()
		if err := b.add(key.Raw, depth); err != nil {
			return err
		}
		child := at.Get(string(key.Data))
		if !it.IsLast() {
			next, err := b.step(at, child, key, dotted)
			if err != nil {
				return err
			}
			at = next
			continue
		}
		if child != nil {
			return &conflictError{key.Raw, string(key.Data), "duplicate key %s"}
		}
		value, err := b.value(node.Value(), depth)
		if err != nil {
			return err
		}
		if value.Range.Len() == 0 { // the parser sets no range for lists
			value.Range = b.valueRange(key.Raw, node.Raw)
		}
		b.member(at, key, value)
	}
	return nil
}

// valueRange returns the range of a key's value.
func (b *builder) valueRange(key, line unstable.Range) analysis.Range {
	at, end := int(key.Offset+key.Length), int(line.Offset+line.Length)
	for at < end && (b.source[at] == ' ' || b.source[at] == '\t' || b.source[at] == '=') {
		at++
	}
	return analysis.Range{Start: at, End: end}
}
