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

// codexManifests are the directories of plugin manifests, in the order in which codex searches them.
var codexManifests = []string{".codex-plugin", ".claude-plugin", ".cursor-plugin"}

// namespace returns the prefix of the names of a directory's skills: the name of the nearest plugin at or above
// it and a colon, or "".
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

// codexPlugin returns the name of the plugin in a directory, or false if it is not a plugin.
func codexPlugin(from Source, dir string) (string, bool) {
	for _, manifestDir := range codexManifests {
		manifest := path.Join(dir, manifestDir, "plugin.json")
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

// manifestName returns the name in a plugin.json as serde_json reads it: the field "name" of an object, which
// is case-sensitive and must be unique, or the only item of a list.
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

// jsonText decodes a JSON string. It fails for lone surrogates.
func jsonText(value json.RawMessage) (text string, ok bool) {
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return "", false
	}
	return text, strings.Count(text, "\ufffd") <= strings.Count(string(value), "\ufffd")+strings.Count(strings.ToLower(string(value)), `\ufffd`)
}

// codexProducts are the products that a skill may be restricted to, in lower or upper case.
var codexProducts = []string{"chatgpt", "codex", "atlas"}

// codexExcludes reports whether a skill's agents/openai.yaml excludes it from the list. An invalid file is ignored.
func codexExcludes(from Source, dir string) bool {
	source, ok := from.Read(path.Join(dir, "agents/openai.yaml"))
	if !ok || !utf8.Valid(source) {
		return false
	}
	root, err := serdeyaml.Load(string(source))
	if err != nil || root == nil {
		return false
	}
	var p codexPolicy
	return p.parseFile(root) && (p.manual || len(p.products) > 0 && !slices.Contains(p.products, "codex"))
}

// A codexPolicy has the settings of agents/openai.yaml that affect the list.
type codexPolicy struct {
	manual   bool // allow_implicit_invocation: false
	products []string
}

// A parser parses the value of a field, and reports whether it is valid.
type parser func(*serdeyaml.Node) bool

// parseFile parses the file. All fields that codex reads must be valid.
func (p *codexPolicy) parseFile(root *serdeyaml.Node) bool {
	text := nullable(isScalar)
	return parseMapping(root, map[string]parser{
		"interface": nullable(func(n *serdeyaml.Node) bool {
			return parseMapping(n, map[string]parser{"display_name": text, "short_description": text, "icon_small": text, "icon_large": text,
				"brand_color": text, "default_prompt": text})
		}),
		"dependencies": nullable(func(n *serdeyaml.Node) bool {
			return parseMapping(n, map[string]parser{"tools": listOf(func(n *serdeyaml.Node) bool {
				return parseMapping(n, map[string]parser{"type": text, "value": text, "description": text, "transport": text, "command": text, "url": text})
			})})
		}),
		"policy": nullable(func(n *serdeyaml.Node) bool {
			return parseMapping(n, map[string]parser{"allow_implicit_invocation": nullable(p.parseAllow), "products": listOf(p.parseProduct)})
		}),
	})
}

func (p *codexPolicy) parseAllow(n *serdeyaml.Node) bool {
	n = n.Resolved()
	p.manual = strings.EqualFold(n.Text, "false")
	isBool := slices.Contains([]string{"true", "True", "TRUE", "false", "False", "FALSE"}, n.Text)
	return n.Form == libyaml.Scalar && n.Plain && isBool // its tag is ignored
}

func (p *codexPolicy) parseProduct(n *serdeyaml.Node) bool {
	n = n.Resolved()
	name := n.Text
	if n.IsTagged() { // !codex without a value
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

// nullable also accepts null.
func nullable(parse parser) parser {
	return func(n *serdeyaml.Node) bool {
		null, wrong := n.IsNull()
		return !wrong && (null || parse(n))
	}
}

// listOf parses every item of a list.
func listOf(parse parser) parser {
	return func(n *serdeyaml.Node) bool {
		n = n.Resolved()
		return n.Form == libyaml.Sequence && !slices.ContainsFunc(n.Items, func(item *serdeyaml.Node) bool { return !parse(item) })
	}
}

// parseMapping parses a mapping. Each known field may occur once.
func parseMapping(n *serdeyaml.Node, known map[string]parser) bool {
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
		parse := known[key.Text]
		if parse == nil {
			continue
		}
		if seen[key.Text] || !parse(m.Value) {
			return false
		}
		seen[key.Text] = true
	}
	return true
}
