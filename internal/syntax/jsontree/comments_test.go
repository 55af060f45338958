package jsontree

import "testing"

func TestWithoutComments(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": "//x" } // y`: `{"a": "//x" }     `,
		"{/* x */}":          "{       }",
		`{"a\"//": 1}`:       `{"a\"//": 1}`,
		"/* open":            "       ",
		`[1, /* x */ 2,  ]`:  `[1,         2   ]`,
		`{"a": [",", 1,],}`:  `{"a": [",", 1 ] }`,
		`"//`:                `"//`,
	} {
		if got := string(WithoutComments([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
