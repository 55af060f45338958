package tomltree

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
)

// value returns the value of a node. Its range is empty if the parser does not set it.
func (b *builder) value(node *unstable.Node, depth int) (*analysis.Value, error) {
	if err := b.add(node.Raw, depth); err != nil {
		return nil, err
	}
	v := &analysis.Value{Range: b.rangeOf(node.Raw), Text: string(node.Data)}
	switch node.Kind {
	case unstable.String:
		v.Kind, v.Style = analysis.String, b.style(node.Raw)
		return v, b.checkString(node.Raw, v.Style)
	case unstable.Bool:
		v.Kind = analysis.Bool
	case unstable.Integer, unstable.Float:
		v.Kind = analysis.Number
	case unstable.Array:
		return b.listOf(node, depth)
	case unstable.InlineTable:
		return b.tableOf(node, depth)
	default: // dates and times
		v.Kind, v.Note = analysis.String, analysis.Timestamp
	}
	return v, nil
}

// style returns the quoting style of a string.
func (b *builder) style(r unstable.Range) analysis.Style {
	raw := string(b.source[r.Offset : r.Offset+r.Length])
	switch {
	case strings.HasPrefix(raw, `"""`), strings.HasPrefix(raw, "'''"):
		return analysis.Literal
	case strings.HasPrefix(raw, "'"):
		return analysis.SingleQuoted
	}
	return analysis.DoubleQuoted
}

func (b *builder) listOf(node *unstable.Node, depth int) (*analysis.Value, error) {
	v := &analysis.Value{Kind: analysis.List, Style: analysis.Flow}
	var first unstable.Kind
	for it := node.Children(); it.Next(); {
		item, err := b.value(it.Node(), depth+1)
		if err != nil {
			return nil, err
		}
		if len(v.Items) == 0 {
			first = dateKind(it.Node().Kind)
		} else if err := b.checkItem(first, it.Node(), item.Range); err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	return v, nil
}

func (b *builder) tableOf(node *unstable.Node, depth int) (*analysis.Value, error) {
	v := &analysis.Value{Kind: analysis.Map, Style: analysis.Flow}
	at := int(node.Raw.Offset)
	for it := node.Children(); it.Next(); {
		line := it.Node().Raw
		if err := b.checkInlineTable(at, int(line.Offset)); err != nil {
			return nil, err
		}
		at = int(line.Offset + line.Length)
		if err := b.keyValue(v, it.Node(), depth+1); err != nil {
			return nil, err
		}
	}
	if n := bytes.IndexByte(b.source[at:], '}'); n >= 0 {
		if err := b.checkInlineTable(at, at+n); err != nil {
			return nil, err
		}
	}
	b.close(v)
	return v, nil
}

// close marks an inline table and the tables in it as complete.
func (b *builder) close(v *analysis.Value) {
	b.definitions[v] = inline
	for i := range v.Members {
		if m := v.Members[i].Value; m.Kind == analysis.Map && b.definitions[m] != inline {
			b.close(m)
		}
	}
}
