package analysis

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// longestNumber limits the length of numbers that are converted: arbitrary precision costs time and memory.
const longestNumber = 400

// JSON returns the value as encoding/json would decode it with UseNumber: nil, bool, json.Number, string,
// []any or map[string]any. Of duplicate keys it uses the one of [Value.Get]. Numbers of YAML are converted to
// JSON notation; numbers that JSON cannot represent, and those with a thousand digits, become their source
// text.
func (v *Value) JSON() any {
	switch {
	case v == nil || v.Kind == Null:
		return nil
	case v.Kind == Bool:
		return strings.EqualFold(v.Text, "true")
	case v.Kind == Number:
		return jsonNumber(v.Text)
	case v.Kind == List:
		list := make([]any, len(v.Items))
		for i, item := range v.Items {
			list[i] = item.JSON()
		}
		return list
	case v.Kind == Map:
		return v.object()
	}
	return v.Text
}

func (v *Value) object() map[string]any {
	object := make(map[string]any, len(v.Members))
	merged := map[string]bool{}
	for i := range v.Members {
		m := &v.Members[i]
		if _, ok := object[m.Key]; ok && (m.Merged || !merged[m.Key]) {
			continue
		}
		object[m.Key], merged[m.Key] = m.Value.JSON(), m.Merged
	}
	return object
}

// jsonNumber returns a json.Number, or the text itself.
func jsonNumber(text string) any {
	if len(text) > longestNumber {
		return text
	}
	plain := strings.ReplaceAll(text, "_", "")
	f, err := strconv.ParseFloat(plain, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(plain), "e")
	switch {
	case err == nil && f == 0 && strings.ContainsAny(mantissa, "123456789"):
		return text // too small, which is not an error, but jsonschema panics on such an exponent
	case err == nil && json.Valid([]byte(plain)):
		return json.Number(plain)
	case err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) && !isHex(plain):
		return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
	}
	if n, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return json.Number(strconv.FormatInt(n, 10))
	}
	return text
}

func isHex(text string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimLeft(text, "+-")), "0x")
}
