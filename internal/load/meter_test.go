package load

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// sameInlines compares the inline content of all blocks with that of goldmark's own parsers, and returns the
// limits that were reached.
func sameInlines(t *testing.T, name string, src []byte) []analysis.Limit {
	t.Helper()
	d := Document(&analysis.File{Path: "SKILL.md", Kind: analysis.Skill}, src, false)
	if d.Encoding != analysis.UTF8 || len(d.Limits) > 0 {
		return d.Limits
	}
	clean := withoutCR(normalize(src))
	whole := parser.NewContext()
	whole.Set(fencesKey, &fences{clean: clean})
	whole.Set(meterKey, newMeter(len(clean)))
	blockParser().Parse(text.NewReader(clean), parser.WithContext(whole))
	plain := parser.NewParser(parser.WithBlockParsers(util.Prioritized(oneBlock{}, 1)), parser.WithInlineParsers(parser.DefaultInlineParsers()...))
	for _, block := range d.Leaves() {
		if block.IsRaw() || block.Lines() == nil || block.Lines().Len() == 0 {
			continue
		}
		pc := inlineContext{parser.NewContext(), whole}
		pc.Set(blockKey, block)
		want := outline(plain.Parse(blockReader{text.NewReader([]byte{'x'}), clean}, parser.WithContext(pc)).FirstChild(), clean)
		if got := outline(d.Inlines(block), clean); got != want {
			t.Errorf("%s: inline content differs from goldmark's own\ngot  %s\nwant %s", name, got, want)
		}
	}
	return nil
}

// TestParseStops checks that parsing stops when the context ends.
func TestParseStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	f := &analysis.File{Path: "SKILL.md", Kind: analysis.Skill}
	d := Parse(ctx, f, []byte("# A\n\n[a](b)\n\n[c](d)\n"), false)
	leaves := d.Leaves()
	if got := d.Inlines(leaves[1]).FirstChild(); got == nil || got.Kind() != ast.KindLink {
		t.Errorf("block before cancellation: got %v, want a link", got)
	}
	stop()
	if got := d.Inlines(leaves[2]).FirstChild(); got != nil {
		t.Errorf("block after cancellation: got %v, want none", got)
	}
	if d := Parse(ctx, f, []byte(strings.Repeat("- a\n", 1000)), false); d.Body.ChildCount() != 1 || d.Body.FirstChild().Kind() != ast.KindParagraph {
		t.Errorf("parsed %d blocks, want one paragraph", d.Body.ChildCount())
	}
}

// outline prints inline content, independent of how text is split.
func outline(root ast.Node, clean []byte) string {
	var b strings.Builder
	if root == nil {
		return ""
	}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(clean))
			}
		case *ast.Link:
			fmt.Fprintf(&b, "<link %q %q>", n.Destination, n.Title)
		case *ast.Emphasis:
			fmt.Fprintf(&b, "<emphasis %d>", n.Level)
		default:
			fmt.Fprintf(&b, "<%s>", n.Kind())
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func TestInlinesMatchGoldmark(t *testing.T) {
	for _, src := range []string{
		"*a* **b** _c_ __d__ ***e*** *f**g*h**\n", "a_b_c *d_e* _f*g_\n", "*a **b *c* d** e*\n", "[a](b \"c\") ![d](e) [f][g] [h]\n\n[g]: i\n[h]: j 'k'\n",
		"[a [b](c) d](e) [[f]](g)\n", "`a` ``b`c`` `d\ne` `f\n", "<a b='c'> <!-- d --> <e@f.g> <http://h.i> <?j?>\n", "\\*a\\* \\`b\\` *\\_c_\n", "a*\"b\"*c **\u00a0d**\n",
		"x <!-- a\n\nb <!-- c --> d\n",
	} {
		if limits := sameInlines(t, fmt.Sprintf("%q", src), []byte(src)); limits != nil {
			t.Errorf("%q: %v", src, limits)
		}
	}
}

func TestInlinesOfRealFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	corpus := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("corpus not found: ", corpus)
	}
	err := filepath.WalkDir(corpus, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			for _, limit := range sameInlines(t, path, src) {
				t.Errorf("%s: %s", path, limit.Message)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func FuzzInlines(f *testing.F) {
	f.Add("*a **b_ [c](d \"e\") `f` <g> ![h][i]\n\n[i]: j\n")
	f.Fuzz(func(t *testing.T, src string) { sameInlines(t, "fuzz", []byte(src)) })
}
