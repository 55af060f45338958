// Package docs embeds the pages of the rules, which the program shows.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed rules/*/*.md
var pages embed.FS

// Page returns the page of a rule, as Markdown, by its name; false when it has none.
func Page(rule string) (string, bool) {
	data, err := pages.ReadFile(path(rule))
	return string(data), err == nil
}

// Has reports whether a rule has a page.
func Has(rule string) bool {
	_, err := fs.Stat(pages, path(rule))
	return err == nil
}

func path(rule string) string { return "rules/" + rule + ".md" }
