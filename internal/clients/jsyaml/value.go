package jsyaml

import (
	"strings"
)

// Kind is what JavaScript sees of a value.
type Kind int

const (
	Undefined Kind = iota // there is no document at all
	Null
	Bool
	Int
	Float
	Date
	String
	Binary
	List
	Map
)

var kinds = [...]string{"undefined", "null", "bool", "int", "float", "date", "string", "binary", "list", "map"}

func (k Kind) String() string { return kinds[k] }

// Value is a value that js-yaml returns.
type Value struct {
	Kind    Kind
	Text    string   // the string; of another scalar, what it was made of ("1_000"); "" for an empty node
	Number  float64  // of Int and Float
	Items   []*Value // of List
	Members []Member // of Map, in the order of the text; every Key is there once
	Start   int      // offset in the text where the node begins, after its tag and anchor

	version Version // decides how a Binary prints
}

// Member is a property of an object. Keys of JavaScript's objects are strings: `1:` has the key
// "1", `~:` has "null".
type Member struct {
	Key      string
	KeyStart int // offset of the key; of a merged one, where it was first written
	Value    *Value
}

// Get returns the member's value; nil when the value is no map or has no such member.
func (v *Value) Get(key string) *Value {
	if v.Kind != Map {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// scalar prints what is no list.
func (v *Value) scalar() string {
	switch v.Kind {
	case String:
		return v.Text
	case Bool:
		return strings.ToLower(v.Text)
	case Int, Float:
		return number(v.Number)
	case Date:
		return printDate(v.Text)
	case Binary:
		return printBytes(v.Text, v.version)
	case Map:
		return "[object Object]"
	}
	return v.Kind.String()
}
