package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/packed"
)

// archive holds the JSON files of this folder: go generate writes it anew when one of them changes.
//
//go:generate go run ../internal/gen schemas
//go:embed schemas.bin
var archive string

var files = packed.Open(archive)

// dialects holds a Dialect for each folder that has a dialect.json, decoded when it is asked for.
var dialects = sync.OnceValue(func() map[string]func() *Dialect {
	byName := map[string]func() *Dialect{}
	for _, file := range files.Names() {
		if name, ok := strings.CutSuffix(file, "/dialect.json"); ok {
			byName[name] = sync.OnceValue(func() *Dialect { return decodeDialect(name) })
		}
	}
	return byName
})

// Names returns the names of all dialects, sorted.
func Names() []string { return slices.Sorted(maps.Keys(dialects())) }

// Lookup returns the dialect of a name, or nil.
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

// decodeDialect panics when a file of ours is broken; a test decodes them all.
func decodeDialect(name string) *Dialect {
	d := new(Dialect)
	decodeStrictly(name+"/dialect.json", d)
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

// Source returns the JSON Schema of a dialect's kind as it is embedded, and whether there is one.
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
	for _, name := range files.Names() {
		if strings.Contains(name, "/") && path.Base(name) != "dialect.json" {
			list = append(list, strings.TrimSuffix(name, ".json"))
		}
	}
	return list
}
