package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/rules"
)

// TestSpecifications checks that the page lists each section of the documents, if they are next to the checkout, and each rule
// whose source is one of them.
func TestSpecifications(t *testing.T) {
	all, err := specifications(specificationsText)
	if err != nil {
		t.Fatal(err)
	}
	titles, listed := map[string]bool{}, map[string]bool{}
	for _, d := range all {
		seen := map[string]bool{}
		for _, s := range d.sections {
			if seen[s.title] {
				t.Errorf("%s: section %q twice", d.title, s.title)
			}
			seen[s.title], titles[s.title] = true, true
			for _, rule := range s.rules {
				listed[rule.Name] = true
			}
		}
	}
	for _, rule := range rules.All() {
		from := rule.Source.Name
		if (strings.Contains(from, "CLEO subagent protocol") || strings.Contains(from, "CLEO's subagent protocol") || strings.Contains(from, "skill loading")) && !listed[rule.Name] {
			t.Errorf("%s is based on %q, but no section lists it", rule.Name, from)
		}
	}
	paths, _ := filepath.Glob(filepath.Join(root, "..", "shared", "seeds", "*.txt"))
	if len(paths) == 0 {
		t.Skip("the documents are not next to this checkout")
	}
	var lines []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(string(data), "\n")...)
		for _, heading := range headings(string(data)) { // the protocol's are plain lines
			if strings.HasPrefix(filepath.Base(path), "002") {
				break
			}
			if !titles[heading] {
				t.Errorf("%s: section %q is not listed", filepath.Base(path), heading)
			}
		}
	}
	for title := range titles {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.TrimLeft(line, "# ") == title }) {
			t.Errorf("no document has the section %q", title)
		}
	}
}

// headings returns the headings of a document without subsections of their own, outside of code.
func headings(text string) []string {
	var found []string
	level, code := 0, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		title := strings.TrimLeft(line, "#")
		n := len(line) - len(title)
		switch {
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, ":::"):
			code = !code
		case code || n < 2:
		default:
			if n > level && level > 1 {
				found = found[:len(found)-1]
			}
			found, level = append(found, strings.TrimSpace(title)), n
		}
	}
	// Parts of an example that a fence in it closes early, and lists of files and changes.
	return slices.DeleteFunc(found, func(title string) bool {
		return slices.Contains([]string{"Purpose", "Trigger Conditions", "Execution", "Context", "Output", "Table of Contents", "Document History", "Critical Files to Modify"}, title)
	})
}
