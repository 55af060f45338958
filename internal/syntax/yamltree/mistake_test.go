package yamltree

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// publishedFrontmatter returns the frontmatter of the Markdown files in the corpus.
func publishedFrontmatter(t *testing.T) []string {
	root := "../../../../shared/corpus"
	if _, err := os.Stat(root); err != nil {
		t.Skip("../shared/corpus not found")
	}
	var blocks []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		rest, opened := bytes.CutPrefix(src, []byte("---\n"))
		if end := bytes.Index(rest, []byte("\n---\n")); opened && end > 0 {
			blocks = append(blocks, string(rest[:end+1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// value inserts text before the value on the line of its key.
func value(line, before string) string {
	key, rest, ok := strings.Cut(line, ": ")
	if !ok || strings.ContainsAny(key, " \"'`") || rest == "" || strings.ContainsAny(rest[:1], "|>\"'[{") {
		return line
	}
	return key + ": " + before + rest
}

// TestMistakes makes one mistake on one line of published frontmatter. Parse must accept the result or report that line.
func TestMistakes(t *testing.T) {
	mistakes := map[string]func(line string) string{
		"no space": func(line string) string { return strings.Replace(line, ": ", ":", 1) },
		"no colon": func(line string) string {
			if strings.Contains(line, "- ") { // a list item, and a key that is indented too far
				return line
			}
			return strings.Replace(line, ":", "", 1)
		},
		"a tab":   func(line string) string { return "\t" + strings.TrimLeft(line, " ") },
		"quote":   func(line string) string { return value(line, `"`) },
		"bracket": func(line string) string { return value(line, "[") },
		"star":    func(line string) string { return value(line, "**") },
		"at":      func(line string) string { return value(line, "@") },
		"colon":   func(line string) string { return value(line, "Note: ") },
	}
	blocks, found := publishedFrontmatter(t), 0
	for name, change := range mistakes {
		for _, block := range blocks {
			lines := strings.Split(block, "\n")
			for i, line := range lines {
				if lines[i] = change(line); lines[i] == line {
					continue
				}
				src := strings.Join(lines, "\n")
				tree := Parse([]byte(src), analysis.Range{End: len(src)})
				if p := tree.Broken; p != nil {
					found++
					if at := strings.Count(src[:p.Range.Start], "\n"); at != i {
						t.Errorf("%s on line %d, reported on line %d: %s: %s\n%s", name, i+1, at+1, p.Cause, p.Message, src)
					}
				}
				lines[i] = line
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d mistakes were reported", found)
	}
}
