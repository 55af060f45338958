package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A configTree holds the configurations of a root and all paths that globs may match.
type configTree struct {
	root  discover.Root
	dirs  []string        // directories with a configuration
	paths map[string]bool // files and directories
}

// Check reads the configurations above and below the paths of a request and writes the result for each. Invalid configurations are
// returned as an error.
func Check(ctx context.Context, w io.Writer, req *lint.Request, schema config.Schema) error {
	trees, err := configTrees(ctx, req, false)
	if err != nil {
		return err
	}
	var errs []error
	count, unmatched := 0, map[*config.Config]map[config.NamedGlob]bool{}
	var found []*config.Config
	for _, tree := range trees {
		finder := config.NewFinder(tree.root.FS, req.Shown(tree.root.Dir), schema)
		for _, dir := range tree.dirs {
			count++
			c, err := finder.For(dir)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			found = append(found, c)
			unmatched[c] = tree.unmatched(c)
		}
	}
	if err := removeIgnoredMatches(ctx, req, unmatched); err != nil {
		return err
	}
	for _, c := range found {
		writeValid(w, c, unmatched[c])
	}
	if count == 0 {
		fmt.Fprintf(w, "no %s found\n", config.Name)
	}
	return errors.Join(errs...)
}

// configTrees searches the roots of the requested paths for configurations.
func configTrees(ctx context.Context, req *lint.Request, noIgnore bool) ([]*configTree, error) {
	var trees []*configTree
	_, err := discover.Walk(ctx, discover.Options{
		Dir: req.Dir, Paths: req.Paths, Ceilings: req.Ceilings, Mark: config.Name, Whole: true, NoIgnore: noIgnore,
		Tracked: vcs.LsFiles,
		Policy: func(root discover.Root) (*discover.Policy, error) {
			tree := &configTree{root: root, paths: map[string]bool{}}
			trees = append(trees, tree)
			return &discover.Policy{Claim: func(rel string) (analysis.Kind, error) {
				if path.Base(rel) == config.Name && isRelevant(req, root, path.Dir(rel)) {
					tree.dirs = append(tree.dirs, path.Dir(rel))
				}
				for ; rel != "." && !tree.paths[rel]; rel = path.Dir(rel) {
					tree.paths[rel] = true
				}
				return 0, nil
			}}, nil
		},
	}, func(discover.Input) {})
	for _, tree := range trees {
		// The walk skips files that are not regular. Add them, so that they are reported.
		for _, dir := range dirsAbove(req, tree.root) {
			rel := path.Join(dir, config.Name)
			if info, err := tree.root.FS.Lstat(rel); err == nil && !info.Mode().IsRegular() {
				tree.dirs = append(tree.dirs, dir)
			}
		}
		slices.Sort(tree.dirs)
		tree.dirs = slices.Compact(tree.dirs)
	}
	return trees, err
}

// isRelevant reports whether a directory is above or below one of the paths of the command line.
func isRelevant(req *lint.Request, root discover.Root, dir string) bool {
	full := filepath.Join(root.Dir, filepath.FromSlash(dir))
	return len(req.Paths) == 0 && (treefs.Within(req.Dir, full) || treefs.Within(full, req.Dir)) || slices.ContainsFunc(req.Paths, func(name string) bool {
		requested := absolutePath(req, name)
		return treefs.Within(requested, full) || treefs.Within(full, requested)
	})
}

// dirsAbove returns the requested paths and the directories above them, up to the root.
func dirsAbove(req *lint.Request, root discover.Root) []string {
	paths := req.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var dirs []string
	for _, name := range paths {
		rel, err := filepath.Rel(root.Dir, absolutePath(req, name))
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		for dir := filepath.ToSlash(rel); ; dir = path.Dir(dir) {
			dirs = append(dirs, dir)
			if dir == "." {
				break
			}
		}
	}
	return dirs
}

// absolutePath returns the absolute path for a path of the command line, with links resolved.
func absolutePath(req *lint.Request, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(req.Dir, name)
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return filepath.Clean(name)
}

// unmatched returns the globs of a configuration that match nothing.
func (t *configTree) unmatched(c *config.Config) map[config.NamedGlob]bool {
	unmatched := map[config.NamedGlob]bool{}
	for _, g := range c.OwnGlobs() {
		unmatched[g] = true
	}
	for rel := range t.paths {
		if len(unmatched) == 0 {
			break
		}
		if c.Dir != "." && !strings.HasPrefix(rel, c.Dir+"/") {
			continue
		}
		below := c.Below(rel)
		maps.DeleteFunc(unmatched, func(g config.NamedGlob, _ bool) bool { return g.Glob.Is(below) })
	}
	return unmatched
}

// removeIgnoredMatches removes globs that match only files excluded by ignore files, which is not an error.
func removeIgnoredMatches(ctx context.Context, req *lint.Request, unmatched map[*config.Config]map[config.NamedGlob]bool) error {
	remaining := 0
	for _, globs := range unmatched {
		remaining += len(globs)
	}
	if remaining == 0 {
		return nil
	}
	trees, err := configTrees(ctx, req, true)
	for c, globs := range unmatched {
		for _, tree := range trees {
			still := tree.unmatched(c)
			maps.DeleteFunc(globs, func(g config.NamedGlob, _ bool) bool { return !still[g] })
		}
	}
	return err
}

// writeValid reports a valid configuration and its globs without matches.
func writeValid(w io.Writer, c *config.Config, unmatched map[config.NamedGlob]bool) {
	fine := escape.String(c.Path) + ": ok"
	if len(c.Extends) > 0 {
		fine += ", extends " + escape.String(strings.Join(c.Extends, ", "))
	}
	fmt.Fprintln(w, fine)
	for _, text := range c.Notices {
		fmt.Fprintf(w, "%s: warning: %s\n", escape.String(c.Path), escape.String(text))
	}
	for _, g := range c.OwnGlobs() {
		if unmatched[g] {
			fmt.Fprintf(w, "%s: warning: %s: %s matches no files\n", escape.String(g.Glob.Origin().String()), g.Key, quote.Text(g.Glob.String()))
		}
	}
}
