package archive

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/treefs"
)

// readJSON reads an object of files by path. A file is a string with its text, or {"base64": "..."} for other content.
func readJSON(r io.Reader) (*treefs.Memory, error) {
	source, err := load.ReadAtMost(r, load.MaxJSON)
	if err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	parsed := jsontree.Parse(source, 0)
	position := func(at analysis.Range) string {
		p := analysis.NewDocument(&analysis.File{}, source).Position(at.Start)
		return fmt.Sprintf("line %d, column %d", p.Line, p.Column)
	}
	if parsed.Broken != nil {
		return nil, fmt.Errorf("invalid JSON at %s: %s", position(parsed.Broken.Range), parsed.Broken.Message)
	}
	for _, w := range parsed.Warnings { // duplicate keys, invalid UTF-8, unpaired surrogates
		return nil, fmt.Errorf("invalid JSON at %s: %s", position(w.Range), w.Message)
	}
	tree := treefs.NewMemory()
	for _, m := range parsed.Root.Members {
		name, err := clean(m.Key)
		if strings.HasSuffix(m.Key, "/") {
			err = treefs.ErrPath
		}
		if err == nil {
			err = addJSON(tree, name, m.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", quote.Text(m.Key), err)
		}
	}
	return tree, nil
}

func addJSON(tree *treefs.Memory, name string, v *analysis.Value) error {
	if v.IsString() {
		return tree.Add(name, 0o644, []byte(v.Text))
	}
	encoded := v.Get("base64")
	if len(v.Members) != 1 || !encoded.IsString() {
		return errors.New(`must be a string, or {"base64": "..."}`)
	}
	content, err := base64.StdEncoding.Strict().DecodeString(encoded.Text)
	if err != nil {
		return errors.New("invalid base64")
	}
	return tree.Add(name, 0o644, content)
}
