package config

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Limits of globs: matching is polynomial without braces, and each brace group multiplies the cost.
const (
	maxGlobs        = 200
	maxGlobLength   = 250
	maxBraces       = 3
	maxAlternatives = 20
)

// A Glob matches paths: "*" within a name, "**" across directories, "?", "[a-z]", "{a,b}". A glob that matches a
// directory matches everything below it. A glob without a slash, except at its end, matches names at any depth,
// as in an ignore file; other globs match paths relative to their base directory.
type Glob struct {
	text, pattern string
	origin        Origin
}

// ParseGlob parses and validates a glob.
func ParseGlob(text string) (Glob, error) {
	pattern := strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/")
	anchored := strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	switch {
	case strings.TrimSpace(pattern) == "":
		return Glob{}, fmt.Errorf("glob %s matches nothing; write a path or a pattern such as 'drafts/**'", quote.Text(text))
	case strings.HasPrefix(text, "!"):
		return Glob{}, fmt.Errorf("invalid glob %s: negation with ! is not supported", quote.Text(text))
	case strings.Contains(text, `\`):
		return Glob{}, fmt.Errorf("invalid glob %s: write / between directories, and no backslashes", quote.Text(text))
	case hasDotDot(pattern):
		return Glob{}, fmt.Errorf("invalid glob %s: it points outside of the directory of the configuration", quote.Text(text))
	case len(pattern) > maxGlobLength:
		return Glob{}, fmt.Errorf("glob %s is %d bytes long (limit %d)", quote.Text(text), len(pattern), maxGlobLength)
	case strings.Count(pattern, "{") > maxBraces || strings.Count(pattern, ",") > maxAlternatives:
		return Glob{}, fmt.Errorf("glob %s has too many alternatives (limit: %d groups in braces)", quote.Text(text), maxBraces)
	case !doublestar.ValidatePattern(pattern):
		return Glob{}, errors.New("invalid glob " + quote.Text(text) + ": unclosed bracket or brace")
	}
	if !anchored {
		pattern = "**/" + pattern
	}
	return Glob{text: text, pattern: pattern}, nil
}

func hasDotDot(pattern string) bool {
	for _, part := range strings.Split(pattern, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

// String returns the glob as written.
func (g Glob) String() string { return g.text }

// Origin returns the position of a glob in a configuration.
func (g Glob) Origin() Origin { return g.origin }

// Match reports whether the glob matches a path, or a directory above it. The path is relative to the base of
// the glob, with "/".
func (g Glob) Match(name string) bool {
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if doublestar.MatchUnvalidated(g.pattern, name) {
			return true
		}
	}
	return false
}

// Is reports whether the glob matches a path itself, not only a directory above it.
func (g Glob) Is(name string) bool { return doublestar.MatchUnvalidated(g.pattern, name) }

// matchesAnyExactly reports whether one of the globs matches a path itself.
func matchesAnyExactly(globs []Glob, name string) bool {
	return slices.ContainsFunc(globs, func(g Glob) bool { return g.Is(name) })
}

// MatchAny reports whether one of the globs matches.
func MatchAny(globs []Glob, name string) bool {
	for _, g := range globs {
		if g.Match(name) {
			return true
		}
	}
	return false
}
