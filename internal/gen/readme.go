package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

// The generated parts of a page are between these lines.
const (
	partStart = "<!-- %s: written by go generate ./rules -->\n"
	partEnd   = "<!-- end of %s -->\n"
)

// readme returns README.md with the list of dialects and the totals of judged findings.
func readme(root string, figures *Figures) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	page, err := replacePart("README.md", string(text), "dialects", "\n"+titles()+".\n\n")
	if err != nil {
		return nil, err
	}
	page, err = replacePart("README.md", page, "accuracy", figures.accuracy())
	return []byte(page), err
}

// titles returns the titles of all dialects, with links to their sections.
func titles() string {
	var all []string
	for _, d := range schema.All() {
		all = append(all, fmt.Sprintf("[%s](docs/dialects.md#%s)", d.Title, d.Name))
	}
	return strings.Join(all, ",\n")
}

// replacePart replaces the text between the two lines that delimit a generated part of a page.
func replacePart(file, page, name, text string) (string, error) {
	start, end := fmt.Sprintf(partStart, name), fmt.Sprintf(partEnd, name)
	before, rest, ok := strings.Cut(page, start)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s does not have the generated part %q, which starts with %q and ends with %q", file, name, start, end)
	}
	return before + start + text + end + after, nil
}
