package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
)

// The longest example, in lines of the file, bytes of a line, and findings.
const (
	exampleLines    = 40
	exampleColumns  = 1000
	exampleFindings = 5
)

// A shown is a file of an archive that may become an example.
type shown struct {
	path   string
	source []byte // nil: a page cannot show it
	found  []finding.Finding
}

// illustrate returns the example of a rule, and which fixes its fixtures show. The example is
// example.txtar, else found.txtar, else the first archive with findings that is short and plain.
func illustrate(root string, rule *analysis.Analyzer) (example, fixes string, err error) {
	paths, err := filepath.Glob(filepath.Join(root, "fixtures", filepath.FromSlash(rule.Name), "*.txtar"))
	if err != nil {
		return "", "", err
	}
	slices.SortStableFunc(paths, func(a, b string) int { return rank(a) - rank(b) })
	var best shown
	safe, unsafe := false, false
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", "", err
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", path, err)
		}
		safe, unsafe = safe || len(archive.Fixed) > 0, unsafe || len(archive.Unsafe) > 0
		if best.source == nil && len(archive.Wants) > 0 {
			if best, err = show(archive, rule); err != nil {
				return "", "", fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if best.source != nil {
		example = best.markdown()
	}
	return example, fixKinds(safe, unsafe), nil
}

func rank(path string) int {
	switch filepath.Base(path) {
	case "example.txtar":
		return 0
	case "found.txtar":
		return 1
	}
	return 2
}

func fixKinds(safe, unsafe bool) string {
	switch {
	case safe && unsafe:
		return "safe, in some cases unsafe"
	case safe:
		return "safe"
	case unsafe:
		return "unsafe"
	}
	return "none"
}

// show lints an archive and takes the first file with a finding as severe as the rule, else the
// first with one. The source of what it returns is nil when a page cannot show it.
func show(archive *fixture.Archive, rule *analysis.Analyzer) (shown, error) {
	dir, err := os.MkdirTemp("", "skilllint-gen")
	if err != nil {
		return shown{}, err
	}
	defer os.RemoveAll(dir)
	workspace, err := fixture.Lay(dir, archive.Files)
	if err != nil {
		return shown{}, err
	}
	workspace.Base = archive.Base
	found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{rule}, Known: documented()})
	if err != nil || len(found) == 0 {
		return shown{}, err
	}
	at := max(0, slices.IndexFunc(found, func(f finding.Finding) bool { return f.Severity == rule.Severity }))
	s := shown{path: found[at].Place.Path}
	for _, f := range found {
		if f.Place.Path == s.path {
			s.found = append(s.found, f)
		}
	}
	source := workspace.Read(s.path)
	plain := utf8.Valid(source) && !strings.ContainsAny(string(source), "\r\x00\ufeff")
	for line := range strings.Lines(string(source)) {
		plain = plain && len(line) <= exampleColumns
	}
	if plain && strings.Count(string(source), "\n") <= exampleLines {
		s.source = source
	}
	return s, nil
}

// markdown returns the file and what is said of it.
func (s shown) markdown() string {
	var b strings.Builder
	fence := strings.Repeat("`", max(3, longestRun(string(s.source), '`')+1))
	fmt.Fprintf(&b, "`%s`:\n\n%s%s\n%s%s\n\n", s.path, fence, language(s.path), ensureNewline(string(s.source)), fence)
	b.WriteString("gives\n\n```text\n")
	for _, f := range s.found[:min(len(s.found), exampleFindings)] {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Severity, f.Message)
		for _, r := range f.Related {
			fmt.Fprintf(&b, "  %s:%d:%d: %s\n", r.Place.Path, r.Place.Start.Line, r.Place.Start.Column, r.Message)
		}
	}
	if more := len(s.found) - exampleFindings; more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	b.WriteString("```\n")
	return b.String()
}

func language(path string) string {
	switch filepath.Ext(path) {
	case ".md":
		return "markdown"
	case ".json", ".jsonl":
		return "json"
	case ".yaml", ".yml":
		return "yaml"
	}
	return "text"
}

func longestRun(text string, char rune) int {
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != char {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

func ensureNewline(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
