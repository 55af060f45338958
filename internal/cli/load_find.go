package cli

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A library is the skills and agents of the trees that names are looked for in.
type library struct {
	result  *lint.Result
	dir     string // the working directory
	graph   *graph.Graph
	listed  registry.Listed
	headers map[*analysis.File]registry.Header
	report  *finding.Report // what was not looked at
}

// library reads the trees in which names are looked for: the whole root of the working directory,
// and those of names that are paths.
func (p *program) library(ctx context.Context, f *loadFlags, names []string) (*library, error) {
	l := &library{headers: map[*analysis.File]registry.Header{}}
	req, err := p.request(&f.sources, []*analysis.Analyzer{l.collector()}, rootsOf(names))
	if err != nil {
		return nil, err
	}
	req.Whole = true
	l.dir = req.Dir
	if l.result, err = p.execute(ctx, req); err != nil {
		return nil, err
	}
	l.report = l.result.Report
	for _, broken := range l.report.Findings {
		l.report.Notices = append(l.report.Notices, finding.Notice{Path: broken.Place.Path, Message: broken.Message})
	}
	if l.graph == nil { // nothing was recognised, and that is allowed
		l.graph = &graph.Graph{}
	}
	return l, nil
}

// rootsOf returns the paths whose roots are read.
func rootsOf(names []string) []string {
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

// isPath reports whether a name is written as a path and leads somewhere.
func isPath(name string) bool {
	if !strings.ContainsAny(name, "/"+string(filepath.Separator)) && name != "." && name != ".." {
		return false
	}
	_, err := os.Lstat(name)
	return err == nil
}

// collector returns an analyzer that keeps what the workspace knows.
func (l *library) collector() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "view/load", Doc: "collects skills, agents and registries", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{graph.Fact.Analyzer, registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			l.graph, l.listed = graph.Fact.Of(pass), registry.ListedFact.Of(pass)
			for file, h := range registry.HeaderFact.All(pass.Store) {
				l.headers[file] = h
			}
			return nil
		},
	}
}

// candidates are the kinds of nodes that can be loaded.
const candidates = analysis.Skill | analysis.Agent

// find returns the node that a name means: a skill or agent of that name, or the one that stands in
// that directory or file.
func (l *library) find(name string) (int, error) {
	found := l.named(name)
	if len(found) == 0 {
		var err error
		if found, err = l.at(name); err != nil {
			return 0, err
		}
	}
	if len(found) > 1 {
		found = l.below(found)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var paths []string
	for _, i := range found {
		paths = append(paths, l.graph.Nodes[i].File.Path)
	}
	slices.Sort(paths)
	return 0, usagef("%s is the name of %s: %s; say which by its path", quote.Text(name), quote.Plural(len(found), "file"), quote.List(paths, "and"))
}

// named returns the nodes of a name: files, and entries of registries where there is no file.
func (l *library) named(name string) []int {
	var files, entries []int
	for i, n := range l.graph.Nodes {
		switch {
		case n.Kind&candidates == 0 || !slices.Contains(n.Entry.Names, name):
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

// below returns those nodes that lie below the working directory, if there are any.
func (l *library) below(nodes []int) []int {
	var inside []int
	for _, i := range nodes {
		if treefs.Within(l.dir, l.path(l.graph.Nodes[i].File)) {
			inside = append(inside, i)
		}
	}
	if inside == nil {
		return nodes
	}
	return inside
}

// path returns the absolute path of a file.
func (l *library) path(f *analysis.File) string {
	return filepath.Join(l.result.Writable(f).Disk.Name(), filepath.FromSlash(f.Rel))
}

// at returns the nodes of a path.
func (l *library) at(name string) ([]int, error) {
	target, err := filepath.Abs(name)
	if err == nil {
		target, err = filepath.EvalSymlinks(target)
	}
	if err != nil {
		return nil, l.unknown(name, err)
	}
	var found []int
	for i, n := range l.graph.Nodes {
		if n.Kind&candidates == 0 || n.File.Kind == analysis.Registry {
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
		return nil, usagef("%s holds no SKILL.md; name a skill, its directory or its file", quote.Text(name))
	}
	return nil, usagef("%s is no skill or agent; load --check %s judges it as a payload", quote.Text(name), argument(name))
}

// isOther reports whether a name is that of a file, and neither of a skill nor an agent.
func (l *library) isOther(name string) bool {
	if len(l.named(name)) > 0 {
		return false
	}
	_, err := l.at(name)
	return err != nil
}

// unknown says that a name is none of a skill or agent, and which one may be meant.
func (l *library) unknown(name string, err error) error {
	var names []string
	for _, n := range l.graph.Nodes {
		if n.Kind&candidates != 0 {
			names = append(names, n.Entry.Names...)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	hint := strings.Replace(config.Hint(name, names), "; it is one of", "; there are", 1)
	if strings.ContainsAny(name, "/\\") && !errors.Is(err, os.ErrNotExist) {
		return usagef("%s: %w", quote.Text(name), treefs.WithoutPath(err))
	}
	if hint == "" {
		hint = "; skilllint files lists the skills and agents here"
	}
	file := ""
	if strings.ContainsAny(name, "/\\.") {
		file = ", and there is no such file"
	}
	return usagef("no skill or agent is named %s%s%s", quote.Text(name), file, hint)
}
