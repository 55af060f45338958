package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/parquet-go/parquet-go"
)

// A Directory is an output directory in any file system that Beam supports.
type Directory string

// join returns the name of a file. URIs keep their "//".
func (d Directory) join(elem ...string) string {
	return strings.TrimRight(string(d), "/") + "/" + path.Join(elem...)
}

// OfSource returns the file name of a source's part of a table, without suffix.
func OfSource(table, id string) string { return path.Join(table, "source="+id, table) }

// Shard returns the file name of one of several parts of a table, without suffix.
func Shard(table string, i, of int) string {
	return path.Join(table, fmt.Sprintf("%s-%05d-of-%05d", table, i, of))
}

// Suffixes are the suffixes of the two files with the same rows.
var Suffixes = []string{".jsonl", ".parquet"}

// A Writer writes parts of a table. It keeps its buffers: most sources have few rows, and creating a Parquet writer takes
// longer than writing them.
type Writer[R any] struct {
	lines, columns bytes.Buffer
	parquet        *parquet.GenericWriter[R]
}

// encode returns rows as JSON Lines and as Parquet. The result is valid until the next call.
func (w *Writer[R]) encode(rows []R) ([][]byte, error) {
	w.reset()
	encoder := json.NewEncoder(&w.lines)
	encoder.SetEscapeHTML(false)
	for i := range rows {
		if err := encoder.Encode(&rows[i]); err != nil {
			return nil, err
		}
	}
	if _, err := w.parquet.Write(rows); err != nil {
		return nil, err
	}
	if err := w.parquet.Close(); err != nil {
		return nil, err
	}
	return [][]byte{w.lines.Bytes(), w.columns.Bytes()}, nil
}

// reset prepares the writer for the next files.
func (w *Writer[R]) reset() {
	w.lines.Reset()
	w.columns.Reset()
	if w.parquet == nil {
		// Page statistics differ between a new and a used writer. The page index has them, too.
		w.parquet = parquet.NewGenericWriter[R](&w.columns, parquet.CreatedBy("skilllint", "", ""), parquet.Compression(&parquet.Snappy),
			parquet.PageBufferSize(16<<10), parquet.DataPageStatistics(false))
		return
	}
	// Version 0.32 clears the column names in the metadata of the last file, which the next file shares:
	// https://github.com/parquet-go/parquet-go/issues/602
	for _, group := range w.parquet.File().Metadata().RowGroups {
		for i := range group.Columns {
			group.Columns[i].MetaData.PathInSchema = nil
		}
	}
	w.parquet.Reset(&w.columns)
}

// Write writes the files of a part of a table.
func (w *Writer[R]) Write(ctx context.Context, d Directory, name string, rows []R) error {
	files, err := w.encode(rows)
	if err != nil {
		return err
	}
	for i, content := range files {
		if err := d.WriteFile(ctx, name+Suffixes[i], content); err != nil {
			return err
		}
	}
	return nil
}

// Read reads the rows of a part of a table, or returns [fs.ErrNotExist].
func Read[R any](ctx context.Context, d Directory, name string) ([]R, error) {
	content, err := d.ReadFile(ctx, name+".parquet")
	if err != nil {
		return nil, err
	}
	return parquet.Read[R](bytes.NewReader(content), int64(len(content)))
}

var attempts atomic.Uint64

// WriteFile writes a file atomically, both on disk and in object stores.
func (d Directory) WriteFile(ctx context.Context, name string, content []byte) error {
	name = d.join(name)
	if !strings.Contains(name, "://") {
		return d.replace(name, content)
	}
	fsys, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fsys.Close()
	w, err := fsys.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return errors.Join(err, w.Close())
}

// replace writes a file on disk under a temporary name and renames it.
func (d Directory) replace(name string, content []byte) error {
	temporary := d.join(Temporary, strconv.Itoa(os.Getpid())+"-"+strconv.FormatUint(attempts.Add(1), 36))
	err := os.WriteFile(temporary, content, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(path.Dir(temporary), 0o755); err == nil {
			err = os.WriteFile(temporary, content, 0o644)
		}
	}
	if err != nil {
		return err
	}
	err = os.Rename(temporary, name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(path.Dir(name), 0o755); err == nil {
			err = os.Rename(temporary, name)
		}
	}
	return err
}

// Temporary is the directory of incomplete files on a disk.
const Temporary = "_temporary"

// maxFile is the maximum size of a file that is read.
const maxFile = 1 << 30

// ReadFile reads a file, or returns [fs.ErrNotExist].
func (d Directory) ReadFile(ctx context.Context, name string) ([]byte, error) {
	fsys, err := filesystem.New(ctx, string(d))
	if err != nil {
		return nil, err
	}
	defer fsys.Close()
	name = d.join(name)
	if strings.Contains(name, "://") { // errors of object stores do not identify missing files
		found, err := fsys.List(ctx, name)
		if err == nil && len(found) == 0 {
			err = fs.ErrNotExist
		}
		if err != nil {
			return nil, err
		}
	}
	r, err := fsys.OpenRead(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(content) > maxFile {
		err = fmt.Errorf("%s exceeds 1 GiB", name)
	}
	return content, err
}

// List returns the names of files that match a pattern.
func (d Directory) List(ctx context.Context, pattern string) ([]string, error) {
	fsys, err := filesystem.New(ctx, string(d))
	if err != nil {
		return nil, err
	}
	defer fsys.Close()
	found, err := fsys.List(ctx, d.join(pattern))
	for i := range found {
		found[i] = strings.TrimPrefix(found[i], d.join(""))
	}
	return found, err
}

// Remove removes a file.
func (d Directory) Remove(ctx context.Context, name string) error {
	fsys, err := filesystem.New(ctx, string(d))
	if err != nil {
		return err
	}
	defer fsys.Close()
	remover, ok := fsys.(filesystem.Remover)
	if !ok {
		return fmt.Errorf("cannot remove files of %s", d)
	}
	if strings.Contains(string(d), "://") { // errors of object stores do not identify missing files
		if found, err := fsys.List(ctx, d.join(name)); err != nil || len(found) == 0 {
			return err
		}
	}
	err = remover.Remove(ctx, d.join(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
