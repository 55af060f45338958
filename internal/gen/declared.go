package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

const module = "github.com/skilllint/skilllint"

// A declaration is the declaration of an analyzer in the source.
type declaration struct {
	variable   string   // name of the variable, such as Backslash
	comment    string   // its doc comment
	file       string   // relative to the module's directory, with "/"
	supersedes []string // the rules whose findings it replaces
}

// declarations returns the declarations of analyzers in rules/ and analysis/, by name.
func declarations(root string) (map[string]declaration, error) {
	found := map[string]declaration{}
	for _, pattern := range []string{"rules/*/*.go", "analysis/*.go"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			if err := addDeclarations(root, path, found); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// addDeclarations adds the analyzers of one file.
func addDeclarations(root, path string, found map[string]declaration) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			name := analyzerName(spec)
			if name == "" {
				continue
			}
			text := g.Doc.Text()
			if spec.Doc != nil {
				text = spec.Doc.Text()
			}
			if text == "" {
				return fmt.Errorf("%s: %s has no doc comment, but the rule's page is generated from it", rel, spec.Names[0].Name)
			}
			found[name] = declaration{spec.Names[0].Name, text, filepath.ToSlash(rel), superseded(file)}
		}
	}
	return nil
}

// analyzerName returns the Name of an "= &analysis.Analyzer{…}", or "".
func analyzerName(spec *ast.ValueSpec) string {
	if len(spec.Values) != 1 {
		return ""
	}
	address, ok := spec.Values[0].(*ast.UnaryExpr)
	if !ok {
		return ""
	}
	literal, ok := address.X.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	switch t := literal.Type.(type) {
	case *ast.SelectorExpr:
		if t.Sel.Name != "Analyzer" {
			return ""
		}
	case *ast.Ident:
		if t.Name != "Analyzer" {
			return ""
		}
	}
	for _, e := range literal.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Name" {
			if value, ok := pair.Value.(*ast.BasicLit); ok {
				name, _ := strconv.Unquote(value.Value)
				return name
			}
		}
	}
	return ""
}

// superseded returns the rules of all analysis.Superseded{Rule: "…"} in a file.
func superseded(file *ast.File) []string {
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Rule" {
			if value, ok := pair.Value.(*ast.BasicLit); ok {
				name, _ := strconv.Unquote(value.Value)
				names = append(names, name)
			}
		}
		return true
	})
	return names
}
