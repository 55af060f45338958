package cleo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Limits for the references of a skill. They are generous: the budget for all skills of a spawn is 15,000 tokens.
const (
	MaxReferences     = 1_000
	maxReferenceBytes = 4 << 20
	maxEntriesRead    = 100_000 // of their directory
)

// A skillFiles reads the files of one tree, and nothing outside its root.
type skillFiles struct {
	root *os.Root
	show func(rel string) string
	tree *analysis.Tree
}

func (l *Library) files(f *analysis.File) skillFiles {
	prefix := strings.TrimSuffix(f.Path, f.Rel)
	show := func(rel string) string { return prefix + rel }
	if !strings.HasSuffix(f.Path, f.Rel) { // the working directory is below the root
		shorter := strings.TrimSuffix(f.Rel, f.Path)
		show = func(rel string) string {
			return strings.TrimPrefix(rel, shorter)
		}
	}
	return skillFiles{l.Root(f), show, f.Tree}
}

// file returns a file that discovery did not emit.
func (s skillFiles) file(rel string, kind analysis.Kind) *analysis.File {
	return &analysis.File{Path: s.show(rel), Rel: rel, Tree: s.tree, Kind: kind}
}

// showPlaces converts the paths of a finding from paths relative to the root to paths for reports.
func (s skillFiles) showPlaces(f *finding.Finding) {
	f.Place.Path = s.show(f.Place.Path)
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		f.Related[i].Place.Path = s.show(f.Related[i].Place.Path)
	}
}

// read returns the bytes of a regular file.
func (s skillFiles) read(f *analysis.File, limit int64) ([]byte, error) {
	file, err := treefs.Disk(s.root).Open(f.Rel)
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	defer file.Close()
	source, err := load.ReadAtMost(file, limit)
	return source, treefs.WithoutPath(err)
}

// nearest returns the nearest file with one of the names in or above a directory, or nil.
func (s skillFiles) nearest(dir string, names ...string) (*payload.Text, error) {
	for ; ; dir = path.Dir(dir) {
		for _, name := range names {
			f := s.file(path.Join(dir, name), analysis.Reference)
			source, err := s.read(f, load.MaxText)
			if err == nil {
				return &payload.Text{File: f, Source: source}, nil
			}
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				return nil, fmt.Errorf("cannot read %s: %w", quote.Text(f.Path), err)
			}
		}
		if dir == "." {
			return nil, nil
		}
	}
}

// references returns the references/*.md files of a skill in byte order, and findings about unreadable ones.
func (s skillFiles) references(skill *analysis.File) ([]payload.Text, []finding.Finding) {
	dir := path.Join(path.Dir(skill.Rel), "references")
	names, more, err := s.names(dir)
	var findings []finding.Finding
	report := func(rel, format string, args ...any) {
		findings = append(findings, unreadFinding(s.show(rel), fmt.Sprintf(format, args...)))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		report(dir, "cannot read the references of this skill: %v", treefs.WithoutPath(err))
		return nil, findings
	}
	if more {
		report(dir, "too many entries: only the first %s are read", quote.Count(maxEntriesRead))
	}
	var texts []payload.Text
	left := int64(maxReferenceBytes)
	for i, name := range names {
		f := s.file(path.Join(dir, name), analysis.Reference)
		if i == MaxReferences || left <= 0 {
			report(dir, "%s references not read (limits: %s files, %d MB)", quote.Count(len(names)-i), quote.Count(MaxReferences), maxReferenceBytes>>20)
			break
		}
		source, err := s.read(f, left)
		switch {
		case err == nil:
			left -= int64(len(source))
			texts = append(texts, payload.Text{Name: name, File: f, Source: source})
		case !s.isFolder(f.Rel):
			report(f.Rel, "cannot read this reference: %v", err)
		}
	}
	return texts, findings
}

// isFolder reports whether a path is a directory, which the client skips.
func (s skillFiles) isFolder(rel string) bool {
	info, err := s.root.Stat(filepath.FromSlash(rel))
	return err == nil && info.IsDir()
}

// names returns the names in a directory that end in ".md" and do not begin with a dot, in byte order, and whether the directory has
// too many entries.
func (s skillFiles) names(dir string) (names []string, more bool, err error) {
	if info, err := s.root.Stat(filepath.FromSlash(dir)); err != nil || !info.IsDir() {
		return nil, false, err
	}
	directory, err := s.root.Open(filepath.FromSlash(dir))
	if err != nil {
		return nil, false, err
	}
	defer directory.Close()
	entries, err := directory.Readdirnames(maxEntriesRead)
	if err != nil && err != io.EOF {
		return nil, false, err
	}
	if len(entries) == maxEntriesRead {
		rest, _ := directory.Readdirnames(1)
		more = len(rest) > 0
	}
	names = slices.DeleteFunc(entries, func(name string) bool { return !strings.HasSuffix(name, ".md") || name[0] == '.' })
	slices.Sort(names)
	return names, more, nil
}

// unreadFinding returns a finding about a file that was not read.
func unreadFinding(path, message string) finding.Finding {
	one := analysis.Position{Line: 1, Column: 1}
	return finding.Finding{Rule: "tokens/reference", Severity: analysis.Error, Message: message,
		Place: finding.Place{Location: analysis.Location{Path: path, Start: one, End: one}}}
}
