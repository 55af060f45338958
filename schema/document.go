package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// base is the prefix of every $id. Nothing is fetched from there.
const base = "https://raw.githubusercontent.com/skilllint/skilllint/main/schema/"

// A document is an embedded schema, as a tree with annotations and compiled.
type document struct {
	tree    func() map[string]any
	compile func() (*jsonschema.Schema, error)
	light   func() (*jsonschema.Schema, error) // without the schemas of x-rare fields, if there are any
}

// compiled returns the schema for a value. A value without x-rare fields does not need their schemas,
// which take longer to compile than everything else.
func (d document) compiled(name string, value any) (*jsonschema.Schema, error) {
	object := mapOf(value)
	rare := false
	for field, described := range (origin{name, d.tree()}).properties(d.tree()) {
		if described["x-rare"] == true {
			if _, has := object[field]; has {
				return d.compile()
			}
			rare = true
		}
	}
	if !rare {
		return d.compile()
	}
	return d.light()
}

// documents holds all schemas by "dialect/kind"; they are parsed on demand.
var documents = sync.OnceValue(func() map[string]document {
	byName := map[string]document{}
	for _, name := range List() {
		byName[name] = document{
			tree:    sync.OnceValue(func() map[string]any { return parse(name) }),
			compile: sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) }),
			light:   sync.OnceValues(func() (*jsonschema.Schema, error) { return compileLight(name) }),
		}
	}
	return byName
})

// parse panics if an embedded file is invalid; a test parses all of them.
func parse(name string) map[string]any {
	source, _ := files.ReadFile(name + ".json")
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil {
		panic(fmt.Sprintf("schema: %s: %v", name, err))
	}
	return tree
}

func compile(name string) (*jsonschema.Schema, error) {
	return newCompiler().Compile(base + name + ".json")
}

// compileLight compiles a schema that accepts any value for x-rare fields.
func compileLight(name string) (*jsonschema.Schema, error) {
	compiler := newCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name, ours := strings.CutPrefix(url, base)
		if !ours {
			return nil, fmt.Errorf("%s is not an embedded schema", url)
		}
		tree := parse(strings.TrimSuffix(name, ".json"))
		lighten(tree)
		source, err := json.Marshal(tree)
		return io.NopCloser(bytes.NewReader(ecma(source))), err
	}
	return compiler.Compile(base + name + ".json")
}

// lighten makes a schema accept any value for x-rare fields.
func lighten(schema map[string]any) {
	for key, part := range schema {
		switch part := part.(type) {
		case map[string]any:
			if part["x-rare"] == true {
				schema[key] = true
			} else {
				lighten(part)
			}
		case []any:
			for _, item := range part {
				lighten(mapOf(item))
			}
		}
	}
}

func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat = true
	compiler.LoadURL = loadEmbedded
	for format, check := range formats() {
		compiler.Formats[format] = check
	}
	return compiler
}

// loadEmbedded prevents the library from opening files or URLs.
func loadEmbedded(url string) (io.ReadCloser, error) {
	name, ours := strings.CutPrefix(url, base)
	source, err := files.ReadFile(name)
	if !ours || err != nil {
		return nil, fmt.Errorf("%s is not an embedded schema", url)
	}
	return io.NopCloser(bytes.NewReader(ecma(source))), nil
}

// An origin is a whole schema, in which references are resolved.
type origin struct {
	name string // "dialect/kind"; for a custom schema, its file
	tree map[string]any
}

// resolve returns the target of a $ref, and the schema that contains it; nil if it does not exist.
func (o origin) resolve(ref string) (origin, map[string]any) {
	file, pointer, _ := strings.Cut(ref, "#")
	if file != "" {
		name, whole := strings.CutPrefix(strings.TrimSuffix(file, ".json"), base)
		if !whole {
			name = o.name[:strings.IndexByte(o.name, '/')+1] + name
		}
		doc, ok := documents()[name]
		if !ok {
			return o, nil
		}
		o = origin{name, doc.tree()}
	}
	node := o.tree
	for _, key := range pointerTokens(pointer) {
		node, _ = node[key].(map[string]any)
	}
	return o, node
}
