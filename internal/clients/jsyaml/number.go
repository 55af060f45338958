package jsyaml

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// parseInt parses a text as an integer of js-yaml.
func parseInt(text string, v Version) (float64, bool) {
	f, ok := parseAnyInt(text, v)
	return f, ok && (v != V43 || !math.IsInf(f, 0))
}

func parseAnyInt(text string, v Version) (float64, bool) {
	digits, sign := cutSign(text)
	if v == V43 && strings.Contains(digits, "_") {
		return 0, false
	}
	if digits == "0" {
		return 0, true
	}
	if len(digits) > 1 && digits[0] == '0' {
		bits, rest := 0, digits[2:]
		switch c := digits[1]; {
		case c == 'b':
			bits = 1
		case c == 'x':
			bits = 4
		case c == 'o' && v >= V4:
			bits = 3
		case v == V3:
			bits, rest = 3, digits[1:]
		}
		if bits > 0 {
			f, ok := parseBits(rest, bits)
			return sign * f, ok
		}
		if digits[1] == '_' {
			return 0, false
		}
	}
	head, tail, sexagesimal := digits, "", false
	if v == V3 {
		head, tail, sexagesimal = strings.Cut(digits, ":")
	}
	if head == "" || head[0] == '_' || !sexagesimal && head[len(head)-1] == '_' || !isDigits(strings.ReplaceAll(head, "_", "")) {
		return 0, false
	}
	f, _ := strconv.ParseFloat(strings.ReplaceAll(head, "_", ""), 64) // infinite if out of range
	if sexagesimal {
		parts := strings.Split(tail, ":")
		if !areSixtieths(parts) {
			return 0, false
		}
		f = evalSexagesimal(f, parts)
	}
	return sign * f, true
}

// cutSign removes the sign and returns it as a factor.
func cutSign(text string) (string, float64) {
	switch {
	case strings.HasPrefix(text, "-"):
		return text[1:], -1
	case strings.HasPrefix(text, "+"):
		return text[1:], 1
	}
	return text, 1
}

// parseBits parses digits of some bits each. Underscores between them are ignored; a trailing one is invalid.
func parseBits(digits string, bits int) (float64, bool) {
	plain := strings.ReplaceAll(digits, "_", "")
	if plain == "" || digits[len(digits)-1] == '_' {
		return 0, false
	}
	for i := range len(plain) {
		if d := hexDigit(plain[i]); d < 0 || d >= 1<<bits {
			return 0, false
		}
	}
	plain = strings.TrimLeft(plain, "0")
	if len(plain)*bits > 2000 {
		return math.Inf(1), true
	}
	n, ok := new(big.Int).SetString("0"+plain, 1<<bits)
	if !ok {
		return 0, false
	}
	f, _ := new(big.Float).SetInt(n).Float64()
	return f, true
}

// areSixtieths reports whether all parts are numbers from 0 to 59.
func areSixtieths(parts []string) bool {
	for _, p := range parts {
		if len(p) > 2 || !isDigits(p) || len(p) == 2 && p[0] > '5' {
			return false
		}
	}
	return true
}

// evalSexagesimal evaluates a base-60 number from the last part to the first, as the library does. The order determines
// how the sum is rounded.
func evalSexagesimal(first float64, parts []string) float64 {
	sum, base := 0.0, 1.0
	for i := len(parts) - 1; i >= 0; i-- {
		f, _ := strconv.ParseFloat(parts[i], 64)
		sum += f * base
		base *= 60
	}
	return sum + first*base
}

// parseFloat parses a text as a floating-point number of js-yaml.
func parseFloat(text string, v Version) (float64, bool) {
	digits, sign := cutSign(text)
	switch digits {
	case ".inf", ".Inf", ".INF":
		return math.Inf(int(sign)), true
	case ".nan", ".NaN", ".NAN":
		return math.NaN(), len(digits) == len(text)
	}
	if digits == "" || v == V43 && strings.Contains(digits, "_") || digits[len(digits)-1] == '_' || digits[0] == '.' && len(digits) != len(text) {
		return 0, false
	}
	if v == V3 && strings.Contains(digits, ":") {
		f, ok := parseSexagesimal(digits)
		return sign * f, ok
	}
	if !isDecimal(digits, v) {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(digits, "_", ""), 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN(), true // the library accepts "._e5" as a number
	}
	return sign * f, v != V43 || !math.IsInf(f, 0)
}

// isDecimal reports whether a text consists of digits, a fraction and an exponent, some of which may be missing.
func isDecimal(text string, v Version) bool {
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		if exponent, _ := cutSign(text[i+1:]); !isDigits(exponent) {
			return false
		}
	}
	whole, fraction, dot := strings.Cut(mantissa, ".")
	if strings.Trim(fraction, "0123456789_") != "" || strings.Trim(whole, "0123456789_") != "" {
		return false
	}
	if whole == "" {
		return dot && fraction != ""
	}
	if v == V3 && whole[0] == '0' && whole != "0" {
		return false
	}
	return whole[0] != '_'
}

// parseSexagesimal parses numbers such as 1:30.5, which is 90.5 in version 3.
func parseSexagesimal(digits string) (float64, bool) {
	whole, fraction, dot := strings.Cut(digits, ".")
	head, tail, _ := strings.Cut(whole, ":")
	parts := strings.Split(tail, ":")
	if !dot || head == "" || head[0] == '_' || strings.Trim(head, "0123456789_") != "" ||
		strings.Trim(fraction, "0123456789_") != "" || !areSixtieths(parts) {
		return 0, false
	}
	parts[len(parts)-1] += "." + strings.ReplaceAll(fraction, "_", "")
	f, _ := strconv.ParseFloat(strings.ReplaceAll(head, "_", ""), 64)
	return evalSexagesimal(f, parts), true
}

// number formats a number as JavaScript does.
func number(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	if size := math.Abs(f); size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
