// Package load parses a file into an analysis.Document: frontmatter with positions, the goldmark tree of the body, the
// values of JSON, or the lines of a manifest. It returns a document for any content; problems are part of the document
// (Broken, Limits), never errors.
package load

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/syntax/tomltree"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/schema"
)

// Limits of files that are parsed, in bytes. The largest of 687 published SKILL.md files is 294,426 bytes long.
const (
	MaxText     = 8 << 20
	MaxJSON     = 16 << 20
	MaxMarkdown = 4 << 20 // longer text is read by a line scanner instead of the Markdown parser
)

// Read reads a file. If it exceeds the limit of its kind, tooLarge is set and source is nil.
func Read(r io.Reader, f *analysis.File) (source []byte, tooLarge bool, err error) {
	limit := limitOf(f)
	if IsTooLarge(f) {
		return nil, true, nil
	}
	source = make([]byte, 0, f.Size+512)
	for {
		n, err := r.Read(source[len(source):cap(source)])
		source = source[:len(source)+n]
		switch {
		case int64(len(source)) > limit:
			return nil, true, nil
		case err == io.EOF:
			return source, false, nil
		case err != nil:
			return nil, false, err
		}
		if len(source) == cap(source) {
			source = append(source, 0)[:len(source)]
		}
	}
}

// IsTooLarge reports whether a file exceeds the limit of its kind.
func IsTooLarge(f *analysis.File) bool { return f.Size > limitOf(f) }

func limitOf(f *analysis.File) int64 {
	if f.Kind&analysis.JSON != 0 {
		return MaxJSON
	}
	return MaxText
}

// TooLarge returns the document of a file that was not read because of its size. With guess, it returns nil
// if only the content could show that the file is for clients.
func TooLarge(f *analysis.File, guess bool) *analysis.Document {
	if guess && needsContent(f) {
		return nil
	}
	d := analysis.NewDocument(f, nil)
	d.Limits = append(d.Limits, sizeLimit(f))
	return d
}

// needsContent reports whether only the content of a guessed file shows that it is for clients: many projects
// use manifest.json for something else.
func needsContent(f *analysis.File) bool { return f.Kind&analysis.JSON != 0 || f.Dialect == nil }

// Document parses a file of any kind except a manifest. With guess, the content may change the dialect, or
// show that the file is not for clients; the result is nil then.
func Document(f *analysis.File, source []byte, guess bool) *analysis.Document {
	return Parse(context.Background(), f, source, guess)
}

// Parse is Document with a context. When the context ends, Markdown parsing stops, also later when rules request
// inline content: the goroutine of an abandoned file cannot be stopped in another way.
func Parse(ctx context.Context, f *analysis.File, source []byte, guess bool) *analysis.Document {
	return read(f, source, guess, func(d *analysis.Document, clean []byte) { parseMarkdown(ctx, d, clean) })
}

// Head is Document without the body of Markdown.
func Head(f *analysis.File, source []byte, guess bool) *analysis.Document {
	return read(f, source, guess, func(*analysis.Document, []byte) {})
}

func read(f *analysis.File, source []byte, guess bool, parseBody func(*analysis.Document, []byte)) *analysis.Document {
	f.Size, f.Hash = int64(len(source)), sha256.Sum256(source)
	d := analysis.NewDocument(f, source)
	if d.Encoding = analysis.EncodingOf(source); d.Encoding != analysis.UTF8 {
		if guess && Document(f, d.Encoding.Decode(source), true) == nil {
			return nil
		}
		f.Size, f.Hash = int64(len(source)), sha256.Sum256(source)
		return d
	}
	clean := normalize(source)
	switch {
	case f.Kind&analysis.JSON != 0:
		return jsonDocument(d, f, guess)
	case f.Kind == analysis.Context && !f.IsMarkdown():
		if guess && !bytes.Contains(source, []byte(schema.ServerSchemas)) {
			return nil
		}
		if strings.HasSuffix(f.Path, ".json") {
			d.Data = jsontree.Parse(source, 0).Root
		}
		return d
	case f.Kind != analysis.Context && readData(d, clean):
		return d
	}
	header := findHeader(source, clean)
	d.Header = &header
	if guess && !refineDialect(f, clean, header) {
		return nil
	}
	if f.Kind != analysis.Context {
		readHeader(d, clean)
	}
	parseBody(d, clean)
	return d
}

// Values parses only the frontmatter, or all of a data file.
func Values(f *analysis.File, source []byte) *analysis.Document {
	d := analysis.NewDocument(f, source)
	switch {
	case analysis.EncodingOf(source) != analysis.UTF8 || f.Kind&(analysis.BaseProtocol|analysis.Manifest|analysis.Raw) != 0:
		return d
	case f.Kind&analysis.JSON != 0:
		return jsonDocument(d, f, false)
	}
	clean := normalize(source)
	if readData(d, clean) {
		return d
	}
	header := findHeader(source, clean)
	d.Header = &header
	readHeader(d, clean)
	return d
}

// readData reads a file of TOML or YAML. It returns false for Markdown.
func readData(d *analysis.Document, clean []byte) bool {
	switch {
	case strings.HasSuffix(d.Path, ".toml"):
		t := tomltree.Parse(clean)
		d.Data, d.Broken, d.HeaderLimits = t.Root, t.Broken, t.Limits
		return true
	case d.Kind&analysis.Text == 0 || isYAML(d.Path):
		content := analysis.Range{Start: 0, End: len(clean)}
		if bytes.HasPrefix(d.Source, bom) {
			content.Start = len(bom) // spaces there would be indentation
		}
		fromYAML(d, yamltree.Parse(clean, content))
		return true
	}
	return false
}

func readHeader(d *analysis.Document, clean []byte) {
	rules := headerRules(d.File)
	closeLeniently(d.Header, clean, rules.Delimiter)
	if d.Header.State == analysis.HeaderClosed && d.Kind&(analysis.Reference|analysis.Output|analysis.BaseProtocol) == 0 {
		fromYAML(d, headerTree(clean, d.Header.Content, rules.Plain))
	}
}

func fromYAML(d *analysis.Document, t yamltree.Tree) {
	d.Data, d.Broken, d.ParseWarnings = t.Root, t.Broken, t.Warnings
	d.HeaderLimits = t.Limits
}

func isYAML(path string) bool {
	return strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")
}

// ReadAtMost reads all of r, which must have at most limit bytes.
func ReadAtMost(r io.Reader, limit int64) ([]byte, error) {
	source, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(source)) > limit {
		return nil, fmt.Errorf("larger than %d MB", limit>>20)
	}
	return source, err
}
