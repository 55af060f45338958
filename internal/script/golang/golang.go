// Package golang reads the command lines of Go programs of one file that use flag, pflag or cobra.
//
// A program is followed from its variables, init and main through its functions. What is read is complete only if every use of
// a set of flags, a command and os.Args is understood; the command line is unknown otherwise.
package golang

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script/cmdline"
)

// The libraries that are read.
const (
	libraryFlag  = "flag"
	libraryPflag = "github.com/spf13/pflag"
	libraryCobra = "github.com/spf13/cobra"
)

// standard are the first elements of the import paths of the standard library.
const standard = " archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image " +
	"index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time " +
	"unicode unique unsafe weak "

// Limits of a program.
const (
	maxSteps = 50_000 // statements and expressions that are followed
	maxDepth = 200    // calls, nested statements and expressions
	maxName  = 200    // bytes of a name
)

// A reader follows a program.
type reader struct {
	file      *ast.File
	files     *token.FileSet
	library   string
	foreign   bool              // packages are imported that may define flags, or read arguments
	packages  map[string]string // import paths by the name in the file
	functions map[string]*ast.FuncDecl
	methods   map[string]*ast.FuncDecl // nil: several have the name
	globals   *scope
	scope     *scope
	frame     *frame
	region    int // code that runs under the same conditions
	regions   int
	level     *level
	global    *flagSet
	executed  *command
	late      map[ast.Node]bool      // runs after the command line is parsed
	seen      map[ast.Node]bool      // names and selectors that are understood
	done      map[*ast.FuncDecl]bool // need not be followed again
	active    map[*ast.FuncDecl]bool
	events    int // grows if a function does what matters
	commands  int
	steps     int
	depth     int
	reason    string
}

// A scope has the values of variables: a *flagSet, a *command, arguments, a word, a constant string, or nil.
type scope struct {
	vars   map[string]any
	up     *scope
	region int
}

// A frame is a call of a function.
type frame struct {
	function *ast.FuncDecl // nil: none
	region   int
	results  []any
	returns  int
	left     bool // a return depends on a condition
}

// Read reads a program.
func Read(source []byte) (_ []cmdline.Import, isModule bool, _ *cmdline.Interface) {
	unknown := func(library, reason string) *cmdline.Interface {
		return &cmdline.Interface{Library: library, Reason: reason}
	}
	r := &reader{files: token.NewFileSet(), packages: map[string]string{}, functions: map[string]*ast.FuncDecl{}, methods: map[string]*ast.FuncDecl{},
		seen: map[ast.Node]bool{}, late: map[ast.Node]bool{}, done: map[*ast.FuncDecl]bool{}, active: map[*ast.FuncDecl]bool{}}
	var err error
	r.file, err = parser.ParseFile(r.files, "", source, parser.SkipObjectResolution)
	if err != nil || r.file == nil {
		return nil, false, unknown("", "the program does not parse")
	}
	imports, uses := r.imports()
	switch {
	case uses[libraryCobra]:
		r.library = libraryCobra
	case uses[libraryPflag] && uses[libraryFlag]:
		return imports, false, unknown(libraryPflag, "two packages define flags")
	case uses[libraryPflag]:
		r.library = libraryPflag
	case uses[libraryFlag]:
		r.library = libraryFlag
	default:
		return imports, r.file.Name.Name != "main", unknown("", "options of this program are not read")
	}
	if r.file.Name.Name != "main" {
		return imports, true, unknown(r.library, "it is a package")
	}
	i := r.program()
	if r.reason == "" && r.library != libraryCobra && r.foreign && r.global.parsed {
		r.fail("imported packages may define flags")
	}
	if r.reason != "" {
		i = unknown(r.library, r.reason)
	}
	return imports, false, i
}

// imports returns the imported packages, also as a set.
func (r *reader) imports() (imports []cmdline.Import, uses map[string]bool) {
	uses = map[string]bool{}
	for _, i := range r.file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		imports = append(imports, cmdline.Import{Name: p, Path: p, Range: r.at(i.Path)})
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		r.packages[name] = p
		uses[p] = true
		switch first, _, _ := strings.Cut(p, "/"); {
		case name == "." && (p == libraryFlag || p == libraryPflag || p == libraryCobra || p == "os"):
			r.fail("a package is imported into the file")
		case !isListed(standard, first) && p != libraryPflag && p != libraryCobra:
			r.foreign = true
		}
	}
	return imports, uses
}

