package analysis

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// A Tree is every path that discovery found below one root. Paths are relative to the root, with "/"
// and in exact case. Only PerWorkspace analyzers may read it, as it grows until then: it panics when
// others do.
type Tree struct {
	Prefix   string    // the prefix of paths in reports; empty, or ends with "/"
	RootName string    // name of the root; empty for a repository, which may be cloned under any name
	Base     *BaseTree // the tree at the git base; nil: none. Drivers set it

	content
	*derived
	previous        content // of the previous run; see Restart
	previousDerived *derived
	repeated        bool // discovery finds the same; see Repeat

	read       func(rel string, most int64) []byte
	head       func(rel string, most int64) []byte
	ignored    func(rel string) bool // whether ignore files match a path
	executable func(ctx context.Context, rels []string) map[string]bool
	onRead     func(rel string) // records which files are read; may be nil
	growing    atomic.Bool      // see SetGrowing
}

// A content is what discovery found in a tree.
type content struct {
	paths  map[string]bool // true: a directory
	links  map[string]string
	walked []string        // directories that were read completely
	empty  map[string]bool // empty directories
	hidden map[string]bool // excluded paths
}

// A derived caches what is computed from a content.
type derived struct {
	once   sync.Once
	folded map[string][]string
	filled sync.Once
	listed map[string]bool // directories with known entries
	named  map[string]bool // last names of all paths

	lowered sync.Once
	lower   map[string]bool // last names of all paths and links, in lower case

	grouped sync.Once
	entries map[string][]string // last names by directory

	ordered sync.Once
	sorted  []string // every path but the root's own
}

// NewTree is for drivers: it returns an empty tree.
func NewTree(prefix string) *Tree {
	t := &Tree{Prefix: prefix}
	t.clear()
	return t
}

func (t *Tree) clear() {
	t.content, t.derived = content{paths: map[string]bool{".": true}}, &derived{}
}

// Restart is for drivers: it empties a tree before discovery runs again.
func (t *Tree) Restart() {
	t.previous, t.previousDerived, t.repeated, t.onRead, t.Base = t.content, t.derived, false, nil, nil
	t.clear()
}

// Repeat is for drivers: it restarts a tree in which discovery would find the same again.
func (t *Tree) Repeat() { t.repeated, t.onRead, t.Base = true, nil, nil }

// Finish is for drivers: after discovery, it reports whether the tree was restarted and did not change. If
// so, derived values are reused.
func (t *Tree) Finish() bool {
	if t.repeated {
		t.repeated = false
		return true
	}
	before, then := t.previous, t.previousDerived
	t.previous, t.previousDerived = content{}, nil
	if then == nil || !maps.Equal(t.paths, before.paths) || !maps.Equal(t.links, before.links) || !slices.Equal(t.walked, before.walked) ||
		!maps.Equal(t.empty, before.empty) || !maps.Equal(t.hidden, before.hidden) {
		return false
	}
	t.derived = then
	return true
}

// SetGrowing is for drivers: while documents are analyzed, discovery may still add paths, so an answer
// would depend on timing. Until it is unset, every question panics.
func (t *Tree) SetGrowing(growing bool) { t.growing.Store(growing) }

func (t *Tree) mustBeComplete() {
	if t.growing.Load() {
		panic("an analyzer of documents reads the tree, which is incomplete until all documents are analyzed")
	}
}

// OnRead is for drivers: it sets a function that is called, maybe concurrently, for files that are read.
func (t *Tree) OnRead(note func(rel string)) { t.onRead = note }

// Add is for drivers: it records a path.
func (t *Tree) Add(rel string, dir bool) { t.paths[rel] = dir }

// AddLink is for drivers: it records that a path is a link to a directory. Paths below it exist if they exist
// in that directory.
func (t *Tree) AddLink(rel, target string) {
	if t.links == nil {
		t.links = map[string]string{}
	}
	t.links[rel] = target
}

// MarkWalked is for drivers: it records that a directory is read completely, because the user specified it.
// Of other directories, only the path to specified ones is known.
func (t *Tree) MarkWalked(rel string) { t.walked = append(t.walked, path.Clean(rel)) }

// Hide is for drivers: it records that a path is excluded by an ignore file or the configuration.
func (t *Tree) Hide(rel string) {
	if t.hidden == nil {
		t.hidden = map[string]bool{}
	}
	t.hidden[rel] = true
}

// Hidden reports whether a path is excluded. Nothing below it is known.
func (t *Tree) Hidden(rel string) bool { return t.hidden[t.real(rel)] }

// SetRead is for drivers: it sets the function that Read calls.
func (t *Tree) SetRead(read func(rel string, most int64) []byte) { t.read = read }

// Read returns the content of a file, or nil if it exceeds a number of bytes or cannot be read. It is for
// files that are not documents, such as scripts of a skill. Only PerWorkspace analyzers, and what follows them, may call it, for
// few files.
func (t *Tree) Read(rel string, most int64) []byte {
	if t.read == nil {
		return nil
	}
	rel = t.real(rel)
	if t.onRead != nil {
		t.onRead(rel)
	}
	return t.read(rel, most)
}

// SetHead is for drivers: it sets the function that Head calls.
func (t *Tree) SetHead(head func(rel string, most int64) []byte) { t.head = head }

// Head returns the first bytes of a file of any size, or nil if it cannot be read. It is for files that are not
// text, such as programs. Only PerWorkspace analyzers may call it, for few files.
func (t *Tree) Head(rel string, most int64) []byte {
	if t.head == nil {
		return nil
	}
	rel = t.real(rel)
	if t.onRead != nil {
		t.onRead(rel)
	}
	return t.head(rel, most)
}

