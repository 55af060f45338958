package cli

import (
	"errors"
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
