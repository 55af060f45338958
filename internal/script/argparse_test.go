package script_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/script"
)

// argparseProgram reads paths of scripts, and prints the command line of those that define it with literal values in one
// sequence of calls. It does not run the scripts: it runs only these calls, rebuilt from their syntax tree.
const argparseProgram = `
import argparse, ast, json, sys, warnings
warnings.simplefilter("ignore")
converted = set()
METHODS = {"add_argument", "add_subparsers", "add_parser", "add_mutually_exclusive_group", "add_argument_group", "ArgumentParser"}
KEPT = {"action", "nargs", "required", "choices", "dest", "aliases", "add_help", "allow_abbrev", "default"}

def literal(node):
    ast.literal_eval(node)
    return node

def rebuild(call):
    method = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
    if method == "ArgumentParser":
        func = ast.parse("argparse.ArgumentParser").body[0].value
    else:
        owner = call.func.value
        if isinstance(owner, ast.Call):
            raise ValueError
        func = ast.Attribute(owner, method, ast.Load())
        if not isinstance(owner, ast.Name):
            raise ValueError
    keywords = []
    for k in call.keywords:
        if k.arg is None or k.arg in ("parents", "prefix_chars", "parser_class"):
            raise ValueError
        if k.arg == "type" and isinstance(k.value, ast.Name) and k.value.id in ("int", "float"):
            keywords.append(k)
        elif k.arg in KEPT and k.arg != "default":
            keywords.append(ast.keyword(k.arg, literal(k.value)))
    return ast.Call(func, [literal(a) for a in call.args], keywords)

def statements(tree):
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Expr, ast.Assign)) and isinstance(node.value, ast.Call):
            f = node.value.func
            name = f.attr if isinstance(f, ast.Attribute) else f.id if isinstance(f, ast.Name) else ""
            if name in METHODS:
                found.append(node)
        if isinstance(node, (ast.For, ast.While)) and any(isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in METHODS for n in ast.walk(node)):
            raise ValueError
    calls = sum(isinstance(n, ast.Call) and isinstance(n.func, (ast.Attribute, ast.Name)) and getattr(n.func, "attr", getattr(n.func, "id", "")) in METHODS for n in ast.walk(tree))
    if calls != len(found):
        raise ValueError
    return sorted(found, key=lambda n: n.lineno)

def describe(parser):
    options, positionals, subs, required = [], [], {}, False
    for a in parser._actions:
        if isinstance(a, argparse._SubParsersAction):
            required = a.required
            seen = {}
            for name, p in a.choices.items():
                subs[name] = describe(p)
            continue
        nargs = a.nargs
        choices = None if a.choices is None or id(a) in converted else [str(c) for c in a.choices]
        kind = getattr(a.type, "__name__", "") or ""
        if a.option_strings:
            options.append([list(a.option_strings), str(nargs), bool(a.required), choices, kind])
        else:
            positionals.append([a.dest, str(nargs), choices, kind])
    return {"options": options, "positionals": positionals, "subs": subs, "required": required}

for path in sys.stdin:
    path = path[:-1]
    try:
        source = open(path, "rb").read()
        if b"argparse" not in source:
            continue
        scope = {"argparse": argparse}
        roots, kept = [], []
        converted.clear()
        for s in statements(ast.parse(source)):
            value = rebuild(s.value)
            target = None
            if isinstance(s, ast.Assign):
                if len(s.targets) != 1 or not isinstance(s.targets[0], ast.Name):
                    raise ValueError
                target = s.targets[0].id
            code = ast.Expression(ast.fix_missing_locations(value))
            result = eval(compile(ast.fix_missing_locations(code), path, "eval"), {"__builtins__": {"int": int, "float": float}, **scope})
            if isinstance(result, argparse.ArgumentParser) and not (isinstance(s.value.func, ast.Attribute) and s.value.func.attr == "add_parser"):
                roots.append(result)
            if any(k.arg == "type" and not (isinstance(k.value, ast.Name) and k.value.id in ("str", "int", "float")) for k in s.value.keywords):
                converted.add(id(result))
                kept.append(result)
            if target:
                scope[target] = result
        if len(roots) == 1:
            print(json.dumps({"path": path, "parser": describe(roots[0])}))
    except Exception as e:
        pass
`