// SetIgnored is for drivers: it sets the function that Ignored calls.
func (t *Tree) SetIgnored(ignored func(rel string) bool) { t.ignored = ignored }

// Ignored reports whether ignore files match a path, which need not exist.
func (t *Tree) Ignored(rel string) bool { return t.ignored != nil && t.ignored(t.real(rel)) }

// Walked reports whether a path is in a directory that was read completely, except for ignored files.
func (t *Tree) Walked(rel string) bool {
	rel = t.real(rel)
	return slices.ContainsFunc(t.walked, func(dir string) bool {
		return dir == "." || rel == dir || strings.HasPrefix(rel, dir+"/")
	})
}

// AddEmpty is for drivers: it records an empty directory.
func (t *Tree) AddEmpty(rel string) {
	if t.empty == nil {
		t.empty = map[string]bool{}
	}
	t.empty[rel] = true
}

// Unlisted reports whether a path is a directory without known entries: ignored, a submodule that was not
// fetched, or outside the run.
func (t *Tree) Unlisted(rel string) bool {
	t.fill()
	rel = t.real(rel)
	return t.IsDir(rel) && !t.listed[rel] && !t.empty[rel]
}

// HasName reports whether any path ends in a name.
func (t *Tree) HasName(name string) bool { t.fill(); return t.named[name] }

func (t *Tree) fill() {
	t.mustBeComplete()
	t.filled.Do(func() {
		t.listed, t.named = map[string]bool{}, map[string]bool{}
		for p := range t.paths {
			t.listed[path.Dir(p)], t.named[path.Base(p)] = true, true
		}
	})
}

// HasNameInAnyCase reports whether any path or link ends in a name, regardless of case.
func (t *Tree) HasNameInAnyCase(name string) bool {
	t.mustBeComplete()
	t.lowered.Do(func() {
		t.lower = map[string]bool{}
		for p := range t.paths {
			t.lower[strings.ToLower(path.Base(p))] = true
		}
		for p := range t.links {
			t.lower[strings.ToLower(path.Base(p))] = true
		}
	})
	var room [64]byte
	lower := room[:0]
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf || len(lower) == len(room) {
			return t.lower[strings.ToLower(name)]
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower = append(lower, c)
	}
	return t.lower[string(lower)] // without an allocation, as manifests have many names
}

// Entries returns the names in a directory, sorted; none if it is unknown.
func (t *Tree) Entries(rel string) []string {
	t.grouped.Do(func() {
		t.entries = map[string][]string{}
		for _, p := range t.All() {
			t.entries[path.Dir(p)] = append(t.entries[path.Dir(p)], path.Base(p))
		}
	})
	return t.entries[t.real(rel)]
}

// All returns every path except the root, sorted. The slice is shared: do not modify it. It is complete
// after discovery.
func (t *Tree) All() []string {
	t.mustBeComplete()
	t.ordered.Do(func() {
		t.sorted = make([]string, 0, len(t.paths))
		for p := range t.paths {
			if p != "." {
				t.sorted = append(t.sorted, p)
			}
		}
		slices.Sort(t.sorted)
	})
	return t.sorted
}

// Exists reports whether a path exists, in exact case.
func (t *Tree) Exists(rel string) bool { _, ok := t.paths[t.real(rel)]; return ok }

// IsFile reports whether a path itself, without following links, is a file or a link to one.
func (t *Tree) IsFile(rel string) bool { dir, ok := t.paths[rel]; return ok && !dir }

// IsDir reports whether a path is a directory, or a link to one.
func (t *Tree) IsDir(rel string) bool { return t.paths[t.real(rel)] }

// Real returns a path with all links to directories resolved; "" if it does not exist.
func (t *Tree) Real(rel string) string {
	if rel = t.real(rel); !t.Exists(rel) {
		return ""
	}
	return rel
}

// real follows the links of a path. A target is free of links itself.
func (t *Tree) real(rel string) string {
	t.mustBeComplete()
	rel = clean(rel)
	if len(t.links) == 0 {
		return rel
	}
	for i := 0; i <= len(rel); i++ {
		if i < len(rel) && rel[i] != '/' {
			continue
		}
		if target, ok := t.links[rel[:i]]; ok {
			rest := rel[i:]
			rel, i = path.Clean(target+rest), len(target)
		}
	}
	return rel
}

// clean is path.Clean, and fast for a path that is clean.
func clean(rel string) string {
	if rel == "" || rel[0] == '/' || rel[0] == '.' {
		return path.Clean(rel)
	}
	for at := 0; ; {
		n := strings.IndexByte(rel[at:], '/')
		if n < 0 {
			return rel
		}
		if at += n + 1; at == len(rel) || rel[at] == '/' || rel[at] == '.' {
			return path.Clean(rel)
		}
	}
}

// OtherCase returns an existing path that differs in case only, or "".
func (t *Tree) OtherCase(rel string) string {
	t.mustBeComplete()
	t.once.Do(func() {
		t.folded = make(map[string][]string, len(t.paths))
		for p := range t.paths {
			f := strings.ToLower(p)
			t.folded[f] = append(t.folded[f], p)
		}
	})
	same := t.folded[strings.ToLower(path.Clean(rel))]
	if len(same) == 0 {
		return ""
	}
	return slices.Min(same)
}
