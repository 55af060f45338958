package analysis

import "strings"

// A ValueKind is the JSON type of a Value.
type ValueKind uint8

// The JSON types.
const (
	Null ValueKind = iota + 1
	Bool
	Number
	String
	List
	Map
)

// String returns the name of the type in messages.
func (k ValueKind) String() string {
	return [...]string{"nothing", "null", "boolean", "number", "string", "list", "mapping"}[k]
}

// A Value is a part of frontmatter, or of a YAML, TOML or JSON file, with its range. Aliases are
// resolved: the tree is finite and bounded, and its values are distinct.
type Value struct {
	Kind    ValueKind
	Range   Range     // as written: with quotes; a block scalar from its indicator, an alias as the alias
	Text    string    // of a scalar: a string's value; of others the source text ("1.0", "yes")
	Style   Style     // how a scalar is written
	Note    ValueNote // what some parsers read differently
	Items   []*Value  // of a list
	Members []Member  // of a mapping, in the order of the file, duplicates included
}

// A Member is a key of a mapping with its value. A merged key ("<<") has the ranges of its original, and
// explicit keys take precedence.
type Member struct {
	Key       string
	KeyRange  Range
	Value     *Value
	Duplicate bool // the mapping already has the key; Get returns the first value
	Merged    bool // it comes from a merge key
}

// A Style is how a scalar is written.
type Style uint8

// The styles. JSON strings are DoubleQuoted.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // |
	Folded  // >
	Flow    // of a list or mapping: [a, b], {a: b}
)

// A ValueNote is a property of a YAML scalar that clients read differently.
type ValueNote uint8

// The notes, as bits.
const (
	Timestamp ValueNote = 1 << iota // an unquoted date: Kind is String, Text its source
	Tagged                          // has a tag of its own ("!thing")
	Anchored                        // has an anchor, or is an alias
)

// Get returns the value of a key, or nil. Explicit keys take precedence over merged ones, and the first of
// duplicates over the others.
func (v *Value) Get(key string) *Value {
	if m := v.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Member returns the member with a key, or nil; it chooses as Get does.
func (v *Value) Member(key string) *Member {
	if v == nil || v.Kind != Map {
		return nil
	}
	var merged *Member
	for i := range v.Members {
		m := &v.Members[i]
		if m.Key == key && !m.Merged {
			return m
		}
		if m.Key == key && merged == nil {
			merged = m
		}
	}
	return merged
}

// Lookup follows keys through mappings and returns the last value, or nil.
func (v *Value) Lookup(keys ...string) *Value {
	for _, k := range keys {
		v = v.Get(k)
	}
	return v
}

// Strings returns the scalars of a list as strings; a single string counts as a list of one. For other
// values, it returns nil.
func (v *Value) Strings() []*Value {
	switch {
	case v == nil:
		return nil
	case v.Kind == String && strings.TrimSpace(v.Text) != "":
		return []*Value{v}
	case v.Kind == List:
		var out []*Value
		for _, item := range v.Items {
			if item.Kind == String {
				out = append(out, item)
			}
		}
		return out
	}
	return nil
}

// IsString reports whether v is a string.
func (v *Value) IsString() bool { return v != nil && v.Kind == String }
