package jsyaml

import (
	"strings"
)

// A Kind is the JavaScript type of a value.
type Kind int

const (
	Undefined Kind = iota // there is no document
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

// A Value is a value that js-yaml returns.
type Value struct {
	Kind    Kind
	Text    string   // of a string, its content; of another scalar, its source ("1_000"); "" for an empty node
	Number  float64  // of Int and Float
	Items   []*Value // of List
	Members []Member // of Map, in the order of the text; keys are unique
	Start   int      // offset of the node, after its tag and anchor

	version Version // determines how a Binary prints
}

// A Member is a property of an object. Keys of JavaScript objects are strings: `1:` has the key "1", `~:` has "null".
type Member struct {
	Key      string
	KeyStart int // offset of the key; of a merged one, where it was defined
	Value    *Value
}

// Get returns the value of a member, or nil if v is not a map or has no such member.
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

// scalar formats a value that is not a list.
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
