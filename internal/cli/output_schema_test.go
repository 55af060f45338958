package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// outputSchema compiles the published schema of a format, and makes it reject undescribed members. Published schemas allow them
// because later versions may add members.
func outputSchema(format string) (*jsonschema.Schema, error) {
	source, ok := schema.Source("output", format)
	if !ok {
		return nil, fmt.Errorf("unknown schema output/%s", format)
	}
	var tree any
	if err := json.Unmarshal(source, &tree); err != nil {
		return nil, err
	}
	closeObjects(tree)
	closed, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}
	return jsonschema.CompileString(format+".json", string(closed))
}

// closeObjects sets additionalProperties to false in all schemas of objects with properties.
func closeObjects(node any) {
	switch node := node.(type) {
	case map[string]any:
		if _, ok := node["properties"].(map[string]any); ok && node["type"] == "object" {
			node["additionalProperties"] = false
		}
		for _, child := range node {
			closeObjects(child)
		}
	case []any:
		for _, child := range node {
			closeObjects(child)
		}
	}
}

func fitsSchema(format *jsonschema.Schema, printed []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(printed))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	if err := format.Validate(value); err != nil {
		return fmt.Errorf("%#v", err)
	}
	return nil
}

// commandsOf maps each format to arguments of commands that print it, without --format json.
var commandsOf = map[string][][]string{
	"json":              {{"lint"}, {"lint", "--min-severity", "info", "--select", "all"}},
	"jsonl":             {{"lint", "--select", "all"}},
	"manifest":          {{"manifest", "--allow-empty"}},
	"budget":            {{"budget", "--allow-empty"}, {"budget", "--allow-empty", "--compare", "HEAD"}},
	"catalog":           {{"catalog", "--agent", "codex"}, {"catalog", "--agent", "claude-code"}, {"catalog", "--agent", "opencode", "--builtins"}},
	"compat":            {{"compat", "--allow-empty"}},
	"commands":          {{"commands"}},
	"config":            {{"config", "."}},
	"context":           {{"context"}, {"context", "--for", "src/a.ts"}},
	"files":             {{"files", "--allow-empty"}},
	"graph":             {{"graph", "--allow-empty"}},
	"load":              {{"load", "--agent", "cleo", "NAME"}, {"load", "--agent", "triagent", "NAME"}, {"load", "--check", "FILE"}},
	"manifest-dispatch": {{"manifest", "dispatch", "--title", "Research the queue"}},
	"rules":             {{"rules"}},
	"version":           {{"version"}},
}

// TestOutputSchemas validates the JSON output of every command against its published schema. It uses one fixture in 24, or one in
// six if SKILLLINT_THOROUGH is set.
func TestOutputSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, name := range schema.Outputs() {
		if len(commandsOf[strings.TrimPrefix(name, "output/")]) == 0 {
			t.Errorf("no command for the schema %s", name)
		}
	}
	fixtures, err := filepath.Abs(filepath.Join("..", "..", "fixtures"))
	if err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(filepath.Join(fixtures, "*", "*", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	sample := 24
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		sample = 6
	}
	formats, printed := map[string]*jsonschema.Schema{}, map[string]int{}
	for i, archive := range archives {
		if i%sample != 0 {
			continue
		}
		dir := writeRepository(t, archive)
		for name, commands := range commandsOf {
			if formats[name] == nil {
				if formats[name], err = outputSchema(name); err != nil {
					t.Fatal(err)
				}
			}
			for _, args := range commands {
				for _, line := range outputs(t, dir, name, args) {
					printed[name]++
					if err := fitsSchema(formats[name], line); err != nil {
						t.Errorf("%s: %v: %v\n%.600s", filepath.Base(filepath.Dir(archive)), args, err, line)
					}
				}
			}
		}
	}
	for name := range commandsOf {
		if printed[name] == 0 {
			t.Errorf("no command printed %s", name)
		}
	}
	t.Log(printed)
}

// writeRepository writes a fixture as a git repository with one commit.
func writeRepository(t *testing.T, archive string) string {
	t.Helper()
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	a, err := fixture.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := fixture.Write(dir, a.Files); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"init -q --template=", "add -A", "-c user.name=x -c user.email=x@example.org commit -q --allow-empty -m x"} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, strings.Fields(args)...)...).CombinedOutput(); err != nil {
			t.Skipf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}

// outputs returns the JSON values that a command prints in a directory, or nil if it fails. The arguments NAME and FILE are replaced
// by those of the first skill.
func outputs(t *testing.T, dir, format string, args []string) [][]byte {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(dir, "skills", "*", "SKILL.md"))
	args = slices.Clone(args)
	for i, arg := range args {
		switch {
		case arg != "NAME" && arg != "FILE":
		case len(found) == 0:
			return nil
		case arg == "NAME":
			args[i] = filepath.Base(filepath.Dir(found[0]))
		default:
			args[i] = found[0]
		}
	}
	word := "json"
	if format == "jsonl" {
		word = format
	}
	t.Chdir(dir)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var out bytes.Buffer
	p := &program{Streams: term.Streams{Out: bufio.NewWriter(&out), Err: &bytes.Buffer{}, OutFile: null, ErrFile: null, Env: func(string) string { return "" }}}
	p.analyzers = slices.Concat(rules.All(), config.Engines())
	if code := p.run(context.Background(), append(args, "--format", word)); code > 1 {
		return nil
	}
	if format == "jsonl" {
		return slices.DeleteFunc(bytes.Split(out.Bytes(), []byte("\n")), func(line []byte) bool { return len(line) == 0 })
	}
	return [][]byte{out.Bytes()}
}
