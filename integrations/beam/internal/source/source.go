// Package source reads the sources of a marketplace into memory: directories, archives and git bundles.
//
// Sources may be hostile. A source that exceeds a limit or contains an invalid path is an error, and is not linted.
package source

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/lint"
)

// maxArchive is the largest size of an archive or bundle in bytes.
const maxArchive = 256 << 20

// ID returns the name of a source's directories in the output: the base name and the hash of its URI.
func ID(uri string) string {
	hash := sha256.Sum256([]byte(uri))
	name := path.Base(strings.TrimRight(strings.ReplaceAll(uri, "\\", "/"), "/"))
	for _, suffix := range suffixes {
		name = strings.TrimSuffix(name, suffix)
	}
	name = notInID.ReplaceAllString(name, "-")
	return strings.Trim(name[:min(len(name), 60)], "-.") + "-" + hex.EncodeToString(hash[:6])
}

var (
	suffixes = []string{".bundle", ".zip", ".tgz", ".tar.gz", ".tar"}
	notInID  = regexp.MustCompile(`[^A-Za-z0-9._-]+`)
)

// A Tree is a source in memory.
type Tree struct {
	*lint.Tree
	Hash    string // of all paths, modes and contents
	Files   int
	Bytes   int64
	Skipped int // devices, pipes and sockets
}

// Read reads the source at a URI: a directory of the local disk, or a file in a file system that Beam supports.
func Read(ctx context.Context, uri string) (*Tree, error) {
	if !strings.Contains(uri, "://") {
		info, err := os.Stat(uri)
		if err != nil {
			return nil, treefs.WithoutPath(err)
		}
		if info.IsDir() {
			return readDir(uri)
		}
		if !info.Mode().IsRegular() {
			return nil, errors.New("not a directory and not a regular file")
		}
	}
	content, err := readFile(ctx, uri)
	if err != nil {
		return nil, err
	}
	return Unpack(content)
}

func readFile(ctx context.Context, uri string) ([]byte, error) {
	fsys, err := filesystem.New(ctx, uri)
	if err != nil {
		return nil, err
	}
	defer fsys.Close()
	file, err := fsys.OpenRead(ctx, uri)
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	defer file.Close()
	var content bytes.Buffer
	if !strings.Contains(uri, "://") { // for URIs, the size requires another request
		if size, err := fsys.Size(ctx, uri); err == nil {
			content.Grow(int(min(size, maxArchive)) + bytes.MinRead)
		}
	}
	_, err = content.ReadFrom(io.LimitReader(file, maxArchive+1))
	if err == nil && content.Len() > maxArchive {
		err = fmt.Errorf("archive exceeds %d MiB", maxArchive>>20)
	}
	return content.Bytes(), err
}

// Unpack reads an archive or a git bundle. Its first bytes determine the format.
func Unpack(content []byte) (*Tree, error) {
	b := newBuilder()
	var err error
	switch start := string(content[:min(len(content), 20)]); {
	case strings.HasPrefix(start, "PK\x03\x04"), strings.HasPrefix(start, "PK\x05\x06"):
		err = b.unzip(content)
	case strings.HasPrefix(start, "\x1f\x8b"):
		err = b.gunzip(content)
	case strings.HasPrefix(start, "# v2 git bundle\n"):
		err = b.unbundle(content)
	case strings.HasPrefix(start, "# v3 git bundle\n"):
		err = errors.New("unsupported git bundle: version 3")
	default:
		err = b.untar(content)
	}
	if err != nil {
		return nil, err
	}
	return b.finish()
}

// A builder collects the entries of a source.
type builder struct {
	memory  *treefs.Memory
	names   map[string]string // paths of entries and their directories, by the path in lower case
	left    int64             // remaining bytes that may be added
	files   int
	skipped int
	commit  bool // git wrote the archive, and all paths are below one directory
}

func newBuilder() *builder {
	return &builder{memory: treefs.NewMemory(), names: map[string]string{}, left: treefs.MaxMemory}
}

// add adds an entry with its name in the archive.
func (b *builder) add(name string, mode fs.FileMode, content []byte) error {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	if name == "" || name == "." {
		return nil
	}
	switch {
	case mode.IsDir():
		mode, content = fs.ModeDir|0o755, nil
	case mode.IsRegular() && mode&0o111 != 0:
		mode, b.files = 0o755, b.files+1
	case mode.IsRegular():
		mode, b.files = 0o644, b.files+1
	case mode&fs.ModeSymlink != 0:
		mode = fs.ModeSymlink | 0o777
	default:
		b.skipped++
		return nil
	}
	if err := b.checkCase(name); err != nil {
		return err
	}
	if err := b.memory.Add(name, mode, content); err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	b.left -= int64(len(content))
	return nil
}

// checkCase returns an error if a path differs from an earlier one only in case. On macOS and Windows they are the same file, so
// what is installed there is not what was linted.
func (b *builder) checkCase(name string) error {
	for at := name; at != "."; at = path.Dir(at) {
		key := strings.ToLower(at)
		other, known := b.names[key]
		if known && other != at {
			return fmt.Errorf("%q and %q differ only in case", other, at)
		}
		if known {
			break
		}
		b.names[key] = at
	}
	return nil
}

// read reads the content of an entry with a declared size, within the limit of the tree.
func (b *builder) read(name string, r io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > b.left {
		return nil, fmt.Errorf("%q: %w", name, treefs.ErrTooLarge)
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(r, content); err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 {
		return nil, fmt.Errorf("%q: larger than declared", name)
	} else if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return content, nil
}

// finish returns the tree. It removes the directory that `git archive --prefix` adds to all paths.
func (b *builder) finish() (*Tree, error) {
	memory := b.memory
	if tops, err := b.memory.ReadDir("."); err == nil && b.commit && len(tops) == 1 && tops[0].IsDir() {
		if memory, err = below(b.memory, tops[0].Name()); err != nil {
			return nil, err
		}
	}
	hash := sha256.New()
	err := memory.All(func(name string, mode fs.FileMode, content []byte) error {
		if !mode.IsDir() {
			head := binary.AppendUvarint(nil, uint64(mode))
			head = binary.AppendUvarint(head, uint64(len(name)))
			head = binary.AppendUvarint(append(head, name...), uint64(len(content)))
			hash.Write(head)
			hash.Write(content)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	tree, err := lint.ReadFS(memoryFS{memory})
	if err != nil {
		return nil, err
	}
	return &Tree{tree, hex.EncodeToString(hash.Sum(nil)), b.files, treefs.MaxMemory - b.left, b.skipped}, nil
}

// below returns the tree below a directory that contains all entries.
func below(all *treefs.Memory, dir string) (*treefs.Memory, error) {
	memory := treefs.NewMemory()
	return memory, all.All(func(name string, mode fs.FileMode, content []byte) error {
		if name == dir {
			return nil
		}
		return memory.Add(strings.TrimPrefix(name, dir+"/"), mode, content)
	})
}

// A memoryFS is a tree in memory as an [fs.FS].
type memoryFS struct{ *treefs.Memory }

func (m memoryFS) Open(name string) (fs.File, error)     { return m.Memory.Open(name) }
func (m memoryFS) Stat(name string) (fs.FileInfo, error) { return m.Lstat(name) }
func (m memoryFS) ReadFile(name string) ([]byte, error)  { return m.Content(name) }
