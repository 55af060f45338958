package lsp

import (
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A document is one version of a file that is open in the editor. It is immutable.
type document struct {
	uri     string // as sent by the client
	path    string // absolute, with links resolved
	version int32
	*text
}

// documents maps paths to open documents. It is immutable.
type documents map[string]*document

// with returns a copy with a document added or replaced.
func (d documents) with(doc *document) documents {
	next := maps.Clone(d)
	if next == nil {
		next = documents{}
	}
	next[doc.path] = doc
	return next
}

func (d documents) without(path string) documents {
	next := maps.Clone(d)
	delete(next, path)
	return next
}

// overlay returns a tree in which open documents replace files. Documents that cannot be files of the tree are ignored, for example
// if the path is now a directory.
func (d documents) overlay(dir string, below treefs.FS) treefs.FS {
	files := map[string][]byte{}
	for path, doc := range d {
		rel, err := filepath.Rel(dir, path)
		if err == nil && filepath.IsLocal(rel) && len(doc.content) <= load.MaxJSON {
			files[filepath.ToSlash(rel)] = []byte(doc.content)
		}
	}
	if len(files) == 0 {
		return below
	}
	if over, err := treefs.Overlay(below, files); err == nil {
		return over
	}
	maps.DeleteFunc(files, func(name string, content []byte) bool {
		_, err := treefs.Overlay(below, map[string][]byte{name: content})
		return err != nil
	})
	over, err := treefs.Overlay(below, files)
	if err != nil {
		return below
	}
	return over
}

// change returns the document after changes.
func (d *document) change(version int32, changes []TextDocumentContentChangeEvent, e encoding) (*document, error) {
	next := newEditor(d.content, e)
	for _, c := range changes {
		if c.Range == nil {
			next = newEditor(c.Text, e)
		} else if err := next.replace(*c.Range, c.Text); err != nil {
			return nil, err
		}
	}
	return &document{uri: d.uri, path: d.path, version: version, text: newText(next.content())}, nil
}

// pathOf returns the path of a file URI, or "" for other URIs.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !strings.HasPrefix(u.Path, "/") || strings.ContainsRune(u.Path, 0) {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" && len(path) > 2 && path[2] == ':' {
		path = path[1:]
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath()
}

// targetOf returns a path with all links resolved, even if the target does not exist.
func targetOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	to, err := os.Readlink(path)
	if err != nil {
		return path
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return realPath(to)
}

// realPath returns a path with links to directories resolved. Neither it nor its directory has to exist.
func realPath(path string) string {
	rest := filepath.Base(path)
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest)
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}
