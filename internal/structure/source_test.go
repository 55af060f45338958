// Package structure tests what the code of the module may look like: which package may import
// which, which functions have one place only, how long things may be.
package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the module's directory, seen from this one.
const root = "../.."

const module = "github.com/skilllint/skilllint"

// A source is a Go file of the module.
type source struct {
	path string // from the module's directory, with "/"
	set  *token.FileSet
	file *ast.File
}

// folder returns the source's package: its folder in the module, "." for the module's own.
func (s source) folder() string { return path.Dir(s.path) }

// imports returns the import paths of the source by the name that it uses for them.
func (s source) imports() map[string]string {
	names := map[string]string{}
	for _, i := range s.file.Imports {
		imported, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(imported)
		if i.Name != nil {
			name = i.Name.Name
		}
		names[name] = imported
	}
	return names
}

// at returns "path:line" of a node.
func (s source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.set.Position(n.Pos()).Line)
}

// sources parses every Go file of the module that keep says yes to.
func sources(t *testing.T, keep func(path string) bool) []source {
	t.Helper()
	var all []source
	walk(t, func(p string) {
		if !strings.HasSuffix(p, ".go") || !keep(p) {
			return
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, p), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		all = append(all, source{p, set, file})
	})
	return all
}

// walk calls see for every file of the module that is not hidden, with its path.
func walk(t *testing.T, see func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (strings.HasPrefix(name, ".git") && name != ".github" || name == "node_modules" || name == "testdata") {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, p)
		if err == nil && !entry.IsDir() && name != ".git" { // a file in a linked worktree
			see(filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isTest(path string) bool { return strings.HasSuffix(path, "_test.go") }

// product reports whether a file is part of the program; integrations are modules of their own.
func product(path string) bool { return !isTest(path) && !strings.HasPrefix(path, "integrations/") }
