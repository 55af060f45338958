package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/packed"
)

// writeSchemas packs the JSON files of package schema, which embeds them so.
func writeSchemas(root string) error {
	dir := filepath.Join(root, "schema")
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, name := range append(names, filepath.Join(dir, "effects.json")) {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if files[filepath.ToSlash(rel)], err = os.ReadFile(name); err != nil {
			return err
		}
	}
	path := filepath.Join(dir, "schemas.bin")
	archive, err := archived(path, files)
	if err != nil {
		return err
	}
	return writeFile(path, archive)
}

// packedPages returns the archive of the pages of docs/rules, which package docs embeds.
func packedPages(root string, documents map[string][]byte) ([]byte, error) {
	files := map[string][]byte{}
	for path, page := range documents {
		if name, ok := strings.CutPrefix(path, "docs/rules/"); ok {
			files[name] = page
		}
	}
	return archived(filepath.Join(root, "docs", "pages.bin"), files)
}

// archived returns an archive of files; the one that stands at a path if it holds the same, since another
// version of Go may deflate otherwise.
func archived(path string, files map[string][]byte) ([]byte, error) {
	if old, err := os.ReadFile(path); err == nil && holds(string(old), files) {
		return old, nil
	}
	return packed.Pack(files)
}

func holds(archive string, files map[string][]byte) (same bool) {
	defer func() {
		if recover() != nil {
			same = false // it is broken
		}
	}()
	old := packed.Open(archive)
	for name, want := range files {
		if got, err := old.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return len(old.Names()) == len(files)
}
