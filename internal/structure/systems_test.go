package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestSystems type-checks all packages and their tests for the other supported systems. Unlike `go vet`, it does not have
// to compile the dependencies and the standard library.
func TestSystems(t *testing.T) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		t.Skip("SKILLLINT_THOROUGH is not set: it reads the sources of all packages for each system")
	}
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		if system == runtime.GOOS {
			continue // checked by the compiler and `go vet`
		}
		found, err := packages.Load(&packages.Config{
			Mode:  packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes,
			Dir:   dir,
			Env:   append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
			Tests: true,
			ParseFile: func(files *token.FileSet, name string, source []byte) (*ast.File, error) {
				file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution|parser.AllErrors)
				if file != nil && !strings.HasPrefix(name, dir) {
					dropBodies(file)
				}
				return file, err
			},
		}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		if len(found) < 100 {
			t.Errorf("%s: %d packages and tests, want at least 100", system, len(found))
		}
		for _, p := range found {
			if strings.HasSuffix(p.ID, ".test") {
				continue // generated
			}
			for _, err := range p.Errors {
				t.Errorf("%s: %v", system, err)
			}
		}
	}
}

// dropBodies removes the bodies of functions of a dependency, which importers do not need.
func dropBodies(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}
