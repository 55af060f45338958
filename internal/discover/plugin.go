package discover

import (
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// maxPlugin limits the manifests of plugins and marketplaces that are searched for paths.
const maxPlugin = 4 << 20

// declared are the plugins of marketplaces, and the components that manifests and marketplaces of Claude Code list, by path
// relative to the root.
type declared struct {
	plugins map[string]bool // directories that a marketplace stringList
	parts   map[string]area // files, and directories of files
}

// A pluginManifest is what a plugin.json, or an entry of a marketplace, lists.
type pluginManifest struct {
	Source       stringList `json:"source"`
	Commands     stringList `json:"commands"`
	Agents       stringList `json:"agents"`
	OutputStyles stringList `json:"outputStyles"`
	Hooks        stringList `json:"hooks"`
	MCPServers   stringList `json:"mcpServers"`
}

// A stringList has the strings of a string, a list, or the sources of named commands. Other values have none.
type stringList []string

func (p *stringList) UnmarshalJSON(text []byte) error {
	switch text[0] {
	case '"':
		*p = stringList{""}
		return json.Unmarshal(text, &(*p)[0])
	case '[':
		var items []json.RawMessage
		err := json.Unmarshal(text, &items)
		for _, item := range items {
			var one string
			if item[0] == '"' && json.Unmarshal(item, &one) == nil {
				*p = append(*p, one)
			}
		}
		return err
	case '{':
		var named map[string]json.RawMessage
		if err := json.Unmarshal(text, &named); err != nil {
			return err
		}
		for _, item := range named {
			var command struct{ Source string }
			if item[0] == '{' && json.Unmarshal(item, &command) == nil && command.Source != "" {
				*p = append(*p, command.Source)
			}
		}
	}
	return nil
}

// readPlugin records what the manifests in .claude-plugin of a directory declare.
func (w *walker) readPlugin(f *directory) {
	if f.rel != f.real {
		return
	}
	var market struct {
		Metadata struct {
			Root string `json:"pluginRoot"`
		}
		Plugins []pluginManifest
	}
	if w.readJSON(f, ".claude-plugin/marketplace.json", &market) {
		for i := range market.Plugins {
			p := &market.Plugins[i]
			if len(p.Source) != 1 {
				continue
			}
			for _, base := range []string{f.rel, path.Join(f.rel, market.Metadata.Root)} {
				if dir, ok := inside(base, p.Source[0]); ok {
					w.declared.plugins[dir] = true
					w.declare(dir, p)
				}
			}
		}
	}
	var own pluginManifest
	if w.readJSON(f, ".claude-plugin/plugin.json", &own) {
		w.declare(f.rel, &own)
	}
}

// readJSON decodes a small JSON file. Problems are reported when the file is checked.
func (w *walker) readJSON(f *directory, name string, into any) bool {
	_, real := f.path(name)
	if info, err := w.root.FS.Lstat(real); err != nil || !info.Mode().IsRegular() || info.Size() > maxPlugin {
		return false
	}
	file, err := w.openText(real)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxPlugin))
	if err != nil {
		return false
	}
	err = json.Unmarshal(analysis.EncodingOf(text).Decode(text), into)
	var mistyped *json.UnmarshalTypeError // the other values are decoded
	return err == nil || errors.As(err, &mistyped)
}

// declare records the components that a plugin lists.
func (w *walker) declare(plugin string, p *pluginManifest) {
	for _, list := range []struct {
		paths stringList
		kind  analysis.Kind
		ext   string
		field string
	}{
		{p.Commands, analysis.Command, ".md", "commands"},
		{p.Agents, analysis.Agent, ".md", "agents"},
		{p.OutputStyles, analysis.OutputStyle, ".md", "outputStyles"},
		{p.Hooks, analysis.Hooks, ".json", "hooks"},
		{p.MCPServers, analysis.MCP, ".json", "mcpServers"},
	} {
		for _, named := range list.paths {
			if part, ok := inside(plugin, named); ok && part != plugin {
				w.declared.parts[part] = area{kind: list.kind, dialect: claudeCode, ext: list.ext, deep: list.kind == analysis.Command,
					why: list.ext + " file that \"" + list.field + "\" of a plugin lists"}
			}
		}
	}
}

// inside returns the path of a file or directory that a manifest lists, and whether it is below the directory.
func inside(dir, named string) (string, bool) {
	if len(named) > maxPath || path.IsAbs(named) || strings.ContainsAny(named, "*\\:") {
		return "", false
	}
	at := path.Join(dir, named)
	return at, dir == "." && at != ".." && !strings.HasPrefix(at, "../") || at == dir || strings.HasPrefix(at, dir+"/")
}

// declaredArea returns the area of a file that a plugin lists.
func (w *walker) declaredArea(f *directory, name string) (area, bool) {
	if len(w.declared.parts) == 0 || f.real == "" {
		return area{}, false
	}
	rel, _ := f.path(name)
	a, ok := w.declared.parts[rel]
	return a, ok && strings.HasSuffix(name, a.ext)
}

// applyDeclared applies to a directory what the manifests above it declare: it is a plugin, or contains components.
func (w *walker) applyDeclared(f *directory) {
	if w.declared.plugins[f.rel] && !f.plugin {
		f.plugin, f.inPlugin, f.listed, f.pluginRoot = true, true, true, f.rel
		f.otherPlugin = f.otherPlugin || f.portable
		f.inOtherPlugin = f.inOtherPlugin || f.otherPlugin
		f.home = &home{dialect: claudeCode, why: "in a plugin that a marketplace lists"}
	}
	if a, ok := w.declared.parts[f.rel]; ok && (f.area == nil || f.area.kind != a.kind) {
		f.area = &a
	}
	if f.plugin && !f.listed {
		w.readPlugin(f)
	}
}
