package lsp

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestProtocol compares the types and methods with the declarations of the protocol's reference implementation. TypeScript checks
// that each property exists with a compatible type, and that types that the server sends have all required properties. The variable
// specifies a directory with the npm packages vscode-languageserver-protocol and typescript.
//
//	SKILLLINT_PROTOCOL=DIR go test ./internal/lsp -run Protocol
func TestProtocol(t *testing.T) {
	dir := os.Getenv("SKILLLINT_PROTOCOL")
	if dir == "" {
		t.Skip("SKILLLINT_PROTOCOL is not set")
	}
	write(t, filepath.Join(dir, "check.ts"), assertions(t))
	if out, err := typescript(dir); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for from, to := range map[string]string{`"severity", number`: `"severity", string`, `"newText"`: `"newTxt"`, `"textDocument/hover"`: `"textDocument/hoover"`,
		`Complete<p.TextEdit, "range" | `: `Complete<p.TextEdit, `} {
		broken := strings.Replace(assertions(t), from, to, 1)
		write(t, filepath.Join(dir, "check.ts"), broken)
		if _, err := typescript(dir); err == nil || broken == assertions(t) {
			t.Errorf("%s instead of %s is not detected", to, from)
		}
	}
}

func typescript(dir string) ([]byte, error) {
	cmd := exec.Command("node", "node_modules/typescript/bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "node16", "--moduleResolution", "node16",
		"--target", "es2022", "check.ts")
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

const helpers = `import * as p from "vscode-languageserver-protocol";
type Prop<T, K extends string> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Overlap<T, U> = [Extract<T, U>] extends [never] ? [Extract<U, T>] extends [never] ? never : true : true;
type Has<T, K extends string, U> = Overlap<Prop<T, K>, U>;
type Required<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? never : K }[keyof T];
type Complete<T, K> = Exclude<Required<T>, K> extends never ? true : { missing: Exclude<Required<T>, K> };
type Methods = { [K in keyof typeof p]: (typeof p)[K] extends { method: infer M } ? M : never }[keyof typeof p];
`

// receivedTypes lists types that only the client sends, which do not need all required properties.
var receivedTypes = []string{"InitializeParams", "CodeActionContext", "DidOpenTextDocumentParams", "ClientCapabilities", "ClientCodeActionResolveOptions", "ReferenceContext", "CodeActionParams"}

// otherNames maps types to their names in the declarations, if they differ.
var otherNames = map[string]string{
	"TextDocumentParams": "DocumentSymbolParams", "PrepareRenamePlaceholder": "{ range: p.Range; placeholder: string }",
	"ServerInfo": "NonNullable<p.InitializeResult['serverInfo']>", "WorkspaceOptions": "NonNullable<p.ServerCapabilities['workspace']>",
	"GeneralClientCapabilities": "NonNullable<p.ClientCapabilities['general']>", "WindowClientCapabilities": "NonNullable<p.ClientCapabilities['window']>",
	"WorkspaceClientCapabilities":        "NonNullable<p.ClientCapabilities['workspace']>",
	"ClientCodeActionResolveOptions":     "NonNullable<p.CodeActionClientCapabilities['resolveSupport']>",
	"WorkspaceFoldersServerCapabilities": "NonNullable<NonNullable<p.ServerCapabilities['workspace']>['workspaceFolders']>",
}

func declaredName(name string) string {
	other := otherNames[name]
	switch {
	case other == "":
		return "p." + name
	case strings.ContainsAny(other, ".{"):
		return other
	}
	return "p." + other
}

// assertions returns a program that compiles if the types of this package agree with the declarations.
func assertions(t *testing.T) string {
	t.Helper()
	structs := protocolTypes(t)
	var b strings.Builder
	b.WriteString(helpers)
	n := 0
	for _, name := range slices.Sorted(maps.Keys(structs)) {
		var keys []string
		for _, f := range propertiesOf(structs, structs[name]) {
			n++
			fmt.Fprintf(&b, "const c%d: Has<%s, %q, %s> = true;\n", n, declaredName(name), f.name, f.kind)
			keys = append(keys, strconv.Quote(f.name))
		}
		if !strings.HasSuffix(name, "ClientCapabilities") && !slices.Contains(receivedTypes, name) {
			n++
			fmt.Fprintf(&b, "const c%d: Complete<%s, %s> = true;\n", n, declaredName(name), strings.Join(append(keys, "never"), " | "))
		}
	}
	sent := []string{"client/registerCapability", "textDocument/publishDiagnostics", "window/logMessage", "window/showDocument", "window/workDoneProgress/create", "workspace/configuration"}
	for _, method := range append(sent, slices.Sorted(maps.Keys(methods()))...) {
		if !strings.HasPrefix(method, "$/") { // part of the base protocol
			n++
			fmt.Fprintf(&b, "const c%d: Methods = %q;\n", n, method)
		}
	}
	return b.String()
}

// protocolTypes returns the exported structs with JSON tags.
func protocolTypes(t *testing.T) map[string]*ast.StructType {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*ast.StructType{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() {
				if s, ok := spec.Type.(*ast.StructType); ok && spec.Name.Name != "Options" {
					all[spec.Name.Name] = s
				}
			}
			return true
		})
	}
	if len(all) < 60 {
		t.Fatalf("only %d types", len(all))
	}
	return all
}

type property struct{ name, kind string }

func propertiesOf(structs map[string]*ast.StructType, s *ast.StructType) []property {
	var all []property
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			all = append(all, propertiesOf(structs, structs[f.Type.(*ast.Ident).Name])...)
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		all = append(all, property{name, kindOf(f.Type)})
	}
	return all
}

// kindOf returns a type in TypeScript.
func kindOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return kindOf(e.X)
	case *ast.ArrayType:
		return kindOf(e.Elt) + "[]"
	case *ast.MapType:
		return "{ [key: string]: " + kindOf(e.Value) + " }"
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "int", "int32", "uint32":
			return "number"
		case "any":
			return "any"
		}
		return declaredName(e.Name)
	}
	return "any" // raw JSON, and objects without properties that are used
}
