package main

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
)

// address is where the site is published.
const address = "https://skilllint.github.io/skilllint/"

// menu is what every page leads to: under a heading, files with the names that their pages have there.
var menu = []struct {
	heading string
	pages   [][2]string
}{
	{"skilllint", [][2]string{{"README.md", "Overview"}, {"docs/rules/README.md", "Rules"}, {"docs/configuration.md", "Configuration"}, {"docs/adopting.md", "Adopting"}}},
	{"Findings", [][2]string{{"docs/fixes.md", "Fixes"}, {"docs/suppressions.md", "Suppressions"}, {"docs/baseline.md", "Baselines"},
		{"docs/changed.md", "Only what is new"}, {"docs/house-rules.md", "House rules"}}},
	{"Where it runs", [][2]string{{"docs/editing.md", "While you write"}, {"docs/ci.md", "In CI"}, {"docs/action.md", "GitHub Action"}}},
	{"Skills and agents", [][2]string{{"docs/compat.md", "One skill, many agents"}, {"docs/context.md", "What reaches the model"},
		{"docs/graph.md", "How it hangs together"}, {"docs/dialects.md", "Dialects"}, {"docs/loaders.md", "Loaders"}, {"docs/protocol.md", "Subagent protocol"}}},
	{"Project", [][2]string{{"docs/releasing.md", "Releases"}, {"CHANGELOG.md", "Changelog"}, {"ARCHITECTURE.md", "Architecture"}, {"CONTRIBUTING.md", "Contributing"}, {"SECURITY.md", "Security"}}},
}

// siteHead begins a page. Nothing but its style is loaded, and nothing is run.
const siteHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="%s">
<title>%s</title>
<link rel="stylesheet" href="%s">
</head>
<body>
<a class="skip" href="#content">To the text</a>
<a class="small" href="#pages">All pages</a>
<main id="content">
`

// html returns the page as it is published.
func (p *sitePage) html(pages []*sitePage) []byte {
	var b bytes.Buffer
	title := p.title
	if p.source != "README.md" {
		title += " · skilllint"
	}
	fmt.Fprintf(&b, siteHead, html.EscapeString(strings.Join(strings.Fields(p.first), " ")), html.EscapeString(title), p.to("style.css"))
	if p.isRule() {
		fmt.Fprintf(&b, "<p class=\"above\"><a href=\"%s\">Rules</a></p>\n", p.to("rules/index.html"))
	}
	heading, rest, _ := strings.Cut(string(p.body), "</h1>\n")
	fmt.Fprintf(&b, "%s</h1>\n%s%s</main>\n", heading, p.contents(), rest)
	writeMenu(&b, pages, p.source, p.to)
	fmt.Fprintf(&b, "<footer><a href=\"%s%s\">The source of this page</a></footer>\n</body>\n</html>\n", repository, p.source)
	return b.Bytes()
}

func (p *sitePage) isRule() bool {
	return strings.HasPrefix(p.source, "docs/rules/") && p.source != "docs/rules/README.md"
}

// contents returns a list of the page's sections, where there are many.
func (p *sitePage) contents() string {
	if len(p.parts) < 4 || p.source == "README.md" {
		return ""
	}
	var b strings.Builder
	b.WriteString("<details class=\"parts\"><summary>On this page</summary>\n<ul>\n")
	for _, part := range p.parts {
		fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString(part[0]), html.EscapeString(part[1]))
	}
	return b.String() + "</ul>\n</details>\n"
}

// writeMenu writes the links to all pages; the one that is shown is marked.
func writeMenu(b *bytes.Buffer, pages []*sitePage, shown string, to func(target string) string) {
	b.WriteString("<nav id=\"pages\" aria-label=\"Pages\">\n")
	for _, group := range menu {
		fmt.Fprintf(b, "<p>%s</p>\n<ul>\n", html.EscapeString(group.heading))
		for _, entry := range group.pages {
			i := slices.IndexFunc(pages, func(p *sitePage) bool { return p.source == entry[0] })
			if i < 0 {
				continue
			}
			current := ""
			if entry[0] == shown {
				current = ` aria-current="page"`
			} else if entry[0] == "docs/rules/README.md" && strings.HasPrefix(shown, "docs/rules/") {
				current = ` aria-current="true"`
			}
			fmt.Fprintf(b, "<li><a href=\"%s\"%s>%s</a></li>\n", to(pages[i].target), current, html.EscapeString(entry[1]))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</nav>\n")
}

// notFound returns the page for addresses that lead nowhere. It is shown at any depth, so its links are whole.
func notFound(pages []*sitePage) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, siteHead, "There is no such page.", "No such page · skilllint", address+"style.css")
	fmt.Fprintf(&b, "<h1>No such page</h1>\n<p>The address leads nowhere; rules that got another name are told by "+
		"<code>skilllint explain</code>. <a href=\"%s\">All rules</a></p>\n</main>\n", address+"rules/index.html")
	writeMenu(&b, pages, "", func(target string) string { return address + target })
	b.WriteString("</body>\n</html>\n")
	return b.Bytes()
}
