// Package archive reads file trees from a stream: a tar archive, which may be compressed with gzip, or a JSON object of
// files. It does not write to the disk.
//
// A tree is either read completely or rejected. Archives that tools may extract differently are rejected: with paths outside
// the tree, duplicate paths or paths below a link, and truncated archives and those followed by more data.
package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/treefs"
)

// maxStream limits the bytes of an archive after decompression: the largest tree, and space for headers.
const maxStream = treefs.MaxMemory + 64<<20

var (
	errEmpty     = errors.New("no data")
	errFormat    = errors.New("must be a tar archive, which may be compressed with gzip, or a JSON object of files")
	errTruncated = errors.New("truncated archive")
	errTrailing  = errors.New("data after the end of the archive")
	errTooLong   = fmt.Errorf("archive of more than %d MiB", maxStream>>20)
)

// Read reads a tree. The first bytes determine the format.
func Read(r io.Reader) (*treefs.Memory, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(512)
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, errEmpty
	case len(head) == 0:
		return nil, err
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return readGzip(in)
	case isJSON(head):
		return readJSON(in)
	}
	return readTar(in)
}

// isJSON reports whether the first bytes are those of a JSON object. The first path of a tar archive may also start with a
// brace.
func isJSON(head []byte) bool {
	isTar := len(head) == 512 && bytes.HasPrefix(head[257:], []byte("ustar"))
	return !isTar && bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("{"))
}

func readGzip(r io.Reader) (*treefs.Memory, error) {
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	return readTar(unpacked)
}

func readTar(r io.Reader) (*treefs.Memory, error) {
	in := &stream{r: r}
	t := &tarReader{Reader: tar.NewReader(in), tree: treefs.NewMemory()}
	for {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			if err := in.end(); err != nil {
				return nil, tarError(err)
			}
			return t.tree, nil
		case in.read <= 512 && (errors.Is(err, tar.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF)):
			return nil, errFormat
		case err != nil:
			return nil, tarError(err)
		}
		if err := t.entry(h); err != nil {
			return nil, fmt.Errorf("%s: %w", quote.Text(h.Name), tarError(err))
		}
	}
}

// tarError returns a clearer error for some errors of packages tar and gzip.
func tarError(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errTruncated
	case errors.Is(err, gzip.ErrChecksum):
		return errors.New("gzip: invalid checksum")
	case errors.Is(err, tar.ErrHeader):
		return errors.New("invalid tar header")
	case errors.Is(err, tar.ErrFieldTooLong):
		return errors.New("tar header with a field that is too long")
	}
	return err
}

type tarReader struct {
	*tar.Reader
	tree *treefs.Memory
}

// entry adds one entry to the tree.
func (t *tarReader) entry(h *tar.Header) error {
	if h.Typeflag == tar.TypeXGlobalHeader { // git archive stores the commit in it
		return nil
	}
	name, err := clean(h.Name)
	if err != nil {
		return err
	}
	if name == "." && h.Typeflag == tar.TypeDir {
		return nil
	}
	mode := fs.FileMode(h.Mode) & fs.ModePerm
	switch h.Typeflag {
	case tar.TypeReg, '\x00', tar.TypeCont, tar.TypeGNUSparse:
		content, err := t.content(h.Size)
		if err != nil {
			return err
		}
		return t.tree.Add(name, mode, content)
	case tar.TypeLink:
		return t.hardLink(name, h.Linkname)
	case tar.TypeSymlink:
		return t.tree.Add(name, mode|fs.ModeSymlink, []byte(h.Linkname))
	case tar.TypeDir:
		return t.tree.Add(name, mode|fs.ModeDir, nil)
	case tar.TypeFifo:
		return t.tree.Add(name, mode|fs.ModeNamedPipe, nil)
	case tar.TypeChar:
		return t.tree.Add(name, mode|fs.ModeDevice|fs.ModeCharDevice, nil)
	case tar.TypeBlock:
		return t.tree.Add(name, mode|fs.ModeDevice, nil)
	}
	return fmt.Errorf("unsupported type %q of tar entry", h.Typeflag)
}

// content reads a file. size is from the header, which may be wrong or, for sparse files, huge.
func (t *tarReader) content(size int64) ([]byte, error) {
	if size > t.tree.Left() {
		return nil, treefs.ErrTooLarge
	}
	var b bytes.Buffer
	b.Grow(int(min(size, 64<<10)))
	_, err := b.ReadFrom(t)
	return b.Bytes(), err
}

// hardLink adds a hard link to a preceding file of the archive.
func (t *tarReader) hardLink(name, to string) error {
	target, err := clean(to)
	if err != nil {
		return err
	}
	info, err := t.tree.Lstat(target)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("hard link to %s, which is not a preceding file of the archive", quote.Text(to))
	}
	content, err := t.tree.Content(target)
	if err != nil {
		return err
	}
	return t.tree.Add(name, info.Mode(), content)
}

// clean returns the path of an entry without "./" and a final "/".
func clean(name string) (string, error) {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return "", treefs.ErrPath
		}
	}
	if name == "" || path.IsAbs(name) {
		return "", treefs.ErrPath
	}
	return path.Clean(name), nil
}

// A stream counts the bytes that are read, and the zeros at their end.
type stream struct {
	r           io.Reader
	read, zeros int64
}

func (s *stream) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if s.read += int64(n); s.read > maxStream {
		return 0, errTooLong
	}
	rest := bytes.TrimRight(b[:n], "\x00")
	if len(rest) > 0 {
		s.zeros = 0
	}
	s.zeros += int64(n - len(rest))
	return n, err
}

// end returns an error if the archive does not end with zeros, or if other data follows.
func (s *stream) end() error {
	if s.zeros < 512 {
		return errTruncated
	}
	before := s.read - s.zeros
	_, err := io.Copy(io.Discard, s)
	if err == nil && s.read-s.zeros > before {
		err = errTrailing
	}
	return err
}
