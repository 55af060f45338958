package skilllint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"gopkg.in/yaml.v3"
)

// These environment variables make the test binary run the program that skilllint is compared with. Their value is
// the path of a tree or a manifest.
const (
	floorVariable = "SKILLLINT_BENCH_FLOOR"
	validVariable = "SKILLLINT_BENCH_VALID"
)

// floor does the minimum work of a linter: it walks the tree, reads all files, and parses frontmatter with yaml.v3
// and Markdown with goldmark and the extensions of internal/load.
func floor(dir string) error {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote)).Parser()
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		if rest, ok := bytes.CutPrefix(source, []byte("---\n")); ok {
			if end := bytes.Index(rest, []byte("\n---\n")); end >= 0 {
				var node yaml.Node
				_ = yaml.Unmarshal(rest[:end+1], &node) // a linter continues after errors, too
				source = rest[end+5:]
			}
		}
		markdown.Parse(text.NewReader(source))
		return nil
	})
}

// validLines does the minimum work of reading a manifest: it checks that each line is valid JSON.
func validLines(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !json.Valid(lines.Bytes()) {
			return os.ErrInvalid
		}
	}
	return lines.Err()
}
