package main

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/link"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// repository is the address of files that are not pages of the site.
const repository = "https://github.com/skilllint/skilllint/blob/main/"

//go:embed site
var siteFiles embed.FS

// A site is the website of the documentation.
type site struct {
	pages   []*sitePage
	targets map[string]string // of pages, by source
	menu    []menuGroup
}

// A sitePage is a Markdown file that becomes a page.
type sitePage struct {
	source  string // relative to the module's directory: docs/rules/deps/cycle.md
	target  string // in the site: rules/deps/cycle.html
	title   string
	first   string      // first paragraph, without markup
	parts   [][2]string // IDs and texts of second-level headings
	entries []searchEntry
	body    []byte // HTML
}

// topPages are the pages outside of docs.
var topPages = map[string]string{"README.md": "index.html", "CHANGELOG.md": "changelog.html", "ARCHITECTURE.md": "architecture.html", "CONTRIBUTING.md": "contributing.html", "SECURITY.md": "security.html"}

// ownTargets are the pages with their own directory.
var ownTargets = map[string]string{playground: "playground/index.html"}

// writeSite writes the documentation as a website of static files, which GitHub Pages can publish.
func writeSite(root, dir string) error {
	s, err := newSite(root)
	if err != nil {
		return err
	}
	files := map[string][]byte{"404.html": s.notFound(), ".nojekyll": nil}
	if files["search-index.js"], err = s.searchIndex(); err != nil {
		return err
	}
	for _, p := range s.pages {
		if files[p.target], err = p.html(s); err != nil {
			return err
		}
	}
	images, err := filepath.Glob(filepath.Join(root, "docs", "*", "*.png"))
	if err != nil {
		return err
	}
	for _, image := range images {
		name := path.Join(filepath.Base(filepath.Dir(image)), filepath.Base(image))
		if files[name], err = os.ReadFile(image); err != nil {
			return err
		}
	}
	err = fs.WalkDir(siteFiles, "site", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) == ".html" {
			return err
		}
		files[strings.TrimPrefix(name, "site/")], err = siteFiles.ReadFile(name)
		return err
	})
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}

// newSite reads all pages, sorted by source.
func newSite(root string) (*site, error) {
	s := &site{targets: maps.Clone(topPages)}
	var err error
	if s.menu, err = readMenu(root); err != nil {
		return nil, err
	}
	if err := s.findPages(root); err != nil {
		return nil, err
	}
	for _, source := range slices.Sorted(maps.Keys(s.targets)) {
		markdown, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(source)))
		if err != nil {
			return nil, err
		}
		p := &sitePage{source: source, target: s.targets[source]}
		if err := p.render(markdown, s.targets); err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		if err := p.complete(root); err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		s.pages = append(s.pages, p)
	}
	for _, group := range s.menu {
		for _, entry := range group.entries {
			if s.targets[entry.source] == "" {
				return nil, fmt.Errorf("docs/README.md: %s does not exist", entry.source)
			}
		}
	}
	return s, nil
}

// complete adds what the Markdown does not have.
func (p *sitePage) complete(root string) error {
	switch {
	case p.source == home:
		return p.addHome(root)
	case p.isRule():
		p.body = addBadges(p.body)
		return p.addTry(root)
	}
	return nil
}

// findPages adds the targets of all pages in docs.
func (s *site) findPages(root string) error {
	return filepath.WalkDir(filepath.Join(root, "docs"), func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(file) != ".md" {
			return err
		}
		rel, err := filepath.Rel(root, file)
		source := filepath.ToSlash(rel)
		target := strings.TrimSuffix(strings.TrimPrefix(source, "docs/"), ".md")
		switch {
		case target == "README":
			target = "contents" // index.html is the README.md of the repository
		case path.Base(target) == "README":
			target = path.Join(path.Dir(target), "index")
		}
		s.targets[source] = cmp.Or(ownTargets[source], target+".html")
		return err
	})
}

