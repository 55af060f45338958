package loader

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// crush counts bytes, and compares the name with the directory regardless of case.
var crush = &Client{
	ID:      "crush",
	Title:   "Crush",
	Version: "source of August 2026",
	Source:  "charmbracelet/crush, internal/skills/skills.go and internal/config/load.go at 37f36e93 of 2026-08-21, read; the package, compiled, gives the same verdict for all of 180 real skills and for 95 % of 6,144 generated ones",
	Checked: "2026-11-28",
	Grade:   Documented,
	Places: []string{".agents/skills/", ".crush/skills/", ".claude/skills/", ".cursor/skills/", "~/.config/crush/skills/", "~/.config/agents/skills/",
		"~/.agents/skills/", "~/.claude/skills/"},
	read: readCrush,
}

func readCrush(f *file) outcome {
	if o, refused := (requirements{absent: true, broken: true}).check(f); refused {
		return o
	}
	o := f.unchanged()
	if fields := f.fields(); len(fields) > 0 && fields[len(fields)-1].key == "description" {
		o.description = strings.TrimSuffix(o.description, "\n") // the frontmatter ends without a line break
	}
	crushText(f, &o, "name", 64, true)
	crushText(f, &o, "description", 1024, true)
	crushText(f, &o, "compatibility", 500, false)
	crushText(f, &o, "license", 0, false)
	for _, key := range []string{"user-invocable", Manual} {
		if m := f.field(key); m != nil && m.kind != analysis.Bool && m.kind != analysis.Null {
			o.reject(Reason{quote.Text(key) + " must be true or false", "", m.valueRange, "field-type"})
		}
	}
	crushMetadata(f.field("metadata"), &o)
	return o
}

// crushText checks a text of at most so many bytes; 0: no limit.
func crushText(f *file, o *outcome, key string, most int, required bool) {
	m := f.field(key)
	switch {
	case m == nil && required:
		o.reject(missing(f, key))
	case m == nil:
	case m.kind == analysis.List || m.kind == analysis.Map:
		o.reject(notText(f, key))
	case required && (m.kind == analysis.Null || m.text == ""):
		o.reject(Reason{empty(key), "", m.valueRange, "no-" + key})
	case most > 0 && utf8.RuneCountInString(m.text) > most:
		o.reject(Reason{tooLong(key, utf8.RuneCountInString(m.text), most), "", m.valueRange, key + "-length"})
	case most > 0 && len(m.text) > most:
		o.reject(Reason{fmt.Sprintf("%s has %s bytes (limit %s)", quote.Text(key), quote.Count(len(m.text)), quote.Count(most)), "", m.valueRange,
			key + "-bytes"})
	case key == "name" && !isSpecName(strings.ToLower(m.text)):
		o.reject(unsupportedName(f, m.text))
	case key == "name" && f.directory != "" && !strings.EqualFold(m.text, f.directory):
		o.reject(Reason{differentName(m.text, "directory", f.directory), "", m.valueRange, "name-directory"})
	}
}

// crushMetadata checks that metadata is a mapping of texts.
func crushMetadata(m *member, o *outcome) {
	if m == nil || m.value == nil || m.kind == analysis.Null {
		return
	}
	for _, member := range m.value.Members {
		if kind := member.Value.Kind; kind == analysis.List || kind == analysis.Map {
			o.reject(Reason{quote.Text(member.Key) + ` in "metadata" must be a string`, "", m.valueRange, "field-type"})
		}
	}
	if m.kind != analysis.Map {
		o.reject(Reason{`"metadata" must be a mapping`, "", m.valueRange, "field-type"})
	}
}
