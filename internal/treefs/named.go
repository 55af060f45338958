package treefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// OpenNamed opens a file from the command line. Below the given untrusted directories, it follows no links and opens only
// regular files and directories: a link may point to secrets, and a pipe may block.
func OpenNamed(name string, below ...string) (*os.File, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, err
	}
	for _, dir := range below {
		if link := linkBelow(dir, full); link != "" {
			return nil, errors.New(quote.Text(link) + " is a symbolic link in the repository, which is not followed")
		}
		if !info.Mode().IsRegular() && !info.IsDir() && IsBelow(dir, full) {
			return nil, errors.New("not a regular file")
		}
	}
	return os.Open(full)
}

// linkBelow returns the name of the first symbolic link in a path, below a directory.
func linkBelow(dir, path string) string {
	parent := filepath.Dir(path)
	if parent == path {
		return ""
	}
	if link := linkBelow(dir, parent); link != "" {
		return link
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	if IsBelow(dir, path) {
		return filepath.Base(path)
	}
	return ""
}

// IsBelow reports whether the directory that contains a path is dir or below it. Links are resolved.
func IsBelow(dir, path string) bool {
	real, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && Within(dir, real)
}

// Within reports whether a path is dir or below it. Links are not resolved.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
