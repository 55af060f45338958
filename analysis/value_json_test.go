package analysis

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSON(t *testing.T) {
	number := func(text string) *Value { return &Value{Kind: Number, Text: text} }
	word := func(text string) *Value { return &Value{Kind: String, Text: text} }
	tests := []struct {
		name  string
		value *Value
		want  any
	}{
		{"nothing", nil, nil},
		{"null", &Value{Kind: Null, Text: "~"}, nil},
		{"boolean", &Value{Kind: Bool, Text: "TRUE"}, true},
		{"other boolean", &Value{Kind: Bool, Text: "false"}, false},
		{"date", &Value{Kind: String, Text: "2026-01-02", Note: Timestamp}, "2026-01-02"},
		{"decimal keeps its zero", number("1.0"), json.Number("1.0")},
		{"exponent", number("-1e3"), json.Number("-1e3")},
		{"hexadecimal", number("0x1F"), json.Number("31")},
		{"octal", number("0o17"), json.Number("15")},
		{"leading zero", number("017"), json.Number("17")},
		{"underscores", number("1_000"), json.Number("1000")},
		{"no digit before the point", number(".5"), json.Number("0.5")},
		{"plus", number("+7"), json.Number("7")},
		{"not a number", number(".nan"), ".nan"},
		{"infinity", number("-.inf"), "-.inf"},
		{"exponent out of range", number("1e100000000"), "1e100000000"},
		{"too small", number("1e-100000000"), "1e-100000000"},
		{"zero", number("-0.0e5"), json.Number("-0.0e5")},
		{"very long", number(strings.Repeat("9", 401)), strings.Repeat("9", 401)},
		{"list", &Value{Kind: List, Items: []*Value{word("a"), number("1")}}, []any{"a", json.Number("1")}},
		{"empty list", &Value{Kind: List}, []any{}},
		{"first of two keys", &Value{Kind: Map, Members: []Member{
			{Key: "a", Value: word("first")}, {Key: "a", Value: word("second"), Duplicate: true}}}, map[string]any{"a": "first"}},
		{"explicit key over merged ones", &Value{Kind: Map, Members: []Member{
			{Key: "a", Value: word("merged"), Merged: true},
			{Key: "a", Value: word("explicit")},
			{Key: "a", Value: word("merged too"), Merged: true}}}, map[string]any{"a": "explicit"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.value.JSON()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
