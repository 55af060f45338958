package discover

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// places are the directories and patterns of all dialects. A directory is identified by its name and that of its parent,
// such as ".claude/agents".
type places struct {
	areas  map[string]area           // directories whose files have the same kind
	plugin map[string]area           // such directories next to .claude-plugin, by name
	gemini map[string]area           // such directories next to gemini-extension.json, by name
	homes  map[string]string         // dialects of directories of skills
	files  map[string][]namedFile    // single files, by name
	always map[string]classification // files in any directory, by name
	suffix map[string]classification // patterns such as "*.prompt.md", by suffix ".prompt.md"
}

// A namedFile is a file that a client reads in one directory.
type namedFile struct {
	dir string // empty: any
	classification
}

// embeddedPlaces returns the places of the embedded dialects.
var embeddedPlaces = sync.OnceValue(func() *places { return newPlaces(schema.Discoveries()) })

func newPlaces(dialects []schema.Discovery) *places {
	all := &places{map[string]area{}, map[string]area{}, map[string]area{}, map[string]string{}, map[string][]namedFile{}, map[string]classification{}, map[string]classification{}}
	for _, d := range dialects {
		for _, p := range ownPlaces(d) {
			all.add(d, &p)
		}
	}
	for dir, a := range all.areas { // if skills of another dialect share the directory, the content determines the dialect
		if all.homes[dir] != "" {
			a.dialect, a.deep = "", true
			all.areas[dir] = a
		}
	}
	return all
}

// add adds a place of a dialect. Some are recognized only by the files next to them.
func (all *places) add(d schema.Discovery, p *schema.Place) {
	kind, _ := analysis.ParseKind(p.Kind)
	dir, pattern := p.Directory()
	isName := !strings.Contains(pattern, "*")
	switch {
	case dir == "" && strings.Count(pattern, ".") == 2 && strings.HasPrefix(pattern, "*."):
		all.suffix[pattern[1:]] = classification{kind: kind, dialect: d.Dialect, why: pattern}
	case dir == "" && kind == analysis.Instructions && isName:
		all.always[pattern] = classification{kind: kind, dialect: d.Dialect, why: pattern, unsure: true}
	case dir != "" && !strings.HasPrefix(dir, "."):
		all.addPlugin(d, p, kind)
	case pattern != "" && isName:
		all.files[pattern] = append(all.files[pattern], namedFile{dir, classification{kind: kind, dialect: d.Dialect, why: p.Path,
			guess: p.ByContent, unsure: p.ByContent || kind&(analysis.MCP|analysis.Settings) != 0}})
	case dir == "":
	case kind == analysis.Skill && pattern == "":
		all.homes[dir] = d.Dialect
	default:
		all.areas[dir] = newArea(d, p, kind, pattern)
	}
}

// addPlugin adds a directory that a client searches in plugins only.
func (all *places) addPlugin(d schema.Discovery, p *schema.Place, kind analysis.Kind) {
	dir, pattern := p.Directory()
	switch {
	case p.Scope != "plugin" || kind == analysis.Skill:
	case d.Dialect == claudeCode:
		all.plugin[dir] = newArea(d, p, kind, pattern)
	case d.Dialect == gemini:
		all.gemini[dir] = newArea(d, p, kind, pattern)
	}
}

// ownPlaces returns the places that belong to one dialect only: those of plugins and of projects, or of users if there are
// none of projects. The specification's directory is not one of them, because the content of its files may suggest another
// dialect.
func ownPlaces(d schema.Discovery) []schema.Place {
	if d.Dialect == agentskills {
		return nil
	}
	in := func(scope string) []schema.Place {
		return slices.DeleteFunc(slices.Clone(d.Places), func(p schema.Place) bool {
			return p.Scope != scope || p.Home != "" || !p.IsLiteral()
		})
	}
	own := in("project")
	if len(own) == 0 {
		own = in("user")
	}
	return append(own, in("plugin")...)
}

