package config

import (
	"strings"
	"testing"
)

func TestSchemaProblems(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`{"properties": {"tier": {"type": "string", "x-severity": "fatal"}}}`, `1:58: unknown severity "fatal" (available: error, warning, info)`},
		{`{"properties": {"tier": {"x-severity": 1}}}`, `1:40: unknown severity "1"`},
		{`{"properties": {"tier": {"x-sevrity": "error"}}}`, `1:26: unknown annotation "x-sevrity"; did you mean "x-severity"`},
		{`{"propertis": {}}`, `1:2: unknown keyword "propertis"; did you mean "properties"`},
		{`{"allOf": [{}, {"requird": ["a"]}]}`, `1:17: unknown keyword "requird"`},
		{`{"$defs": {"a": {"items": {"minlength": 1}}}}`, `unknown keyword "minlength"; did you mean "minLength"`},
		{`{"properties": {"propertis": {}, "typ": {}, "x-sevrity": {"default": {"typ": 1}, "enum": [{"typ": 1}]}}}`, ""},
		{`{"x-intellij-html-description": "x", "markdownDescription": "y", "errorMessage": "z", "additionalProperties": false}`, ""},
	} {
		_, err := extraOf("ours.json", []byte(test.source))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, want %s", test.source, got, test.want)
		}
	}
}
