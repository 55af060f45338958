package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/schema"
)

// Limits of texts of findings, in characters.
const (
	maxFault = 80 // becomes the message
	maxText  = 120
)

// TestTexts checks the wording of all annotations, titles and descriptions.
func TestTexts(t *testing.T) {
	for _, name := range schema.List() {
		dialect, kind, _ := strings.Cut(name, "/")
		source, _ := schema.Source(dialect, kind)
		var tree any
		if err := json.Unmarshal(source, &tree); err != nil {
			t.Fatal(err)
		}
		eachText(tree, func(key, text string) {
			switch key {
			case "x-effect":
				checkText(t, name, key, text, maxText)
			case "x-help":
				checkText(t, name, key, text, maxText)
				if first := text[:1]; first != strings.ToLower(first) {
					t.Errorf("%s: %s %q starts with a capital", name, key, text)
				}
			case "x-fault":
				checkText(t, name, key, text, maxFault)
				if !strings.Contains(text, "{}") && !strings.Contains(text, "{field}") {
					t.Errorf("%s: %s %q contains neither {} nor {field}", name, key, text)
				}
			case "title", "description", "$comment":
				for _, problem := range analysistest.Wording(text) {
					t.Errorf("%s: %s %q: %s", name, key, text, problem)
				}
			case "x-write":
				t.Errorf("%s: %s is for custom schemas only; use x-help", name, key)
			}
		})
	}
}

// TestDialectTexts checks the wording of the effects of dialects.
func TestDialectTexts(t *testing.T) {
	for _, d := range schema.All() {
		source, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := json.Unmarshal(source, &tree); err != nil {
			t.Fatal(err)
		}
		eachText(tree, func(key, text string) {
			switch key {
			case "effect", "none", "when-missing", "when-broken", "cycle":
				checkText(t, d.Name, key, text, maxText)
			case "note", "precedence", "source", "reader":
				checkText(t, d.Name, key, text, 2*maxText)
			}
		})
		for _, kind := range d.Kinds {
			if kind.Header.ByLine != nil {
				checkText(t, d.Name, "by-line", kind.Header.ByLine.Value, maxText)
				checkText(t, d.Name, "by-line", kind.Header.ByLine.List, maxText)
			}
		}
	}
	for _, e := range schema.Effects() {
		checkText(t, "effects.json", "loss", e.Loss, maxText)
	}
}

// eachText calls a function for each string of a JSON value that is the value of a key.
func eachText(v any, visit func(key, text string)) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			eachText(item, visit)
		}
	case map[string]any:
		for key, item := range v {
			if text, ok := item.(string); ok {
				visit(key, text)
			}
			eachText(item, visit)
		}
	}
}

func checkText(t *testing.T, name, key, text string, limit int) {
	t.Helper()
	if text == "" {
		return
	}
	if n := utf8.RuneCountInString(text); n > limit {
		t.Errorf("%s: %s %q is %d characters long, limit %d", name, key, text, n, limit)
	}
	if strings.HasSuffix(text, ".") || strings.TrimSpace(text) != text {
		t.Errorf("%s: %s %q ends with a period or has spaces around it", name, key, text)
	}
	for _, problem := range analysistest.Wording(text) {
		t.Errorf("%s: %s %q: %s", name, key, text, problem)
	}
}
