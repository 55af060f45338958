package loader

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// jsonString formats a text like JSON.stringify.
func jsonString(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return `""`
	}
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// toJSON formats a value like JSON.stringify. It returns false if the value contains itself.
func toJSON(v *jsyaml.Value) (string, bool) {
	if isCyclicJS(v) {
		return "", false
	}
	var b strings.Builder
	writeJSON(&b, v, 0)
	return b.String(), true
}

// isCyclicJS reports whether a value contains itself.
func isCyclicJS(v *jsyaml.Value) bool { return isCyclic(v, map[*jsyaml.Value]bool{}) }

// isCyclic records the visited values in seen: true while it visits their children.
func isCyclic(v *jsyaml.Value, seen map[*jsyaml.Value]bool) bool {
	if v.Kind != jsyaml.List && v.Kind != jsyaml.Map {
		return false
	}
	if open, known := seen[v]; known {
		return open
	}
	seen[v] = true
	for _, item := range v.Items {
		if isCyclic(item, seen) {
			return true
		}
	}
	for _, m := range v.Members {
		if isCyclic(m.Value, seen) {
			return true
		}
	}
	seen[v] = false
	return false
}

func writeJSON(b *strings.Builder, v *jsyaml.Value, depth int) {
	const most, deepest = 64 << 10, 100
	if b.Len() > most || depth > deepest {
		return
	}
	switch v.Kind {
	case jsyaml.List:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item, depth+1)
		}
		b.WriteByte(']')
	case jsyaml.Map:
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(jsonString(m.Key) + ":")
			writeJSON(b, m.Value, depth+1)
		}
		b.WriteByte('}')
	case jsyaml.Binary:
		data, _ := base64.StdEncoding.DecodeString(v.Text)
		var codes []string
		for _, c := range data {
			codes = append(codes, strconv.Itoa(int(c)))
		}
		b.WriteString(`{"type":"Buffer","data":[` + strings.Join(codes, ",") + "]}")
	case jsyaml.String, jsyaml.Date:
		b.WriteString(jsonString(v.Text))
	case jsyaml.Int, jsyaml.Float:
		if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) {
			b.WriteString("null")
		} else {
			b.WriteString(v.String())
		}
	case jsyaml.Bool:
		b.WriteString(v.String())
	default:
		b.WriteString("null")
	}
}
