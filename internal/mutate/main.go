// Command mutate tests the tests of a file: it changes one operator, condition, number or statement of the file
// at a time and runs the tests of its package. A mutant survives if they pass.
//
//	go run ./internal/mutate [-tests PACKAGES] [-jobs N] FILE...
//
// PACKAGES are tested in addition to that of the file, separated by commas. Files are not changed: go test compiles
// the mutant as an overlay. The exit code is 1 if less than 85 % of the mutants are killed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	required = 85 // percent
	timeout  = time.Minute
	limited  = `sh -c 'ulimit -v 4194304; exec "$0" "$@"'` // runs tests with 4 GB: an infinite loop can fill the memory
)

func main() {
	tests := flag.String("tests", "", "also test these `PACKAGES`")
	jobs := flag.Int("jobs", 2, "test `N` mutants at a time")
	flag.Parse()
	killed, all := 0, 0
	for _, file := range flag.Args() {
		k, n, err := measure(file, strings.FieldsFunc(*tests, func(r rune) bool { return r == ',' }), *jobs)
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(2)
		}
		fmt.Printf("%-40s %4d of %4d killed, %3d %%\n", file, k, n, 100*k/max(n, 1))
		killed, all = killed+k, all+n
	}
	fmt.Printf("%-40s %4d of %4d killed, %3d %%\n", "all", killed, all, 100*killed/max(all, 1))
	if 100*killed < required*all {
		os.Exit(1)
	}
}

// A mutant is a file with one range replaced by a text.
type mutant struct {
	from, to int
	text     string
}

// measure tests all mutants of a file and prints those that survive.
func measure(file string, tests []string, jobs int) (killed, all int, err error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, err
	}
	mutants, err := mutantsOf(file, source)
	if err != nil {
		return 0, 0, err
	}
	packages := append(tests, "./"+filepath.ToSlash(filepath.Dir(file)))
	if result, err := test(file, source, packages); err != nil || result != survived {
		return 0, 0, fmt.Errorf("%s: the tests of %v fail without changes: %v", file, packages, err)
	}
	results := make([]string, len(mutants))
	var group errgroup.Group
	group.SetLimit(jobs)
	for i, m := range mutants {
		group.Go(func() (err error) {
			text := slices.Concat(source[:m.from], []byte(m.text), source[m.to:])
			results[i], err = test(file, text, packages)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, 0, err
	}
	for i, m := range mutants {
		switch results[i] {
		case survived:
			line := 1 + bytes.Count(source[:m.from], []byte("\n"))
			fmt.Printf("%s:%d: survived: %q for %q in: %s\n", file, line, m.text, source[m.from:m.to], lineOf(source, m.from))
			all++
		case detected:
			killed++
			all++
		}
	}
	return killed, all, nil
}

func lineOf(source []byte, at int) string {
	start := 1 + bytes.LastIndexByte(source[:at], '\n')
	line, _, _ := bytes.Cut(source[start:], []byte("\n"))
	return strings.TrimSpace(string(line))
}

// Results of testing a mutant.
const (
	survived = "survived"
	detected = "detected"
	invalid  = "invalid" // does not compile
)

// test runs tests with a file replaced by a text.
func test(file string, text []byte, packages []string) (string, error) {
	dir, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	full, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{full: filepath.Join(dir, "mutant.go")}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "mutant.go"), text, 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
	defer cancel()
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-timeout", timeout.String(), "-exec", limited,
		"-overlay", filepath.Join(dir, "overlay.json")}, packages...)
	switch out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput(); {
	case err == nil:
		return survived, nil
	case bytes.Contains(out, []byte("[build failed]")):
		return invalid, nil
	}
	return detected, nil
}

// opposites are the replacements of operators.
var opposites = map[token.Token][]string{
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"}, token.EQL: {"!="}, token.NEQ: {"=="},
	token.LAND: {"||"}, token.LOR: {"&&"}, token.ADD: {"-"}, token.SUB: {"+"}, token.AND: {"|"}, token.OR: {"&"},
}

// mutantsOf returns the mutants of a file, in the order of their positions.
func mutantsOf(name string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	var all []mutant
	change := func(from, to token.Pos, text string) { all = append(all, mutant{at(from), at(to), text}) }
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			for _, text := range opposites[n.Op] {
				change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), text)
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				change(n.OpPos, n.OpPos+1, "")
			}
		case *ast.IfStmt:
			change(n.Cond.Pos(), n.Cond.End(), "true || ("+string(source[at(n.Cond.Pos()):at(n.Cond.End())])+")")
			change(n.Cond.Pos(), n.Cond.End(), "false && ("+string(source[at(n.Cond.Pos()):at(n.Cond.End())])+")")
		case *ast.BasicLit:
			if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil && n.Kind == token.INT {
				change(n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
			} else if n.Kind == token.CHAR {
				change(n.Pos(), n.End(), "("+n.Value+"+1)")
			}
		case *ast.Ident:
			if opposite := map[string]string{"true": "false", "false": "true"}[n.Name]; opposite != "" {
				change(n.Pos(), n.End(), opposite)
			}
		case *ast.BlockStmt:
			removeStatements(n.List, change)
		case *ast.CaseClause:
			removeStatements(n.Body, change)
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b mutant) int { return a.from - b.from })
	return all, nil
}

// removeStatements adds a mutant without each statement of a list.
func removeStatements(list []ast.Stmt, change func(from, to token.Pos, text string)) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt, *ast.DeferStmt:
			change(s.Pos(), s.End(), "")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				change(s.Pos(), s.End(), "")
			}
		}
	}
}
