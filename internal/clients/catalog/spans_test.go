package catalog_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/load"
)

// TestSpans checks that LostAt returns the position of each character of a collapsed description.
func TestSpans(t *testing.T) {
	for name, value := range map[string]string{
		"plain":                                 "Use it when asked.",
		"plain on several lines":                "Use it\n  when\n\n    asked.",
		"in single quotes":                      "'It''s  used\n  when ''asked''.'",
		"in double quotes":                      `"Use \"it\" \u00e9\x41\tand \` + "\n" + `   on \\ w/hen."`,
		"folded":                                ">-\n  Use it\n  when\n\n  asked.",
		"literal with an indentation indicator": "|2\n    Use it\n  when asked.\n",
		"literal with a comment":                "|  # comment\n  技能 😀 use\n  it  x",
		"other scripts":                         "技能 é😀 x",
		"spaces at both ends":                   `"  padded  "`,
		"a colon":                               "'Use: when'",
		"tabs":                                  "a\tb  \t c",
		"escaped line feed at the end":          `"a\n"`,
	} {
		for _, end := range []string{"\n", "\r\n"} {
			source := strings.ReplaceAll("---\nname: x\ndescription: "+value+"\nlicense: MIT\n---\n", "\n", end)
			d := load.Document(&analysis.File{Path: "x/SKILL.md", Rel: "x/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
			v := d.Data.Get("description")
			if v == nil {
				t.Fatalf("%s: %v", name, d.Broken)
			}
			text := strings.Join(strings.Fields(v.Text), " ")
			spans := catalog.Spans(d, v, text)
			if len(spans) == 0 {
				t.Errorf("%s (%q): no spans", name, end)
				continue
			}
			n := 0
			for i, r := range text {
				if at := catalog.LostAt(d.At(v.Range), spans, text, n); n > 0 {
					got, _ := utf8.DecodeRuneInString(source[at.Range.Start:])
					written := got == r || r == ' ' && strings.ContainsRune("\r\n\t\\", got) || got == '\\' || got == '\''
					if !written || at.Start != d.Position(at.Range.Start) || at.Range.End != v.Range.End {
						t.Errorf("%s (%q): character %d (%q, offset %d): got offset %d, %q at %v", name, end, n, r, i, at.Range.Start, got, at.Start)
					}
				}
				n++
			}
		}
	}
}

func TestNoSpans(t *testing.T) {
	for name, value := range map[string]string{"a list": "[a, b]", "unsupported escapes": `"a\_b\ec"`, "hundreds of lines": "|\n" + strings.Repeat("    a\n   \n", 300)} {
		source := "---\nname: x\ndescription: " + value + "\n---\n"
		d := load.Document(&analysis.File{Path: "x/SKILL.md", Rel: "x/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
		v := d.Data.Get("description")
		spans := catalog.Spans(d, v, strings.Join(strings.Fields(v.Text), " "))
		at := d.At(v.Range)
		if spans != nil || catalog.LostAt(at, spans, "a b", 2) != at {
			t.Errorf("%s: %v", name, spans)
		}
	}
}
