package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"github.com/skilllint/skilllint/internal/treefs"
)

// isCommit matches the comment that git adds to archives.
var isCommit = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

func (b *builder) gunzip(content []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return err
	}
	// Headers and padding of 200,000 entries may exceed the limit. Anything larger is a decompression bomb.
	limited := &io.LimitedReader{R: r, N: treefs.MaxMemory + treefs.MaxEntries*2*512}
	err = b.readTar(limited)
	if err != nil && limited.N <= 0 {
		return treefs.ErrTooLarge
	}
	return err
}

func (b *builder) untar(content []byte) error {
	err := b.readTar(bytes.NewReader(content))
	if errors.Is(err, tar.ErrHeader) && b.files == 0 {
		return errors.New("unknown format: not a tar or zip archive and not a git bundle")
	}
	return err
}

func (b *builder) readTar(in io.Reader) error {
	r, any := tar.NewReader(in), false
	for {
		header, err := r.Next()
		switch {
		case err == io.EOF && !any:
			return errors.New("empty archive")
		case err == io.EOF:
			return checkRest(in)
		case err != nil:
			return err
		}
		any = true
		if err := b.addTar(header, r); err != nil {
			return err
		}
	}
}

// checkRest returns an error if anything but padding follows the end of an archive, because some programs read on.
func checkRest(in io.Reader) error {
	block := make([]byte, 32<<10)
	for {
		n, err := in.Read(block)
		switch {
		case len(bytes.Trim(block[:n], "\x00")) > 0:
			return errors.New("data after the end of the archive")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

func (b *builder) addTar(header *tar.Header, r io.Reader) error {
	switch header.Typeflag {
	case tar.TypeXGlobalHeader:
		b.commit = b.commit || isCommit.MatchString(header.PAXRecords["comment"])
		return nil
	case tar.TypeReg, tar.TypeGNUSparse:
		content, err := b.read(header.Name, r, header.Size)
		if err != nil {
			return err
		}
		return b.add(header.Name, fs.FileMode(header.Mode).Perm(), content)
	case tar.TypeDir:
		return b.add(header.Name, fs.ModeDir, nil)
	case tar.TypeSymlink:
		return b.add(header.Name, fs.ModeSymlink, []byte(header.Linkname))
	case tar.TypeLink: // to a preceding entry
		content, err := b.memory.Content(strings.TrimPrefix(header.Linkname, "./"))
		if err != nil {
			return errors.New("hard link to a path that is not a file of the archive")
		}
		return b.add(header.Name, fs.FileMode(header.Mode).Perm(), content)
	}
	return b.add(header.Name, fs.ModeIrregular, nil)
}

func (b *builder) unzip(content []byte) error {
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	inflate := flate.NewReader(nil) // faster than Go's; shared, because entries are read sequentially
	r.RegisterDecompressor(zip.Deflate, func(in io.Reader) io.ReadCloser {
		_ = inflate.(flate.Resetter).Reset(in, nil) // cannot fail without a dictionary
		return inflate
	})
	b.commit = isCommit.MatchString(r.Comment)
	for _, entry := range r.File {
		var content []byte
		if mode := entry.Mode(); mode.IsRegular() || mode&fs.ModeSymlink != 0 {
			if entry.Flags&1 != 0 {
				return errors.New("encrypted archive")
			}
			file, err := entry.Open()
			if err != nil {
				return err
			}
			content, err = b.read(entry.Name, file, int64(entry.UncompressedSize64))
			file.Close()
			if err != nil {
				return err
			}
		}
		if err := b.add(entry.Name, entry.Mode(), content); err != nil {
			return err
		}
	}
	return nil
}

// readDir reads a directory on disk. With os.Root, links cannot resolve outside.
func readDir(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	defer root.Close()
	b, disk := newBuilder(), treefs.Disk(root)
	if err := b.addDir(disk, "."); err != nil {
		return nil, err
	}
	return b.finish()
}

func (b *builder) addDir(disk treefs.FS, dir string) error {
	entries, err := disk.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := strings.TrimPrefix(dir+"/"+entry.Name(), "./")
		info, err := disk.Lstat(name)
		if err != nil {
			return err
		}
		var content []byte
		switch {
		case entry.Name() == ".git":
			continue
		case info.IsDir():
			if err := b.add(name, info.Mode(), nil); err != nil {
				return err
			}
			if err := b.addDir(disk, name); err != nil {
				return err
			}
			continue
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := disk.ReadLink(name)
			if err != nil {
				return err
			}
			content = []byte(filepath.ToSlash(to))
		case info.Mode().IsRegular():
			if content, err = b.open(disk, name); err != nil {
				return err
			}
		}
		if err := b.add(name, info.Mode(), content); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) open(disk treefs.FS, name string) ([]byte, error) {
	file, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return b.read(name, file, info.Size())
}
