package cleo

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/view"
)

// A Library holds the skills and subagents of a workspace.
type Library struct {
	Dir  string                        // the working directory
	Root func(*analysis.File) *os.Root // of the tree of a file

	graph   graph.Graph
	listed  registry.Listed
	headers map[*analysis.File]registry.Header
}

// Roots returns the paths to read for names: those of files, and the working directory for other names.
func Roots(names []string) []string {
	paths := []string{}
	for _, name := range names {
		at := "."
		if isPath(name) {
			at = name
		}
		if !slices.Contains(paths, at) {
			paths = append(paths, at)
		}
	}
	return paths
}

// isPath reports whether a name is the path of an existing file.
func isPath(name string) bool {
	if !strings.ContainsAny(name, "/"+string(filepath.Separator)) && name != "." && name != ".." {
		return false
	}
	_, err := os.Lstat(name)
	return err == nil
}

// Collect returns an analyzer that fills the library.
func (l *Library) Collect() *analysis.Analyzer {
	return view.Collect("load", func(pass *analysis.Pass) error {
		l.graph, l.listed = *graph.Fact.Of(pass), registry.ListedFact.Of(pass)
		l.headers = maps.Collect(registry.HeaderFact.All(pass.Store))
		return nil
	}, graph.Fact.Analyzer, registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer)
}

// loadable are the kinds of nodes that can be loaded.
const loadable = analysis.Skill | analysis.Agent

// Find returns the nodes of names. Duplicates are an error.
func (l *Library) Find(names []string) ([]int, error) {
	var nodes []int
	for _, name := range names {
		node, err := l.find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(nodes, node) {
			return nil, fmt.Errorf("duplicate name %s", quote.Text(l.graph.Label(node)))
		}
		nodes = append(nodes, node)
	}
	return nodes, nil
}

// find returns the node of a name, directory or file.
func (l *Library) find(name string) (int, error) {
	found := l.withName(name)
	if len(found) == 0 {
		var err error
		if found, err = l.atPath(name); err != nil {
			return 0, err
		}
	}
	if len(found) > 1 {
		found = l.preferBelow(found)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var paths []string
	for _, i := range found {
		paths = append(paths, l.graph.Nodes[i].File.Path)
	}
	slices.Sort(paths)
	return 0, fmt.Errorf("ambiguous name %s (%s): write the path, one of %s", quote.Text(name), quote.Plural(len(found), "file"), quote.List(paths, "or"))
}

// withName returns the nodes with a name: files, or else entries of registries.
func (l *Library) withName(name string) []int {
	var files, entries []int
	for i, n := range l.graph.Nodes {
		switch {
		case n.Kind&loadable == 0 || !slices.Contains(n.Entry.Names, name):
		case n.File.Kind == analysis.Registry:
			entries = append(entries, i)
		default:
			files = append(files, i)
		}
	}
	if len(files) > 0 {
		return files
	}
	return entries
}

// preferBelow returns the nodes below the working directory, or all if there are none.
func (l *Library) preferBelow(nodes []int) []int {
	var inside []int
	for _, i := range nodes {
		if treefs.Within(l.Dir, l.path(l.graph.Nodes[i].File)) {
			inside = append(inside, i)
		}
	}
	if inside == nil {
		return nodes
	}
	return inside
}

// path returns the absolute path of a file.
func (l *Library) path(f *analysis.File) string {
	return filepath.Join(l.Root(f).Name(), filepath.FromSlash(f.Rel))
}

// atPath returns the nodes of a path.
func (l *Library) atPath(name string) ([]int, error) {
	target, err := filepath.Abs(name)
	if err == nil {
		target, err = filepath.EvalSymlinks(target)
	}
	if err != nil {
		return nil, l.unknown(name, err)
	}
	var found []int
	for i, n := range l.graph.Nodes {
		if n.Kind&loadable == 0 || n.File.Kind == analysis.Registry {
			continue
		}
		file := l.path(n.File)
		base := path.Base(n.File.Rel)
		if file == target || filepath.Dir(file) == target && (base == "SKILL.md" || base == "AGENT.md") {
			found = append(found, i)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return nil, fmt.Errorf("no SKILL.md in %s; name a skill, its directory or its file", quote.Text(name))
	}
	return nil, fmt.Errorf("%s is not a skill or subagent; to check it as a payload, use load --check %s", quote.Text(name), quote.Argument(name))
}

// IsFile reports whether a name is a file and not a skill or subagent.
func (l *Library) IsFile(name string) bool {
	if len(l.withName(name)) > 0 {
		return false
	}
	_, err := l.atPath(name)
	return err != nil
}

// unknown returns the error for an unknown name.
func (l *Library) unknown(name string, err error) error {
	var names []string
	for _, n := range l.graph.Nodes {
		if n.Kind&loadable != 0 {
			names = append(names, n.Entry.Names...)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	hint := config.Hint(name, names)
	if strings.ContainsAny(name, "/\\") && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: %w", quote.Text(name), treefs.WithoutPath(err))
	}
	if hint == "" {
		hint = "; `skilllint files` lists all skills and subagents"
	}
	file := ""
	if strings.ContainsAny(name, "/\\.") {
		file = " (no such file)"
	}
	return fmt.Errorf("unknown skill or subagent %s%s%s", quote.Text(name), file, hint)
}
