package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A comment is the doc comment of an analyzer, split into the sections of the rule's page. Each is Markdown.
type comment struct {
	summary string            // the first paragraph, without the variable's name
	why     []string          // at most maxWhy paragraphs
	labeled map[string]string // by label
	details []string
}

// maxWhy is the number of paragraphs after the summary that explain why; further ones are details.
const maxWhy = 2

// labels start the paragraphs that become separate sections.
var labels = []string{"Severity", "Not reported", "Fix", "Options"}

var blankLines = regexp.MustCompile(`\n(?:[ \t]*\n)+`)

// parseComment splits a doc comment that starts with the variable's name. Lists and indented code belong to
// the paragraph before them.
func parseComment(variable, text string) comment {
	text = codeTags(text)
	c := comment{labeled: map[string]string{}}
	var current *string // the paragraph that a list continues
	label, isLabelled := "", false
	for i, p := range blankLines.Split(strings.TrimSpace(text), -1) {
		name, rest := cutLabel(p)
		switch indented := strings.HasPrefix(p, " ") || strings.HasPrefix(p, "\t"); {
		case i == 0:
			c.summary = capitalize(strings.TrimPrefix(p, variable+" "))
			current = &c.summary
		case indented && label != "":
			c.labeled[label] = strings.TrimLeft(c.labeled[label]+"\n\n"+p, "\n")
		case indented:
			*current += "\n\n" + p
		case name != "":
			label, isLabelled = name, true
			c.labeled[name] = rest
		default:
			label = ""
			paragraphs := &c.details
			if !isLabelled && len(c.why) < maxWhy && len(c.details) == 0 && !strings.HasPrefix(p, "# ") {
				paragraphs = &c.why
			}
			*paragraphs = append(*paragraphs, heading.ReplaceAllString(p, "### "))
			current = &(*paragraphs)[len(*paragraphs)-1]
		}
	}
	return c
}

// tag is an HTML tag or a word in angle brackets, which Markdown hides.
var tag = regexp.MustCompile(`</?[A-Za-z][^<>\n]*>|<!--.*?-->`)

// codeTags puts tags outside of code into backticks.
func codeTags(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = tag.ReplaceAllString(parts[i], "`$0`")
	}
	return strings.Join(parts, "`")
}

var heading = regexp.MustCompile(`^# `)

// cutLabel splits a paragraph such as "Fix: adds the heading." into its label and text.
func cutLabel(paragraph string) (label, text string) {
	label, text, ok := strings.Cut(paragraph, ":")
	if !ok || !slices.Contains(labels, label) {
		return "", ""
	}
	text = strings.TrimLeft(text, " ")
	if listed, ok := strings.CutPrefix(text, "\n"); ok {
		return label, listed
	}
	return label, capitalize(text)
}

// problems returns deviations of a doc comment from the format that CONTRIBUTING.md describes.
func (c comment) problems(variable, text string) []string {
	var found []string
	if !strings.HasPrefix(text, variable+" reports ") {
		found = append(found, fmt.Sprintf("it does not start with %q", variable+" reports "))
	}
	if !strings.HasSuffix(c.summary, ".") || strings.Contains(c.summary, "\n\n") {
		found = append(found, "its first paragraph is not one sentence or two")
	}
	if len(c.why) == 0 {
		found = append(found, "no paragraph explains why the finding matters")
	}
	for _, label := range labels {
		if text, ok := c.labeled[label]; ok && strings.TrimSpace(text) == "" {
			found = append(found, fmt.Sprintf("no text after %q", label+":"))
		}
	}
	for _, p := range slices.Concat(c.why, c.details) {
		if start, _, ok := strings.Cut(p, ":"); ok && slices.Contains(oldLabels, start) {
			found = append(found, fmt.Sprintf("unknown label %q (available: %s)", start+":", strings.Join(labels, ", ")))
		}
	}
	return found
}

// oldLabels are former labels and likely mistakes.
var oldLabels = []string{"Left alone", "Not Reported", "Fixes", "Option", "Severities", "Ignored", "Why", "Details", "Note"}
