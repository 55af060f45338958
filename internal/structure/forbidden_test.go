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

// A ban is functions, or whole packages ("net/http."), that may be used in few places only.
type ban struct {
	names   []string // "path/package.Name"; with a dot at the end every name of the package
	except  []string // packages of ours in which it has its place
	instead string
}

var bans = []ban{
	{[]string{"fmt.Print", "fmt.Printf", "fmt.Println", "os.Stdout", "os.Stderr"}, []string{"internal/mutate", "internal/cli", "internal/gen", "internal/clients/conformance/ask", "."},
		"write to the io.Writer that the caller gives"},
	{[]string{"os.ReadFile", "io/ioutil.ReadFile"}, []string{"internal/view/viewtest", "internal/mutate", "internal/load", "internal/gen", "internal/clients/conformance/ask", "analysis/analysistest"},
		"read with load.Read, which knows the limits, from a file that os.Root opened"},
	{[]string{"os.WriteFile", "os.Create", "os.OpenFile", "os.Rename", "os.Mkdir", "os.MkdirAll", "os.MkdirTemp", "os.Link", "os.Symlink", "os.Chmod", "os.Chown", "os.Chtimes", "os.Truncate", "os.CopyFS"},
		[]string{"internal/mutate", "internal/view/viewtest", "internal/safefile", "internal/gen", "internal/clients/conformance/ask", "internal/fixture", "internal/clients/conformance", "analysis/analysistest"}, "write with safefile, which no link and no configuration of a stranger leads astray"},
	{[]string{"os.CreateTemp", "os.Remove", "os.RemoveAll"}, []string{"internal/mutate", "internal/safefile", "internal/vcs", "internal/gen", "internal/clients/conformance/ask"}, "safefile, which removes what it has begun"},
	{[]string{"syscall.Open", "syscall.Rename", "syscall.Unlink", "syscall.Mkdir"}, nil, "safefile"},
	{[]string{"time.Now", "time.Since"}, []string{"internal/mutate", "internal/cli", "internal/lint", "internal/gen", "internal/clients/conformance/ask"},
		"take the time as a parameter; what is found must not depend on it"},
	{[]string{"os.Exit"}, []string{"internal/mutate", "internal/cli", "internal/gen", "internal/clients/conformance/ask", ".", "cmd/skilllint"}, "return an error; cli decides on the exit code"},
	{[]string{"os.Getenv", "os.LookupEnv", "os.Environ", "os.Getwd"}, []string{"internal/memtemp", "internal/mutate", "internal/cli", "internal/gen", "internal/clients/conformance/ask", "internal/vcs"},
		"take it as a parameter; cli reads the environment"},
	{[]string{"os/exec."}, []string{"internal/view/viewtest", "internal/mutate", "internal/vcs", "internal/gen", "internal/clients/conformance/ask", "internal/term"}, "use package vcs or term: only git and the pager of explain are started"},
	{[]string{"net/http.", "net."}, nil, "nothing; no part of skilllint uses the network"},
	{[]string{"golang.org/x/sync/errgroup."}, []string{"internal/mutate", "internal/driver"}, "let the driver run it: concurrency is the driver's"},
	{[]string{"log.", "log/slog."}, nil, "return an error; nothing is logged below cli"},
	{[]string{"io/ioutil.", "math/rand.", "math/rand/v2."}, nil, "os and io; results must not depend on chance"},
	{[]string{"reflect.DeepEqual"}, []string{"internal/driver", "internal/config"}, "slices.Equal, maps.Equal or go-cmp in tests"},
	{[]string{"encoding/json.Unmarshal", "encoding/json.NewDecoder"}, []string{"schema", "internal/clients/loader", "internal/clients/catalog", "internal/gen", "internal/clients/conformance/ask", "internal/clients/conformance", "internal/lsp"},
		"jsontree.Parse, which sees duplicate keys, bad UTF-8 and where everything stands"},
}

func TestForbidden(t *testing.T) {
	for _, s := range sources(t, product) {
		for _, complaint := range append(forbidden(s), writing(s)...) {
			t.Error(complaint)
		}
	}
}

// writers are the methods of *os.Root and *os.File that change what is on the disk.
var writers = []string{"WriteFile", "OpenFile", "Create", "Rename", "Mkdir", "MkdirAll", "Link", "Symlink", "Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "RemoveAll"}

// writing says which such methods a source calls although safefile writes. treefs opens files to read them.
func writing(s source) []string {
	var complaints []string
	imports := s.imports()
	if !slices.Contains(slices.Collect(maps.Values(imports)), "os") || slices.Contains([]string{"internal/safefile", "internal/treefs", "internal/gen", "internal/clients/conformance/ask", "internal/fixture", "internal/clients/conformance"}, s.folder()) {
		return nil
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(writers, selector.Sel.Name) {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); !ok || imports[x.Name] == "" {
			complaints = append(complaints, s.at(n)+" calls "+selector.Sel.Name+"; instead write with safefile")
		}
		return true
	})
	return complaints
}

// TestWritingSees checks that the test above can fail.
func TestWritingSees(t *testing.T) {
	const code = `package fix
import "os"
func f(root *os.Root) { root.Rename("a", "b"); root.Open("a"); os.Rename("a", "b"); g().Truncate(0) }
`
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := writing(source{"internal/fix/fix.go", set, file})
	if len(got) != 2 || !strings.Contains(got[0], "calls Rename") || !strings.Contains(got[1], "calls Truncate") {
		t.Errorf("%q", got)
	}
}

// forbidden says what a source uses although it has its place elsewhere.
func forbidden(s source) []string {
	var complaints []string
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
			if b.covers(name) && !slices.Contains(b.except, s.folder()) {
				complaints = append(complaints, fmt.Sprintf("%s uses %s; instead %s", s.at(n), name, b.instead))
			}
		}
		return true
	})
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" && f.Recv == nil {
			complaints = append(complaints, s.at(f)+": init runs in every program that imports the package; do it on first use")
		}
	}
	return complaints
}

func (b ban) covers(name string) bool {
	return slices.ContainsFunc(b.names, func(banned string) bool {
		return name == banned || strings.HasSuffix(banned, ".") && strings.HasPrefix(name, banned)
	})
}

// TestForbiddenSees checks that the test above can fail.
func TestForbiddenSees(t *testing.T) {
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
			t.Errorf("no complaint with %q in:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 4 {
		t.Errorf("%d complaints, want 4:\n%s", n, got)
	}
	if got := forbidden(source{"internal/load/load.go", set, file}); strings.Contains(strings.Join(got, ""), "os.ReadFile") {
		t.Errorf("os.ReadFile is load's: %v", got)
	}
}
