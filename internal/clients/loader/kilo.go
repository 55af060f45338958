package loader

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// kilo is made of OpenCode's code. It tries values with a colon again between quotation marks, and rejects references to
// the environment in the text.
var kilo = &Client{
	ID:      "kilo",
	Title:   "Kilo Code",
	Program: "@kilocode/cli-linux-x64",
	Version: "7.7.9",
	Source:  "debug skill, run; the code that it is made of, read",
	Checked: "2026-11-28",
	Grade:   Measured,
	Places: []string{".kilo/skills/", ".kilo/skill/", ".kilocode/skills/", ".agents/skills/", ".claude/skills/", "~/.kilo/skills/", "~/.kilocode/skills/",
		"~/.config/kilo/skills/", "~/.agents/skills/", "~/.claude/skills/"},
	read: readKilo,
}

var kiloEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func readKilo(f *file) outcome {
	o := readWithMatter(f, func(value string) string { return `"` + kiloEscapes.Replace(value) + `"` })
	if at, found := f.environmentReference(); o.loaded && found {
		return outcome{reasons: []Reason{{"reference to the environment: " + quote.Text(f.doc.Text(at)), "", at, "environment"}}}
	}
	return o
}

// environmentReference returns the first reference to the environment in the text.
func (f *file) environmentReference() (analysis.Range, bool) {
	body := f.doc.BodyStart()
	start, end, found := EnvironmentReference(f.source[body:])
	return analysis.Range{Start: body + start, End: body + end}, found
}

// EnvironmentReference returns the first match of (?<!\$)\{env:[^}]+\} in a text, except in lines that start with //. Kilo
// Code rejects files with one.
func EnvironmentReference(text []byte) (start, end int, found bool) {
	const open = "{env:"
	line, isComment := -1, false // start of the current line
	for at := 0; ; at = start + len(open) {
		n := bytes.Index(text[at:], []byte(open))
		if n < 0 {
			return 0, 0, false
		}
		start = at + n
		if begin := bytes.LastIndexByte(text[at:start], '\n'); begin >= 0 || line < 0 {
			line = at + begin + 1
			isComment = bytes.HasPrefix(bytes.TrimLeft(text[line:start], " \t"), []byte("//"))
		}
		if isComment || start > 0 && text[start-1] == '$' || bytes.HasPrefix(text[start+len(open):], []byte("}")) {
			continue
		}
		length := bytes.IndexByte(text[start:], '}')
		return start, start + length + 1, length >= 0
	}
}
