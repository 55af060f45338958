package source

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"github.com/skilllint/skilllint/internal/treefs"
)

// Limits of a git bundle.
const (
	maxObjects  = 2_000_000
	maxInflated = 4 << 30  // bytes of all objects, counted each time they are read
	maxCached   = 64 << 20 // bytes of cached objects, which are bases of deltas
	maxChain    = 4_096    // length of a chain of deltas, as in git
)

// unbundle adds the files of a bundle's HEAD, or else of its main branch. It does not use git or a repository, so
// configurations and hooks have no effect.
func (b *builder) unbundle(content []byte) error {
	tip, pack, err := bundleHeader(content)
	if err != nil {
		return err
	}
	p := &objects{scanner: packfile.NewScanner(bytes.NewReader(pack)), at: map[plumbing.Hash]int64{}, left: maxInflated}
	if err := p.index(); err != nil {
		return fmt.Errorf("git bundle: %w", err)
	}
	commit, err := p.get(tip, plumbing.CommitObject)
	if err != nil {
		return fmt.Errorf("git bundle: %w", err)
	}
	line, _, _ := bytes.Cut(commit, []byte("\n"))
	tree, ok := strings.CutPrefix(string(line), "tree ")
	if !ok || len(tree) != 40 {
		return errors.New("git bundle: invalid commit")
	}
	return b.addTree(p, plumbing.NewHash(tree), "", 0)
}

// bundleHeader returns the commit to read, and the pack.
func bundleHeader(content []byte) (plumbing.Hash, []byte, error) {
	refs := map[string]string{}
	first := ""
	_, rest, _ := bytes.Cut(content, []byte("\n"))
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return plumbing.ZeroHash, nil, errors.New("git bundle: unexpected end")
		}
		rest = after
		if len(line) == 0 {
			break
		}
		if line[0] == '-' {
			return plumbing.ZeroHash, nil, errors.New("git bundle: it requires commits that it does not contain")
		}
		hash, name, _ := strings.Cut(string(line), " ")
		if _, err := hex.DecodeString(hash); err != nil || len(hash) != 40 {
			return plumbing.ZeroHash, nil, errors.New("git bundle: invalid reference")
		}
		if refs[name] = hash; first == "" {
			first = hash
		}
	}
	for _, name := range []string{"HEAD", "refs/heads/main", "refs/heads/master"} {
		if hash := refs[name]; hash != "" {
			return plumbing.NewHash(hash), rest, nil
		}
	}
	if first == "" {
		return plumbing.ZeroHash, nil, errors.New("git bundle: no references")
	}
	return plumbing.NewHash(first), rest, nil
}

// addTree adds the entries of a git tree below a directory. Submodules are directories without content.
func (b *builder) addTree(p *objects, hash plumbing.Hash, dir string, depth int) error {
	if depth > maxDepth {
		return treefs.ErrPath
	}
	content, err := p.get(hash, plumbing.TreeObject)
	if err != nil {
		return err
	}
	for len(content) > 0 {
		head, rest, ok := bytes.Cut(content, []byte{0})
		mode, name, spaced := strings.Cut(string(head), " ")
		if !ok || !spaced || len(rest) < 20 || name == "" || strings.Contains(name, "/") || strings.EqualFold(name, ".git") {
			return errors.New("git bundle: invalid tree")
		}
		child := plumbing.Hash(rest[:20])
		content = rest[20:]
		if err := b.addObject(p, child, mode, path.Join(dir, name), depth); err != nil {
			return err
		}
	}
	return nil
}

const maxDepth = 256

func (b *builder) addObject(p *objects, hash plumbing.Hash, mode, name string, depth int) error {
	switch mode {
	case "40000":
		if err := b.add(name, fs.ModeDir, nil); err != nil {
			return err
		}
		return b.addTree(p, hash, name, depth+1)
	case "160000":
		return b.add(name, fs.ModeDir, nil)
	}
	content, err := p.get(hash, plumbing.BlobObject)
	if err != nil {
		return err
	}
	if int64(len(content)) > b.left {
		return treefs.ErrTooLarge
	}
	switch mode {
	case "120000":
		return b.add(name, fs.ModeSymlink, content)
	case "100755":
		return b.add(name, 0o755, content)
	}
	return b.add(name, 0o644, content)
}

