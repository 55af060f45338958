package playground

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

const brokenSkill = "---\nname: review\ndescription: Reviews code: style. Use when asked for 😀 reviews.\nallowed-tools: Read\n---\n# Review\n\n" +
	"Naïve 😀 [list](references/cheklist.md).\n"

func lintFiles(t *testing.T, files map[string]string, o Options) *Result {
	t.Helper()
	contents := map[string][]byte{}
	for path, text := range files {
		contents[path] = []byte(text)
	}
	r, err := Lint(context.Background(), contents, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func brokenTree() map[string]string {
	return map[string]string{"skills/review/SKILL.md": brokenSkill, "skills/review/references/checklist.md": "# Checklist\n\n- one\n"}
}

// text returns the text at a place, which has UTF-16 offsets.
func text(files map[string]string, at Place) string {
	return string(utf16.Decode(utf16.Encode([]rune(files[at.Path]))[at.Start:at.End]))
}

// TestLint checks places, fixes and verdicts.
func TestLint(t *testing.T) {
	files := brokenTree()
	r := lintFiles(t, files, Options{})
	rules := map[string]Finding{}
	for _, f := range r.Findings {
		rules[f.Rule] = f
	}
	if got := text(files, rules["frontmatter/syntax"].At); got != ": " {
		t.Errorf("frontmatter/syntax marks %q", got)
	}
	link := rules["links/broken"]
	if got := text(files, link.At); got != "references/cheklist.md" || link.At.Line != 8 || link.Effect == "" || link.Help == "" {
		t.Errorf("links/broken marks %q: %+v", got, link)
	}
	if len(link.Fixes) != 1 || link.Fixes[0].Safe || text(files, link.Fixes[0].Edits[0].At) != "references/cheklist.md" {
		t.Errorf("fixes of links/broken: %+v", link.Fixes)
	}
	if len(r.Skills) != 1 || len(r.Skills[0].Verdicts) != len(Clients()) {
		t.Fatalf("skills: %+v", r.Skills)
	}
	status := map[string]string{}
	for i, v := range r.Skills[0].Verdicts {
		status[v.Client] = v.Status
		if v.Client != Clients()[i].ID {
			t.Errorf("verdict %d: client %s, want %s", i, v.Client, Clients()[i].ID)
		}
	}
	if status["copilot"] != "rejected" || status["openclaw"] != "partial" {
		t.Errorf("statuses: %v", status)
	}
}

// TestOptions checks that the dialect and targets change the result and that fixes are applied.
func TestOptions(t *testing.T) {
	files := brokenTree()
	fixed := lintFiles(t, files, Options{Fix: true})
	if got := slices.Collect(maps.Keys(fixed.Fixed)); !slices.Equal(got, []string{"skills/review/SKILL.md"}) {
		t.Fatalf("fixed files: %q", got)
	}
	files["skills/review/SKILL.md"] = fixed.Fixed["skills/review/SKILL.md"]
	if !strings.Contains(files["skills/review/SKILL.md"], `"Reviews code: style.`) {
		t.Errorf("fixed: %s", files["skills/review/SKILL.md"])
	}
	files["skills/review/SKILL.md"] = strings.Replace(files["skills/review/SKILL.md"], "allowed-tools: Read", "user-invocable: maybe", 1)
	has := func(o Options, message string) bool {
		return slices.ContainsFunc(lintFiles(t, files, o).Findings, func(f Finding) bool { return strings.Contains(f.Message, message) })
	}
	if has(Options{}, "must be a boolean") || !has(Options{Dialect: "copilot"}, "must be a boolean") {
		t.Error("the dialect has no effect")
	}
	if has(Options{}, "unknown field") || !has(Options{Targets: []string{"agentskills"}}, "unknown field") {
		t.Error("the target has no effect")
	}
}

// TestLimits checks that large trees and invalid paths are errors, but an empty tree is not.
func TestLimits(t *testing.T) {
	many := map[string][]byte{}
	for i := range maxFiles + 1 {
		many[strings.Repeat("a", i+1)] = nil
	}
	total := map[string][]byte{}
	for i := range maxTree/maxFile + 1 {
		total[strings.Repeat("a", i+1)] = make([]byte, maxFile)
	}
	for name, files := range map[string]map[string][]byte{
		"many files": many, "large tree": total, "large file": {"a": make([]byte, maxFile+1)}, "path outside": {"../a": nil}, "file below a file": {"a": nil, "a/b": nil},
	} {
		if _, err := Lint(context.Background(), files, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if r := lintFiles(t, nil, Options{}); len(r.Findings)+len(r.Skills) > 0 {
		t.Errorf("empty tree: %+v", r)
	}
	links := ""
	for i := range maxFindings + 7 {
		links += fmt.Sprintf("[a](b%d.md)\n\n", i)
	}
	r := lintFiles(t, map[string]string{"skills/a/SKILL.md": "---\nname: a\ndescription: Does. Use when.\n---\n# A\n\n" + links}, Options{})
	if len(r.Findings) != maxFindings || r.More < 7 {
		t.Errorf("%d findings and %d more", len(r.Findings), r.More)
	}
}

// TestPage checks that the page states the limits.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/playground.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d files, %d KiB in a file and %d KiB in total", maxFiles, maxFile>>10, maxTree>>10); !strings.Contains(string(page), want) {
		t.Errorf("docs/playground.md does not state %q", want)
	}
}

func TestOffsets(t *testing.T) {
	if utf16Offsets([]byte("plain")) != nil {
		t.Error("ASCII has a table of offsets")
	}
	for _, text := range []string{"é", "a😀b", "\ufeffx", "日本 \xff語", "e\u0301"} {
		offsets := utf16Offsets([]byte(text))
		for i := range text {
			if want := len(utf16.Encode([]rune(text[:i]))); int(offsets[i]) != want {
				t.Errorf("%q: offset %d is %d, want %d", text, i, offsets[i], want)
			}
		}
		if want := len(utf16.Encode([]rune(text))); int(offsets[len(text)]) != want {
			t.Errorf("%q: the end is %d, want %d", text, offsets[len(text)], want)
		}
	}
}
