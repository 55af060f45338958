package treefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// maxSimilar limits the names of a directory that Similar compares.
const maxSimilar = 10_000

// DidYouMean returns the suggestion for an error about a path that the user named ("; did you mean …?"), or "".
func DidYouMean(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if near := Similar(path); near != "" {
		return "; did you mean " + quote.Text(filepath.ToSlash(near)) + "?"
	}
	return ""
}

// Similar returns an existing path that was probably meant by one that does not exist, or "". It corrects the first component that does
// not exist.
func Similar(path string) string {
	rest := ""
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		parent := filepath.Dir(path)
		info, err := os.Stat(parent)
		switch {
		case err == nil && info.IsDir():
			return similarIn(parent, filepath.Base(path), rest)
		case err == nil || parent == path:
			return ""
		}
		rest = filepath.Join(filepath.Base(path), rest)
	}
}

// similarIn corrects the name of a file in a directory, and appends the rest of the path as far as it exists.
func similarIn(dir, name, rest string) string {
	d, err := os.Open(dir)
	if err != nil {
		return ""
	}
	defer func() { _ = d.Close() }()
	names, _ := d.Readdirnames(maxSimilar)
	best, ok := suggest.Best(name, names)
	if !ok {
		return ""
	}
	near := filepath.Join(dir, best)
	if _, err := os.Lstat(filepath.Join(near, rest)); err == nil {
		return filepath.Join(near, rest)
	}
	return near
}
