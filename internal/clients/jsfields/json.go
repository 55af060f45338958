package jsfields

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// quoted returns a text as JSON.stringify does.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return `""`
	}
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// toJSON prints a value as JSON.stringify does.
func toJSON(v *jsyaml.Value) string {
	var b strings.Builder
	writeJSON(&b, v, 0)
	return b.String()
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
			b.WriteString(quoted(m.Key) + ":")
			writeJSON(b, m.Value, depth+1)
		}
		b.WriteByte('}')
	case jsyaml.String, jsyaml.Date, jsyaml.Binary:
		b.WriteString(quoted(v.Text))
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
