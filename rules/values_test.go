package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// valuesFile is the environment variable with the path of the file that TestValues writes.
const valuesFile = "SKILLLINT_VALUES"

// A verdict is a value from a file or a schema test case, with the result of its validation.
type verdict struct {
	Schema string `json:"schema"`
	Value  any    `json:"value"`
	Valid  bool   `json:"valid"`
	From   string `json:"from"`
}

// TestValues writes the values of schema test cases, fixtures and the corpus with our verdicts. .ci/ajv.mjs compares
// them with those of another validator.
func TestValues(t *testing.T) {
	name := os.Getenv(valuesFile)
	if name == "" {
		t.Skip(valuesFile + " is not set")
	}
	c := &collector{t: t}
	for _, name := range schema.List() {
		c.cases(name)
	}
	archives, err := filepath.Glob("../fixtures/*/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archives {
		c.archive(path)
	}
	for _, dir := range []string{"../fixtures/examples", corpus} {
		if workspace, err := fixture.At(dir); err == nil {
			c.lint(dir, workspace)
		}
		manifests, _ := filepath.Glob(dir + "/*/*/*/MANIFEST.jsonl")
		for _, path := range manifests {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c.manifest(path, source)
		}
	}
	c.write(name)
}

// A collector collects verdicts.
type collector struct {
	t     *testing.T
	mu    sync.Mutex
	all   []verdict
	where string
}

func (c *collector) add(name, from string, value any) {
	dialect, kind, _ := strings.Cut(name, "/")
	if _, ok := schema.Source(dialect, kind); !ok {
		return
	}
	found, err := schema.Validate(dialect, kind, value)
	if err != nil {
		return // more parts than are validated
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, verdict{name, value, len(found) == 0, c.where + " " + from})
}

// cases adds the cases of a schema; see schema/cases_test.go.
func (c *collector) cases(name string) {
	source, err := os.ReadFile(filepath.Join("../schema/testdata", name+".json"))
	if err != nil {
		c.t.Fatal(err)
	}
	cases := jsontree.Parse(source, 0)
	if cases.Root == nil {
		c.t.Fatalf("%s: %v", name, cases.Broken)
	}
	for i, item := range cases.Root.Items {
		value := repeated(item.Get("value").JSON())
		c.add(name, "case: "+item.Get("name").Text, value)
		if object, ok := value.(map[string]any); ok && i < 3 {
			c.edgeCases(name, item.Get("name").Text, object)
		}
	}
}

// edgeCases adds an object with each of its values replaced by edge cases.
func (c *collector) edgeCases(name, from string, object map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		for i, edge := range edgeValues {
			changed := maps.Clone(object)
			changed[key] = edge
			c.add(name, fmt.Sprintf("case: %s, %s, edge value %d", from, key, i), changed)
		}
	}
}

// edgeValues are values that validators may judge differently.
var edgeValues = []any{
	nil, true, false, "", " ", "\n", "a\n", "a", "A", "é", "e\u0301", "\u00a0", "\ufeff", "技能", "😀", strings.Repeat("😀", 512), strings.Repeat("😀", 513),
	"٣", "①", "ﬁ", "Å", "İ", "a-", "a--b", "a_b", "1", "1.0", "01.0.0", "1.0.0", "1.0.0-01", "1.0.0-a.b+c", "1.0.0\n", "2026-02-29", "2028-02-29", "2026-1-1",
	"TRUE", "Off", "yes ", "https://a", "http:", "//a", "a:b", "{}", "{", "null", "a, b", "f(a, b)", "f(a), b", "Bash(git *) Read", "T1", "./a", "*",
	json.Number("0"), json.Number("1"), json.Number("1.0"), json.Number("-0"), json.Number("1e2"), json.Number("1.5"), json.Number("-1"), json.Number("123456789012345678901234567890"),
	[]any{}, []any{""}, []any{"a", "a"}, []any{json.Number("1")}, []any{nil}, []any{[]any{}}, map[string]any{}, map[string]any{"": nil}, map[string]any{"name": "a"}, map[string]any{"a": []any{}},
}

// repeated expands {"$repeat": [value, count]}.
func repeated(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = repeated(v[i])
		}
	case map[string]any:
		if pair, ok := v["$repeat"].([]any); ok {
			n, _ := pair[1].(json.Number).Int64()
			if s, ok := pair[0].(string); ok {
				return strings.Repeat(s, int(n))
			}
			return slices.Repeat(pair[:1], int(n))
		}
		for key := range v {
			v[key] = repeated(v[key])
		}
	}
	return v
}

func (c *collector) archive(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatal(err)
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	workspace, err := fixture.Write(c.t.TempDir(), archive.Files)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	c.lint(path, workspace)
	for _, file := range archive.Files {
		if strings.HasSuffix(file.Path, "MANIFEST.jsonl") {
			c.manifest(file.Path, file.Data)
		}
	}
}

// lint adds the values of the files of a workspace.
func (c *collector) lint(where string, workspace *fixture.Workspace) {
	c.where = where
	rule := &analysis.Analyzer{
		Name: "test/values", Doc: "collects values", Severity: analysis.Info, Scope: analysis.PerDocument,
		Kinds:  1<<16 - 1&^analysis.Manifest,
		Source: analysis.Source{Kind: analysis.Measurement, Name: "this test", Checked: "2026-11-21"},
		Run:    func(pass *analysis.Pass) error { c.document(pass.Document); return nil },
	}
	if _, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{rule}, Known: rules.All()}); err != nil {
		c.t.Fatalf("%s: %v", where, err)
	}
}

func (c *collector) document(d *analysis.Document) {
	if d.Data == nil || d.Dialect == nil {
		return
	}
	kind := d.Kind.String()
	if d.Plugin && d.Dialect.Kinds["plugin-"+kind] != nil {
		kind = "plugin-" + kind
	}
	c.add(d.Dialect.Name+"/"+kind, d.Path, d.Data.JSON())
}

// manifest adds the lines of a manifest.
func (c *collector) manifest(path string, source []byte) {
	n := 0
	for line := range bytes.Lines(source) {
		n++
		if tree := jsontree.Parse(line, 0); tree.Root != nil {
			for _, name := range []string{"cleo/manifest-entry", "cleo/manifest-entry-strict"} {
				c.add(name, fmt.Sprintf("%s:%d", path, n), tree.Root.JSON())
			}
		}
	}
}

func (c *collector) write(name string) {
	file, err := os.Create(name)
	if err != nil {
		c.t.Fatal(err)
	}
	defer file.Close()
	encoder := json.NewEncoder(file)
	for _, v := range c.all {
		if err := encoder.Encode(v); err != nil {
			c.t.Fatal(err)
		}
	}
	c.t.Logf("%d values", len(c.all))
}
