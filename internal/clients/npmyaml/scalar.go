package npmyaml

import (
	"encoding/base64"
	"math"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

const coreTags = "tag:yaml.org,2002:"

// tagName returns the full name of a tag, or "".
func (c *composer) tagName(t *token) string {
	source := t.text
	if source == "!" {
		return "!"
	}
	if strings.HasPrefix(source, "!<") {
		inner := source[2:]
		name := inner[:max(len(inner)-1, 0)]
		if name == "!" || name == "!!" || !strings.HasSuffix(source, ">") {
			c.fail(t.at, Other, "invalid verbatim tag")
		}
		return name
	}
	i := strings.LastIndexByte(source, '!') + 1
	handle, suffix := source[:i], source[i:]
	if suffix == "" {
		c.fail(t.at, Other, "tag without a name")
	}
	switch handle {
	case "!":
		return source
	case "!!":
		name, err := url.PathUnescape(suffix)
		if err != nil || !utf8.ValidString(name) {
			c.fail(t.at, Other, "invalid escape sequence in a tag")
			return ""
		}
		return coreTags + name
	}
	c.fail(t.at, Other, "undeclared tag handle")
	return ""
}

// scalar returns the value of a plain or quoted scalar.
func (c *composer) scalar(n *node, tag *token) *jsyaml.Value {
	text := ""
	switch n.kind {
	case kSingle:
		if len(n.text) == 1 || n.text[len(n.text)-1] != '\'' {
			c.fail(n.end(), Other, "unclosed quotation mark")
		}
		text = strings.ReplaceAll(fold(n.text[1:max(len(n.text)-1, 1)]), "''", "'")
	case kDouble:
		text = c.doubleQuoted(n)
	default:
		if n.text != "" && strings.IndexByte("\t,%|>@`", n.text[0]) >= 0 {
			c.fail(n.at, Other, "a value cannot start with "+strconv.Quote(n.text[:1]))
		}
		text = fold(n.text)
	}
	return c.value(text, n, tag)
}

// value applies a tag to the text of a scalar.
func (c *composer) value(text string, n *node, tag *token) *jsyaml.Value {
	v := &jsyaml.Value{Kind: jsyaml.String, Text: text, Start: n.at}
	if tag == nil {
		if n.kind == kScalar {
			resolve(v)
		}
		return v
	}
	name := c.tagName(tag)
	if name == "" {
		if n.kind == kScalar {
			resolve(v)
		}
		return v
	}
	short, isCore := strings.CutPrefix(name, coreTags)
	if !isCore {
		return v
	}
	kinds := map[string][]jsyaml.Kind{"null": {jsyaml.Null}, "bool": {jsyaml.Bool}, "int": {jsyaml.Int}, "float": {jsyaml.Float}}[short]
	switch {
	case kinds != nil:
		plain := *v
		if resolve(&plain); plain.Kind == kinds[0] {
			return &plain
		}
	case short == "binary":
		v = jsyaml.Bytes(base64.StdEncoding.EncodeToString(lenientBase64(text)))
	case short == "timestamp":
		v.Kind = jsyaml.Date
		if _, err := strconv.Atoi(text[:min(len(text), 4)]); err != nil || len(text) < 8 {
			c.fail(tag.at, Other, "invalid timestamp")
		}
	case short == "merge":
		v.Kind = jsyaml.Undefined
	}
	return v
}

// lenientBase64 decodes base64 and ignores invalid characters.
func lenientBase64(text string) []byte {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '+', r == '/':
			return r
		}
		return -1
	}, text)
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	data, _ := base64.RawStdEncoding.DecodeString(text)
	return data
}

// resolve sets the type of a plain scalar according to the core schema.
func resolve(v *jsyaml.Value) {
	switch v.Text {
	case "", "~", "null", "Null", "NULL":
		v.Kind, v.Text = jsyaml.Null, ""
		return
	case "true", "True", "TRUE", "false", "False", "FALSE":
		v.Kind = jsyaml.Bool
		return
	case ".nan", ".NaN", ".NAN":
		v.Kind, v.Number = jsyaml.Float, math.NaN()
		return
	}
	text := v.Text
	for prefix, base := range map[string]int{"0o": 8, "0x": 16} {
		if digits, ok := strings.CutPrefix(text, prefix); ok && digits != "" && !strings.ContainsAny(digits, "+-_") {
			if i, ok := new(big.Int).SetString(digits, base); ok {
				v.Kind = jsyaml.Int
				v.Number, _ = new(big.Float).SetInt(i).Float64()
			}
			return
		}
	}
	number, sign := text, 1.0
	if number[0] == '-' || number[0] == '+' {
		if number[0] == '-' {
			sign = -1
		}
		number = number[1:]
	}
	switch number {
	case ".inf", ".Inf", ".INF":
		v.Kind, v.Number = jsyaml.Float, math.Inf(int(sign))
		return
	}
	kind := numberKind(number)
	if kind == jsyaml.String {
		return
	}
	f, _ := strconv.ParseFloat(number, 64) // infinite if out of range
	v.Kind, v.Number = kind, sign*f
}

// numberKind returns the kind of a number without a sign: Int, Float, or String if it is not a number.
func numberKind(text string) jsyaml.Kind {
	digits := func(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
	whole := digits(text)
	rest := text[whole:]
	if rest == "" {
		if whole > 0 {
			return jsyaml.Int
		}
		return jsyaml.String
	}
	if rest[0] == '.' {
		fraction := digits(rest[1:])
		if whole+fraction == 0 {
			return jsyaml.String
		}
		rest = rest[1+fraction:]
	}
	if rest != "" {
		if rest[0] != 'e' && rest[0] != 'E' {
			return jsyaml.String
		}
		exponent := strings.TrimPrefix(rest[1:], "-")
		if exponent == rest[1:] {
			exponent = strings.TrimPrefix(exponent, "+")
		}
		if exponent == "" || digits(exponent) != len(exponent) {
			return jsyaml.String
		}
	}
	return jsyaml.Float
}

// fold joins the lines of a scalar: one line feed becomes a space; of several, one is dropped.
func fold(text string) string {
	line, rest, more := strings.Cut(text, "\n")
	if !more {
		return text
	}
	var b strings.Builder
	b.WriteString(trimLineEnd(line))
	sep := " "
	for {
		line, rest, more = strings.Cut(rest, "\n")
		if !more {
			break
		}
		line = strings.TrimLeft(trimLineEnd(line), " \t")
		switch {
		case line != "":
			b.WriteString(sep + line)
			sep = " "
		case sep == "\n":
			b.WriteString(sep)
		default:
			sep = "\n"
		}
	}
	b.WriteString(sep + strings.TrimLeft(line, " \t"))
	return b.String()
}

// trimLineEnd drops a carriage return and white space from the end of a line.
func trimLineEnd(line string) string {
	return strings.TrimRight(strings.TrimSuffix(line, "\r"), " \t")
}
