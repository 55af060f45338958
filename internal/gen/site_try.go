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

// exampleStart matches the line before the incorrect example of a rule's page, and the fence that opens it.
var exampleStart = regexp.MustCompile("(?m)^Incorrect, `([^`]+)`:\n\n(`{3,})[a-z]*\n")

// exampleOf returns the path and the text of the incorrect example of a rule's page.
func exampleOf(markdown []byte) (path, text string) {
	m := exampleStart.FindSubmatchIndex(markdown)
	if m == nil {
		return "", ""
	}
	text, _, _ = strings.Cut(string(markdown[m[1]:]), "\n"+string(markdown[m[4]:m[5]])+"\n")
	return string(markdown[m[2]:m[3]]), text
}

// maxFragment limits the address of an example, in bytes.
const maxFragment = 8000

// tryRule returns the address of the playground with a workspace in which it reports the rule, or "": the fixture with the example of
// the rule's page, or else the first one. Without git, permissions and links, the playground cannot show every rule.
func (p *sitePage) tryRule(root string, markdown []byte) (string, error) {
	rule := strings.TrimSuffix(strings.TrimPrefix(p.source, "docs/rules/"), ".md")
	archives, err := filepath.Glob(filepath.Join(root, "fixtures", filepath.FromSlash(rule), "*.txtar"))
	if err != nil {
		return "", err
	}
	slices.SortStableFunc(archives, func(a, b string) int { return rank(a) - rank(b) })
	path, text := exampleOf(markdown)
	other := ""
	for _, name := range archives {
		archive, err := readArchive(name)
		if err != nil {
			return "", err
		}
		files, isExample := map[string][]byte{}, false
		for _, f := range archive.Files {
			if f.Target == "" {
				files[f.Path] = f.Data
				isExample = isExample || f.Path == path && strings.TrimRight(string(f.Data), "\n") == strings.TrimRight(text, "\n")
			}
		}
		if !isExample && other != "" || len(archive.Wants) == 0 {
			continue
		}
		found := findingFile(files, rule)
		if found == "" {
			continue
		}
		if isExample {
			found = path
		}
		fragment, err := fragmentOf(files, found)
		if err != nil {
			return "", err
		}
		if len(fragment) > maxFragment {
			continue
		}
		if other = p.to("playground/index.html") + "#" + fragment; isExample {
			return other, nil
		}
	}
	return other, nil
}

// findingFile returns the first file in which the playground shows a finding of a rule, which is switched on if necessary, or "".
func findingFile(files map[string][]byte, rule string) string {
	first := func() string {
		r, err := engine.Lint(context.Background(), files, engine.Options{})
		if err != nil {
			return ""
		}
		for _, f := range r.Findings {
			if f.Rule == rule {
				return f.At.Path
			}
		}
		return ""
	}
	if path := first(); path != "" || files[".skilllint.yaml"] != nil {
		return path
	}
	files[".skilllint.yaml"] = []byte("rules:\n  " + rule + ": warning\n")
	return first()
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

// addTry adds a link to the playground to the page of a rule: to its example, or above the first heading.
func (p *sitePage) addTry(root string) error {
	markdown, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.source)))
	if err != nil {
		return err
	}
	to, err := p.tryRule(root, markdown)
	if err != nil {
		return err
	}
	link := `<p><a class="try" href="` + to + `">Try it in the playground</a></p>` + "\n"
	if to == "" {
		link = "<p class=\"quiet\">The playground has no example: the rule depends on more than the text of a few files, such as git, permissions or links.</p>\n"
	}
	at := bytes.Index(p.body, []byte("<h2"))
	if heading := bytes.Index(p.body, []byte(`<h2 id="example">`)); heading >= 0 {
		const end = "</h2>\n"
		at = heading + bytes.Index(p.body[heading:], []byte(end)) + len(end)
	}
	if at >= 0 {
		p.body = slices.Insert(p.body, at, []byte(link)...)
	}
	return nil
}