// shownPlaces returns the patterns and hidden directories of recognized files, for messages. It omits those of Claude
// Code, which messages list individually.
func shownPlaces() (patterns, directories []string) {
	for _, d := range schema.Discoveries() {
		for _, p := range ownPlaces(d) {
			dir, pattern := p.Directory()
			first, below, _ := strings.Cut(dir, "/")
			if dir == "" && embeddedPlaces().suffix[strings.TrimPrefix(pattern, "*")].kind != 0 {
				patterns = append(patterns, pattern)
			} else if a, ok := embeddedPlaces().areas[dir]; ok && below != "" && a.dialect == d.Dialect && first != ".claude" && !slices.Contains(directories, first) {
				directories = append(directories, first)
			}
		}
	}
	return patterns, directories
}

func newArea(d schema.Discovery, p *schema.Place, kind analysis.Kind, pattern string) area {
	a := area{kind: kind, dialect: d.Dialect, ext: ".md", skips: p.Skips, guess: p.ByContent, afterNames: p.Yields,
		deep: p.Depth == schema.AnyDepth || strings.HasPrefix(pattern, "**/")}
	if dot := strings.LastIndexByte(pattern, '.'); dot >= 0 {
		a.ext = pattern[dot:]
	}
	return a
}

// areaOf returns the area of the directory with a name in parent, or nil.
func areaOf(parent *directory, name string) *area {
	if parent == nil {
		return nil
	}
	dir := parent.name + "/" + name
	a, ok := embeddedPlaces().areas[dir]
	if !ok {
		if a, ok = embeddedPlaces().areas[name]; ok {
			dir = name
		}
	}
	switch {
	case ok:
		a.why = a.ext + " file in " + dir + "/"
	case parent.plugin && !parent.market:
		if a, ok = embeddedPlaces().plugin[name]; ok {
			a.why = a.ext + " file in " + name + "/ " + parent.pluginWhy()
		}
	}
	if !ok {
		return nil
	}
	return &a
}

// pluginWhy describes how a plugin of Claude Code is recognized, after the name of a part of it.
func (f *directory) pluginWhy() string {
	if f.listed {
		return "of a plugin that a marketplace lists"
	}
	return "next to .claude-plugin/"
}

// extensionArea returns the area of the directory with a name in an extension of Gemini CLI, or nil. If the directory of
// the extension contains a plugin of another client, too, Markdown files belong to that client.
func extensionArea(parent *directory, name string) *area {
	if parent == nil || !parent.extension {
		return nil
	}
	a, ok := embeddedPlaces().gemini[name]
	if !ok || a.ext == ".md" && (parent.plugin || parent.otherPlugin) {
		return nil
	}
	a.why = a.ext + " file in " + name + "/ next to gemini-extension.json"
	return &a
}

// homeOf returns the client whose skills a directory contains, or nil if it inherits that of its parent.
func homeOf(f *directory) *home {
	if f.plugin {
		return &home{dialect: claudeCode, why: "below .claude-plugin/"}
	}
	if f.parent == nil || !strings.HasPrefix(f.parent.name, ".") {
		return nil
	}
	dir := f.parent.name + "/" + f.name
	dialect := embeddedPlaces().homes[dir]
	if dialect == "" && f.name != "skills" { // skills of a client without a dialect, or of all clients
		return nil
	}
	why := "in " + dir + "/"
	if dialect == "" && f.parent.name != ".agents" {
		why += `; set its client's format with "dialects" in the configuration`
	}
	return &home{dialect, why, true}
}

// classifyNamed classifies a file by a name that a client reads.
func classifyNamed(f *directory, name string) classification {
	anywhere := classification{}
	for _, file := range embeddedPlaces().files[name] {
		switch {
		case file.dir == "":
			anywhere = file.classification
		case f.isIn(file.dir):
			return file.classification
		}
	}
	if anywhere.kind != 0 {
		return anywhere
	}
	dot := strings.LastIndexByte(strings.TrimSuffix(name, path.Ext(name)), '.')
	if dot <= 0 {
		return classification{} // ".agent.md" has no name
	}
	return embeddedPlaces().suffix[name[dot:]]
}

// isIn reports whether the path of a directory ends in dir.
func (f *directory) isIn(dir string) bool {
	for f != nil {
		above, last := "", dir
		if slash := strings.LastIndexByte(dir, '/'); slash >= 0 {
			above, last = dir[:slash], dir[slash+1:]
		}
		if f.name != last {
			return false
		}
		if above == "" {
			return true
		}
		f, dir = f.parent, above
	}
	return false
}
