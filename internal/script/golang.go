package script

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// readGo reads a Go program of one file that uses the package flag.
func readGo(s *Script, source []byte) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.SkipObjectResolution)
	if err != nil || file == nil {
		s.Interface.Reason = "the program does not parse"
		return
	}
	at := func(n ast.Node) analysis.Range {
		return span(set.Position(n.Pos()).Offset, set.Position(n.End()).Offset)
	}
	library := ""
	for _, i := range file.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		s.Imports = append(s.Imports, Import{Name: path, Path: path, Range: at(i.Path)})
		switch path {
		case "flag", "github.com/spf13/pflag", "github.com/spf13/cobra", "github.com/urfave/cli/v2", "github.com/alecthomas/kong":
			library = path
		}
	}
	s.IsModule = file.Name.Name != "main"
	i := &Interface{Library: library}
	s.Interface = i
	isPflag := library == "github.com/spf13/pflag"
	switch {
	case isPflag:
		i.Bundles, i.Interspersed = true, true
		i.Options = []Option{{Names: []string{"-h", "--help"}}}
	case library == "flag":
		i.OneDash = true
		i.Options = []Option{{Names: []string{"-h", "--h"}}, {Names: []string{"-help", "--help"}}}
	default:
		i.Reason = "options of this program are not read"
		return
	}
	i.Surplus = PassedOn
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if x, isName := fun(f); !ok || !isName || x != "flag" && x != "pflag" {
			return true
		}
		i.flagCall(f.Sel.Name, isPflag, call, at)
		return true
	})
	i.Known = i.Reason == ""
}

// fun returns the package of a selector.
func fun(f *ast.SelectorExpr) (string, bool) {
	if f == nil {
		return "", false
	}
	x, ok := f.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	return x.Name, true
}

// flagCall reads a call of the package flag.
func (i *Interface) flagCall(name string, isPflag bool, call *ast.CallExpr, at func(ast.Node) analysis.Range) {
	first := 0
	name, hasShort := strings.CutSuffix(name, "P")
	if hasShort && !isPflag {
		return
	}
	kind, isVar := strings.CutSuffix(name, "Var")
	if isVar {
		first = 1
	}
	o := Option{Arity: 1, Range: at(call)}
	switch kind {
	case "Bool", "BoolFunc":
		o.Arity = 0
	case "Int", "Int64", "Uint", "Uint64":
		o.Type = Int
	case "Float64":
		o.Type = Float
	case "String", "Duration", "Func", "Text", "", "StringSlice", "StringArray", "IntSlice":
	case "Count":
		o.Arity = 0
	case "NewFlagSet", "CommandLine":
		i.Reason = "sets of flags are not read"
		return
	default:
		return
	}
	if len(call.Args) <= first {
		i.Reason = "the names of flags are computed"
		return
	}
	l, ok := call.Args[first].(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		i.Reason = "the names of flags are computed"
		return
	}
	flag, err := strconv.Unquote(l.Value)
	if err != nil {
		return
	}
	o.Names = []string{"-" + flag, "--" + flag}
	if isPflag {
		o.Names = o.Names[1:]
		if short, ok := literalText(call.Args, first+1); hasShort && ok && short != "" {
			o.Names = append(o.Names, "-"+short)
		}
	}
	if last, ok := call.Args[len(call.Args)-1].(*ast.BasicLit); ok && last.Kind == token.STRING {
		o.Help, _ = strconv.Unquote(last.Value)
	}
	i.Options = append(i.Options, o)
}

// literalText returns the value of an argument that is a text.
func literalText(args []ast.Expr, n int) (string, bool) {
	if n >= len(args) {
		return "", false
	}
	l, ok := args[n].(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}
