package serdeyaml

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A Kind is the type that serde_yaml gives to a node if the client accepts any type.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	List
	Map
	Wrong // Check returns the reason
)

// Kind returns the kind of a node; of an alias, the kind of its target; of a node with a tag that YAML does not
// define, the kind without the tag.
func (n *Node) Kind() Kind {
	switch n = n.Resolved(); n.Form {
	case libyaml.Sequence:
		return List
	case libyaml.Mapping:
		return Map
	}
	kind, _ := n.scalar()
	return kind
}

// IsTagged reports whether a node has a custom tag, such as "!thing". The tag is part of its value: a key with a tag
// does not equal the key without it.
func (n *Node) IsTagged() bool { return n.Tag != "" && n.Tag[0] == '!' }

// Field returns the value of a string key, or nil if there is none.
func (n *Node) Field(key string) *Node {
	for _, m := range n.Members {
		k := m.Key.Resolved()
		if k.Form == libyaml.Scalar && k.Text == key && !k.IsTagged() && k.Kind() == String {
			return m.Value
		}
	}
	return nil
}

// IsNull reports whether serde_yaml treats a node as null where the client expects an optional value. wrong means
// that serde_yaml rejects it.
func (n *Node) IsNull() (null, wrong bool) {
	if n = n.Resolved(); n.Form != libyaml.Scalar || !n.Plain {
		return false, false
	}
	if n.Tag == libyaml.CoreTag+"null" {
		return isNull(n.Text), !isNull(n.Text)
	}
	return n.Tag == "" && (n.Text == "" || isNull(n.Text)), false
}

// IsNotFinite reports whether a node is a number that JSON cannot represent. Clients that convert values to JSON get
// null.
func (n *Node) IsNotFinite() bool {
	if n = n.Resolved(); n.Form != libyaml.Scalar {
		return false
	}
	kind, value := n.scalar()
	return kind == Float && (value == "inf" || value == "-inf" || value == "nan")
}

// IsEmpty reports whether a node is omitted. Where a mapping is expected, this is an empty mapping.
func (n *Node) IsEmpty() bool {
	n = n.Resolved()
	return n.Form == libyaml.Scalar && n.Plain && n.Text == ""
}

// scalar returns the kind of a scalar, and its value in canonical form.
func (n *Node) scalar() (Kind, string) {
	name, core := strings.CutPrefix(n.Tag, libyaml.CoreTag)
	switch {
	case (n.Tag == "" || n.IsTagged()) && !n.Plain:
		return String, n.Text
	case n.Tag == "" || n.IsTagged():
		return plain(n.Text)
	case !core:
		return String, n.Text
	}
	switch name {
	case "bool":
		if kind, value := boolean(n.Text); kind == Bool {
			return kind, value
		}
	case "int":
		if kind, value := integer(n.Text); kind == Int {
			return kind, value
		}
	case "float":
		if kind, value := float(n.Text); kind == Float {
			return kind, value
		}
	case "null":
		if isNull(n.Text) {
			return Null, ""
		}
	default:
		return String, n.Text
	}
	return Wrong, ""
}

// plain returns the kind and value of a plain scalar without a tag.
func plain(text string) (Kind, string) {
	if text == "" || isNull(text) {
		return Null, ""
	}
	if kind, value := boolean(text); kind == Bool {
		return kind, value
	}
	if kind, value := integer(text); kind != String {
		return kind, value
	}
	if !isPadded(text) {
		return float(text)
	}
	return String, text
}

func isNull(text string) bool {
	return text == "null" || text == "Null" || text == "NULL" || text == "~"
}

func boolean(text string) (Kind, string) {
	switch text {
	case "true", "True", "TRUE":
		return Bool, "true"
	case "false", "False", "FALSE":
		return Bool, "false"
	}
	return String, text
}

// isPadded reports whether a text is digits with a leading zero, which is a string.
func isPadded(text string) bool {
	if text != "" && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	return len(text) > 1 && text[0] == '0' && strings.Trim(text, "0123456789") == ""
}

// longestNumber is the maximum number of digits of a 128-bit number in any base.
const longestNumber = 128

// integer parses an integer. The kind is Wrong if it has more than 64 bits, and String if it has more than 128 bits.
func integer(text string) (Kind, string) {
	digits, negative := strings.CutPrefix(text, "-")
	if !negative {
		digits = strings.TrimPrefix(text, "+")
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
	}
	if base != 10 {
		digits = digits[2:]
	} else if isPadded(text) {
		return String, text
	}
	if !isDigits(digits, base) {
		return String, text
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > longestNumber {
		return String, text
	}
	number := new(big.Int)
	if digits != "" {
		number.SetString(digits, base)
	}
	if negative {
		number.Neg(number)
	}
	switch {
	case number.IsInt64(), number.IsUint64():
		return Int, number.String()
	case !negative && number.BitLen() <= 128, negative && number.Add(number, big.NewInt(1)).BitLen() <= 127:
		return Wrong, ""
	}
	return String, text
}

func isDigits(text string, base int) bool {
	const all = "0123456789abcdef"
	for i := range len(text) {
		c := text[i]
		if c >= 'A' && c <= 'F' {
			c |= 0x20
		}
		if strings.IndexByte(all[:base], c) < 0 {
			return false
		}
	}
	return text != ""
}

func float(text string) (Kind, string) {
	switch strings.TrimPrefix(text, "+") {
	case ".inf", ".Inf", ".INF":
		return Float, "inf"
	}
	switch text {
	case "-.inf", "-.Inf", "-.INF":
		return Float, "-inf"
	case ".nan", ".NaN", ".NAN":
		return Float, "nan"
	}
	if strings.Trim(text, "0123456789.eE+-") != "" || strings.HasPrefix(text, "++") || strings.HasPrefix(text, "+-") {
		return String, text
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return String, text
	}
	if number == 0 {
		number = 0 // -0 equals 0
	}
	return Float, strconv.FormatFloat(number, 'g', -1, 64)
}
