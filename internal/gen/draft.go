package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"
)

//go:embed draft
var drafts embed.FS

// A draft is a new rule. Its fields are used in the templates.
type draft struct {
	Module      string
	Group, Name string // links, links/backslash
	Var, Func   string // Backslash, backslash
	File        string // links/backslash.go
	Today       string
}

var ruleName = regexp.MustCompile(`^[a-z]+/[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// initialisms are the words that Go writes in capitals.
var initialisms = []string{"id", "json", "url", "utf8", "yaml"}

func newDraft(name string) (draft, error) {
	if !ruleName.MatchString(name) {
		return draft{}, fmt.Errorf("invalid rule name %q (expected group/name in lower case, with hyphens between words)", name)
	}
	group, rule, _ := strings.Cut(name, "/")
	d := draft{Module: module, Group: group, Name: name, Today: time.Now().Format(time.DateOnly)}
	d.File = group + "/" + strings.ReplaceAll(rule, "-", "_") + ".go"
	for i, word := range strings.Split(rule, "-") {
		title := strings.ToUpper(word[:1]) + word[1:]
		if slices.Contains(initialisms, word) {
			title = strings.ToUpper(word)
		}
		d.Var += title
		if i == 0 {
			title = word
		}
		d.Func += title
	}
	if token.IsKeyword(d.Func) {
		d.Func = "find" + d.Var
	}
	return d, nil
}

// write writes the files of the draft and registers the rule. It overwrites no file.
func (d draft) write(root string) (written []string, err error) {
	files := []struct{ path, template string }{
		{"rules/" + d.File, "rule.go.tmpl"},
		{"fixtures/" + d.Name + "/found.txtar", "found.txtar.tmpl"},
		{"fixtures/" + d.Name + "/clean.txtar", "clean.txtar.tmpl"},
	}
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(root, f.path)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s already exists", f.path)
		}
	}
	for _, f := range files {
		text, err := d.fill(f.template)
		if err != nil {
			return written, err
		}
		if err := writeFile(filepath.Join(root, f.path), text); err != nil {
			return written, err
		}
		written = append(written, f.path)
	}
	return append(written, "rules/rules.go"), d.register(filepath.Join(root, "rules", "rules.go"))
}

// fill executes a template.
func (d draft) fill(name string) ([]byte, error) {
	t, err := template.ParseFS(drafts, "draft/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, d)
	return b.Bytes(), err
}

// register adds the rule to the sorted list of all rules.
func (d draft) register(path string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(source), "\n")
	start := slices.IndexFunc(lines, func(l string) bool {
		return strings.Contains(l, "[]*analysis.Analyzer{") && !strings.Contains(l, "func")
	})
	if start < 0 {
		return fmt.Errorf("%s: no list of analyzers", path)
	}
	line := fmt.Sprintf("\t%s.%s,\n", d.Group, d.Var)
	at := start + 1
	for strings.TrimSpace(lines[at]) != "}" && strings.TrimSpace(lines[at]) < strings.TrimSpace(line) {
		at++
	}
	lines = slices.Insert(lines, at, line)
	imported := fmt.Sprintf("\t%q\n", d.Module+"/rules/"+d.Group)
	if !slices.Contains(lines, imported) {
		block := slices.Index(lines, "import (\n")
		lines = slices.Insert(lines, block+1, imported)
	}
	formatted, err := format.Source([]byte(strings.Join(lines, "")))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeFile(path, formatted)
}

// writeFile writes a file and creates its directory.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
