package discover

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// readRegular returns the content of a regular file of at most so many bytes; nil when it is none.
func readRegular(root *os.Root, rel string, most int64) []byte {
	file, err := OpenRegular(root, filepath.FromSlash(rel))
	if err != nil {
		return nil
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > most {
		return nil
	}
	content := make([]byte, info.Size())
	n, err := io.ReadFull(file, content)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil
	}
	return content[:n]
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
