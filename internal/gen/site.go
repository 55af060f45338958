package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// repository is where files lie that are no pages of the site.
const repository = "https://github.com/skilllint/skilllint/blob/main/"

// A sitePage is a Markdown file that becomes a page.
type sitePage struct {
	source string // from the module's folder: docs/rules/deps/cycle.md
	target string // in the site: rules/deps/cycle.html
	title  string
	first  string      // its first paragraph, without markup
	parts  [][2]string // the names and texts of its headings of the second level
	body   []byte      // HTML
}

// topPages are the pages from outside of docs.
var topPages = map[string]string{"README.md": "index.html", "CHANGELOG.md": "changelog.html", "ARCHITECTURE.md": "architecture.html", "CONTRIBUTING.md": "contributing.html", "SECURITY.md": "security.html"}

// writeSite writes the documentation as a site of files without scripts, which GitHub Pages can publish.
func writeSite(root, dir string) error {
	pages, err := sitePages(root)
	if err != nil {
		return err
	}
	for _, p := range pages {
		file := filepath.Join(dir, filepath.FromSlash(p.target))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, p.html(pages), 0o644)); err != nil {
			return err
		}
	}
	return errors.Join(os.WriteFile(filepath.Join(dir, "style.css"), []byte(siteStyle), 0o644),
		os.WriteFile(filepath.Join(dir, "404.html"), notFound(pages), 0o644),
		os.WriteFile(filepath.Join(dir, ".nojekyll"), nil, 0o644))
}

// sitePages returns all pages, by the names of their sources.
func sitePages(root string) ([]*sitePage, error) {
	targets := map[string]string{}
	for source, target := range topPages {
		targets[source] = target
	}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(file) != ".md" {
			return err
		}
		rel, err := filepath.Rel(root, file)
		source := filepath.ToSlash(rel)
		target := strings.TrimSuffix(strings.TrimPrefix(source, "docs/"), ".md")
		if path.Base(target) == "README" {
			target = path.Join(path.Dir(target), "index")
		}
		targets[source] = target + ".html"
		return err
	})
	if err != nil {
		return nil, err
	}
	var pages []*sitePage
	for source, target := range targets {
		markdown, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(source)))
		if err != nil {
			return nil, err
		}
		p := &sitePage{source: source, target: target}
		if err := p.render(markdown, targets); err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		pages = append(pages, p)
	}
	slices.SortFunc(pages, func(a, b *sitePage) int { return strings.Compare(a.source, b.source) })
	return pages, nil
}

// render makes HTML of Markdown: headings get the names that GitHub gives them, and links to other
// files lead to their pages, or to the repository.
func (p *sitePage) render(markdown []byte, targets map[string]string) error {
	links := &relinker{page: p, targets: targets}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID(),
		parser.WithASTTransformers(util.Prioritized(links, 500))))
	var out bytes.Buffer
	ctx := parser.NewContext(parser.WithIDs(&slugs{taken: map[string]int{}}))
	if err := md.Convert(markdown, &out, parser.WithContext(ctx)); err != nil {
		return err
	}
	p.body = bytes.ReplaceAll(out.Bytes(), []byte("<!-- raw HTML omitted -->\n"), nil)
	if p.title == "" {
		return errors.New("it has no heading")
	}
	return links.err
}

// A relinker turns links between files into links between pages, and notes what other parts of the page
// are made of. HTML is an
// error: GitHub would take it for a tag and show nothing, and the site has none of its own.
type relinker struct {
	page    *sitePage
	targets map[string]string
	err     error
}

// Transform implements goldmark's ASTTransformer.
func (r *relinker) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
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

// heading notes a heading; one below the title leads to itself, so that its address can be copied.
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

// reject notes HTML that is no comment.
func (r *relinker) reject(markup []byte) {
	if !bytes.HasPrefix(bytes.TrimSpace(markup), []byte("<!--")) {
		r.err = errors.Join(r.err, fmt.Errorf("%s is HTML, of which a reader sees nothing; write it in backticks", bytes.TrimSpace(markup)))
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

// to returns the way from a page to another file of the site.
func (p *sitePage) to(target string) string {
	return strings.Repeat("../", strings.Count(p.target, "/")) + target
}

// plain returns the text of a heading.
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

// slugs names headings as GitHub does; equal ones are counted.
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