// render converts Markdown to HTML. Headings get the same IDs as on GitHub. Links to other files become links to their
// pages, or to the repository.
func (p *sitePage) render(markdown []byte, targets map[string]string) error {
	links := &relinker{page: p, targets: targets}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID(),
		parser.WithASTTransformers(util.Prioritized(links, 500))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(codeRenderer{p, targets}, 100))))
	var out bytes.Buffer
	ctx := parser.NewContext(parser.WithIDs(&slugs{taken: map[string]int{}}))
	if err := md.Convert(markdown, &out, parser.WithContext(ctx)); err != nil {
		return err
	}
	p.entries = links.entries
	p.body = bytes.ReplaceAll(out.Bytes(), []byte("<!-- raw HTML omitted -->\n"), nil)
	if p.title == "" {
		return errors.New("no heading")
	}
	return links.err
}

// A relinker converts links between files to links between pages, and collects the headings and the entries of the
// search index. HTML is an error, because GitHub hides it.
type relinker struct {
	page    *sitePage
	targets map[string]string
	entries []searchEntry
	err     error
}

// Transform implements goldmark's ASTTransformer.
func (r *relinker) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	r.entries = searchEntries(doc, reader.Source(), r.page.target)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			r.reject(n.Segments.Value(reader.Source()))
		case *ast.HTMLBlock:
			r.reject(n.Lines().Value(reader.Source()))
		case *ast.Heading:
			r.heading(n, reader.Source())
		case *ast.Paragraph:
			if r.page.first == "" {
				r.page.first = plain(n, reader.Source())
			}
		case *ast.Link:
			n.Destination = []byte(r.destination(string(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
}

// heading records a heading. Headings other than the title link to themselves, so that readers can copy their URL.
func (r *relinker) heading(n *ast.Heading, source []byte) {
	text := plain(n, source)
	if r.page.title == "" {
		r.page.title = text
		return
	}
	id, _ := n.AttributeString("id")
	name, _ := id.([]byte)
	if n.Level == 2 {
		r.page.parts = append(r.page.parts, [2]string{string(name), text})
	}
	own := ast.NewLink()
	own.Destination = []byte("#" + string(name))
	own.SetAttributeString("class", []byte("own"))
	own.SetAttributeString("aria-label", []byte("Link to "+text))
	own.AppendChild(own, ast.NewString([]byte("#")))
	n.AppendChild(n, own)
}

// reject records an error for HTML other than comments.
func (r *relinker) reject(markup []byte) {
	if !bytes.HasPrefix(bytes.TrimSpace(markup), []byte("<!--")) {
		r.err = errors.Join(r.err, fmt.Errorf("%s is HTML, which GitHub hides; write it in backticks", bytes.TrimSpace(markup)))
	}
}

func (r *relinker) destination(to string) string {
	if to == "" || strings.HasPrefix(to, "#") || strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
		return to
	}
	file, fragment, hasFragment := strings.Cut(to, "#")
	source := path.Join(path.Dir(r.page.source), file)
	target, ok := r.targets[source]
	if !ok {
		return repository + strings.TrimPrefix(source, "./")
	}
	to = r.page.to(target)
	if hasFragment {
		to += "#" + fragment
	}
	return to
}

// to returns the relative URL of another file of the site.
func (p *sitePage) to(target string) string {
	return strings.Repeat("../", strings.Count(p.target, "/")) + target
}

// plain returns the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// slugs generates IDs of headings like GitHub; equal ones get a number.
type slugs struct{ taken map[string]int }

// Generate implements goldmark's parser.IDs.
func (s *slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	name := link.Slug(strings.NewReplacer("`", "", "*", "").Replace(string(bytes.TrimSpace(value))))
	n, taken := s.taken[name]
	s.taken[name] = n + 1
	if taken {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return []byte(name)
}

// Put implements goldmark's parser.IDs.
func (s *slugs) Put(value []byte) { s.taken[string(value)]++ }
