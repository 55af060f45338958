package fix

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// ErrChanged means that a file has changed since it was analyzed.
var ErrChanged = errors.New("changed since it was read; not overwritten")

// Write changes a file, given by a path relative to a root. The file is streamed and may have any size. The replacement is
// atomic and keeps the mode. A link inside the root is followed.
//
// The error is [ErrChanged] if the content does not have the expected hash. linked reports whether the file had other hard
// links, which keep the old content.
func Write(ctx context.Context, files *safefile.Writer, root *os.Root, rel string, f *File) (linked bool, err error) {
	if err := files.AddUntrusted(root.Name()); err != nil {
		return false, err
	}
	if f.Target != "" {
		return false, relink(files, root, rel, f)
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
		return false, errors.New("not a regular file")
	}
	o := safefile.Options{Links: true}
	if f.Executable {
		o.Mode = executable(info.Mode().Perm())
	}
	err = files.Write(filepath.Join(root.Name(), filepath.FromSlash(rel)), o, func(w io.Writer) error {
		sum := sha256.New()
		if err := stream(w, io.TeeReader(contextReader{ctx, old}, sum), f.Edits); err != nil {
			return err
		}
		if len(f.Edits) > 0 && f.Hash != [32]byte(sum.Sum(nil)) {
			return ErrChanged
		}
		return nil
	})
	return err == nil && links(info) > 1, err
}

// relink gives a symbolic link a new target, which must exist in the root.
func relink(files *safefile.Writer, root *os.Root, rel string, f *File) error {
	if _, err := root.Stat(filepath.Join(filepath.FromSlash(path.Dir(rel)), filepath.FromSlash(f.Target))); err != nil {
		return fmt.Errorf("new target %s: %w", quote.Text(f.Target), treefs.WithoutPath(err))
	}
	return files.Relink(filepath.Join(root.Name(), filepath.FromSlash(rel)), f.Target, func(old string) error {
		if f.Hash != sha256.Sum256([]byte(old)) {
			return ErrChanged
		}
		return nil
	})
}

// A contextReader reads until a context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (u contextReader) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}

// Inside resolves the links in a path relative to a root.
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
		return "", errors.New("symbolic link out of the repository root")
	}
	return filepath.ToSlash(below), nil
}

// stream copies text and applies sorted edits.
func stream(w io.Writer, r io.Reader, edits []analysis.Edit) error {
	at := 0
	for _, e := range edits {
		if e.Range.Start < at || e.Range.End < e.Range.Start {
			return fmt.Errorf("bytes %d to %d: %w", e.Range.Start, e.Range.End, ErrConflict)
		}
		if _, err := io.CopyN(w, r, int64(e.Range.Start-at)); err != nil {
			return shortFileError(err)
		}
		if _, err := io.WriteString(w, e.Text); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, r, int64(e.Range.Len())); err != nil {
			return shortFileError(err)
		}
		at = e.Range.End
	}
	_, err := io.Copy(w, r)
	return err
}

// shortFileError returns the error for a read that failed, which is [ErrChanged] if the file ends before its last edit.
func shortFileError(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrChanged
	}
	return err
}
