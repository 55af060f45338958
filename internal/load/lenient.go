package load

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/schema"
)

// headerRules returns how the file's dialect parses frontmatter.
func headerRules(f *analysis.File) schema.HeaderRules {
	if rules := f.Rules(); rules != nil {
		return rules.Header
	}
	return schema.HeaderRules{}
}

// closeLeniently closes frontmatter that only the client of the file's dialect considers closed.
func closeLeniently(h *analysis.Header, clean []byte, delimiter string) {
	switch {
	case delimiter == "trimmed" && h.State == analysis.HeaderIndented:
		h.State = analysis.HeaderClosed
	case delimiter == "prefix" && h.State == analysis.HeaderUnclosed:
		for at := h.Content.Start; at < len(clean); {
			l := lineAt(clean, at)
			if bytes.HasPrefix(clean[l.text.Start:l.text.End], []byte("---")) {
				l.text.End = l.text.Start + len("---")
				setClosed(h, analysis.HeaderClosed, h.Content.Start, l)
				return
			}
			at = l.next
		}
	}
}

// headerTree parses frontmatter. If it is invalid YAML and the client reads some fields as plain text, the
// values of these fields are kept; other errors remain.
func headerTree(clean []byte, content analysis.Range, plain []string) yamltree.Tree {
	tree := yamltree.Parse(clean, content)
	if tree.Broken == nil || len(plain) == 0 {
		return tree
	}
	masked, ok := maskValues(clean, content, plain)
	if !ok {
		return tree
	}
	tree = yamltree.Parse(masked, content)
	if tree.Root == nil {
		return tree
	}
	for _, m := range tree.Root.Members {
		if slices.Contains(plain, m.Key) && m.Value.Kind == analysis.String && m.Value.Style == analysis.Plain {
			m.Value.Text = string(clean[m.Value.Range.Start:m.Value.Range.End])
		}
	}
	return tree
}

// maskValues replaces the unquoted single-line values of some fields by letters.
func maskValues(clean []byte, content analysis.Range, fields []string) (masked []byte, ok bool) {
	masked = bytes.Clone(clean)
	for key, value := range headerLines(clean, content) {
		rest := bytes.TrimLeft(clean[value.Start:value.End], " \t")
		text := bytes.TrimSpace(rest)
		if len(text) > 0 && !bytes.ContainsAny(text[:1], `"'`) && slices.Contains(fields, key) {
			copy(masked[value.End-len(rest):], bytes.Repeat([]byte("x"), len(text)))
			ok = true
		}
	}
	return masked, ok
}