type argparseParser struct {
	Options     [][]any                   `json:"options"`
	Positionals [][]any                   `json:"positionals"`
	Subs        map[string]argparseParser `json:"subs"`
	Required    bool                      `json:"required"`
}

// TestAgainstArgparse compares interfaces with those that argparse has after the same calls.
func TestAgainstArgparse(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	interpreter, err := exec.LookPath("python3")
	if trees == "" || err != nil {
		t.Skip("needs SKILLLINT_TREES and python3")
	}
	var paths bytes.Buffer
	filepath.WalkDir(trees, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".py") {
			paths.WriteString(path + "\n")
		}
		return nil
	})
	cmd := exec.Command(interpreter, "-I", "-c", argparseProgram)
	cmd.Stdin, cmd.Stderr = &paths, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(out))
	in.Buffer(nil, 1<<22)
	compared, unknown := 0, 0
	for in.Scan() {
		var answer struct {
			Path   string
			Parser argparseParser
		}
		if err := json.Unmarshal(in.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(answer.Path)
		if err != nil {
			t.Fatal(err)
		}
		i := script.Read(answer.Path, source).Interface
		if !i.Known {
			unknown++
			t.Logf("%s: unknown: %s", answer.Path, i.Reason)
			continue
		}
		compared++
		want, got := describeParser(&answer.Parser), describeInterface(i)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-argparse +ours)\n%s", answer.Path, diff)
		}
	}
	t.Logf("%d interfaces compared, %d unknown", compared, unknown)
}

func describeParser(p *argparseParser) []string {
	var lines []string
	for _, o := range p.Options {
		arity := o[1].(string)
		lines = append(lines, "option "+asJSON(o[0])+" "+arity+" "+asJSON(o[2])+" "+asJSON(o[3])+" "+o[4].(string))
	}
	for _, o := range p.Positionals {
		lines = append(lines, "positional "+o[1].(string)+" "+asJSON(o[2])+" "+o[3].(string))
	}
	for name, s := range p.Subs {
		for _, l := range describeParser(&s) {
			lines = append(lines, name+" "+l)
		}
	}
	lines = append(lines, "required "+asJSON(p.Required))
	slices.Sort(lines)
	return lines
}

func describeInterface(i *script.Interface) []string {
	var lines []string
	types := [...]string{"", "int", "float"}
	for _, o := range i.Options {
		arity := map[script.Arity]string{script.Optional: "?", script.ZeroOrMore: "*", script.OneOrMore: "+", script.Remainder: "...", 1: "None"}[o.Arity]
		if arity == "" {
			arity = asJSON(int(o.Arity))
		}
		lines = append(lines, "option "+asJSON(o.Names)+" "+arity+" "+asJSON(o.Required)+" "+asJSON(o.Choices)+" "+types[o.Type])
	}
	for _, p := range i.Positionals {
		arity := "None"
		switch {
		case p.Min == 0 && p.Max == 1:
			arity = "?"
		case p.Min == 0:
			arity = "*"
		case p.Max < 0:
			arity = "+"
		case p.Max > 1:
			arity = asJSON(p.Max)
		}
		lines = append(lines, "positional "+arity+" "+asJSON(p.Choices)+" "+types[p.Type])
	}
	for _, s := range i.Subcommands {
		for _, n := range s.Names {
			for _, l := range describeInterface(s.Interface) {
				lines = append(lines, n+" "+l)
			}
		}
	}
	lines = append(lines, "required "+asJSON(i.SubcommandRequired))
	slices.Sort(lines)
	return lines
}

func asJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
