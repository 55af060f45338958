// Package language provides editor features for a workspace: hover, completion, definitions, references, rename, links, symbols,
// folding and inlay hints. They are functions of a [Snapshot] and offsets, independent of the protocol. Names and paths are resolved by
// the same facts that rules read.
package language

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/load"
)

// A Snapshot is a finished run with the current content of its files. It must not be used concurrently, or while another run uses the
// same cache, because runs reuse trees and files.
type Snapshot struct {
	Result *lint.Result
	Facts  *Facts
	Rules  []*analysis.Analyzer // rules that suppressions and configuration files may name

	// Read returns the current content of a file, including unsaved changes. It is called only for files of the run.
	Read func(*analysis.File) ([]byte, error)

	documents map[*analysis.File]*Document
}

// A Document is the current content of a file, with the facts of that content.
type Document struct {
	*analysis.Document
	facts    analysis.FactSet
	links    func() []resolvedLink
	headings func() []heading
}

// maxDocuments limits the number of cached documents.
const maxDocuments = 100

// errNoText is returned for files that are not parsed as text: manifests, large files and files in other encodings.
var errNoText = errors.New("the file is too large, not UTF-8, or read line by line")

// File returns the file with a path as in reports, or nil.
func (s *Snapshot) File(path string) *analysis.File {
	i, ok := slices.BinarySearchFunc(s.Result.Files, path, func(f *analysis.File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return nil
	}
	return s.Result.Files[i]
}

// Document parses the current content of a file. The result is cached until [Snapshot.Forget] is called.
func (s *Snapshot) Document(f *analysis.File) (*Document, error) {
	if d := s.documents[f]; d != nil {
		return d, nil
	}
	if f.Kind == analysis.Manifest {
		return nil, errNoText
	}
	source, err := s.Read(f)
	if err != nil {
		return nil, err
	}
	d, err := s.parse(f, source)
	if err != nil {
		return nil, err
	}
	if s.documents == nil || len(s.documents) >= maxDocuments {
		s.documents = map[*analysis.File]*Document{}
	}
	s.documents[f] = d
	return d, nil
}

// parse parses a text as the content of a file.
func (s *Snapshot) parse(f *analysis.File, source []byte) (*Document, error) {
	file := *f // because parsing records the size and hash
	if file.Size = int64(len(source)); load.IsTooLarge(&file) {
		return nil, errNoText
	}
	parsed := load.Parse(context.Background(), &file, source, false)
	if parsed == nil || parsed.Source == nil || parsed.Encoding != analysis.UTF8 {
		return nil, errNoText
	}
	parsed.File = f
	d := &Document{Document: parsed}
	d.links = sync.OnceValue(func() []resolvedLink { return s.findLinks(d) })
	d.headings = sync.OnceValue(func() []heading { return findHeadings(d) })
	return d, nil
}

// Forget drops the cached content of a file that has changed. Facts about other files remain those of the run.
func (s *Snapshot) Forget(f *analysis.File) { delete(s.documents, f) }

// FactOf returns a fact of the current content of a document, and whether it was computed.
func FactOf[T any](d *Document, fact analysis.Fact[T]) (value T, ok bool) {
	if !compute(d, fact.Analyzer) {
		return value, false
	}
	value, ok = d.facts.Value(fact.Analyzer).(T)
	return value, ok
}

// compute computes a fact of a document and those that it requires.
func compute(d *Document, x *analysis.Analyzer) bool {
	if d.facts.Has(x) {
		return true
	}
	if !x.AppliesTo(d.Kind) || x.Scope != analysis.PerDocument || x.IsFold() {
		return false
	}
	for _, need := range x.Requires {
		if !compute(d, need) {
			return false
		}
	}
	pass := analysis.NewPass(context.Background(), x, &d.facts, func(analysis.Diagnostic) {})
	pass.File, pass.Document = d.File, d.Document
	return driver.Guard(func() error { return d.facts.Compute(pass) }) == nil
}
