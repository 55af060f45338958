package catalog

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// codexManifests are the folders of plugins that codex knows, in the order of its looking.
var codexManifests = []string{".codex-plugin", ".claude-plugin", ".cursor-plugin"}

// namespace is what the names of a directory's skills begin with: the name of the nearest plugin
// at or above it, and a colon; "" when it belongs to none.
func (w *codexScan) namespace(dir string) string {
	if known, ok := w.namespaces[dir]; ok {
		return known
	}
	name, ok := codexPlugin(w.from, dir)
	if ok {
		name += ":"
	} else if up := path.Dir(dir); up != dir {
		name = w.namespace(up)
	}
	w.namespaces[dir] = name
	return name
}

// codexPlugin returns the name of the plugin that a directory is; false when it is none.
func codexPlugin(from Source, dir string) (string, bool) {
	for _, folder := range codexManifests {
		manifest := path.Join(dir, folder, "plugin.json")
		if from.Real(manifest) == "" || from.List(manifest) != nil {
			continue
		}
		source, ok := from.Read(manifest)
		if !ok {
			return "", false
		}
		name, ok := manifestName(source)
		if strings.TrimSpace(name) == "" {
			name = path.Base(dir)
		}
		return name, ok
	}
	return "", false
}

// manifestName returns the name in a plugin.json as serde_json reads it: of an object whose keys
// are as they are written, each once, or of a list that holds nothing else.
func manifestName(source []byte) (string, bool) {
	if !utf8.Valid(source) || !json.Valid(source) {
		return "", false
	}
	decoder := json.NewDecoder(bytes.NewReader(source))
	open, err := decoder.Token()
	if err != nil || open != json.Delim('{') && open != json.Delim('[') {
		return "", false
	}
	var names []json.RawMessage
	for decoder.More() {
		var key any = "name"
		if open == json.Delim('{') {
			if key, err = decoder.Token(); err != nil {
				return "", false
			}
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return "", false
		}
		if key == "name" {
			names = append(names, value)
		}
	}
	switch len(names) {
	case 0:
		return "", true
	case 1:
		return jsonText(names[0])
	}
	return "", false
}

// jsonText returns a text. Half of a pair of surrogates is none.
func jsonText(value json.RawMessage) (text string, ok bool) {
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return "", false
	}
	return text, strings.Count(text, "\ufffd") <= strings.Count(string(value), "\ufffd")+strings.Count(strings.ToLower(string(value)), `\ufffd`)
}

// codexProducts are the programs that a skill may be meant for; each may be written in capitals.
var codexProducts = []string{"chatgpt", "codex", "atlas"}

// codexRemoves reports whether agents/openai.yaml of a skill takes it out of the list. A file that
// does not fit is as none.
func codexRemoves(from Source, dir string) bool {
	source, ok := from.Read(path.Join(dir, "agents/openai.yaml"))
	if !ok || !utf8.Valid(source) {
		return false
	}
	root, err := serdeyaml.Load(string(source))
	if err != nil || root == nil {
		return false
	}
	var p codexPolicy
	return p.file(root) && (p.manual || len(p.products) > 0 && !slices.Contains(p.products, "codex"))
}

// A codexPolicy is what agents/openai.yaml says about the list.
type codexPolicy struct {
	manual   bool // allow_implicit_invocation: false
	products []string
}

// A field takes the value of a field, and reports whether it fits.
type field func(*serdeyaml.Node) bool

// file takes the whole file: all that codex reads must fit.
func (p *codexPolicy) file(root *serdeyaml.Node) bool {
	text := optional(isScalar)
	return fields(root, map[string]field{
		"interface": optional(func(n *serdeyaml.Node) bool {
			return fields(n, map[string]field{"display_name": text, "short_description": text, "icon_small": text, "icon_large": text,
				"brand_color": text, "default_prompt": text})
		}),
		"dependencies": optional(func(n *serdeyaml.Node) bool {
			return fields(n, map[string]field{"tools": each(func(n *serdeyaml.Node) bool {
				return fields(n, map[string]field{"type": text, "value": text, "description": text, "transport": text, "command": text, "url": text})
			})})
		}),
		"policy": optional(func(n *serdeyaml.Node) bool {
			return fields(n, map[string]field{"allow_implicit_invocation": optional(p.allow), "products": each(p.product)})
		}),
	})
}

func (p *codexPolicy) allow(n *serdeyaml.Node) bool {
	n = n.Resolved()
	p.manual = strings.EqualFold(n.Text, "false")
	isBool := slices.Contains([]string{"true", "True", "TRUE", "false", "False", "FALSE"}, n.Text)
	return n.Form == libyaml.Scalar && n.Plain && isBool // whatever its tag
}

func (p *codexPolicy) product(n *serdeyaml.Node) bool {
	n = n.Resolved()
	name := n.Text
	if n.IsTagged() { // as !codex, with nothing behind it
		if n.Form != libyaml.Scalar || n.Kind() != serdeyaml.Null {
			return false
		}
		name = n.Tag[1:]
	}
	known := strings.ToLower(name)
	p.products = append(p.products, known)
	return n.Form == libyaml.Scalar && slices.Contains(codexProducts, known) && (name == known || name == strings.ToUpper(name))
}

func isScalar(n *serdeyaml.Node) bool { return n.Resolved().Form == libyaml.Scalar }

// optional takes nothing as well.
func optional(take field) field {
	return func(n *serdeyaml.Node) bool {
		null, wrong := n.IsNull()
		return !wrong && (null || take(n))
	}
}

// each takes every item of a list.
func each(take field) field {
	return func(n *serdeyaml.Node) bool {
		n = n.Resolved()
		return n.Form == libyaml.Sequence && !slices.ContainsFunc(n.Items, func(item *serdeyaml.Node) bool { return !take(item) })
	}
}

// fields takes a mapping; of the fields that are known each may stand there once.
func fields(n *serdeyaml.Node, known map[string]field) bool {
	n = n.Resolved()
	if n.Form != libyaml.Mapping {
		return n.IsEmpty()
	}
	seen := map[string]bool{}
	for _, m := range n.Members {
		key := m.Key.Resolved()
		if key.Form != libyaml.Scalar {
			return false
		}
		take := known[key.Text]
		if take == nil {
			continue
		}
		if seen[key.Text] || !take(m.Value) {
			return false
		}
		seen[key.Text] = true
	}
	return true
}
