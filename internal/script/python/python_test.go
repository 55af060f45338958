package python_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/script/python"
)

// TestAgainstCPython compares syntax errors with those of python3, for all Python files below SKILLLINT_TREES.
func TestAgainstCPython(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	interpreter, err := exec.LookPath("python3")
	if trees == "" || err != nil {
		t.Skip("needs SKILLLINT_TREES and python3")
	}
	const program = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
for path in sys.stdin:
    error = None
    count = 0
    try:
        tree = ast.parse(open(path[:-1], "rb").read())
        count = sum(isinstance(n, (ast.Call, ast.Attribute, ast.Subscript, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)) for n in ast.walk(tree))
    except (SyntaxError, ValueError) as e:
        error = "%s:%s" % (getattr(e, "lineno", 0), getattr(e, "msg", e))
    except Exception as e:
        error = "0:" + repr(e)
    print(json.dumps([path[:-1], error, count]))
`
	var paths bytes.Buffer
	filepath.WalkDir(trees, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".py") {
			paths.WriteString(path + "\n")
		}
		return nil
	})
	cmd := exec.Command(interpreter, "-c", program)
	cmd.Stdin = &paths
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files, differences := 0, 0
	in := bufio.NewScanner(bytes.NewReader(out))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var answer [3]any
		if err := json.Unmarshal(in.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		path := answer[0].(string)
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := python.Parse(source)
		files++
		switch message, _ := answer[1].(string); {
		case f.TooDeep:
			t.Errorf("%s: too deep", path)
		case message == "" && f.Err != nil:
			differences++
			t.Errorf("%s:%d: %s, but CPython accepts it", path, 1+bytes.Count(source[:f.Err.Start], []byte("\n")), f.Err.Message)
		case message != "" && f.Err == nil && !strings.Contains(message, "f-string expression part cannot include a backslash"):
			differences++
			t.Errorf("%s: no error, but CPython: %s", path, message)
		case message != "" && f.Err != nil:
			t.Logf("%s:%d: %s; CPython: %s", path, 1+bytes.Count(source[:f.Err.Start], []byte("\n")), f.Err.Message, message)
		case message == "" && int(answer[2].(float64)) != python.Count(f):
			differences++
			t.Errorf("%s: %d nodes, CPython has %v", path, python.Count(f), answer[2])
		}
	}
	t.Logf("%d files, %d differences", files, differences)
}
