package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// TestCover checks that the cases of each schema cover it, by mutation: each change of the schema must change the
// violations of some case. Examples are removing a type, an enum value or a required name, and changing a
// limit by one. So each limit has cases on both sides, and each property has a valid case. It checks one schema in four
// if SKILLLINT_THOROUGH is not set.
func TestCover(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles each schema hundreds of times")
	}
	for i, name := range List() {
		if i%4 > 0 && os.Getenv("SKILLLINT_THOROUGH") == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := coverOf(t, name)
			c.schema("#", c.tree, false)
			t.Logf("%d changes", c.changes)
		})
	}
}

// A cover makes one change of a schema at a time, and reverts it. It changes the shared tree, so that references
// resolve to changed parts. No other test may run at the same time.
type cover struct {
	t        *testing.T
	name     string
	tree     map[string]any
	compiler *jsonschema.Compiler
	values   []any
	before   [][]Violation // violations of the unchanged schema, by value
	changes  int
}

func coverOf(t *testing.T, name string) *cover {
	c := &cover{t: t, name: name, tree: documents()[name].tree(), compiler: newCompiler()}
	for _, each := range casesOf(t, name) {
		c.values = append(c.values, each.value(t))
	}
	compiled := c.compile()
	for i := range c.values {
		c.before = append(c.before, c.findings(compiled, i))
	}
	return c
}

// schema changes all keywords of a schema and its subschemas. branch is set if a violation of the schema is not
// always reported.
func (c *cover) schema(at string, schema map[string]any, branch bool) {
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		at := at + "/" + keyword
		switch value := schema[keyword].(type) {
		case map[string]any:
			c.object(at, keyword, schema, value, branch)
		case []any:
			c.list(at, keyword, schema, value, branch)
		case json.Number:
			for _, by := range []float64{-1, 1} {
				n, _ := value.Float64()
				changed := json.Number(strconv.FormatFloat(n+by, 'f', -1, 64))
				c.change(fmt.Sprintf("%s is %s", at, changed), schema, keyword, changed)
			}
		default:
			if !isComment(keyword) {
				c.removeKeyword(at, schema, keyword)
			}
		}
	}
}

// isComment reports whether a keyword does not affect validation.
func isComment(keyword string) bool {
	switch keyword {
	case "$schema", "$id", "$comment", "title", "description", "default", "examples":
		return true
	}
	return strings.HasPrefix(keyword, "x-")
}

func (c *cover) object(at, keyword string, schema, value map[string]any, branch bool) {
	switch keyword {
	case "properties", "patternProperties", "$defs", "dependentSchemas":
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if keyword != "$defs" {
				c.property(at+"/"+key, value, key, branch)
			}
			c.schema(at+"/"+key, mapOf(value[key]), branch)
		}
	case "dependentRequired":
		for _, key := range slices.Sorted(maps.Keys(value)) {
			c.list(at+"/"+key, "required", value, anyList(value[key]), branch)
		}
	case "items", "additionalProperties", "propertyNames", "contains", "then", "else":
		c.schema(at, value, branch)
	case "if", "not":
		c.removeKeyword(at, schema, keyword)
		c.schema(at, value, true)
	default:
		if !isComment(keyword) {
			c.t.Errorf("%s: unsupported keyword", at)
		}
	}
}

func (c *cover) list(at, keyword string, schema map[string]any, list []any, branch bool) {
	key := at[strings.LastIndexByte(at, '/')+1:]
	switch keyword {
	case "allOf", "anyOf", "oneOf", "prefixItems":
		for i, s := range list {
			at := fmt.Sprintf("%s/%d", at, i)
			if keyword != "allOf" {
				c.change(at+" is removed", schema, key, slices.Delete(slices.Clone(list), i, i+1))
			}
			c.schema(at, mapOf(s), branch || keyword == "anyOf" || keyword == "oneOf")
		}
	case "type", "enum", "required":
		for i, v := range list {
			what := fmt.Sprintf("%s without %s", at, text(v))
			c.change(what, schema, key, slices.Delete(slices.Clone(list), i, i+1))
		}
	default:
		if !isComment(keyword) {
			c.t.Errorf("%s: unsupported keyword", at)
		}
	}
}

