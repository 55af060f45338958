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

// The parts of pages that are written stand between these lines.
const (
	partStart = "<!-- %s: written by go generate ./rules -->\n"
	partEnd   = "<!-- end of %s -->\n"
)

// shownExamples are what README.md shows the output for.
var shownExamples = []string{"fixtures/examples/skills/rotate-keys", "fixtures/examples/skills/deploy"}

// readme returns README.md with all rules and dialects, and the output of the example.
func readme(root, rules string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	output, err := lintExamples(root)
	if err != nil {
		return nil, err
	}
	out, err := replacePart("README.md", string(text), "example", "```text\n"+output+"```\n")
	if err != nil {
		return nil, err
	}
	out, err = replacePart("README.md", out, "dialects", "\n"+titles()+".\n\n")
	if err != nil {
		return nil, err
	}
	out, err = replacePart("README.md", out, "rules", "\n"+rules+"\n")
	return []byte(out), err
}

// titles returns the titles of all dialects, with links to what is known of each.
func titles() string {
	var all []string
	for _, d := range schema.All() {
		all = append(all, fmt.Sprintf("[%s](docs/dialects.md#%s)", d.Title, d.Name))
	}
	return strings.Join(all, ",\n")
}

// replacePart puts text between the two lines that mark a part of a page.
func replacePart(file, page, name, text string) (string, error) {
	start, end := fmt.Sprintf(partStart, name), fmt.Sprintf(partEnd, name)
	before, rest, ok := strings.Cut(page, start)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s has no place for %s: %q, then %q", file, name, start, end)
	}
	return before + start + text + end + after, nil
}

// lintExamples returns the command that README.md shows, and what it prints.
func lintExamples(root string) (string, error) {
	lint := exec.Command("go", append([]string{"run", "./cmd/skilllint", "--color=never", "--quiet"}, shownExamples...)...)
	lint.Dir = root
	var complaint strings.Builder
	lint.Stderr = &complaint
	out, err := lint.Output()
	var ended *exec.ExitError
	if err != nil && !(errors.As(err, &ended) && len(out) > 0) {
		return "", fmt.Errorf("lint the examples: %w\n%s", err, complaint.String())
	}
	return "$ skilllint " + strings.Join(shownExamples, " ") + "\n" + string(out), nil
}
