package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// A codeRenderer writes code blocks of a page in color.
type codeRenderer struct {
	page    *sitePage
	targets map[string]string
}

// RegisterFuncs implements goldmark's renderer.NodeRenderer.
func (c codeRenderer) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindFencedCodeBlock, c.render)
}

func (c codeRenderer) render(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	language, class := string(block.Language(source)), ""
	if language != "" {
		class = ` class="language-` + language + `"`
	}
	fmt.Fprintf(w, "<pre><code%s>%s</code></pre>\n", class, highlight(language, string(block.Lines().Value(source)), c.rulePage))
	return ast.WalkSkipChildren, nil
}

// rulePage returns the address of a rule's page from this page, or "".
func (c codeRenderer) rulePage(rule string) string {
	if target := c.targets["docs/rules/"+rule+".md"]; target != "" && target != c.page.target {
		return c.page.to(target)
	}
	return ""
}

var (
	severityItem = regexp.MustCompile(`<li>(Severity): ((?:error|warning|info|off)\b[^<]*)</li>`)
	fixItem      = regexp.MustCompile(`<li>(Fix): ((?:safe|unsafe|none)\b[^<]*)</li>`)
)

// addBadges marks the severity and the fix of a rule at the start of its page. On a narrow screen, its name breaks after the group.
func addBadges(body []byte) []byte {
	head, rest, ok := bytes.Cut(body, []byte("<h2"))
	if !ok {
		return body
	}
	if start := bytes.Index(head, []byte("<h1")); start >= 0 {
		before, name, _ := bytes.Cut(head[start:], []byte(">"))
		head = slices.Concat(head[:start], before, []byte(">"), bytes.Replace(name, []byte("/"), []byte("/<wbr>"), 1))
	}
	for _, item := range []*regexp.Regexp{severityItem, fixItem} {
		head = item.ReplaceAllFunc(head, func(found []byte) []byte {
			m := item.FindSubmatch(found)
			word := regexp.MustCompile(`^[a-z]+`).Find(m[2])
			return fmt.Appendf(nil, `<li>%s: <span class="badge %s">%s</span></li>`, m[1], word, m[2])
		})
	}
	return slices.Concat(head, []byte("<h2"), rest)
}
