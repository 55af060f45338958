package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
)

// Limits of patterns.
const (
	maxBraces      = 200    // expansions of a pattern with braces
	maxDirectories = 20_000 // searched directories per pattern
)

// A glob finds files by a pattern.
type glob struct {
	from  Source
	dots  bool // "*" matches names that start with a dot
	room  int
	found []string
}

// findFiles returns the files below a directory that match a pattern, without duplicates, in directory order.
func findFiles(from Source, dir, pattern string, dots bool) []string {
	g := &glob{from: from, dots: dots, room: maxDirectories}
	for _, one := range expandBraces(pattern) {
		g.walk(dir, strings.Split(path.Clean(one), "/"))
	}
	var unique []string
	seen := map[string]bool{}
	for _, at := range g.found {
		if !seen[at] {
			seen[at] = true
			unique = append(unique, at)
		}
	}
	return unique
}

func (g *glob) walk(dir string, parts []string) {
	if g.room--; g.room < 0 {
		return
	}
	part, rest := parts[0], parts[1:]
	switch {
	case part == "..":
		if len(rest) > 0 {
			g.walk(path.Dir(dir), rest)
		}
		return
	case part == "**":
		if len(rest) == 0 {
			rest = []string{"*"}
		}
		g.walk(dir, rest)
		for _, e := range g.from.List(dir) {
			if e.Kind == catalog.Directory && g.matchEntry("*", e.Name) {
				g.walk(path.Join(dir, e.Name), parts)
			}
		}
		return
	}
	for _, e := range g.from.List(dir) {
		if !g.matchEntry(part, e.Name) {
			continue
		}
		at := path.Join(dir, e.Name)
		switch e.Kind {
		case catalog.File, catalog.LinkedFile:
			if len(rest) == 0 {
				g.found = append(g.found, at)
			}
		case catalog.Directory, catalog.LinkedDir:
			if len(rest) > 0 {
				g.walk(at, rest)
			}
		}
	}
}

func (g *glob) matchEntry(part, name string) bool {
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") && !g.dots {
		return false
	}
	return matchName(part, name)
}

// matches reports whether a path matches a pattern; both are relative to the same directory.
func matches(pattern, at string) bool {
	return slices.ContainsFunc(expandBraces(pattern), func(one string) bool {
		return matchParts(strings.Split(path.Clean(one), "/"), strings.Split(at, "/"))
	})
}

// matchParts matches path elements. It tracks all reachable positions in the pattern at once, so it does not backtrack.
func matchParts(pattern, parts []string) bool {
	reached := make([]bool, len(pattern)+1)
	reached[0] = true
	skip := func() {
		for i, p := range pattern {
			if p == "**" && reached[i] {
				reached[i+1] = true
			}
		}
	}
	skip()
	for _, part := range parts {
		next := make([]bool, len(pattern)+1)
		for i, p := range pattern {
			switch {
			case !reached[i]:
			case p == "**":
				next[i] = true
			case matchName(p, part):
				next[i+1] = true
			}
		}
		reached = next
		skip()
	}
	return reached[len(pattern)]
}

// matchName matches one path element. An invalid pattern matches only itself.
func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil || pattern == name
}

// expandBraces expands the braces of a pattern.
func expandBraces(pattern string) []string {
	done, open := []string{}, []string{pattern}
	for len(open) > 0 && len(done)+len(open) <= maxBraces {
		one := open[0]
		open = open[1:]
		start, end := innermostBraces(one)
		if start < 0 {
			done = append(done, one)
			continue
		}
		var some []string
		for choice := range strings.SplitSeq(one[start+1:end], ",") {
			some = append(some, one[:start]+choice+one[end+1:])
		}
		open = append(some, open...)
	}
	return append(done, open...)
}

// innermostBraces returns the first innermost pair of braces with a comma, or -1.
func innermostBraces(pattern string) (start, end int) {
	start = -1
	for i := range len(pattern) {
		switch pattern[i] {
		case '{':
			start = i
		case '}':
			if start >= 0 && strings.Contains(pattern[start:i], ",") {
				return start, i
			}
			start = -1
		}
	}
	return -1, -1
}
