package main

import (
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// withoutTry are the rules that compare with an earlier version, and the one that reports bugs of skilllint.
var withoutTry = []string{"rules/internal/analyzer.html", "rules/manifest/append-only.html", "rules/registry/version-bump.html"}

// TestSite checks every link of the site, that pages load only files of the site, and that the menu has all pages.
func TestSite(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeSite(root, dir); err != nil {
		t.Fatal(err)
	}
	site := map[string]string{}
	_ = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, file)
		text, err := os.ReadFile(file)
		site[filepath.ToSlash(rel)] = string(text)
		return err
	})
	links := 0
	for name, text := range site {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range regexp.MustCompile(`\s(?:href|src)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			links++
			if problem := follow(root, site, name, html.UnescapeString(link[1])); problem != "" {
				t.Errorf("%s: %s: %s", name, link[1], problem)
			}
		}
		if rest := scriptTag.ReplaceAllString(text, ""); strings.Contains(rest, "<script") || strings.Contains(text, " style=") || strings.Contains(text, "raw HTML omitted") {
			t.Errorf("%s: inline script or style, or omitted HTML", name)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range pages {
		page := strings.TrimSuffix(filepath.Base(file), ".md") + ".html"
		if page = strings.Replace(page, "playground.html", "playground/index.html", 1); page != "README.html" && !strings.Contains(site["index.html"], `<li><a href="`+page+`"`) {
			t.Errorf("docs/README.md does not list %s", filepath.Base(file))
		}
	}
	tries := 0
	for name, text := range site {
		if !strings.HasPrefix(name, "rules/") || !strings.Contains(text, `<span class="badge `) {
			continue
		}
		if strings.Contains(text, `href="../../playground/index.html#z`) {
			tries++
		} else if !slices.Contains(withoutTry, name) || !strings.Contains(text, "The playground has no example") {
			t.Errorf("%s has no example for the playground", name)
		}
	}
	if tries < 100 {
		t.Errorf("%d rules have badges and an example for the playground", tries)
	}
	for _, want := range []string{`data-demo="`, "<textarea", `class="finding error"`, "% are right", `src="home.js"`} {
		if !strings.Contains(site["index.html"], want) {
			t.Errorf("the front page has no %s", want)
		}
	}
	t.Logf("%d rules have an example for the playground", tries)
	if links < 1000 || !strings.Contains(site["index.html"], "<h1") {
		t.Errorf("%d links in %d files", links, len(site))
	}
	t.Logf("%d links in %d files", links, len(site))
}

// TestPlaygroundFiles checks that all files of the playground are available offline, that only its page can run
// WebAssembly, and that no page can load anything from other sites.
func TestPlaygroundFiles(t *testing.T) {
	assets, err := siteFiles.ReadDir("site/playground")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range assets {
		if name := a.Name(); name != "app.html" && name != "sw.js" && !slices.Contains(offline, name) {
			t.Errorf("%s is not available offline", name)
		}
	}
	if strings.Contains(pagePolicy+playgroundPolicy, ":") || strings.Contains(pagePolicy, "wasm") || !strings.HasPrefix(playgroundPolicy, "default-src 'self'; ") {
		t.Errorf("policies: %s | %s", pagePolicy, playgroundPolicy)
	}
	for source, want := range map[string]string{playground: playgroundPolicy, home: playgroundPolicy, "docs/faq.md": pagePolicy} {
		p := &sitePage{source: source, target: "x/a.html", title: "A", body: []byte("<h1>A</h1>\n<h2>B</h2>\n")}
		page, err := p.html(&site{})
		if err != nil || !strings.Contains(string(page), `content="`+want+`"`) || strings.Contains(string(page), "<textarea") != (source == playground) {
			t.Errorf("%s: %v\n%s", source, err, page)
		}
	}
}

// scriptTag is an element that runs a script of the site.
var scriptTag = regexp.MustCompile(`<script (defer|type="module") src="(\.\./|` + regexp.QuoteMeta(address) + `)*[a-z]+\.js"></script>`)

// follow returns why a link is broken, or "".
func follow(root string, site map[string]string, from, to string) string {
	if file, ok := strings.CutPrefix(to, repository); ok {
		file, _, _ = strings.Cut(file, "#")
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
			return "the file does not exist in the repository"
		}
		return ""
	}
	if file, ok := strings.CutPrefix(to, address); ok {
		if _, ok := site[file]; !ok {
			return "the file does not exist"
		}
		return ""
	}
	if strings.HasPrefix(to, "https://") {
		return ""
	}
	file, fragment, hasFragment := strings.Cut(to, "#")
	name := from
	if file != "" {
		name = path.Join(path.Dir(from), file)
	}
	text, ok := site[name]
	if !ok {
		return "the page does not exist"
	}
	if !hasFragment || name == "playground/index.html" { // a tree
		return ""
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || !strings.Contains(text, fmt.Sprintf(` id="%s"`, html.EscapeString(fragment))) {
		return "the anchor does not exist"
	}
	return ""
}

// TestFollow checks that follow detects broken links.
func TestFollow(t *testing.T) {
	site := map[string]string{"a.html": `<h2 id="x">`, "b/c.html": ""}
	for to, ok := range map[string]bool{"../a.html": true, "../a.html#x": true, "../a.html#y": false, "a.html": false, "#x": false,
		repository + "go.mod": true, repository + "no.mod": false, "https://example.org": true, "http://example.org": false} {
		root, _ := moduleRoot()
		if got := follow(root, site, "b/c.html", to); (got == "") != ok {
			t.Errorf("%s: %q", to, got)
		}
	}
}

// TestRender checks that HTML and missing headings are errors.
func TestRender(t *testing.T) {
	for markdown, want := range map[string]string{
		"<!-- written -->\n\n# A `<b>`\n\n    <i>\n": "",
		"# A\n\nclose <b> tags\n":                    "<b> is HTML",
		"# A\n\n<div>\nx\n</div>\n":                  "is HTML",
		"text\n":                                     "no heading",
	} {
		p := &sitePage{source: "docs/a.md", target: "a.html"}
		err := p.render([]byte(markdown), nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", markdown, err, want)
		}
	}
}
