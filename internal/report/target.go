package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// A Target is a format and the file to write it to.
type Target struct{ Format, File string } // without File: standard output

// ParseTarget parses "format" or "format=file".
func ParseTarget(s string) (Target, error) {
	name, file, hasFile := strings.Cut(s, "=")
	known := Formats()
	switch {
	case slices.Contains(known, name):
	case strings.Contains(name, ","):
		return Target{}, fmt.Errorf("%s is a list: repeat the flag, --format %s", quote.Text(s), strings.ReplaceAll(name, ",", " --format "))
	case strings.ContainsAny(name, ":/."):
		return Target{}, fmt.Errorf("unknown format %s: a file is named as FORMAT=FILE, --format %s", quote.Text(s), withFile(name, known))
	default:
		if near, ok := suggest.Best(name, known); ok {
			return Target{}, fmt.Errorf("unknown format %s; did you mean %q?", quote.Text(name), near)
		}
		return Target{}, fmt.Errorf("unknown format %s (available: %s)", quote.Text(name), strings.Join(known, ", "))
	}
	if hasFile && file == "" {
		return Target{}, fmt.Errorf("missing file in %s: use %s=FILE, or %s for standard output", quote.Text(s), name, name)
	}
	if file == "-" || file == "/dev/stdout" {
		file = ""
	}
	return Target{name, file}, nil
}

// withFile suggests the correct syntax for "sarif:out.sarif" or "out.json".
func withFile(value string, known []string) string {
	name, file, ok := strings.Cut(value, ":")
	if !ok {
		name, file = strings.TrimPrefix(path.Ext(value), "."), value
	}
	if !slices.Contains(known, name) {
		name = known[0]
	}
	return name + "=" + file
}