// removeKeyword removes a keyword from a schema.
func (c *cover) removeKeyword(at string, schema map[string]any, keyword string) {
	value := schema[keyword]
	delete(schema, keyword)
	if !c.differs() {
		c.t.Errorf("%s: no case detects the removal of %s", c.name, at)
	}
	schema[keyword] = value
}

// change changes the value of a keyword; an empty list removes the keyword.
func (c *cover) change(what string, schema map[string]any, keyword string, changed any) {
	value := schema[keyword]
	if list, ok := changed.([]any); ok && len(list) == 0 {
		delete(schema, keyword)
	} else {
		schema[keyword] = changed
	}
	if !c.differs() {
		c.t.Errorf("%s: no case detects this change: %s", c.name, what)
	}
	schema[keyword] = value
}

// property forbids an allowed property, or allows a forbidden one.
func (c *cover) property(at string, properties map[string]any, key string, branch bool) {
	value := properties[key]
	switch {
	case value == false:
		properties[key] = true
		if !c.differs() {
			c.t.Errorf("%s: no case detects that %s is allowed", c.name, at)
		}
	case mapOf(value)["not"] != nil && len(mapOf(mapOf(value)["not"])) == 0:
		return
	default:
		properties[key] = false
		if branch && !c.differs() || !branch && !c.rejectsValid() {
			c.t.Errorf("%s: no case has a valid %s", c.name, at)
		}
	}
	properties[key] = value
}

// differs reports whether the violations differ from those of the unchanged schema.
func (c *cover) differs() bool {
	compiled := c.compile()
	for i := range c.values {
		if !slices.EqualFunc(c.findings(compiled, i), c.before[i], same) {
			return true
		}
	}
	return false
}

func same(a, b Violation) bool {
	return slices.Equal(a.Path, b.Path) && a.Keyword == b.Keyword && a.Missing == b.Missing && a.Severity == b.Severity
}

// rejectsValid reports whether the changed schema rejects a value that was valid.
func (c *cover) rejectsValid() bool {
	compiled := c.compile()
	for i := range c.values {
		for _, v := range c.findings(compiled, i) {
			under := func(w Violation) bool {
				return len(w.Path) >= len(v.Path) && slices.Equal(w.Path[:len(v.Path)], v.Path)
			}
			if v.Keyword == "false" && !slices.ContainsFunc(c.before[i], under) {
				return true
			}
		}
	}
	return false
}

// compile compiles the current schema, under a new name each time, so that one compiler reads its
// references only once.
func (c *cover) compile() *jsonschema.Schema {
	c.changes++
	url := fmt.Sprintf("%s%s.%d.json", base, c.name, c.changes)
	tree := mapOf(uncommented(c.tree, false))
	tree["$id"] = url
	source, err := json.Marshal(tree)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.compiler.AddResource(url, bytes.NewReader(ecma(source))); err != nil {
		c.t.Fatal(err)
	}
	compiled, err := c.compiler.Compile(url)
	if err != nil {
		c.t.Fatal(err)
	}
	return compiled
}

// uncommented returns a copy of a schema without keywords that do not affect validation, which are the majority.
// names is set if the keys are names, not keywords.
func uncommented(value any, names bool) any {
	switch value := value.(type) {
	case map[string]any:
		bare := map[string]any{}
		for key, part := range value {
			if names || !isComment(key) {
				bare[key] = uncommented(part, !names && (key == "properties" || key == "patternProperties" || key == "$defs" || key == "dependentSchemas"))
			}
		}
		return bare
	case []any:
		list := slices.Clone(value)
		for i := range list {
			list[i] = uncommented(list[i], false)
		}
		return list
	}
	return value
}

func (c *cover) findings(compiled *jsonschema.Schema, i int) []Violation {
	found, err := validate(&collector{origin: origin{c.name, c.tree}, value: c.values[i]}, compiled)
	if err != nil {
		c.t.Fatal(err)
	}
	return found
}
