package yamltree

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A keySet finds duplicate keys. It compares few keys one by one, and uses a map for many.
type keySet struct {
	members []analysis.Member
	byKey   map[string]int
}

// find returns the index of the first member with a key.
func (k *keySet) find(key string) (int, bool) {
	const few = 12
	if k.byKey == nil && len(k.members) <= few {
		for i := range k.members {
			if k.members[i].Key == key {
				return i, true
			}
		}
		return 0, false
	}
	if k.byKey == nil {
		k.byKey = make(map[string]int, cap(k.members))
		for i := len(k.members) - 1; i >= 0; i-- {
			k.byKey[k.members[i].Key] = i
		}
	}
	i, ok := k.byKey[key]
	return i, ok
}

func (k *keySet) add(m analysis.Member) {
	if _, ok := k.byKey[m.Key]; k.byKey != nil && !ok {
		k.byKey[m.Key] = len(k.members)
	}
	k.members = append(k.members, m)
}

// mapping converts a mapping. Merge keys are applied last, because all other keys override them.
func (c *converter) mapping(v *analysis.Value, s libyaml.Shape) {
	v.Kind = analysis.Map
	keys := keySet{members: make([]analysis.Member, 0, c.children(s)/2)}
	var merges []analysis.Member
	for c.next < s.Next {
		key := c.next
		m := c.member()
		if c.isMerge(key) {
			merges = append(merges, m)
			continue
		}
		if first, ok := keys.find(m.Key); ok && m.KeyRange.Len() > 0 {
			m.Duplicate = true
			c.duplicate(keys.members[first], m)
		}
		keys.add(m)
	}
	for _, m := range merges {
		c.merge(&keys, m)
	}
	v.Members = keys.members
}

// isMerge reports whether a key is "<<" without quotation marks or a tag.
func (c *converter) isMerge(index int) bool {
	s := c.Shapes[index]
	if s.Style != libyaml.PlainScalar || c.source(s) != "<<" {
		return false
	}
	_, tag := c.property(index)
	return tag == ""
}

func (c *converter) member() analysis.Member {
	s := c.Shapes[c.next]
	k := c.value()
	m := analysis.Member{Key: k.Text, KeyRange: k.Range}
	if k.Kind == analysis.List || k.Kind == analysis.Map || k.Kind == analysis.Null {
		m.Key = c.source(s)
		s = c.keyPlace(s)
		message, help := nonStringKey(k, c.source(s))
		c.warn(analysis.NonStringKey, analysis.Range{Start: s.Start, End: s.End}, message, help)
	}
	m.Value = c.value()
	return m
}

// keyPlace returns the range to report for a key that is not text: all of a {{NAME}}, or an adjacent character if
// the key is empty.
func (c *converter) keyPlace(s libyaml.Shape) libyaml.Shape {
	at := func(i int) byte {
		if i < 0 || i >= len(c.Src) {
			return 0
		}
		return c.Src[i]
	}
	switch {
	case at(s.Start-1) == '{' && at(s.Start) == '{' && at(s.End) == '}':
		s.Start, s.End = s.Start-1, s.End+1
	case s.Start == s.End && at(s.Start) == ':':
		s.End++
	case s.Start == s.End && at(s.Start-1) == '?':
		s.Start--
	}
	return s
}

// nonStringKey describes a key that is not text.
func nonStringKey(key *analysis.Value, source string) (message, help string) {
	switch {
	case strings.HasPrefix(source, "{{"):
		return "unquoted " + quote.Text(source) + " is a YAML mapping, not text", "quote it"
	case key.Kind == analysis.Null && key.Range.Len() == 0:
		return `missing key before ":"`, "add the key"
	case key.Kind == analysis.Null:
		return "key " + quote.Text(source) + " is a YAML null, not text", "quote it"
	case key.Kind == analysis.List:
		return "key " + quote.Text(source) + " is a YAML list, not text", "quote it"
	}
	return "key " + quote.Text(source) + " is a YAML mapping, not text", "quote it"
}

func (c *converter) duplicate(first, second analysis.Member) {
	if c.alias != nil {
		return
	}
	c.warnings = append(c.warnings, analysis.ParseWarning{
		Kind: analysis.DuplicateKey, Range: second.KeyRange, First: first.KeyRange,
		Message: "duplicate key " + quote.Text(second.Key), Help: "remove one of the two",
	})
}

// merge adds the members of the mappings that a merge key refers to, unless their keys exist.
func (c *converter) merge(keys *keySet, merge analysis.Member) {
	sources := []*analysis.Value{merge.Value}
	if merge.Value.Kind == analysis.List {
		sources = merge.Value.Items
	}
	for _, s := range sources {
		if s.Kind != analysis.Map {
			c.badMerge(merge, s)
			continue
		}
		for _, m := range s.Members {
			if _, ok := keys.find(m.Key); !ok {
				m.Merged, m.Duplicate = true, false
				keys.add(m)
			}
		}
	}
}

// badMerge reports a merge key that does not refer to a mapping, unless it is an alias that was not expanded.
func (c *converter) badMerge(merge analysis.Member, source *analysis.Value) {
	if c.refused {
		return
	}
	r := source.Range
	if r.Len() == 0 {
		r = merge.KeyRange
	}
	c.warn(analysis.BadAlias, shifted(r, -c.offset), `"<<" does not refer to a mapping`, "use an alias of a mapping")
}
