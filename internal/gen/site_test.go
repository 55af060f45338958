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
	"strings"
	"testing"
)

// TestSite follows every link of the site: to a page, to a place in one, or to a file of the repository.
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
			if complaint := follow(root, site, name, html.UnescapeString(link[1])); complaint != "" {
				t.Errorf("%s: %s: %s", name, link[1], complaint)
			}
		}
		if strings.Contains(text, "<script") || strings.Contains(text, " style=") || strings.Contains(text, "raw HTML omitted") {
			t.Errorf("%s has a script, a style that is not allowed, or HTML that was left out", name)
		}
	}
	for _, group := range menu {
		for _, entry := range group.pages {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(entry[0]))); err != nil {
				t.Errorf("the menu leads to %s: %v", entry[0], err)
			}
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range pages {
		if page := strings.TrimSuffix(filepath.Base(file), ".md") + ".html"; !strings.Contains(site["index.html"], `<li><a href="`+page+`"`) {
			t.Errorf("the menu does not lead to %s", page)
		}
	}
	if links < 1000 || !strings.Contains(site["index.html"], "<h1") {
		t.Errorf("%d links in %d files", links, len(site))
	}
	t.Logf("%d links in %d files", links, len(site))
}

// follow says why a link leads nowhere; "" when it leads somewhere.
func follow(root string, site map[string]string, from, to string) string {
	if file, ok := strings.CutPrefix(to, repository); ok {
		file, _, _ = strings.Cut(file, "#")
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
			return "the repository has no such file"
		}
		return ""
	}
	if file, ok := strings.CutPrefix(to, address); ok {
		if _, ok := site[file]; !ok {
			return "no such file"
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
		return "no such page"
	}
	if !hasFragment {
		return ""
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || !strings.Contains(text, fmt.Sprintf(` id="%s"`, html.EscapeString(fragment))) {
		return "the page has no such place"
	}
	return ""
}

// TestFollow checks that the test above can fail.
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

// TestRender checks that pages without HTML become pages, and others an error.
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
