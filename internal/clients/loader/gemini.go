package loader

import (
	"errors"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// gemini finds the frontmatter by a regular expression and parses it with js-yaml 4. If that fails, or the
// name or description is not a string, it searches lines for "name:" and "description:".
var gemini = &Client{
	ID:      "gemini",
	Title:   "Gemini CLI",
	Program: "@google/gemini-cli-core",
	Version: "0.61.0",
	Source:  "dist/src/skills/skillLoader.js, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readGemini,
}

func readGemini(f *file) outcome {
	text := decode(f.source)
	start, end, ok := block(text)
	if !ok {
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	header := text[start:end]
	name, description, err := geminiFields(header)
	if errors.Is(err, jsyaml.ErrTooLarge) {
		return tooLarge(f)
	}
	if name == nil || description == nil {
		return outcome{reasons: geminiMissing(f, name, description)}
	}
	o := outcome{loaded: true, name: replaceInvalid(*name), description: *description}
	if o.name != *name {
		o.reasons = append(o.reasons, Reason{"name " + quote.Text(*name) + " has characters that are invalid in file names", "replaces characters in the name with hyphens", f.valueRange("name"), "name-form"})
	}
	return o
}

// geminiFields returns the name and description, or nil if they are missing.
func geminiFields(header string) (name, description *string, err error) {
	data, err := jsyaml.Load(header, jsyaml.V4)
	if errors.Is(err, jsyaml.ErrTooLarge) {
		return nil, nil, err
	}
	if err == nil {
		n, d := data.Get("name"), data.Get("description")
		if isText(n) && isText(d) {
			return &n.Text, &d.Text, nil
		}
	}
	name, description = geminiLines(header)
	return name, description, nil
}

func isText(v *jsyaml.Value) bool { return v != nil && v.Kind == jsyaml.String }

// geminiLines parses the fields line by line. Keys may have any indentation, and the last one wins. A
// description continues on indented lines.
func geminiLines(header string) (name, description *string) {
	lines := textLines(header)
	for i := 0; i < len(lines); i++ {
		if value, ok := afterKey(lines[i], "name:"); ok {
			name = &value
			continue
		}
		value, ok := afterKey(lines[i], "description:")
		if !ok {
			continue
		}
		var parts []string
		for {
			if value != "" {
				parts = append(parts, value)
			}
			if i+1 == len(lines) || !isIndented(lines[i+1]) {
				break
			}
			i++
			value = trim(lines[i])
		}
		joined := strings.Join(parts, " ")
		description = &joined
	}
	return name, description
}

// afterKey matches ^\s*key\s*(.*)$ and returns the last part, trimmed.
func afterKey(line, key string) (string, bool) {
	rest, ok := strings.CutPrefix(trimStart(line), key)
	if !ok {
		return "", false
	}
	rest = trimStart(rest)
	if strings.ContainsFunc(rest, isLineEnd) {
		return "", false
	}
	return trim(rest), true
}

// isIndented matches ^[ \t]+\S.
func isIndented(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	return len(rest) < len(line) && rest != "" && len(trimStart(rest)) == len(rest)
}

// replaceInvalid replaces characters that are invalid in file names.
func replaceInvalid(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/<>*?"|`, r) {
			return '-'
		}
		return r
	}, name)
}

func geminiMissing(f *file, name, description *string) []Reason {
	var reasons []Reason
	if name == nil {
		reasons = append(reasons, missing(f, "name"))
	}
	if description == nil {
		reasons = append(reasons, missing(f, "description"))
	}
	return reasons
}

// noBlock returns why /^---\r?\n([\s\S]*?)\r?\n---/ does not match.
func noBlock(f *file, text string) Reason {
	at := f.topRange()
	first, _, _ := strings.Cut(text, "\n")
	first = strings.TrimSuffix(first, "\r")
	switch {
	case strings.HasPrefix(text, "\ufeff---"):
		return Reason{"byte order mark before the frontmatter", "", analysis.Range{End: min(3, len(f.source))}, "byte-order-mark"}
	case first == "---":
		return Reason{"unclosed frontmatter", "", at, "no-header"}
	case strings.HasPrefix(first, "---") && trim(first) == "---":
		return Reason{`space after the opening "---"`, "", at, "no-header"}
	case strings.HasPrefix(first, "---"):
		return Reason{`text after the opening "---"`, "", at, "no-header"}
	}
	return Reason{"missing frontmatter", "", at, "no-header"}
}
