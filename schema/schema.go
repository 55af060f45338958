// Package schema holds what is known of each dialect: which fields a header may have, how its
// loader reads it, and what it does with a fault. All of it is data, embedded: a dialect.json
// ([Dialect]) and one JSON Schema per kind of file in schema/<dialect>/<kind>.json.
//
// Everything is decoded and compiled on first use and kept; all functions may be called
// concurrently. What they return is shared and must not be changed.
package schema

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:embed */*.json
var files embed.FS

// dialects holds a lazily decoded Dialect for each folder that has a dialect.json.
var dialects = sync.OnceValue(func() map[string]func() *Dialect {
	byName := map[string]func() *Dialect{}
	for _, name := range Names() {
		byName[name] = sync.OnceValue(func() *Dialect { return decodeDialect(name) })
	}
	return byName
})

// Names returns the names of all dialects, sorted.
func Names() []string {
	var names []string
	entries, _ := fs.ReadDir(files, ".")
	for _, e := range entries {
		if _, err := fs.Stat(files, e.Name()+"/dialect.json"); err == nil {
			names = append(names, e.Name())
		}
	}
	return names
}

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
	source, err := files.ReadFile(name + "/dialect.json")
	if err != nil {
		panic(fmt.Sprintf("schema: dialect %s: %v", name, err))
	}
	d := new(Dialect)
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil {
		panic(fmt.Sprintf("schema: dialect %s: %v", name, err))
	}
	return d
}

// Source returns the JSON Schema of a dialect's kind as it is embedded. There is none where
// nothing is to be checked.
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
	matches, _ := fs.Glob(files, "*/*.json")
	for _, name := range matches {
		if path.Base(name) != "dialect.json" {
			list = append(list, strings.TrimSuffix(name, ".json"))
		}
	}
	return list
}