// objects reads the objects of a pack.
type objects struct {
	scanner *packfile.Scanner
	at      map[plumbing.Hash]int64 // offset of each object
	left    int64                   // remaining bytes that may be inflated
	cache   map[int64]object
	cached  int
	held    int64 // bytes of deltas whose bases are being read
}

type object struct {
	kind    plumbing.ObjectType
	content []byte
}

var errPack = errors.New("invalid pack")

// index finds the offset of each object.
func (p *objects) index() error {
	_, count, err := p.scanner.Header()
	if err != nil {
		return err
	}
	if count > maxObjects {
		return fmt.Errorf("more than %d objects", maxObjects)
	}
	var offsets []int64
	for range count {
		h, err := p.scanner.NextObjectHeader()
		if err != nil {
			return err
		}
		if _, err := p.inflate(h, io.Discard); err != nil {
			return err
		}
		offsets = append(offsets, h.Offset)
	}
	// A delta may precede its base, which it refers to by hash.
	for len(offsets) > 0 {
		var later []int64
		for _, offset := range offsets {
			o, err := p.read(offset, 0)
			if errors.Is(err, errUnknown) {
				later = append(later, offset)
				continue
			}
			if err != nil {
				return err
			}
			p.at[plumbing.ComputeHash(o.kind, o.content)] = offset
		}
		if len(later) == len(offsets) {
			return errUnknown
		}
		offsets = later
	}
	return nil
}

var errUnknown = errors.New("an object is missing")

// get returns the content of an object.
func (p *objects) get(hash plumbing.Hash, kind plumbing.ObjectType) ([]byte, error) {
	offset, ok := p.at[hash]
	if !ok {
		return nil, errUnknown
	}
	o, err := p.read(offset, 0)
	if err == nil && o.kind != kind {
		err = errPack
	}
	return o.content, err
}

// read returns the object at an offset after a number of deltas.
func (p *objects) read(offset int64, chain int) (object, error) {
	if o, ok := p.cache[offset]; ok {
		return o, nil
	}
	if chain > maxChain {
		return object{}, errPack
	}
	h, err := p.scanner.SeekObjectHeader(offset)
	if err != nil {
		return object{}, err
	}
	header := *h
	if header.Length > treefs.MaxMemory {
		return object{}, treefs.ErrTooLarge
	}
	var content bytes.Buffer
	if _, err := p.inflate(&header, &content); err != nil {
		return object{}, err
	}
	o := object{header.Type, content.Bytes()}
	switch header.Type {
	case plumbing.OFSDeltaObject:
		o, err = p.patch(header.OffsetReference, o.content, chain)
	case plumbing.REFDeltaObject:
		base, ok := p.at[header.Reference]
		if !ok {
			return object{}, errUnknown
		}
		o, err = p.patch(base, o.content, chain)
	}
	if err == nil {
		p.keep(offset, o)
	}
	return o, err
}

// patch applies a delta to the object at an offset.
func (p *objects) patch(base int64, delta []byte, chain int) (object, error) {
	if p.held += int64(len(delta)); p.held > treefs.MaxMemory {
		return object{}, treefs.ErrTooLarge
	}
	o, err := p.read(base, chain+1)
	p.held -= int64(len(delta))
	if err != nil {
		return object{}, err
	}
	_, n := binary.Uvarint(delta)
	if n <= 0 {
		return object{}, errPack
	}
	size, n := binary.Uvarint(delta[n:])
	if n <= 0 || size > treefs.MaxMemory {
		return object{}, treefs.ErrTooLarge
	}
	if p.left -= int64(size); p.left < 0 {
		return object{}, errInflated
	}
	content, err := packfile.PatchDelta(o.content, delta)
	return object{o.kind, content}, err
}

var errInflated = fmt.Errorf("more than %d GiB of objects; create the bundle from a shallow clone", maxInflated>>30)

func (p *objects) inflate(h *packfile.ObjectHeader, to io.Writer) (int64, error) {
	if p.left -= h.Length; p.left < 0 {
		return 0, errInflated
	}
	n, _, err := p.scanner.NextObject(to)
	if err == nil && n != h.Length {
		err = errPack
	}
	return n, err
}

// keep caches an object. When the cache is full, it is emptied: bases are close to their deltas.
func (p *objects) keep(offset int64, o object) {
	if p.cached += len(o.content); p.cached > maxCached || p.cache == nil {
		p.cache, p.cached = map[int64]object{}, len(o.content)
	}
	p.cache[offset] = o
}
