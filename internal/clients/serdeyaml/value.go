package serdeyaml

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A Kind is the type that serde_yaml gives to a node where a program takes any value.
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
	Wrong // Check says why
)

// Kind returns the kind of a node; of an alias, that of what it stands for; of one with a tag that
// YAML does not define, the kind without it.
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

// IsTagged reports whether a node has a tag of its own, as "!thing", which is a part of its value:
// a key with one equals no key without.
func (n *Node) IsTagged() bool { return n.Tag != "" && n.Tag[0] == '!' }

// Field returns the value of a mapping's key that is a text; nil when there is none.
func (n *Node) Field(key string) *Node {
	for _, m := range n.Members {
		k := m.Key.Resolved()
		if k.Form == libyaml.Scalar && k.Text == key && !k.IsTagged() && k.Kind() == String {
			return m.Value
		}
	}
	return nil
}

// IsNull reports whether serde_yaml takes a node for a missing value where a program takes an
// optional one; wrong says that it refuses it.
func (n *Node) IsNull() (null, wrong bool) {
	if n = n.Resolved(); n.Form != libyaml.Scalar || !n.Plain {
		return false, false
	}
	if n.Tag == libyaml.CoreTag+"null" {
		return isNull(n.Text), !isNull(n.Text)
	}
	return n.Tag == "" && (n.Text == "" || isNull(n.Text)), false
}

// IsNotFinite reports whether a node is a number that JSON does not have: programs that turn values
// into JSON find null there.
func (n *Node) IsNotFinite() bool {
	if n = n.Resolved(); n.Form != libyaml.Scalar {
		return false
	}
	kind, value := n.scalar()
	return kind == Float && (value == "inf" || value == "-inf" || value == "nan")
}

// IsEmpty reports whether nothing stands where a mapping is wanted, which is one without members.
func (n *Node) IsEmpty() bool {
	n = n.Resolved()
	return n.Form == libyaml.Scalar && n.Plain && n.Text == ""
}

// scalar returns kind and value of a scalar, the latter in a form that is the same for equal ones.
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

// plain returns kind and value of a plain scalar without a tag.
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

// isPadded reports whether a text is digits with a zero before them, which is a string.
func isPadded(text string) bool {
	if text != "" && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	return len(text) > 1 && text[0] == '0' && strings.Trim(text, "0123456789") == ""
}

// longestNumber is how many digits a number of 128 bits may have, in any base.
const longestNumber = 128

// integer returns a whole number. One that takes more than 64 bits is Wrong, one of more than 128
// bits a String.
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
		number = 0 // no difference to -0
	}
	return Float, strconv.FormatFloat(number, 'g', -1, 64)
}
