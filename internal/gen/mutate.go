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
	requiredKills = 85 // percent
	mutantTimeout = time.Minute
	memoryLimit   = `sh -c 'ulimit -v 4194304; exec "$0" "$@"'` // runs tests with 4 GB: an infinite loop can fill the memory
)

// mutate tests the tests of files: it changes one operator, condition, number or statement at a time and runs the tests of
// the file's package, and of more packages with -tests. A mutant survives if they pass. Files are not changed: go test
// compiles the mutant as an overlay. Less than 85 % of killed mutants are an error.
func mutate(args []string) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	tests := flags.String("tests", "", "also test these `PACKAGES`, separated by commas")
	jobs := flags.Int("jobs", 2, "test `N` mutants at a time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	killed, all := 0, 0
	for _, file := range flags.Args() {
		k, n, err := measureTests(file, strings.FieldsFunc(*tests, func(r rune) bool { return r == ',' }), *jobs)
		if err != nil {
			return err
		}
		fmt.Printf("%-40s %4d of %4d killed, %3d %%\n", file, k, n, 100*k/max(n, 1))
		killed, all = killed+k, all+n
	}
	if 100*killed < requiredKills*all {
		return fmt.Errorf("%d of %d mutants killed, less than %d %%", killed, all, requiredKills)
	}
	return nil
}

// A mutant is a file with one range replaced by a text.
type mutant struct {
	from, to int
	text     string
}

// measureTests tests all mutants of a file and prints those that survive.
func measureTests(file string, tests []string, jobs int) (killed, all int, err error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, err
	}
	mutants, err := mutantsOf(file, source)
	if err != nil {
		return 0, 0, err
	}
	packages := append(tests, "./"+filepath.ToSlash(filepath.Dir(file)))
	if result, err := testMutant(file, source, packages); err != nil || result != survived {
		return 0, 0, fmt.Errorf("%s: the tests of %v fail without changes: %v", file, packages, err)
	}
	results := make([]string, len(mutants))
	var group errgroup.Group
	group.SetLimit(jobs)
	for i, m := range mutants {
		group.Go(func() (err error) {
			text := slices.Concat(source[:m.from], []byte(m.text), source[m.to:])
			results[i], err = testMutant(file, text, packages)
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

// testMutant runs tests with a file replaced by a text.
func testMutant(file string, text []byte, packages []string) (string, error) {
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
	ctx, cancel := context.WithTimeout(context.Background(), 2*mutantTimeout)
	defer cancel()
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-timeout", mutantTimeout.String(), "-exec", memoryLimit,
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
