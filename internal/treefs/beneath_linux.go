package treefs

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// A beneath opens files below a directory with one system call, where os.Root opens each directory of the path.
type beneath struct {
	once sync.Once
	dir  *os.File // nil: use os.Root
}

// unsupported is set if the kernel or a sandbox does not allow openat2.
var unsupported atomic.Bool

// open returns nil if os.Root has to open the file, which also returns the error.
func (b *beneath) open(root *os.Root, name string, flags int) *os.File {
	if unsupported.Load() {
		return nil
	}
	b.once.Do(func() { b.dir, _ = root.Open(".") })
	if b.dir == nil {
		return nil
	}
	how := unix.OpenHow{Flags: uint64(flags) | unix.O_CLOEXEC, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	fd, err := unix.Openat2(int(b.dir.Fd()), name, &how)
	runtime.KeepAlive(b.dir)
	switch err {
	case nil:
		return os.NewFile(uintptr(fd), name)
	case unix.ENOSYS, unix.EPERM:
		unsupported.Store(true)
	}
	return nil
}
