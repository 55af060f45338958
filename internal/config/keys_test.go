package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestKeys checks that each key may be empty, and that errors are reported at its value.
func TestKeys(t *testing.T) {
	for _, key := range Keys() {
		at := len(key) + 3 // column of the value
		tests := []struct {
			name, source, want string
		}{
			{"nothing", key + ":\n", ""},
			{"null", key + ": null\n", ""},
			{"wrong type", key + ": true\n", fmt.Sprintf("1:%d: ", at)},
			{"number", key + ": 12\n", fmt.Sprintf("1:%d: ", at)},
			{"anchor", key + ": &a {}\n", fmt.Sprintf("1:%d: anchors and aliases are not supported", at)},
			{"tag", key + ": !t {}\n", fmt.Sprintf("1:%d: tags are not supported", at)},
			{"twice", key + ":\n# again\n" + key + ":\n", fmt.Sprintf("3:1: duplicate key %q (first used on line 1)", key)},
			{"misspelt", key[:len(key)-1] + "x:\n", fmt.Sprintf("1:1: unknown key %q; did you mean %q?", key[:len(key)-1]+"x", key)},
			{"after a byte order mark, wide characters and CRLF", "\ufeff# 日本語\r\n\"" + key + "\": true\r\n", fmt.Sprintf("2:%d: ", at+2)},
		}
		for _, test := range tests {
			_, err := Parse([]byte(test.source), Name, ".", testNames())
			switch {
			case test.want == "" && err != nil:
				t.Errorf("%s: %s: %v", key, test.name, err)
			case test.want != "" && err == nil:
				t.Errorf("%s: %s: no error", key, test.name)
			case test.want != "" && !strings.HasPrefix(err.Error(), Name+":"+test.want):
				t.Errorf("%s: %s: %v, want %s", key, test.name, err, test.want)
			}
			if test.want == "" {
				if err := validate(testSchema(), test.source); err != nil {
					t.Errorf("%s: %s: rejected by the schema: %v", key, test.name, err)
				}
			}
		}
	}
}
