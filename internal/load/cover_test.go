package load

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// dump prints the blocks of a tree with their positions.
func dump(root ast.Node) string {
	var b strings.Builder
	depth := 0
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(&b, "%*s%s %d", depth, "", n.Kind(), n.Pos())
		if n.Lines() != nil {
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				fmt.Fprintf(&b, " %d-%d+%d", s.Start, s.Stop, s.Padding)
			}
		}
		b.WriteByte('\n')
		depth++
		return ast.WalkContinue, nil
	})
	return b.String()
}

// plainBlocks parses with unmodified goldmark.
func plainBlocks(clean []byte) ast.Node {
	pc := parser.NewContext()
	pc.Set(fencesKey, &fences{clean: clean})
	pc.Set(meterKey, newMeter(1<<20))
	p := newBlockParser()
	p.AddOptions(parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200)))
	return p.Parse(text.NewReader(clean), parser.WithContext(pc))
}

func sameBlocks(t *testing.T, name, src string) {
	t.Helper()
	clean := normalize([]byte(src))
	pc := parser.NewContext()
	pc.Set(fencesKey, &fences{clean: clean})
	pc.Set(meterKey, newMeter(1<<20))
	got := dump(uncover(blockParser().Parse(text.NewReader(clean), parser.WithContext(pc))))
	if want := dump(plainBlocks(clean)); got != want {
		t.Errorf("%s: the tree differs from goldmark's own\ngot\n%s\nwant\n%s", name, got, want)
	}
}

func TestCoverPreservesTree(t *testing.T) {
	for _, src := range []string{
		"", "\n\n", "# A\n\ntext\n- b\n\n  c\n- d\n", "a\n===\n\nb\n---\n", "- a\n- b\n\n\n- c\n", "> a\nlazy\n\n> b\n", "    code\n\n\n    more\n",
		"| a |\n|---|\n| b |\ntext\n", "text\n| a |\n| - |\n", "[a]: b\n[c]: d 'e'\ntext [a]\n", "[^1]: x\n\n    y\n", "<div>\n\na\n</div>\n", "1. a\n2. b\n   ```\n   c\n",
		"a\n  | - |\nb | c\n", "0\n-:\n-\n", "- \n\n  a\n", " \n\ta\n", "a\n\n\n    \nb",
	} {
		sameBlocks(t, fmt.Sprintf("%q", src), src)
	}
}

func TestCoverOnRealFiles(t *testing.T) {
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
			sameBlocks(t, path, string(src))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func FuzzCover(f *testing.F) {
	f.Add("- a\n  > b\n\n| c |\n|-|\n")
	f.Fuzz(func(t *testing.T, src string) { sameBlocks(t, "fuzz", src) })
}
