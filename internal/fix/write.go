package fix

import (
	"bufio"
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

// Write makes edits in a file below a root, given relative to it. The file is read and written as a
// stream, so it may be of any size. Whatever happens, there is the old file or the new one: the new
// one is written beside it, and takes its place when it is complete and on the disk. It keeps the
// mode. Where a link leads to the file, inside of the root, the link stays.
//
// want is the SHA-256 of the bytes that the edits were made for; ErrChanged says that the file has
// others. linked: the file had other names (hard links), under which the old content remains.
func Write(root *os.Root, rel string, want [32]byte, edits []analysis.Edit) (linked bool, err error) {
	rel, err = inside(root, rel)
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
	temporary := path.Join(path.Dir(rel), "."+path.Base(rel)+"."+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
	if err := writeNew(root, temporary, info.Mode().Perm(), old, want, edits); err != nil {
		_ = root.Remove(temporary) // there may be none
		return false, err
	}
	if err := root.Rename(temporary, rel); err != nil {
		_ = root.Remove(temporary)
		return false, err
	}
	settle(root, path.Dir(rel))
	return links(info) > 1, nil
}

// inside follows the links of a path, and returns the path of what they lead to.
func inside(root *os.Root, rel string) (string, error) {
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

func writeNew(root *os.Root, name string, mode os.FileMode, old io.Reader, want [32]byte, edits []analysis.Edit) (err error) {
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
	if err := stream(buffered, io.TeeReader(old, sum), edits); err != nil {
		return err
	}
	if !same(sum, want) {
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
