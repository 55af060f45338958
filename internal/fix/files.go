package fix

import (
	"io"
	"io/fs"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A File is the change of one file.
type File struct {
	Path       string          // as shown in reports
	Hash       [32]byte        // SHA-256 of the original content; ignored without edits
	Edits      []analysis.Edit // sorted, without overlaps
	Executable bool            // make the file executable
	Target     string          // the new target of a symbolic link, whose old target is the content that Edits replace; empty: a file
}

// Rewrite returns the changed file, for [treefs.Rewrite].
func (f *File) Rewrite(old treefs.File) (treefs.File, error) {
	before, err := old.Stat()
	if err != nil {
		old.Close()
		return nil, err
	}
	r := &rewrittenFile{old: old}
	read := 0
	for _, e := range f.Edits {
		r.add(piece{from: read, to: e.Range.Start})
		r.add(piece{text: e.Text})
		read = e.Range.End
	}
	r.add(piece{from: read, to: max(read, int(before.Size()))})
	r.info = info{before, r.size, before.Mode()}
	if f.Executable {
		r.info.mode = executable(before.Mode())
	}
	r.Reader = io.NewSectionReader(r, 0, int64(r.size))
	return r, nil
}

// executable returns a mode that allows execution for all users who may read the file.
func executable(mode fs.FileMode) fs.FileMode { return mode | mode&0o444>>2 }

// A rewrittenFile is a file with edits applied.
type rewrittenFile struct {
	io.Reader
	old    treefs.File
	pieces []piece
	size   int
	info   info
}

// A piece is a range of the old file, or inserted text.
type piece struct {
	at       int // offset in the new file
	from, to int // range of the old file
	text     string
}

func (p piece) len() int { return len(p.text) + p.to - p.from }

func (r *rewrittenFile) add(p piece) {
	if p.at = r.size; p.len() > 0 {
		r.pieces = append(r.pieces, p)
		r.size += p.len()
	}
}

// ReadAt reads at an offset of the new file.
func (r *rewrittenFile) ReadAt(b []byte, offset int64) (n int, err error) {
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at+r.pieces[i].len() > int(offset) })
	for ; n < len(b) && i < len(r.pieces); i++ {
		p := r.pieces[i]
		skip := int(offset) + n - p.at
		if p.text != "" {
			n += copy(b[n:], p.text[skip:])
			continue
		}
		part := b[n:min(len(b), n+p.len()-skip)]
		m, err := r.old.ReadAt(part, int64(p.from+skip))
		if n += m; m < len(part) {
			return n, err
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (r *rewrittenFile) Close() error               { return r.old.Close() }
func (r *rewrittenFile) Stat() (fs.FileInfo, error) { return r.info, nil }

// An info is the information about the old file with a different size and mode.
type info struct {
	fs.FileInfo
	size int
	mode fs.FileMode
}

func (i info) Size() int64       { return int64(i.size) }
func (i info) Mode() fs.FileMode { return i.mode }
