package main

import (
	"bytes"
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
	cleanLines      = 3 // a correct file up to this length may differ in all lines
)

// Kinds of fixes of a rule, as on its page.
const (
	fixSafe   = "safe"
	fixUnsafe = "unsafe"
	fixBoth   = "safe, in some cases unsafe"
	fixNone   = "none"
)

// An example is a file of a fixture with its findings, and a correct version of it.
type example struct {
	path    string // empty: no fixture has a file that a page can show
	source  []byte
	found   []finding.Finding
	correct []byte // nil: no fixture has one
}

// fixtures has what the page of a rule shows from its fixtures.
type fixtures struct {
	example example
	fixes   string   // fixSafe, …
	clients []string // the dialects whose files have findings, sorted; empty: all
}

// shared is the dialect that all clients support: findings in it apply to all clients.
const shared = "agentskills"

// readFixtures reads the fixtures of a rule. The example is from example.txtar, else found.txtar, else the first
// archive with findings that a page can show; one with a correct version takes precedence over all but example.txtar.
func readFixtures(root string, rule *analysis.Analyzer) (fixtures, error) {
	var f fixtures
	paths, err := filepath.Glob(filepath.Join(root, "fixtures", filepath.FromSlash(rule.Name), "*.txtar"))
	if err != nil {
		return f, err
	}
	slices.SortStableFunc(paths, func(a, b string) int { return rank(a) - rank(b) })
	clean, err := correctFiles(paths)
	if err != nil {
		return f, err
	}
	safe, unsafe, isExample := false, false, false
	for _, path := range paths {
		archive, err := readArchive(path)
		if err != nil {
			return f, err
		}
		safe, unsafe = safe || len(archive.Fixed) > 0, unsafe || len(archive.Unsafe) > 0
		if len(archive.Wants) == 0 {
			continue
		}
		found, read, err := lintFiles(archive, archive.Files, rule)
		if err != nil {
			return f, fmt.Errorf("%s: %w", path, err)
		}
		for _, d := range found {
			f.clients = append(f.clients, d.Dialect)
		}
		if f.example.correct != nil || len(found) == 0 {
			continue
		}
		e, err := show(archive, rule, found, read)
		if err != nil {
			return f, fmt.Errorf("%s: %w", path, err)
		}
		isFirst := rank(path) == 0 || f.example.path == ""
		if isFirst || !isExample && e.correct != nil && comparable(clean, f.example) == nil {
			f.example, isExample = e, rank(path) == 0
		}
	}
	if f.example.correct == nil {
		f.example.correct = comparable(clean, f.example)
	}
	f.fixes = fixKinds(safe, unsafe)
	f.clients = clientsOf(f.clients)
	return f, nil
}

// clientsOf returns the clients affected by findings in files of some dialects; nil means all.
func clientsOf(dialects []string) []string {
	slices.Sort(dialects)
	dialects = slices.DeleteFunc(slices.Compact(dialects), func(name string) bool { return name == "" })
	if slices.Contains(dialects, shared) {
		return nil
	}
	return dialects
}

// correctFiles returns the files of correct.txtar, which belongs to example.txtar, or else of clean.txtar.
func correctFiles(paths []string) ([]fixture.File, error) {
	for _, name := range []string{"correct.txtar", "clean.txtar"} {
		i := slices.IndexFunc(paths, func(path string) bool { return filepath.Base(path) == name })
		if i < 0 {
			continue
		}
		archive, err := readArchive(paths[i])
		if err != nil || len(archive.Wants) > 0 {
			return nil, err
		}
		return archive.Files, nil
	}
	return nil, nil
}

func readArchive(path string) (*fixture.Archive, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return archive, nil
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
		return fixBoth
	case safe:
		return fixSafe
	case unsafe:
		return fixUnsafe
	}
	return fixNone
}

// comparable returns the correct version of an example from other files, if it is short and most of its lines are equal,
// so that readers can compare the two.
func comparable(files []fixture.File, e example) []byte {
	i := slices.IndexFunc(files, func(f fixture.File) bool { return f.Target == "" && f.Path == e.path })
	if i < 0 || !showable(files[i].Data, exampleLines) || bytes.Equal(files[i].Data, e.source) {
		return nil
	}
	source := slices.Collect(strings.Lines(string(e.source)))
	common, all := 0, 0
	for line := range strings.Lines(string(files[i].Data)) {
		all++
		if slices.Contains(source, line) {
			common++
		}
	}
	if 3*common < 2*all && all > cleanLines {
		return nil
	}
	return files[i].Data
}