func (r *reader) at(n ast.Node) analysis.Range {
	return analysis.Range{Start: r.files.Position(n.Pos()).Offset, End: r.files.Position(n.End()).Offset}
}

func (r *reader) fail(reason string) { r.reason = cmp.Or(r.reason, reason) }

// program follows the program, and returns its command line.
func (r *reader) program() *cmdline.Interface {
	r.globals = &scope{vars: map[string]any{}}
	r.scope, r.frame = r.globals, &frame{}
	r.global = r.newSet(cmdline.Rejected)
	r.level = &level{at: 1, Interface: &cmdline.Interface{Library: r.library}}
	top := r.level
	ast.Inspect(r.file, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && len(name.Name) > maxName {
			r.fail("a name is too long")
		}
		return true
	})
	for _, d := range r.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.declare(d)
		case *ast.GenDecl:
			r.declareNames(d)
		}
	}
	for _, d := range r.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			r.declaration(g)
		}
	}
	for _, d := range r.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			r.call(f, nil)
		}
	}
	main := r.functions["main"]
	if main == nil || main.Body == nil {
		return &cmdline.Interface{Library: r.library, Reason: "the program has no main function"}
	}
	r.call(main, nil)
	r.unseen()
	switch {
	case r.reason != "":
	case r.library == libraryCobra && r.executed != nil:
		return r.finish(r.executed, nil, 0)
	case r.library == libraryCobra:
		r.fail("the command that runs is not found")
	case top.parsed != nil || len(top.Subcommands) > 0:
		return top.interfaceOf()
	default:
		r.fail("the flags are not parsed in code that is read")
	}
	return nil
}

func (r *reader) declare(f *ast.FuncDecl) {
	if f.Recv == nil {
		if f.Name.Name != "init" {
			r.functions[f.Name.Name] = f
		}
	} else if _, ok := r.methods[f.Name.Name]; ok {
		r.methods[f.Name.Name] = nil
	} else {
		r.methods[f.Name.Name] = f
	}
}

// declareNames adds the names of types and variables, whose values are not known yet.
func (r *reader) declareNames(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			r.scope.vars[s.Name.Name] = nil
		case *ast.ValueSpec:
			for _, n := range s.Names {
				r.scope.vars[n.Name] = nil
			}
		}
	}
}

// unseen fails if code that was not followed uses what was read.
func (r *reader) unseen() {
	ast.Inspect(r.file, func(n ast.Node) bool {
		if n == nil || r.reason != "" || r.seen[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			switch {
			case n.Sel.Name == "NoOptDefVal" || n.Sel.Name == "IsBoolFlag":
				r.fail("values of options are optional")
			case ok && r.packages[x.Name] == "os" && n.Sel.Name == "Args":
				r.fail("the arguments are read in code that is not read")
			case ok && r.isLibrary(x.Name) && (isDefinition(n.Sel.Name) || isListed(" Parse CommandLine NewFlagSet Set ", n.Sel.Name)):
				r.fail("flags are defined in code that is not read")
			}
		case *ast.Ident:
			switch r.globals.vars[n.Name].(type) {
			case *flagSet, *command:
				r.fail("options are added in code that is not read")
			}
			if slices.Contains([]string{"IsBoolFlag", "EnablePrefixMatching", "EnableCaseInsensitive"}, n.Name) {
				r.fail(n.Name + " is not read")
			}
		}
		return true
	})
}

// isListed reports whether a short name is in a list.
func isListed(list, name string) bool {
	return len(name) < 50 && strings.Contains(list, " "+name+" ")
}

// isLibrary reports whether a name is a package whose functions define flags.
func (r *reader) isLibrary(name string) bool {
	p := r.packages[name]
	return p == libraryFlag || p == libraryPflag
}
