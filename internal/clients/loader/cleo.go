package loader

import (
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
)

// cleo reads the directories of skills from its registry, and name and description from their frontmatter. Its later
// packages search directories, and read frontmatter line by line.
var cleo = &Client{
	ID:      "cleo",
	Title:   "CLEO",
	Version: "protocol 1.0.0, January 2026",
	Source:  "the protocol and the project's registries; for its later packages, kryptobaseddev/cleo 77fb47e0, packages/core/src/skills/discovery.ts, which was run",
	Checked: "2026-11-28",
	Grade:   Documented,
	read:    readCleo,
}

func readCleo(f *file) outcome {
	if f.doc.Dialect.IsLater() {
		return readCleoPackages(f)
	}
	o := requirements{absent: true, broken: true}.readMinimal(f)
	if !o.loaded {
		return o
	}
	if r, other := f.nameDifference("finds a skill with another name at the path in its registry"); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}

// readCleoPackages returns what CLEO's later packages read. They load every file, and use the name of the directory for a skill without
// a name.
func readCleoPackages(f *file) outcome {
	if f.doc.Encoding != analysis.UTF8 {
		return unknownOutcome("file is encoded as "+f.doc.Encoding.String(), "encoding", f.topRange())
	}
	fields, found := cleoFields(f.source)
	o := outcome{loaded: true, name: fields["name"], description: fields["description"]}
	if !found {
		o.bare, o.reasons = true, []Reason{{"missing frontmatter", "lists the skill by its directory, without a description", f.topRange(), "no-header"}}
	}
	if o.unnamed = o.name == ""; o.unnamed {
		o.name = f.directory
	} else if r, other := f.nameDifference("lists the skill by this name, and its check of skills fails"); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}

// cleoFields returns the texts of the fields that parseFrontmatter in CLEO's packages finds, and whether there is frontmatter: lines of the
// form "key: value" that are not indented. The items of a list are joined with commas, as JavaScript does.
func cleoFields(source []byte) (map[string]string, bool) {
	lines := strings.Split(strings.TrimPrefix(string(source), "\ufeff"), "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		return nil, false
	}
	fields := map[string]string{}
	list := "" // the field whose items are read
	for _, line := range lines[1:] {
		if strings.TrimSpace(line) == "---" || len(fields) > maxMembers {
			break
		}
		if item, ok := cleoItem(line); ok && list != "" {
			fields[list] = strings.TrimPrefix(fields[list]+","+cleoValue(item), ",")
			continue
		}
		if key, value, ok := cleoField(line); ok {
			if list = ""; value == "" || value == "|" {
				list, value = key, ""
			}
			fields[key] = cleoValue(value)
		}
	}
	return fields, true
}

// cleoItem returns the item of an indented line that starts with "- ".
func cleoItem(line string) (string, bool) {
	rest := strings.TrimLeftFunc(line, unicode.IsSpace)
	if len(rest) < 2 || len(rest) == len(line) || rest[0] != '-' || strings.TrimLeftFunc(rest[1:], unicode.IsSpace) == rest[1:] {
		return "", false
	}
	return strings.TrimSpace(rest[1:]), true
}

// cleoField splits a line of the form "key: value", in which the space may be missing.
func cleoField(line string) (key, value string, ok bool) {
	n := 0
	for n < len(line) && (line[n] == '_' || escape.IsAlphanumeric(line[n]) || n > 0 && line[n] == '-') {
		n++
	}
	if n == 0 || n == len(line) || line[n] != ':' {
		return "", "", false
	}
	return line[:n], strings.TrimSpace(line[n+1:]), true
}

// cleoValue removes a quote at the start of a value and one at its end, whether they match or not.
func cleoValue(value string) string {
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		value = value[1:]
	}
	if n := len(value) - 1; n >= 0 && (value[n] == '"' || value[n] == '\'') {
		value = value[:n]
	}
	return value
}
