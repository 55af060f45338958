package discover

import (
	"errors"
	"io/fs"
	"os"
)

// OpenRegular opens a regular file below a root. What stands there may have changed since it was
// listed: os.Root keeps a link from leading out, and no other sort of file is waited for.
func OpenRegular(root *os.Root, rel string) (*os.File, error) {
	file, err := root.OpenFile(rel, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: rel, Err: errors.New("it is " + sortOf(info.Mode()))}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// sortOf says what a file is that is no regular one.
func sortOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	}
	return "no regular file"
}
