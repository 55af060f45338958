package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

// The generated parts of a page are between these lines.
const (
	partStart = "<!-- %s: written by go generate ./rules -->\n"
	partEnd   = "<!-- end of %s -->\n"
)

// shownExamples are the directories whose output README.md shows.
var shownExamples = []string{"fixtures/examples/skills/rotate-keys", "fixtures/examples/skills/deploy"}

// readme returns README.md with its generated parts: the output for the examples, and lists of the dialects
// and of the rules.
func readme(root, rules string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	output, err := lintExamples(root)
	if err != nil {
		return nil, err
	}
	page := string(text)
	for name, content := range map[string]string{
		"example":  "```text\n" + output + "```\n",
		"dialects": "\n" + titles() + ".\n\n",
		"rules":    "\n" + rules + "\n",
	} {
		if !strings.Contains(page, fmt.Sprintf(partStart, name)) {
			continue // README.md does not have every part
		}
		if page, err = replacePart("README.md", page, name, content); err != nil {
			return nil, err
		}
	}
	return []byte(page), nil
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

// lintExamples returns the command that README.md shows, and its output.
func lintExamples(root string) (string, error) {
	lint := exec.Command("go", append([]string{"run", "./cmd/skilllint", "--color=never", "--no-summary"}, shownExamples...)...)
	lint.Dir = root
	var stderr strings.Builder
	lint.Stderr = &stderr
	out, err := lint.Output()
	var ended *exec.ExitError
	if err != nil && !(errors.As(err, &ended) && len(out) > 0) {
		return "", fmt.Errorf("lint the examples: %w\n%s", err, stderr.String())
	}
	return "$ skilllint " + strings.Join(shownExamples, " ") + "\n" + string(out), nil
}
