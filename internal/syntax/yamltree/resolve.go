package yamltree

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// maxExponent bounds the digits and the exponents of numbers: parsers with arbitrary precision allocate as much as
// a number requires.
const maxExponent = 400

var styles = [...]analysis.Style{
	libyaml.PlainScalar: analysis.Plain, libyaml.SingleQuoted: analysis.SingleQuoted, libyaml.DoubleQuoted: analysis.DoubleQuoted,
	libyaml.LiteralScalar: analysis.Literal, libyaml.FoldedScalar: analysis.Folded,
}

// scalar sets kind, text and style of a scalar's value.
func (c *converter) scalar(v *analysis.Value, tag string, s libyaml.Shape) {
	v.Kind, v.Style, v.Text = analysis.String, styles[s.Style], c.Text(s)
	if !utf8.ValidString(v.Text) {
		v.Text = string([]rune(v.Text)) // each invalid byte becomes U+FFFD, as in most clients
	}
	if tag == "" && s.Style != libyaml.PlainScalar {
		return
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: v.Text}
	tag = n.ShortTag()
	switch tag {
	case "!!null":
		v.Kind = analysis.Null
	case "!!bool":
		if isBool(v.Text) {
			v.Kind = analysis.Bool
		}
	case "!!int", "!!float":
		if v.Style == analysis.Plain && isNumber(v.Text) {
			v.Kind = analysis.Number
		}
	case "!!timestamp":
		v.Note |= analysis.Timestamp
	}
	if s.Style == libyaml.PlainScalar && isUnreadable(v.Text) && (tag == "!!str" || v.Kind == analysis.Number) {
		v.Kind = analysis.Number
		c.warn(analysis.BadNumber, analysis.Range{Start: s.Start, End: s.End},
			"non-portable number "+quote.Text(v.Text), "use another number, or quote it")
	}
}

func isBool(text string) bool {
	switch text {
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return true
	}
	return false
}

// isNumber reports whether a scalar that is tagged as a number can be parsed as one.
func isNumber(text string) bool {
	plain := strings.ReplaceAll(text, "_", "")
	if _, err := strconv.ParseFloat(plain, 64); err == nil {
		return true
	}
	if _, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return true
	}
	return isNotFinite(text)
}

// isNotFinite reports whether a text is one of YAML's numbers that JSON does not have.
func isNotFinite(text string) bool {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case ".inf", ".nan":
		return true
	}
	return false
}

// isUnreadable reports whether a text is a number that is not finite, or too large, small or long for some parsers.
func isUnreadable(text string) bool {
	if text == "" || text[0] > '9' || text[0] < '+' {
		return false
	}
	if isNotFinite(text) {
		return true
	}
	digits, exponent, scientific := strings.Cut(strings.ToLower(strings.TrimLeft(text, "+-")), "e")
	if strings.Trim(digits, "0123456789.") != "" || strings.Count(digits, ".") > 1 || strings.Trim(digits, ".") == "" {
		return false
	}
	if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrRange) || len(digits) > maxExponent {
		return true
	}
	n, err := strconv.Atoi(exponent)
	return scientific && (err == nil && n < -maxExponent || errors.Is(err, strconv.ErrRange))
}
