package treefs

import (
	"errors"
	"io/fs"
	"os"
)

// WithoutPath returns an error of the file system without its path, which is absolute: no report may hold it,
// and the caller names the file as its user knows it. It returns err
// itself when that names no path. An error can wrap another one with a path.
func WithoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return WithoutPath(path.Err)
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return WithoutPath(link.Err)
	}
	return err
}
