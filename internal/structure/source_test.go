// Package structure tests the structure of the module's code: imports, restricted functions and lengths.
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

// root is the module's directory, relative to this one.
const root = "../.."

const module = "github.com/skilllint/skilllint"

// A source is a Go file of the module.
type source struct {
	path string // from the module's directory, with "/"
	set  *token.FileSet
	file *ast.File
}

// dir returns the directory of the source's package in the module; "." for the root.
func (s source) dir() string { return path.Dir(s.path) }

// imports returns the import paths of the source by their local name.
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

// sources parses the Go files of the module for which keep returns true.
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

// walk calls visit with the path of every file of the module.
func walk(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (strings.HasPrefix(name, ".git") && name != ".github" || name == "node_modules" || name == "testdata" || name == "integrations") { // integrations are separate modules
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, p)
		if err == nil && !entry.IsDir() && name != ".git" { // a file in a linked worktree
			visit(filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isTest(path string) bool { return strings.HasSuffix(path, "_test.go") }

// product reports whether a file is part of the program.
func product(path string) bool { return !isTest(path) && !strings.HasPrefix(path, "integrations/") }
