// Package pathless takes the path out of errors of the file system. It is absolute there, which no
// report may hold, and who reports the error names the file as its user knows it.
package pathless

import (
	"errors"
	"io/fs"
	"os"
)

// Error returns what went wrong without the path that the operating system puts before it, or err
// itself when it names none. An error can hold another one with a path.
func Error(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return Error(path.Err)
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return Error(link.Err)
	}
	return err
}
