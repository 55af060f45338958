package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// base is the prefix of every $id. Nothing is fetched from there.
const base = "https://raw.githubusercontent.com/skilllint/skilllint/main/schema/"

// documents holds all schemas by "dialect/kind"; they are parsed on demand.
var documents = sync.OnceValue(func() map[string]func() map[string]any {
	byName := map[string]func() map[string]any{}
	for _, name := range List() {
		byName[name] = sync.OnceValue(func() map[string]any { return parse(name) })
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
		tree, ok := documents()[name]
		if !ok {
			return o, nil
		}
		o = origin{name, tree()}
	}
	node := o.tree
	for _, key := range pointerTokens(pointer) {
		node, _ = node[key].(map[string]any)
	}
	return o, node
}
