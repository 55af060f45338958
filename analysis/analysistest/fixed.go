package analysistest

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/fixture"
)

// selectFix returns the fix to apply for a finding: the first safe one, otherwise the first one if unsafe is
// set, or nil.
func selectFix(f finding.Finding, unsafe bool) *finding.Fix {
	for i := range f.Fixes {
		if f.Fixes[i].Safe {
			return &f.Fixes[i]
		}
	}
	if unsafe && len(f.Fixes) > 0 {
		return &f.Fixes[0]
	}
	return nil
}

// applyFixes returns the files that fixes change, with their new content; the paths of files that become executable
// end in fixture.ProgramMark, and those of links in their new target. With unsafe, these are the files that an unsafe fix changes, with all fixes
// applied.
func applyFixes(found []finding.Finding, unsafe bool, read reader) (map[string][]byte, error) {
	edits, changed, runs := map[string][]analysis.Edit{}, map[string]bool{}, map[string]bool{}
	for _, f := range found {
		c := selectFix(f, unsafe)
		if c == nil {
			continue
		}
		for _, e := range c.Edits {
			path := cmp.Or(e.Location.Path, f.Place.Path)
			changed[path] = changed[path] || c.Safe != unsafe
			edits[path] = append(edits[path], analysis.Edit{Range: e.Location.Range, Text: e.Text})
		}
		if x := c.Executable; x != nil {
			changed[x.Path], runs[x.Path] = changed[x.Path] || c.Safe != unsafe, true
		}
	}
	after := map[string][]byte{}
	for _, f := range found {
		if c := selectFix(f, unsafe); c != nil && c.Link != nil && c.Safe != unsafe {
			after[c.Link.Path+fixture.LinkArrow+c.Link.New] = nil
		}
	}
	for path := range changed {
		if !changed[path] {
			continue
		}
		out, err := fix.Apply(read(path), edits[path])
		if err != nil {
			return nil, fmt.Errorf("apply fixes to %s: %w", path, err)
		}
		if runs[path] {
			path += fixture.ProgramMark
		}
		after[path] = out
	}
	return after, nil
}

// compareFixed returns the differences between the fixed files and the sections with a prefix.
func compareFixed(prefix string, want, got map[string][]byte) []string {
	var problems []string
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if expected, ok := want[path]; !ok {
			problems = append(problems, fmt.Sprintf("missing section %s%s, which a fix changes; -update adds it", prefix, path))
		} else if difference := firstDifference(expected, got[path]); difference != "" {
			problems = append(problems, fmt.Sprintf("%s%s: %s", prefix, path, difference))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[path]; !ok {
			problems = append(problems, fmt.Sprintf("no fix for section %s%s", prefix, path))
		}
	}
	return problems
}

// firstDifference describes the first line in which two files differ, or returns "".
func firstDifference(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	wantLines, gotLines := bytes.SplitAfter(want, []byte("\n")), bytes.SplitAfter(got, []byte("\n"))
	n := 0
	for n < len(wantLines) && n < len(gotLines) && bytes.Equal(wantLines[n], gotLines[n]) {
		n++
	}
	line := func(lines [][]byte) string {
		if n >= len(lines) {
			return "missing"
		}
		return fmt.Sprintf("%q", lines[n])
	}
	return fmt.Sprintf("line %d is %s after the fix, want %s", n+1, line(gotLines), line(wantLines))
}

// unfixed returns the findings that remain although they were fixed.
func unfixed(before, after []finding.Finding, unsafe bool, readBefore, readAfter reader) []string {
	type key struct{ path, text, message string }
	keyOf := func(f finding.Finding, read reader) key {
		source, r := read(f.Place.Path), f.Place.Range
		k := key{path: f.Place.Path, message: f.Message}
		if r.End <= len(source) {
			k.text = string(source[r.Start:r.End])
		}
		return k
	}
	allowed, fixed := map[key]int{}, map[key]bool{}
	for _, f := range before {
		if selectFix(f, unsafe) == nil {
			allowed[keyOf(f, readBefore)]++
		} else {
			fixed[keyOf(f, readBefore)] = true
		}
	}
	var problems []string
	for _, f := range after {
		k := keyOf(f, readAfter)
		if allowed[k]--; fixed[k] && allowed[k] < 0 {
			problems = append(problems, fmt.Sprintf("still found after the fix: %s: %s", f.Place.Path, f.Message))
		}
	}
	return problems
}
