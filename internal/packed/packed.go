// Package packed keeps texts in the program deflated: pages and schemas are a third of a megabyte each,
// and of either a run reads a few.
package packed

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Pack returns an archive of files: their number; of each, sorted by name, the length of the name, the
// name, its size and its size when it is deflated; then what is deflated, in the same order. Numbers
// are those of binary.AppendUvarint.
func Pack(files map[string][]byte) ([]byte, error) {
	index := binary.AppendUvarint(nil, uint64(len(files)))
	var content bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		start := content.Len()
		w, err := flate.NewWriter(&content, flate.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		index = append(binary.AppendUvarint(index, uint64(len(name))), name...)
		index = binary.AppendUvarint(index, uint64(len(files[name])))
		index = binary.AppendUvarint(index, uint64(content.Len()-start))
	}
	return append(index, content.Bytes()...), nil
}

// An Archive is what Pack returned. It may be used by several goroutines.
type Archive struct{ index func() *index }

type index struct {
	names []string
	files map[string]file
}

type file struct {
	packed string
	size   int
}

// Open returns an archive, which is looked at when it is asked for something. That panics when the
// archive is broken: it is a part of the program.
func Open(data string) *Archive {
	return &Archive{sync.OnceValue(func() *index { return read(data) })}
}

func read(data string) *index {
	next := func() int {
		n, size := binary.Uvarint([]byte(data[:min(len(data), binary.MaxVarintLen64)]))
		if size <= 0 {
			panic("packed: the archive is broken")
		}
		data = data[size:]
		return int(n)
	}
	count := next()
	x := &index{make([]string, count), make(map[string]file, count)}
	type sizes struct{ plain, packed int }
	all := make([]sizes, count)
	for i := range count {
		length := next()
		x.names[i], data = data[:length], data[length:]
		all[i] = sizes{next(), next()}
	}
	for i, name := range x.names {
		x.files[name] = file{data[:all[i].packed], all[i].plain}
		data = data[all[i].packed:]
	}
	return x
}

// Names returns the names of all files, sorted. They are not to be changed.
func (a *Archive) Names() []string { return a.index().names }

// Has reports whether there is a file of that name.
func (a *Archive) Has(name string) bool { _, ok := a.index().files[name]; return ok }

// ReadFile returns the content of a file; [fs.ErrNotExist] when there is none of that name.
func (a *Archive) ReadFile(name string) ([]byte, error) {
	f, ok := a.index().files[name]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	plain := make([]byte, f.size)
	if _, err := io.ReadFull(flate.NewReader(strings.NewReader(f.packed)), plain); err != nil {
		panic(fmt.Sprintf("packed: %s: %v", name, err))
	}
	return plain, nil
}
