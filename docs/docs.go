// Package docs holds the pages of the rules, so that the program can show them.
package docs

import "embed"

//go:embed rules
var pages embed.FS

// Page returns the page of a rule, as Markdown, by its name; false when it has none.
func Page(rule string) (string, bool) {
	data, err := pages.ReadFile("rules/" + rule + ".md")
	return string(data), err == nil
}
