package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A Place is where a client searches for files of one kind.
type Place struct {
	Kind  string `json:"kind"`            // "skill", "agent", …
	Path  string `json:"path"`            // ".codex/skills/": a directory, or a glob of files; relative to the root of the project or plugin, or the home directory
	Scope string `json:"scope"`           // "project", "user", "admin", "system" or "plugin"
	Depth int    `json:"depth,omitempty"` // levels of subdirectories that are searched; -1: all
	Home  string `json:"home,omitempty"`  // the dialect that owns the directory, if another one: its files have that dialect
	Skips string `json:"skips,omitempty"` // prefix of the names of files that the client does not load
	Note  string `json:"note,omitempty"`  // additional information, without a final period

	// ByContent is set if only the content shows that a file belongs to the dialect.
	ByContent bool `json:"by-content,omitempty"`

	// Yields is set if a file whose name another dialect accepts anywhere, such as "x.prompt.md",
	// belongs to that one.
	Yields bool `json:"yields,omitempty"`

	// New is the file that `skilllint new` writes, with {name} for its name. The part before {name} is
	// the directory; users must provide it if it is empty. NewName is the style of the name, if not
	// sort-mail: "snake" (sort_mail), "prefixed" (ct-sort-mail) or "task" (T12-sort-mail).
	New     string `json:"new,omitempty"`
	NewName string `json:"new-name,omitempty"`

	// Up is set if the same place applies in each directory from the working directory up to the
	// project root. Outer is set if the outermost of several skills with the same name is loaded.
	Up    bool `json:"up,omitempty"`
	Outer bool `json:"outer,omitempty"`

	// Beats are other places of this kind and scope whose skills are hidden by skills with the same
	// name here.
	Beats []string `json:"beats,omitempty"`
}

// A Discovery lists where the client of a dialect searches for files.
type Discovery struct {
	Dialect string
	Places  []Place
}

// Discoveries returns the places of all dialects, sorted by dialect. It skips the rest of dialect.json, which takes ten
// times as long to decode: every run needs all places, but most runs need the rest of only a few dialects.
var Discoveries = sync.OnceValue(func() []Discovery {
	var all []Discovery
	for _, name := range Names() {
		places, err := readPlaces(name)
		if err != nil {
			panic(fmt.Sprintf("schema: %s: %v", name, err)) // the file is embedded
		}
		all = append(all, Discovery{name, places})
	}
	return all
})

// readPlaces decodes the key "discovery" of a dialect.
func readPlaces(dialect string) (places []Place, err error) {
	source, err := files.ReadFile(dialect + "/dialect.json")
	if err != nil {
		return nil, err
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(source))
	if _, err := decoder.ReadToken(); err != nil {
		return nil, err
	}
	for decoder.PeekKind() == '"' {
		key, err := decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		if key.String() != "discovery" {
			if err := decoder.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		value, err := decoder.ReadValue()
		if err != nil {
			return nil, err
		}
		return places, json.Unmarshal(value, &places)
	}
	return nil, nil
}

// AnyDepth is the depth of a place with unlimited search.
const AnyDepth = -1

// Directory returns the directory of a place without a trailing slash, and the pattern of files in it:
// ".gemini/commands" and "**/*.toml". The pattern is "" for all files of the kind.
func (p *Place) Directory() (dir, pattern string) {
	if at := strings.IndexByte(p.Path, '*'); at >= 0 {
		slash := strings.LastIndexByte(p.Path[:at], '/') + 1
		return strings.TrimSuffix(p.Path[:slash], "/"), p.Path[slash:]
	}
	slash := strings.LastIndexByte(p.Path, '/') + 1
	return strings.TrimSuffix(p.Path[:slash], "/"), p.Path[slash:]
}

// IsLiteral reports whether a path is literal. In other paths, a word in capitals is a placeholder.
func (p *Place) IsLiteral() bool {
	dir, _ := p.Directory()
	return strings.ToLower(dir) == dir
}

// client returns the hidden directory that contains a place, or "".
func (p *Place) client() string {
	first, _, _ := strings.Cut(p.Path, "/")
	if p.Kind != "skill" || p.Scope != "project" || !strings.HasPrefix(first, ".") || !p.IsLiteral() {
		return ""
	}
	return first
}

// SkillDirectories returns the hidden directories of a project, such as ".claude", in which the client of a
// dialect searches for skills.
func SkillDirectories(dialect string) []string { return skillDirectories()[dialect] }

var skillDirectories = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, d := range Discoveries() {
		for _, p := range d.Places {
			if dir := p.client(); dir != "" && !slices.Contains(all[d.Dialect], dir) {
				all[d.Dialect] = append(all[d.Dialect], dir)
			}
		}
	}
	return all
})

// ClientDirectories returns the hidden directories of a project that belong to any client, sorted.
var ClientDirectories = sync.OnceValue(func() []string {
	var all []string
	for _, d := range Discoveries() {
		for _, p := range d.Places {
			if dir := p.client(); dir != "" && p.Home == "" {
				all = append(all, dir)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})
