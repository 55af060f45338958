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

// publishedHeaders returns the headers of the corpus.
func publishedHeaders(t *testing.T) []string {
	root := "../../../../shared/corpus"
	if _, err := os.Stat(root); err != nil {
		t.Skip("../shared/corpus is not there")
	}
	var headers []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		rest, opened := bytes.CutPrefix(src, []byte("---\n"))
		if end := bytes.Index(rest, []byte("\n---\n")); opened && end > 0 {
			headers = append(headers, string(rest[:end+1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return headers
}

// value changes the value that stands on the line of its key.
func value(line, before string) string {
	key, rest, ok := strings.Cut(line, ": ")
	if !ok || strings.ContainsAny(key, " \"'`") || rest == "" || strings.ContainsAny(rest[:1], "|>\"'[{") {
		return line
	}
	return key + ": " + before + rest
}

// One slip on one line of a published header: it is found on that line, or it is none.
func TestSlips(t *testing.T) {
	slips := map[string]func(line string) string{
		"no space": func(line string) string { return strings.Replace(line, ": ", ":", 1) },
		"no colon": func(line string) string {
			if strings.Contains(line, "- ") { // an item and a key that is indented too far
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
	headers, found := publishedHeaders(t), 0
	for name, slip := range slips {
		for _, header := range headers {
			lines := strings.Split(header, "\n")
			for i, line := range lines {
				if lines[i] = slip(line); lines[i] == line {
					continue
				}
				src := strings.Join(lines, "\n")
				tree := Parse([]byte(src), analysis.Range{End: len(src)})
				if p := tree.Broken; p != nil {
					found++
					if at := strings.Count(src[:p.Range.Start], "\n"); at != i {
						t.Errorf("%s on line %d, found on line %d: %s: %s\n%s", name, i+1, at+1, p.Cause, p.Message, src)
					}
				}
				lines[i] = line
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d slips were found", found)
	}
}
