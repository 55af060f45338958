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
	Tools: []string{"read", "edit", "write", "glob", "grep", "list", "bash", "task", "webfetch", "websearch",
		"semantic_search", "lsp", "skill", "todowrite", "todoread", "question", "suggest", "apply_patch", "agent_manager",
		"background_process", "board_post", "board_read", "browser_open", "cancel_wakeup", "cron_create", "cron_delete",
		"cron_list", "link_pr", "notify_user", "schedule_wakeup", "send_file", "AskUserQuestion", "SendUserFile"},
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

// environmentReference returns the first match of (?<!\$)\{env:[^}]+\} in the text, except in lines that start with //.
func (f *file) environmentReference() (analysis.Range, bool) {
	const open = "{env:"
	for at := f.doc.BodyStart(); ; {
		n := bytes.Index(f.source[at:], []byte(open))
		if n < 0 {
			return analysis.Range{}, false
		}
		start := at + n
		length := bytes.IndexByte(f.source[start:], '}')
		if length < 0 {
			return analysis.Range{}, false
		}
		line := f.source[bytes.LastIndexByte(f.source[:start], '\n')+1 : start]
		if length > len(open) && (start == 0 || f.source[start-1] != '$') && !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("//")) {
			return analysis.Range{Start: start, End: start + length + 1}, true
		}
		at = start + len(open)
	}
}
