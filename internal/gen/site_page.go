package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// address is where the site is published.
const address = "https://skilllint.github.io/skilllint/"

// A menuGroup is a heading of the navigation and the pages below it.
type menuGroup struct {
	heading string
	entries []menuEntry
}

type menuEntry struct{ source, title string }

var (
	menuHeading = regexp.MustCompile(`^## (.+)`)
	menuItem    = regexp.MustCompile(`^- \[([^\]]+)\]\(([^)#]+\.md)\)`)
)

// readMenu returns the navigation, which is the list of docs/README.md.
func readMenu(root string) ([]menuGroup, error) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		return nil, err
	}
	var menu []menuGroup
	for line := range strings.Lines(string(text)) {
		if m := menuHeading.FindStringSubmatch(line); m != nil {
			menu = append(menu, menuGroup{heading: m[1]})
		} else if m := menuItem.FindStringSubmatch(line); m != nil && len(menu) > 0 {
			last := &menu[len(menu)-1]
			last.entries = append(last.entries, menuEntry{path.Join("docs", m[2]), strings.ReplaceAll(m[1], "`", "")})
		}
	}
	return slices.DeleteFunc(menu, func(g menuGroup) bool { return len(g.entries) == 0 }), nil
}

// siteHead is the start of a page. It loads only files of the site.
const siteHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="%s">
<title>%s</title>
<link rel="stylesheet" href="%s">
%s</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<a class="small" href="#pages">Search and all pages</a>
<main id="content">
`

// html returns the page as it is published.
func (p *sitePage) html(s *site) ([]byte, error) {
	var b bytes.Buffer
	head, app, err := p.playgroundParts()
	policy := pagePolicy
	if app != "" || p.source == home {
		policy = playgroundPolicy
	}
	title := p.title
	if p.source != home {
		title += " · skilllint"
	}
	script := scripts(p.to, "search.js")
	if p.source == ruleIndex {
		script += scripts(p.to, "filter.js")
	}
	if p.source == home {
		head = "<link rel=\"stylesheet\" href=\"playground/playground.css\">\n<script type=\"module\" src=\"home.js\"></script>\n"
	}
	fmt.Fprintf(&b, siteHead, policy, html.EscapeString(strings.Join(strings.Fields(p.first), " ")), html.EscapeString(title), p.to("style.css"), head+script)
	if p.isRule() {
		fmt.Fprintf(&b, "<p class=\"above\"><a href=\"%s\">Rules</a></p>\n", p.to("rules/index.html"))
	}
	heading, rest, _ := strings.Cut(string(p.body), "</h1>\n")
	if app != "" {
		first, sections, _ := strings.Cut(rest, "<h2")
		rest = first + app + "<h2" + sections
	}
	fmt.Fprintf(&b, "%s</h1>\n%s%s</main>\n", heading, p.contents(), rest)
	s.writeMenu(&b, p.source, p.to)
	fmt.Fprintf(&b, "<footer><a href=\"%s%s\">Source of this page</a></footer>\n</body>\n</html>\n", repository, p.source)
	return b.Bytes(), err
}

func (p *sitePage) isRule() bool {
	return strings.HasPrefix(p.source, "docs/rules/") && p.source != ruleIndex
}

// ruleIndex is the page that lists all rules.
const ruleIndex = "docs/rules/README.md"

// scripts returns an element that runs a script of the site.
func scripts(to func(string) string, name string) string {
	return fmt.Sprintf("<script defer src=\"%s\"></script>\n", to(name))
}

// contents returns a list of the page's sections if it has at least four.
func (p *sitePage) contents() string {
	if len(p.parts) < 4 || p.source == home {
		return ""
	}
	var b strings.Builder
	b.WriteString("<details class=\"parts\"><summary>On this page</summary>\n<ul>\n")
	for _, part := range p.parts {
		fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString(part[0]), html.EscapeString(part[1]))
	}
	return b.String() + "</ul>\n</details>\n"
}

// searchBox is hidden until search.js runs.
const searchBox = `<search hidden>
<label for="search-input">Search</label>
<input id="search-input" type="search" autocomplete="off" spellcheck="false">
<p class="count" aria-live="polite"></p>
<ul></ul>
</search>
`

// writeMenu writes the search box and the links to all pages, with the current one marked.
func (s *site) writeMenu(b *bytes.Buffer, current string, to func(target string) string) {
	b.WriteString("<nav id=\"pages\" aria-label=\"Pages\">\n" + searchBox + "<div class=\"groups\">\n")
	for _, group := range s.menu {
		fmt.Fprintf(b, "<p>%s</p>\n<ul>\n", html.EscapeString(group.heading))
		for _, entry := range group.entries {
			mark := ""
			if entry.source == current {
				mark = ` aria-current="page"`
			} else if entry.source == ruleIndex && strings.HasPrefix(current, "docs/rules/") {
				mark = ` aria-current="true"`
			}
			fmt.Fprintf(b, "<li><a href=\"%s\"%s>%s</a></li>\n", to(s.targets[entry.source]), mark, html.EscapeString(entry.title))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</div>\n</nav>\n")
}

// notFound returns the page for unknown URLs. It is shown at any depth, so its links are absolute.
func (s *site) notFound() []byte {
	absolute := func(target string) string { return address + target }
	var b bytes.Buffer
	fmt.Fprintf(&b, siteHead, pagePolicy, "Page not found", "Page not found · skilllint", absolute("style.css"), scripts(absolute, "search.js"))
	fmt.Fprintf(&b, "<h1>Page not found</h1>\n<p>For a rule that was renamed, <code>skilllint explain</code> shows the page under its new name. "+
		"<a href=\"%s\">All rules</a></p>\n</main>\n", absolute("rules/index.html"))
	s.writeMenu(&b, "", absolute)
	b.WriteString("</body>\n</html>\n")
	return b.Bytes()
}
