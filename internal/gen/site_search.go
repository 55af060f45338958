package main

import (
	"encoding/json"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A searchEntry is a section of a page in the search index.
type searchEntry struct {
	URL     string `json:"url"` // relative to the root of the site
	Title   string `json:"title"`
	Heading string `json:"heading"` // empty: the start of the page
	Text    string `json:"text"`
}

// searchEntries returns the sections of a page: its start, and one for each second-level heading.
func searchEntries(doc *ast.Document, source []byte, target string) []searchEntry {
	entries := []searchEntry{{URL: target}}
	var text strings.Builder
	end := func() {
		entries[len(entries)-1].Text = strings.Join(strings.Fields(text.String()), " ")
		text.Reset()
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 1:
			entries[0].Title = plain(h, source)
		case ok && h.Level == 2:
			end()
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			entries = append(entries, searchEntry{target + "#" + string(name), entries[0].Title, plain(h, source), ""})
		default:
			writeText(&text, n, source)
		}
	}
	end()
	return entries
}

// writeText writes the text of a block, code included, with spaces between its blocks.
func writeText(b *strings.Builder, block ast.Node, source []byte) {
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.FencedCodeBlock:
			b.WriteByte(' ')
			b.Write(n.Lines().Value(source))
		case *ast.CodeBlock:
			b.WriteByte(' ')
			b.Write(n.Lines().Value(source))
		default:
			if n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
}

// searchIndex returns a script that sets searchEntries. Unlike JSON, a script can also be loaded from a local directory.
func (s *site) searchIndex() ([]byte, error) {
	var all []searchEntry
	for _, p := range s.pages {
		all = append(all, p.entries...)
	}
	data, err := json.Marshal(all)
	return append(append([]byte("const searchEntries = "), data...), ";\n"...), err
}
