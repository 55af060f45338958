package structure

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A ban restricts functions or whole packages to some packages of the module.
type ban struct {
	names   []string // "path/package.Name", or "path/package." for all names of the package
	except  []string // packages that may use them
	instead string
}

var bans = []ban{
	{[]string{"fmt.Print", "fmt.Printf", "fmt.Println", "os.Stdout", "os.Stderr"}, []string{"internal/cli", "internal/gen", "internal/clients/conformance/ask", "."},
		"write to the io.Writer that the caller gives"},
	{[]string{"os.ReadFile", "io/ioutil.ReadFile"}, []string{"internal/view/viewtest", "internal/load", "internal/gen", "internal/clients/conformance/ask", "analysis/analysistest"},
		"read with load.Read, which has size limits, from a file opened with os.Root"},
	{[]string{"os.Create", "os.OpenFile", "os.Rename", "os.Mkdir", "os.MkdirAll", "os.Link", "os.Symlink", "os.Chmod", "os.Chown", "os.Chtimes", "os.Truncate", "os.CopyFS"},
		[]string{"internal/view/viewtest", "internal/safefile", "internal/gen", "internal/clients/conformance/ask", "internal/fixture", "internal/clients/conformance", "analysis/analysistest"}, "write with safefile, which untrusted links and configurations cannot redirect"},
	{[]string{"os.WriteFile", "os.MkdirTemp"}, []string{"internal/view/viewtest", "internal/vcs", "internal/gen", "internal/clients/conformance/ask", "internal/fixture", "internal/clients/conformance", "analysis/analysistest"},
		"write with safefile; only vcs has temporary directories, which git fills"},
	{[]string{"os.CreateTemp", "os.Remove", "os.RemoveAll"}, []string{"internal/safefile", "internal/vcs", "internal/gen", "internal/clients/conformance/ask"}, "use safefile, which removes incomplete files"},
	{[]string{"syscall.Open", "syscall.Rename", "syscall.Unlink", "syscall.Mkdir"}, nil, "use safefile"},
	{[]string{"time.Now", "time.Since"}, []string{"internal/cli", "internal/lint", "internal/gen", "internal/clients/conformance/ask"},
		"take the time as a parameter; findings must not depend on it"},
	{[]string{"os.Exit"}, []string{"internal/cli", "internal/gen", "internal/clients/conformance/ask", ".", "cmd/skilllint"}, "return an error; cli decides on the exit code"},
	{[]string{"os.Getenv", "os.LookupEnv", "os.Environ", "os.Getwd"}, []string{"internal/memtemp", "internal/cli", "internal/gen", "internal/clients/conformance/ask", "internal/vcs"},
		"take the value as a parameter; cli reads the environment"},
	{[]string{"os/exec."}, []string{"internal/view/viewtest", "internal/vcs", "internal/gen", "internal/clients/conformance/ask", "internal/term"}, "use package vcs or term: only git and the pager of explain are started"},
	{[]string{"net/http.", "net."}, nil, "use nothing; no part of skilllint uses the network"},
	{[]string{"golang.org/x/sync/errgroup."}, []string{"internal/driver", "internal/gen"}, "let the driver run it, which owns concurrency"},
	{[]string{"log.", "log/slog."}, nil, "return an error; only cli prints messages"},
	{[]string{"io/ioutil.", "math/rand.", "math/rand/v2."}, nil, "use os and io; results must be deterministic"},
	{[]string{"reflect.DeepEqual"}, []string{"internal/driver", "internal/config"}, "use slices.Equal, maps.Equal, or go-cmp in tests"},
	{[]string{"encoding/json.Unmarshal", "encoding/json.NewDecoder"}, []string{"schema", "internal/clients/loader", "internal/clients/catalog", "internal/gen", "internal/clients/conformance/ask", "internal/clients/conformance", "internal/lsp", "internal/mcp"},
		"use jsontree.Parse, which reports duplicate keys, invalid UTF-8 and positions"},
}

func TestForbidden(t *testing.T) {
	for _, s := range sources(t, product) {
		for _, problem := range append(forbidden(s), diskWrites(s)...) {
			t.Error(problem)
		}
	}
}

// writeMethods are the methods of *os.Root and *os.File that write to disk.
var writeMethods = []string{"WriteFile", "OpenFile", "Create", "Rename", "Mkdir", "MkdirAll", "Link", "Symlink", "Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "RemoveAll"}

// diskWrites returns calls of such methods outside safefile and development packages. treefs opens files for reading.
func diskWrites(s source) []string {
	var problems []string
	imports := s.imports()
	if !slices.Contains(slices.Collect(maps.Values(imports)), "os") || slices.Contains([]string{"internal/safefile", "internal/treefs", "internal/gen", "internal/clients/conformance/ask", "internal/fixture", "internal/clients/conformance"}, s.dir()) {
		return nil
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(writeMethods, selector.Sel.Name) {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); !ok || imports[x.Name] == "" {
			problems = append(problems, s.at(n)+" calls "+selector.Sel.Name+"; write with safefile")
		}
		return true
	})
	return problems
}

// TestDiskWritesFails checks that diskWrites finds calls.
func TestDiskWritesFails(t *testing.T) {
	const code = `package fix
import "os"
func f(root *os.Root) { root.Rename("a", "b"); root.Open("a"); os.Rename("a", "b"); g().Truncate(0) }
`
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := diskWrites(source{"internal/fix/fix.go", set, file})
	if len(got) != 2 || !strings.Contains(got[0], "calls Rename") || !strings.Contains(got[1], "calls Truncate") {
		t.Errorf("%q", got)
	}
}

// forbidden returns uses of banned functions and packages.
func forbidden(s source) []string {
	var problems []string
	imports := s.imports()
	ast.Inspect(s.file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := selector.X.(*ast.Ident)
		if !ok || imports[x.Name] == "" {
			return true
		}
		name := imports[x.Name] + "." + selector.Sel.Name
		for _, b := range bans {
			if b.covers(name) && !slices.Contains(b.except, s.dir()) {
				problems = append(problems, fmt.Sprintf("%s uses %s; %s", s.at(n), name, b.instead))
			}
		}
		return true
	})
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" && f.Recv == nil {
			problems = append(problems, s.at(f)+": init runs in every program that imports the package; initialize on first use")
		}
	}
	return problems
}

func (b ban) covers(name string) bool {
	return slices.ContainsFunc(b.names, func(banned string) bool {
		return name == banned || strings.HasSuffix(banned, ".") && strings.HasPrefix(name, banned)
	})
}

// TestForbiddenFails checks that forbidden finds uses.
func TestForbiddenFails(t *testing.T) {
	const code = `package fence
import ("os"; web "net/http"; "time"; "fmt")
func init() {}
func f() { os.ReadFile(""); web.Get(""); time.Now(); fmt.Sprint(time.Second); os := g{}; _ = os.x }
`
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(forbidden(source{"facts/shell/shell.go", set, file}), "\n")
	for _, want := range []string{"shell.go:4 uses os.ReadFile;", "uses net/http.Get;", "uses time.Now;", "shell.go:3: init"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 4 {
		t.Errorf("%d problems, want 4:\n%s", n, got)
	}
	if got := forbidden(source{"internal/load/load.go", set, file}); strings.Contains(strings.Join(got, ""), "os.ReadFile") {
		t.Errorf("internal/load may use os.ReadFile: %v", got)
	}
}
