package links

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// A runnable holds the scripts and targets that programs can run in a tree.
type runnable struct {
	tree *analysis.Tree
	all  [len(programs)]map[string]bool            // by program; nil if unknown
	in   [len(programs)]map[string]map[string]bool // by program and directory
}

// Limits of the files that define scripts.
const (
	maxDefining     = 100 // files; with more, the names are unknown
	maxDefiningSize = 256 << 10
)

func newRunnable(tree *analysis.Tree) *runnable {
	r := &runnable{tree: tree}
	count := [len(programs)]int{}
	for of := range r.all {
		r.all[of], r.in[of] = map[string]bool{}, map[string]map[string]bool{}
	}
	for _, p := range tree.All() {
		of, ok := definedBy(path.Base(p))
		if !ok || tree.IsDir(p) || r.all[of] == nil {
			continue
		}
		names, known := map[string]bool(nil), false
		if count[of]++; count[of] <= maxDefining {
			names, known = scriptsIn(of, tree.Read(p, maxDefiningSize))
		}
		if !known {
			r.all[of] = nil
			continue
		}
		maps.Copy(r.all[of], names)
		r.in[of][path.Dir(p)] = names
	}
	return r
}

// definedBy returns the program whose scripts a file with the name defines.
func definedBy(name string) (program, bool) {
	switch name {
	case "package.json":
		return npm, true
	case "Makefile", "makefile", "GNUmakefile":
		return makes, true
	case "justfile", "Justfile", ".justfile":
		return just, true
	}
	return 0, false
}

// near returns the names of the nearest defining file, from a directory upwards.
func (r *runnable) near(of program, dir string) map[string]bool {
	for ; ; dir = path.Dir(dir) {
		if names, ok := r.in[of][dir]; ok {
			return names
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// scriptsIn returns the names that a file defines, and whether they are complete.
func scriptsIn(of program, text []byte) (names map[string]bool, known bool) {
	if text == nil {
		return nil, false
	}
	switch of {
	case makes:
		return targetsIn(text)
	case just:
		return recipesIn(text)
	}
	root := jsontree.Parse(text, 0).Root
	if root == nil {
		return nil, false
	}
	names = map[string]bool{}
	if scripts := root.Get("scripts"); scripts != nil && scripts.Kind == analysis.Map {
		for _, m := range scripts.Members {
			names[m.Key] = true
		}
	}
	return names, true
}

// targetsIn returns the targets of a Makefile. They are unknown if it includes another file, or has computed targets.
func targetsIn(text []byte) (names map[string]bool, known bool) {
	names = map[string]bool{}
	for line := range bytes.Lines(bytes.ReplaceAll(text, []byte("\\\n"), []byte("  "))) {
		if len(line) == 0 || line[0] == '\t' || line[0] == '#' {
			continue
		}
		words := strings.Fields(string(line))
		if len(words) == 0 {
			continue
		}
		if slices.Contains([]string{"include", "-include", "sinclude", "define", "load", ".DEFAULT:", ".RECIPEPREFIX"}, words[0]) || bytes.Contains(line, []byte("$(eval")) {
			return nil, false
		}
		before, after, rule := strings.Cut(string(line), ":")
		if !rule || strings.HasPrefix(after, "=") || strings.HasPrefix(after, ":=") || strings.Contains(before, "=") {
			continue
		}
		targets := strings.Fields(before)
		if len(targets) == 1 && targets[0] == ".PHONY" {
			after, _, _ = strings.Cut(after, "#")
			targets = strings.Fields(after)
		}
		for _, target := range targets {
			if strings.ContainsAny(target, "%$*") {
				return nil, false
			}
			names[target] = true
		}
	}
	return names, true
}

func sorted(names map[string]bool) []string { return slices.Sorted(maps.Keys(names)) }

// recipesIn returns the recipes and aliases of a justfile. They are unknown if it has modules or imports another file.
func recipesIn(text []byte) (names map[string]bool, known bool) {
	names = map[string]bool{}
	for line := range bytes.Lines(text) {
		words := strings.Fields(string(line))
		if len(words) == 0 || strings.IndexByte(" \t#[", line[0]) >= 0 {
			continue
		}
		before, after, recipe := strings.Cut(string(line), ":")
		switch {
		case slices.Contains([]string{"import", "import?", "mod", "mod?"}, words[0]) || strings.HasPrefix(words[0], "!include"):
			return nil, false
		case words[0] == "alias" && len(words) > 1:
			names[words[1]] = true
		case recipe && !strings.HasPrefix(after, "="):
			if name := strings.Fields(before); len(name) > 0 {
				names[strings.TrimPrefix(name[0], "@")] = true
			}
		}
	}
	return names, true
}
