package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/quote"
)

// openGiven opens a file that the command line names. It may lie in a tree that a stranger wrote, below one
// of some directories: there a link is not followed, as it may lead to what nobody should see in a message,
// and what is no regular file, and may be waited for without end, is not opened.
func openGiven(name string, trees ...string) (*os.File, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, err
	}
	for _, tree := range trees {
		if link := linkBelow(tree, full); link != "" {
			return nil, errors.New(quote.Text(link) + " is a symbolic link inside the tree, and is not followed")
		}
		if !info.Mode().IsRegular() && !info.IsDir() && isBelow(tree, full) {
			return nil, errors.New("it is no regular file")
		}
	}
	return os.Open(full)
}

// linkBelow returns the name of the first symbolic link on a path, below the root.
func linkBelow(root, path string) string {
	parent := filepath.Dir(path)
	if parent == path {
		return ""
	}
	if link := linkBelow(root, parent); link != "" {
		return link
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	if isBelow(root, path) {
		return filepath.Base(path)
	}
	return ""
}

// isBelow reports whether the directory that holds a path is, without links, a root or below it.
func isBelow(root, path string) bool {
	real, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && within(root, real)
}
