package treefs

import (
	"errors"
	"io/fs"
	"os"
)

// WithoutPath removes the absolute path from an error of the file system, so that it does not appear in reports. Callers
// add the path as the user specified it. Wrapped errors are handled, too. An error without a path is returned unchanged.
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
