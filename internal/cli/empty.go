package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
)

// empty returns which of the directories that were asked for have nothing in them that was
// recognised, as discovery names them; all paths where nothing at all was. What an ignore file hides
// was recognised.
func (s *settlement) empty(found *discover.Found, files []*analysis.File, paths []string) []string {
	if len(found.Hidden) > 0 || len(found.Unchecked) > 0 {
		return nil
	}
	if len(files)+len(found.Links)+len(found.Looked) == 0 {
		return paths
	}
	holders := map[string]bool{}
	add := func(path string) {
		for dir := filepath.Dir(path); !holders[dir]; dir = filepath.Dir(dir) {
			holders[dir] = true
		}
	}
	for _, root := range found.Roots {
		for _, f := range files {
			if f.Tree == root.Tree || s.adopted[f.Tree] == root.Tree {
				add(filepath.Join(root.Dir, filepath.FromSlash(f.Rel)))
			}
		}
	}
	for _, l := range found.Links {
		add(filepath.Join(s.dir, filepath.FromSlash(l.Path)))
	}
	var empty []string
	for _, looked := range found.Looked {
		dir := looked[:strings.LastIndex(looked, " (")]
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(s.dir, dir)
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || !within(s.dir, real) && len(found.Links) > 0 {
			continue // links of other trees are shown by paths that do not lead there
		}
		if !holders[real] && !holders[filepath.Clean(dir)] {
			empty = append(empty, looked)
		}
	}
	return empty
}

// excludedAny is for a run that finds nothing: what there is may be excluded.
func (s *settlement) excludedAny() []finding.Notice {
	if !s.leavesOut.Load() {
		return nil
	}
	return []finding.Notice{{Message: "files or folders are excluded by flag or configuration; skilllint config PATH says by which glob"}}
}

// nothing is the error for paths at which nothing was recognised.
func nothing(looked []string, notices []finding.Notice) error {
	var b strings.Builder
	fmt.Fprintf(&b, "nothing to check in %s; looked for:", strings.Join(looked, ", "))
	for _, place := range discover.Places() {
		b.WriteString("\n  " + place)
	}
	for _, n := range notices {
		b.WriteString("\n" + strings.TrimPrefix(n.Path+": "+n.Message, ": "))
	}
	b.WriteString("\n--allow-empty makes this no error")
	return errors.New(b.String())
}
