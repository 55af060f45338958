package schema

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// files contains dialect.json and a schema for each kind of file, in the directory of each dialect.
//
//go:embed effects.json */*.json
var files embed.FS

// dialects holds the dialects by name; they are decoded on demand.
var dialects = sync.OnceValue(func() map[string]func() *Dialect {
	byName := map[string]func() *Dialect{}
	for _, file := range glob("*/dialect.json") {
		name := path.Dir(file)
		byName[name] = sync.OnceValue(func() *Dialect { return decodeDialect(name) })
	}
	return byName
})

// Names returns the names of all dialects, sorted.
func Names() []string { return slices.Sorted(maps.Keys(dialects())) }

// Lookup returns the dialect with a name, or nil.
func Lookup(name string) *Dialect {
	if decode, ok := dialects()[name]; ok {
		return decode()
	}
	return nil
}

// All returns all dialects, sorted by name.
func All() []*Dialect {
	var all []*Dialect
	for _, name := range Names() {
		all = append(all, Lookup(name))
	}
	return all
}

// decodeDialect panics if an embedded file is invalid; a test decodes all of them.
func decodeDialect(name string) *Dialect {
	d := new(Dialect)
	decodeStrictly(name+"/dialect.json", d)
	if later := d.Later; later != nil {
		later.later, later.Name, later.Title, later.Discovery, later.Precedence = true, d.Name, d.Title, d.Discovery, d.Precedence
	}
	return d
}

func decodeStrictly(file string, into any) {
	source, err := files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("schema: %v", err))
	}
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		panic(fmt.Sprintf("schema: %s: %v", file, err))
	}
}

// Source returns the JSON Schema of a dialect and kind, and whether it exists.
func Source(dialect, kind string) ([]byte, bool) {
	if kind == "dialect" {
		return nil, false
	}
	source, err := files.ReadFile(dialect + "/" + kind + ".json")
	return source, err == nil
}

// List returns the names of all schemas as "dialect/kind", sorted.
func List() []string {
	var list []string
	for _, name := range glob("*/*.json") {
		if path.Base(name) != "dialect.json" && path.Dir(name) != outputs {
			list = append(list, strings.TrimSuffix(name, ".json"))
		}
	}
	return list
}

// outputs is the directory of the schemas of JSON output.
const outputs = "output"

// Outputs returns the names of the schemas of JSON output as "output/format" or "output/command", sorted.
func Outputs() []string {
	var list []string
	for _, name := range glob(outputs + "/*.json") {
		list = append(list, strings.TrimSuffix(name, ".json"))
	}
	return list
}

// glob returns the embedded files whose path matches a pattern, sorted.
func glob(pattern string) []string {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		panic(fmt.Sprintf("schema: %v", err))
	}
	return names
}
