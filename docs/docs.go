// Package docs holds the pages of the rules, so that the program can show them.
package docs

import (
	_ "embed"

	"github.com/skilllint/skilllint/internal/packed"
)

// archive holds the pages in rules: go generate ./rules writes both.
//
//go:embed pages.bin
var archive string

var pages = packed.Open(archive)

// Page returns the page of a rule, as Markdown, by its name; false when it has none.
func Page(rule string) (string, bool) {
	data, err := pages.ReadFile(rule + ".md")
	return string(data), err == nil
}

// Has reports whether a rule has a page, at no cost: reports ask it for each finding.
func Has(rule string) bool { return pages.Has(rule + ".md") }
