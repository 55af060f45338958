package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	engine "github.com/skilllint/skilllint/internal/playground"
)

// home is the source of the front page.
const home = "README.md"

// The skill that the front page shows. Its invalid YAML hides an unknown tool.
const (
	homeSkill     = ".claude/skills/code-review/SKILL.md"
	homeReference = ".claude/skills/code-review/references/checklist.md"
)

var homeFiles = map[string][]byte{
	homeSkill: []byte(`---
name: code-review
description: Reviews changes: correctness, style and tests. Use when asked to review a diff.
allowed-tools: Read, Grepp
---
# Code review

1. Read the change and [the checklist](references/cheklist.md).
2. Run the tests: ` + "`go test ./...`" + `
`),
	homeReference: []byte("# Checklist\n\n- Does each test fail without the change?\n"),
}

// judged matches the sentence of README.md about the accuracy of rules.
var judged = regexp.MustCompile(`Readers judged (\d+) findings in (\d+) collections of public skills: (\d+) % are right`)

// addHome adds an editable example, facts and commands to the front page, after its first paragraph.
func (p *sitePage) addHome(root string) error {
	result, err := engine.Lint(context.Background(), homeFiles, engine.Options{})
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(root, home))
	if err != nil {
		return err
	}
	files := [][2]string{{homeSkill, string(homeFiles[homeSkill])}, {homeReference, string(homeFiles[homeReference])}}
	demo, err := json.Marshal(map[string]any{"files": files, "result": result})
	if err != nil {
		return err
	}
	template, err := siteFiles.ReadFile("site/home.html")
	if err != nil {
		return err
	}
	accuracy := "Readers judge findings in public skills, and each rule's page has the result."
	if m := judged.FindSubmatch(readme); m != nil {
		accuracy = fmt.Sprintf("Readers judged %s findings in %s public collections: %s %% are right. Each rule's page has its own figure.", m[1], m[2], m[3])
	}
	none := func(string) string { return "" }
	content := strings.NewReplacer("{{demo}}", html.EscapeString(string(demo)), "{{path}}", homeSkill, "{{skill}}", html.EscapeString(files[0][1]),
		"{{findings}}", staticFindings(result), "{{accuracy}}", html.EscapeString(accuracy),
		"{{commands}}", highlight("console", "$ go install ./cmd/skilllint   # in a clone\n$ skilllint init\n", none)).Replace(string(template))
	head, rest, ok := bytes.Cut(p.body, []byte("</p>\n"))
	if !ok {
		return fmt.Errorf("%s has no first paragraph", home)
	}
	p.body = slices.Concat(head, []byte("</p>\n"+content), rest)
	return nil
}

// staticFindings returns the findings as the page shows them without JavaScript.
func staticFindings(r *engine.Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, `<li class="finding %s"><p class="head"><span class="severity">%s</span> <span>%s:%d:%d</span> <a href="rules/%s.html">%s</a></p><p class="message">%s</p>`,
			f.Severity, f.Severity, html.EscapeString(f.At.Path), f.At.Line, f.At.Column, f.Rule, f.Rule, html.EscapeString(f.Message))
		for _, line := range [][2]string{{"Effect", f.Effect}, {"Help", f.Help}} {
			if line[1] != "" {
				fmt.Fprintf(&b, `<p class="more"><b>%s: </b>%s</p>`, line[0], html.EscapeString(line[1]))
			}
		}
		b.WriteString("</li>\n")
	}
	return b.String()
}