// show returns the first file with a finding of the rule's severity, or else the first with any finding. The example is
// empty if a page cannot show the file.
func show(archive *fixture.Archive, rule *analysis.Analyzer, found []finding.Finding, read func(string) []byte) (example, error) {
	at := max(0, slices.IndexFunc(found, func(f finding.Finding) bool { return f.Severity == rule.Severity }))
	e := example{path: found[at].Place.Path}
	e.found = inFile(found, e.path)
	if e.source = read(e.path); !showable(e.source, exampleLines) {
		return example{}, nil
	}
	for _, fixed := range []map[string][]byte{archive.Fixed, archive.Unsafe} {
		if e.correct != nil || fixed[e.path] == nil || !showable(fixed[e.path], exampleLines) {
			continue
		}
		left, _, err := lintFiles(archive, apply(archive.Files, fixed), rule)
		if err != nil {
			return e, err
		}
		if len(inFile(left, e.path)) == 0 {
			e.correct = fixed[e.path]
		}
	}
	return e, nil
}

// apply returns files with the changes of a fix.
func apply(files []fixture.File, fixed map[string][]byte) []fixture.File {
	files = slices.Clone(files)
	for i, f := range files {
		if data, ok := fixed[f.Path]; ok {
			files[i].Data = data
		} else if data, ok := fixed[f.Path+fixture.ProgramMark]; ok {
			files[i].Data, files[i].Runs = data, true
		}
	}
	return files
}

func inFile(found []finding.Finding, path string) []finding.Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return f.Place.Path != path })
}

// lintFiles runs a rule on files, and returns its findings and a function that reads a file.
func lintFiles(archive *fixture.Archive, files []fixture.File, rule *analysis.Analyzer) (found []finding.Finding, read func(string) []byte, err error) {
	dir, err := os.MkdirTemp("", "skilllint-gen")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	workspace, err := fixture.Write(dir, files)
	if err != nil {
		return nil, nil, err
	}
	workspace.Base = archive.Base
	found, err = workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{rule}, Known: documented()})
	content := map[string][]byte{}
	for _, f := range found {
		content[f.Place.Path] = workspace.Read(f.Place.Path)
	}
	return found, func(path string) []byte { return content[path] }, err
}

// showable reports whether a page can show a file.
func showable(source []byte, lines int) bool {
	if len(source) == 0 || !utf8.Valid(source) || strings.ContainsAny(string(source), "\r\x00\ufeff") {
		return false
	}
	for line := range strings.Lines(string(source)) {
		if len(line) > exampleColumns {
			return false
		}
	}
	return strings.Count(string(source), "\n") <= lines
}

// markdown returns the file, its findings, and the correct file.
func (e example) markdown() string {
	if e.path == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Incorrect, `%s`:\n\n%s\n```text\n", e.path, block(e.path, e.source))
	for _, f := range e.found[:min(len(e.found), exampleFindings)] {
		writeFinding(&b, f)
	}
	if more := len(e.found) - exampleFindings; more > 0 {
		fmt.Fprintf(&b, "… and %d more\n", more)
	}
	b.WriteString("```\n")
	if e.correct != nil {
		b.WriteString("\nCorrect:\n\n" + block(e.path, e.correct))
	}
	return b.String()
}

// writeFinding writes a finding as the text format does, without the excerpt.
func writeFinding(b *strings.Builder, f finding.Finding) {
	fmt.Fprintf(b, "%s:%d:%d: %s: %s\n", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Severity, f.Message)
	for _, r := range f.Related {
		fmt.Fprintf(b, "    %s:%d:%d: %s\n", r.Place.Path, r.Place.Start.Line, r.Place.Start.Column, r.Message)
	}
	help := f.Help
	if len(f.Fixes) > 0 && help == "" {
		help = f.Fixes[0].Title
	}
	for _, line := range [][2]string{{"note", f.Effect}, {"help", help}} {
		if line[1] != "" {
			fmt.Fprintf(b, "    = %s: %s\n", line[0], line[1])
		}
	}
}

// block returns the content of a file as a code block.
func block(path string, source []byte) string {
	fence := strings.Repeat("`", max(3, longestRun(string(source), '`')+1))
	return fmt.Sprintf("%s%s\n%s%s\n", fence, language(path), ensureNewline(string(source)), fence)
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
