package load

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/schema"
)

// headerRules returns how the dialect of a file reads its header.
func headerRules(f *analysis.File) schema.HeaderRules {
	if rules := f.Rules(); rules != nil {
		return rules.Header
	}
	return schema.HeaderRules{}
}

// closeLeniently closes a header that the loader of the file's dialect takes for closed, though
// most do not.
func closeLeniently(h *analysis.Header, clean []byte, delimiter string) {
	switch {
	case delimiter == "trimmed" && h.State == analysis.HeaderIndented:
		h.State = analysis.HeaderClosed
	case delimiter == "prefix" && h.State == analysis.HeaderUnclosed:
		for at := h.Content.Start; at < len(clean); {
			l := lineAt(clean, at)
			if bytes.HasPrefix(clean[l.text.Start:l.text.End], []byte("---")) {
				l.text.End = l.text.Start + len("---")
				finish(h, analysis.HeaderClosed, h.Content.Start, l)
				return
			}
			at = l.next
		}
	}
}

// headerTree parses a header. Where it is no YAML, the values of some fields are taken as they are
// written, if the loader does so; what else is wrong with it stays so.
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

// maskValues writes letters over the values of some fields that stand on the field's own line
// without quotation marks.
func maskValues(clean []byte, content analysis.Range, fields []string) (masked []byte, ok bool) {
	masked = bytes.Clone(clean)
	for at := content.Start; at < content.End; {
		l := lineAt(clean, at)
		key, value, _ := bytes.Cut(clean[l.text.Start:l.text.End], []byte(":"))
		text := bytes.TrimSpace(value)
		if len(text) > 0 && !bytes.ContainsAny(text[:1], `"'`) && slices.Contains(fields, string(key)) {
			start := l.text.End - len(bytes.TrimLeft(value, " \t"))
			for i := range text {
				masked[start+i] = 'x'
			}
			ok = true
		}
		at = l.next
	}
	return masked, ok
}
