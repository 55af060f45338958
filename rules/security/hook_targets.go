package security

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// read reads a script, or the commands of a target.
func (s startedScript) read(d *analysis.Document) *behavior.Reading {
	_, target, isTarget := strings.Cut(s.Path, "#")
	switch {
	case !isTarget:
		return behavior.ReadScript(d, behavior.Unasked)
	case s.By == "make":
		return behavior.ReadCommands(d, targetsOf(d.Source, target))
	}
	scripts := jsontree.Parse(d.Source, 0).Root.Get("scripts")
	var ranges []analysis.Range
	for _, name := range []string{"pre" + target, target, "post" + target} {
		if v := scripts.Get(name); v.IsString() {
			ranges = append(ranges, v.Range)
		}
	}
	return behavior.ReadCommands(d, ranges)
}

// targetsOf returns the recipes that make runs for a target: its own, and those of its prerequisites. Without a target, it is
// the first.
func targetsOf(source []byte, target string) []analysis.Range {
	rules := map[string][]string{} // prerequisites
	recipes := map[string]analysis.Range{}
	name, at := "", 0
	for line := range bytes.Lines(source) {
		at += len(line)
		switch targets, needs, ok := strings.Cut(string(line), ":"); {
		case line[0] == '\t' || len(bytes.TrimSpace(line)) == 0:
			if r, known := recipes[name]; known {
				recipes[name] = analysis.Range{Start: r.Start, End: at}
			}
		case ok && line[0] != '#' && line[0] != '.' && !strings.HasPrefix(needs, "="):
			name = strings.TrimSpace(targets)
			if target == "" {
				target = name
			}
			rules[name], recipes[name] = strings.Fields(needs), analysis.Range{Start: at, End: at}
		default:
			name = ""
		}
	}
	var found []analysis.Range
	seen := map[string]bool{}
	for queue := []string{target}; len(queue) > 0; queue = queue[1:] {
		if r, ok := recipes[queue[0]]; ok && !seen[queue[0]] {
			found = append(found, r)
			queue = append(queue, rules[queue[0]]...)
		}
		seen[queue[0]] = true
	}
	return found
}
