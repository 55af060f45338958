package frontmatter

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"a": true, "az09-_": true, "日本": true, "A": false, "Z": false, "a b": false, "a.b": false,
		"/": false, ":": false, "{": false, "`": false, "\x7f": false, "\u0080": true,
	} {
		if got := isPlain(text); got != want {
			t.Errorf("isPlain(%q) = %v", text, got)
		}
	}
}

func TestIsWholeNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "10": true, "123456789": true, "": false, "1234567890": false, "01": false, "00": false, "1.5": false, "-1": false, "1e3": false, "x": false,
	} {
		if got := isWholeNumber(text); got != want {
			t.Errorf("isWholeNumber(%q) = %v", text, got)
		}
	}
}

func TestSemantic(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1.0.0", "1.2": "1.2.0", "1.2.3": "1.2.3", "v1.2.3": "1.2.3", "V2": "2.0.0", " 1.0.0 ": "1.0.0", "1.10": "1.10.0",
		"1.2.3.4": "", "1e3": "", "-1": "", "": "", "v": "", "01.2": "", "1.": "", "1.0-beta": "", "latest": "", "0x10": "", "1234567890.0": "",
	} {
		if got := semantic(&analysis.Value{Kind: analysis.String, Text: text}); got != want {
			t.Errorf("semantic(%q) = %q, want %q", text, got, want)
		}
	}
	for _, v := range []*analysis.Value{{Kind: analysis.Bool, Text: "true"}, {Kind: analysis.String, Text: "2026", Note: analysis.Timestamp}} {
		if got := semantic(v); got != "" {
			t.Errorf("semantic(%v) = %q", v, got)
		}
	}
}

func TestEnumerate(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "g"}
	for n, want := range map[int]string{1: "a", 2: "a and b", 5: "a, b, c, d and e", 6: "a, b, c, d, e and 1 more", 7: "a, b, c, d, e and 2 more"} {
		if got := enumerate(names[:n]); got != want {
			t.Errorf("enumerate of %d names = %q, want %q", n, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for kind, want := range map[string]string{"skill": "skills", "instructions": "instructions", "openai-yaml": "agents/openai.yaml", "cursor-rule": "Cursor rules", "agent": "subagents"} {
		if got := plural(kind); got != want {
			t.Errorf("plural(%q) = %q, want %q", kind, got, want)
		}
	}
}

// TestOneOfEach checks that violations of keywords that detect the same mistake are one finding.
func TestOneOfEach(t *testing.T) {
	of := func(severity string, keywords ...string) []schema.Violation {
		var found []schema.Violation
		for _, k := range keywords {
			found = append(found, schema.Violation{Path: []string{"a"}, Keyword: k, Severity: severity})
		}
		return found
	}
	for _, form := range [][]string{
		{"pattern", "format", "const", "enum", "not", "minLength"},
		{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"},
	} {
		for _, keyword := range form {
			if kept := oneOfEach(of("error", form[0], keyword), false); len(kept) != 1 {
				t.Errorf("%s and %s: %d findings, want 1", form[0], keyword, len(kept))
			}
			if kept := oneOfEach(of("error", keyword, "type"), false); len(kept) != 2 {
				t.Errorf("%s and type: %d findings, want 2", keyword, len(kept))
			}
		}
	}
	kept := oneOfEach(append(of("info", "pattern"), append(of("error", "enum"), of("error", "not")...)...), false)
	if len(kept) != 1 || kept[0].Keyword != "enum" {
		t.Errorf("got %+v, want the first of the worst violations", kept)
	}
	pinned := []schema.Violation{{Path: []string{"a"}, Keyword: "type", Severity: "error", Pinned: true}}
	guessed := []schema.Violation{{Keyword: "type", Severity: "warning", Guessed: "info"}}
	if oneOfEach(guessed, false)[0].Severity != "info" || oneOfEach(guessed, true)[0].Severity != "warning" {
		t.Error("severity must be reduced if and only if the dialect was guessed")
	}
	if len(oneOfEach(pinned, false)) != 0 || len(oneOfEach(pinned, true)) != 1 {
		t.Error("violations of pinned dialects must be kept if and only if the dialect is configured")
	}
}

// TestRejected checks that unknown keys are errors if the client rejects them.
func TestRejected(t *testing.T) {
	file := func(unknown string) *analysis.Document {
		d := &schema.Dialect{Name: "strict", Title: "strict", Kinds: map[string]*schema.KindRules{"skill": {Unknown: unknown}}}
		return analysis.NewDocument(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill, Dialect: d}, nil)
	}
	m := &analysis.Member{Key: "colour", Value: &analysis.Value{Kind: analysis.String, Text: "red"}}
	const ignored, rejected = "strict ignores it", "strict rejects the file"
	for _, c := range []struct {
		name                  string
		found                 analysis.Diagnostic
		severity              analysis.Severity
		message, effect, help string
	}{
		{"unknown, rejected", keys{Document: file("rejected")}.stray(m), analysis.Error, `unknown field "colour"`, rejected, "remove it"},
		{"unknown", keys{Document: file("")}.stray(m), analysis.Info, `unknown field "colour"`, ignored, "remove it"},
		{"of another client, rejected", keys{Document: file("rejected")}.foreign(m, ""), analysis.Error, `unknown field "colour"`, rejected, "remove it"},
		{"of another client", keys{Document: file("")}.foreign(m, ""), analysis.Info, `unknown field "colour"`, ignored, "remove it unless the file is for several clients"},
		{"of another kind", keys{Document: file("")}.foreign(m, "agent"), analysis.Info, `field "colour" is for subagents, not for skills`, ignored + " in skills", "remove it"},
	} {
		if f := c.found; f.Severity != c.severity || f.Message != c.message || f.Effect != c.effect || f.Help != c.help {
			t.Errorf("%s: %+v, want %+v", c.name, c.found, c)
		}
	}
}
