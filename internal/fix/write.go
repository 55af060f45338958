package fix

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
)

// ErrChanged is returned by Write when a file is not the one that was analysed any more.
var ErrChanged = errors.New("it has changed since it was read, and is left as it is")

// Write changes a file below a root, given relative to it. The file is read and written as a
// stream, so it may be of any size. Whatever happens, there is the old file or the new one: the new
// one is written beside it, and takes its place when it is complete and on the disk. It keeps the
// mode. Where a link leads to the file, inside of the root, the link stays.
//
// ErrChanged says that the file has other bytes than the edits were made for. linked: the file had
// other names (hard links), under which the old content remains.
func Write(ctx context.Context, root *os.Root, rel string, f *File) (linked bool, err error) {
	rel, err = Inside(root, rel)
	if err != nil {
		return false, err
	}
	old, err := root.Open(rel)
	if err != nil {
		return false, err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, errors.New("it is no regular file")
	}
	mode := info.Mode().Perm()
	if f.Executable {
		mode = executable(mode)
	}
	linked = links(info) > 1
	if len(f.Edits) == 0 && !linked {
		return false, old.Chmod(mode)
	}
	temporary := path.Join(path.Dir(rel), "."+path.Base(rel)+"."+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
	if err := writeNew(root, temporary, mode, until{ctx, old}, f); err != nil {
		_ = root.Remove(temporary) // there may be none
		return false, err
	}
	if err := root.Rename(temporary, rel); err != nil {
		_ = root.Remove(temporary)
		return false, err
	}
	settle(root, path.Dir(rel))
	return linked, nil
}

// An until reads until a context ends.
type until struct {
	ctx context.Context
	r   io.Reader
}

func (u until) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}

// Inside follows the links of a path below a root, and returns the path of what they lead to.
func Inside(root *os.Root, rel string) (string, error) {
	top, err := filepath.EvalSymlinks(root.Name())
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(top, filepath.FromSlash(rel)))
	if err != nil {
		return "", err
	}
	below, err := filepath.Rel(top, real)
	if err != nil || !filepath.IsLocal(below) {
		return "", errors.New("a link leads out of the root to it")
	}
	return filepath.ToSlash(below), nil
}

func writeNew(root *os.Root, name string, mode os.FileMode, old io.Reader, f *File) (err error) {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.Chmod(mode); err != nil { // whatever the umask
		return err
	}
	sum := sha256.New()
	buffered := bufio.NewWriterSize(file, 64<<10)
	if err := stream(buffered, io.TeeReader(old, sum), f.Edits); err != nil {
		return err
	}
	if len(f.Edits) > 0 && !same(sum, f.Want) {
		return ErrChanged
	}
	return errors.Join(buffered.Flush(), file.Sync())
}

func same(sum hash.Hash, want [32]byte) bool { return [32]byte(sum.Sum(nil)) == want }

// stream copies a text and makes sorted edits on the way.
func stream(w io.Writer, r io.Reader, edits []analysis.Edit) error {
	at := 0
	for _, e := range edits {
		if e.Range.Start < at || e.Range.End < e.Range.Start {
			return fmt.Errorf("bytes %d to %d: %w", e.Range.Start, e.Range.End, ErrConflict)
		}
		if _, err := io.CopyN(w, r, int64(e.Range.Start-at)); err != nil {
			return shorter(err)
		}
		if _, err := io.WriteString(w, e.Text); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, r, int64(e.Range.Len())); err != nil {
			return shorter(err)
		}
		at = e.Range.End
	}
	_, err := io.Copy(w, r)
	return err
}

// shorter says what it means that a file ends before its last edit.
func shorter(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrChanged
	}
	return err
}

// settle brings the new name of a file to the disk, where the system can do that.
func settle(root *os.Root, dir string) {
	if d, err := root.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
