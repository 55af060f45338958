package loader

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// A qwenReader parses lines: keys with a value, and lists and mappings that are indented by two spaces.
type qwenReader struct {
	result *jsyaml.Value
	key    string // of list
	list   *jsyaml.Value
	object *jsyaml.Value
	owner  string // key of object
}

// parseQwen parses frontmatter line by line, as Qwen Code does if the YAML is invalid.
func parseQwen(header string) *jsyaml.Value {
	var lines []string
	for line := range strings.SplitSeq(header, "\n") {
		if bare := TrimJS(line); bare != "" && bare[0] != '#' {
			lines = append(lines, line)
		}
	}
	r := qwenReader{result: &jsyaml.Value{Kind: jsyaml.Map}}
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		r.line(line, next)
	}
	r.closeList()
	r.closeObject()
	return r.result
}

func (r *qwenReader) closeList() {
	if r.list != nil {
		setMember(r.result, r.key, r.list)
		r.list, r.key = nil, ""
	}
}

func (r *qwenReader) closeObject() {
	if r.object != nil {
		setMember(r.result, r.owner, r.object)
		r.object, r.owner = nil, ""
	}
}

func (r *qwenReader) line(line, next string) {
	if item, ok := strings.CutPrefix(line, "  - "); ok {
		if r.list == nil {
			r.list = &jsyaml.Value{Kind: jsyaml.List}
		}
		r.list.Items = append(r.list.Items, qwenValue(TrimJS(item)))
		return
	}
	r.closeList()
	if r.object != nil {
		if strings.HasPrefix(line, "  ") {
			key, value, _ := strings.Cut(TrimJS(line), ":")
			setMember(r.object, TrimJS(key), qwenValue(TrimJS(value)))
			return
		}
		r.closeObject()
	}
	key, value, ok := strings.Cut(line, ":")
	if !ok {
		return
	}
	key, value = TrimJS(key), TrimJS(value)
	if value != "" {
		setMember(r.result, key, qwenValue(value))
		return
	}
	r.key = key
	if !strings.HasPrefix(next, "  - ") && strings.HasPrefix(next, "  ") {
		r.object, r.owner, r.key = &jsyaml.Value{Kind: jsyaml.Map}, key, ""
	}
}

// setMember sets a property, or replaces the one with the same key.
func setMember(v *jsyaml.Value, key string, value *jsyaml.Value) {
	for i := range v.Members {
		if v.Members[i].Key == key {
			v.Members[i].Value = value
			return
		}
	}
	v.Members = append(v.Members, jsyaml.Member{Key: key, Value: value})
}

func qwenValue(text string) *jsyaml.Value {
	switch text {
	case "true", "false":
		return &jsyaml.Value{Kind: jsyaml.Bool, Text: text}
	case "null":
		return &jsyaml.Value{Kind: jsyaml.Null}
	}
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		inner := strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
		return &jsyaml.Value{Kind: jsyaml.String, Text: strings.ReplaceAll(inner, `\\`, `\`)}
	}
	if f, ok := toNumber(text); ok && text != "" {
		return &jsyaml.Value{Kind: jsyaml.Float, Number: f, Text: text}
	}
	return &jsyaml.Value{Kind: jsyaml.String, Text: text}
}

// toNumber converts a text like JavaScript's Number, if the result is finite.
func toNumber(text string) (float64, bool) {
	if strings.ContainsAny(text, "_pPiInN") {
		return 0, false
	}
	lower := strings.ToLower(text)
	for prefix, base := range map[string]int{"0x": 16, "0o": 8, "0b": 2} {
		if digits, ok := strings.CutPrefix(lower, prefix); ok {
			n, valid := new(big.Int).SetString(digits, base)
			if !valid || digits[0] == '+' || digits[0] == '-' {
				return 0, false
			}
			f, _ := new(big.Float).SetInt(n).Float64()
			return f, !math.IsInf(f, 0)
		}
	}
	if strings.ContainsAny(lower, "x") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && !math.IsInf(f, 0)
}
