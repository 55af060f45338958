package lint

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/internal/driver"
)

// A focus selects the files that affect the findings in requested files: their skills, and the files that these link to
// and require. Of other files, names and frontmatter are enough.
type focus struct {
	requested func(*analysis.File) bool
	units     map[*analysis.File]bool // the requested files, other files of their skills, and files that these inline
	files     map[treePath]*analysis.File
}

// A treePath is a path in a tree.
type treePath struct {
	tree *analysis.Tree
	rel  string
}

// focusOn returns the driver's focus for the requested files. Their findings are the same as in a run on the whole workspace.
func focusOn(requested func(*analysis.File) bool) *driver.Focus {
	f := &focus{requested: requested}
	return &driver.Focus{
		Choose: f.choose,
		More:   f.moreFiles,
	}
}

// listsOthers are the kinds of files whose findings depend on all files that they list.
const listsOthers = analysis.Registry | analysis.Plugin | analysis.Marketplace | analysis.Manifest | analysis.Output

// choose returns the requested files and the files of their skills, or nil for all files.
func (f *focus) choose(all []*analysis.File) map[*analysis.File]bool {
	f.files, f.units = make(map[treePath]*analysis.File, len(all)), map[*analysis.File]bool{}
	for _, file := range all {
		f.files[treePath{file.Tree, file.Rel}] = file
	}
	skills := map[treePath]bool{} // directories of skills with requested files
	instructions := false         // whether one of the requested files has instructions
	for _, file := range all {
		if !f.requested(file) {
			continue
		}
		if file.Kind&listsOthers != 0 {
			return nil
		}
		f.units[file] = true
		instructions = instructions || file.Kind == analysis.Instructions
		for dir := range parents(file.Rel) {
			if f.files[treePath{file.Tree, path.Join(dir, "SKILL.md")}] != nil {
				skills[treePath{file.Tree, dir}] = true
			}
		}
	}
	for _, file := range all {
		// Clients combine the instructions of several directories.
		if file.Kind == analysis.BaseProtocol || file.Kind == analysis.Instructions && instructions {
			f.units[file] = true
		}
		for dir := range parents(file.Rel) {
			if skills[treePath{file.Tree, dir}] {
				f.units[file] = true
			}
		}
	}
	return f.units
}

// parents yields the directories above a path, the nearest first.
func parents(rel string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for dir := path.Dir(rel); yield(dir) && dir != "." && dir != "/"; dir = path.Dir(dir) {
		}
	}
}

// moreFiles returns the files that the units inline, link to or require.
func (f *focus) moreFiles(store *analysis.Store) []*analysis.File {
	more := f.inlined(store)
	for file := range more {
		f.units[file] = true // it may inline other files
	}
	for file, targets := range link.TargetFact.All(store) {
		if !f.units[file] {
			continue
		}
		for i := range targets.List {
			for dir := range parents(file.Rel) {
				if to := f.files[treePath{file.Tree, file.Tree.Real(path.Join(dir, targets.List[i].Path))}]; to != nil {
					more[to] = true
				}
			}
		}
	}
	for file := range f.required(store) {
		more[file] = true
	}
	return slices.Collect(maps.Keys(more))
}

// inlined returns the files that the units refer to with @path. For a pattern, these are all files in the directory before
// its first wildcard.
func (f *focus) inlined(store *analysis.Store) map[*analysis.File]bool {
	found, patterns := map[*analysis.File]bool{}, map[treePath]bool{}
	for file, references := range link.ReferenceFact.All(store) {
		if !f.units[file] {
			continue
		}
		for i := range references.Places {
			literal, isGlob := references.Places[i].Path, references.Places[i].Glob
			if isGlob {
				literal = literal[:strings.IndexAny(literal, "*?")]
			}
			for dir := range parents(file.Rel) {
				if to := f.files[treePath{file.Tree, path.Join(dir, literal)}]; to != nil && !isGlob {
					found[to] = true
				}
				if isGlob {
					patterns[treePath{file.Tree, path.Dir(path.Join(dir, literal+"x"))}] = true
				}
			}
		}
	}
	if len(patterns) == 0 {
		return found
	}
	for at, file := range f.files {
		for dir := range parents(at.rel) {
			if patterns[treePath{at.tree, dir}] {
				found[file] = true
			}
		}
	}
	return found
}

// required returns the files with the names that the units require, transitively. It compares only names, so it may return
// more files than a client loads.
func (f *focus) required(store *analysis.Store) map[*analysis.File]bool {
	filesByName, needs := map[string][]*analysis.File{}, map[string][]string{}
	var queue []string
	for file, entries := range graph.EntryFact.All(store) {
		for i := range entries {
			e := &entries[i]
			for _, name := range e.Names {
				filesByName[name] = append(filesByName[name], file)
				for _, n := range e.Needs {
					needs[name] = append(needs[name], n.Name)
				}
			}
			if f.units[file] {
				queue = append(queue, e.Names...)
			}
		}
	}
	found, seen := map[*analysis.File]bool{}, map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, file := range filesByName[name] {
			found[file] = true
		}
		queue = append(queue, needs[name]...)
	}
	return found
}
