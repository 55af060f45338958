package treefs

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A beneath opens entries of a directory with one system call. os.Root needs one, and another to close it, for each
// directory of a path.
type beneath struct {
	once sync.Once
	dir  *os.File
}

// open opens an entry. Like os.Root, the kernel does not leave the directory. It returns nil if that fails for any reason, and
// os.Root opens the entry or returns the error.
func (b *beneath) open(root *os.Root, name string, flags int) *os.File {
	b.once.Do(func() { b.dir, _ = root.Open(".") })
	if b.dir == nil {
		return nil
	}
	conn, err := b.dir.SyscallConn()
	if err != nil {
		return nil
	}
	var file *os.File
	err = conn.Control(func(dir uintptr) {
		fd, err := unix.Openat2(int(dir), name, &unix.OpenHow{
			Flags: uint64(flags) | unix.O_CLOEXEC, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS})
		if err == nil {
			file = os.NewFile(uintptr(fd), root.Name()+"/"+name)
		}
	})
	if err != nil {
		return nil
	}
	return file
}
