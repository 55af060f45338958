package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	engine "github.com/skilllint/skilllint/internal/playground"
)

// exampleBlock matches the incorrect example of a rule's page.
var exampleBlock = regexp.MustCompile("(?s)\nIncorrect, `([^`]+)`:\n\n(`{3,})[a-z]*\n(.*?)\n?`{3,}\n")

// tryRule returns the address of the playground with the example on a rule's page, or "" if the playground cannot show it. The example
// is a file of a fixture, whose other files are needed, too.
func (p *sitePage) tryRule(root string, markdown []byte) (string, error) {
	rule := strings.TrimSuffix(strings.TrimPrefix(p.source, "docs/rules/"), ".md")
	m := exampleBlock.FindSubmatch(markdown)
	if m == nil {
		return "", nil
	}
	archives, err := filepath.Glob(filepath.Join(root, "fixtures", filepath.FromSlash(rule), "*.txtar"))
	if err != nil {
		return "", err
	}
	for _, name := range archives {
		archive, err := readArchive(name)
		if err != nil {
			return "", err
		}
		files, isExample := map[string][]byte{}, false
		for _, f := range archive.Files {
			if f.Target == "" {
				files[f.Path] = f.Data
				isExample = isExample || f.Path == string(m[1]) && bytes.Equal(bytes.TrimRight(f.Data, "\n"), bytes.TrimRight(m[3], "\n"))
			}
		}
		if isExample && reports(files, rule) {
			fragment, err := fragmentOf(files, string(m[1]))
			return p.to("playground/index.html") + "#" + fragment, err
		}
	}
	return "", nil
}

// reports reports whether the playground shows a finding of a rule, which is switched on if necessary.
func reports(files map[string][]byte, rule string) bool {
	shows := func() bool {
		r, err := engine.Lint(context.Background(), files, engine.Options{})
		return err == nil && slices.ContainsFunc(r.Findings, func(f engine.Finding) bool { return f.Rule == rule })
	}
	if shows() {
		return true
	}
	if files[".skilllint.yaml"] != nil {
		return false
	}
	files[".skilllint.yaml"] = []byte("rules:\n  " + rule + ": warning\n")
	return shows()
}

// fragmentOf encodes files as share.js does. One of them is first, which the page opens.
func fragmentOf(files map[string][]byte, first string) (string, error) {
	paths := []string{first}
	for path := range files {
		if path != first {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths[1:])
	tree := struct {
		Files   [][2]string `json:"files"`
		Dialect string      `json:"dialect"`
		Target  string      `json:"target"`
	}{}
	for _, path := range paths {
		tree.Files = append(tree.Files, [2]string{path, string(files[path])})
	}
	data, err := json.Marshal(tree)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return "z" + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// addTry adds a link to the playground to the example of a rule's page.
func (p *sitePage) addTry(root string) error {
	markdown, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.source)))
	if err != nil {
		return err
	}
	to, err := p.tryRule(root, markdown)
	if err != nil || to == "" {
		return err
	}
	before, after, ok := bytes.Cut(p.body, []byte("<h2 id=\"example\">"))
	heading, rest, closed := bytes.Cut(after, []byte("</h2>\n"))
	if ok && closed {
		p.body = slices.Concat(before, []byte("<h2 id=\"example\">"), heading, []byte("</h2>\n<p><a class=\"try\" href=\""+to+"\">Try it in the playground</a></p>\n"), rest)
	}
	return nil
}
