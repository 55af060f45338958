package lsp

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/internal/treefs"
)

// unknownName matches a placeholder at the position of a finding about an unknown placeholder.
var unknownName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:\{\{|\$\{)([A-Z][A-Z0-9_]*)\}\}?$`) })

// addName returns the action that adds the unknown placeholder of a finding to the nearest configuration.
func (v *view) addName(x *finding.Finding, about []Diagnostic) (CodeAction, bool) {
	f := x.File
	if f == nil || f.Path != x.Place.Path || !strings.HasPrefix(x.Rule, "tokens/") {
		return CodeAction{}, false
	}
	t := v.text(f)
	if t == nil || x.Place.Range.End > len(t.content) {
		return CodeAction{}, false
	}
	found := unknownName().FindStringSubmatch(t.content[x.Place.Range.Start:x.Place.Range.End])
	if found == nil || v.Result.Enforces(x.Analyzer) {
		return CodeAction{}, false
	}
	file, content, ok := v.nearestConfig(f)
	if !ok {
		return CodeAction{}, false
	}
	at, insertion, ok := addKnown(content, found[1])
	if !ok {
		return CodeAction{}, false
	}
	text := newText(content)
	if doc := v.documents[file]; doc != nil {
		text = doc.text
	}
	b := v.newEdit()
	e, err := b.external(file, TextEdit{text.rangeOf(analysis.Range{Start: at, End: at}, v.encoding), insertion})
	return CodeAction{Title: "Add " + found[1] + " to the known placeholders in " + config.Name, Kind: quickFix, Diagnostics: about, Edit: e}, err == nil
}

// nearestConfig returns the nearest configuration file in or above the directory of a file.
func (v *view) nearestConfig(f *analysis.File) (file, content string, ok bool) {
	root := v.roots[f.Tree]
	for dir := path.Dir(f.Rel); ; dir = path.Dir(dir) {
		rel := path.Join(dir, config.Name)
		if content := treefs.ReadFile(root.FS, rel, load.MaxText); content != nil {
			return filepath.Join(root.Dir, filepath.FromSlash(rel)), string(content), true
		}
		if dir == "." {
			return "", "", false
		}
	}
}

// addKnown returns the insertion that adds a name to the known placeholders of a configuration. It returns false if the result does
// not parse as the old list plus the name.
func addKnown(content, name string) (at int, insertion string, ok bool) {
	list := knownPlaceholders(content)
	before := itemTexts(list)
	switch {
	case slices.Contains(before, name):
		return 0, "", false
	case list == nil:
		if at = len(content); content != "" && !strings.HasSuffix(content, "\n") {
			insertion = "\n"
		}
		insertion += "tokens:\n  known: [" + name + "]\n"
	case len(list.Items) == 0:
		return 0, "", false
	default:
		last := list.Items[len(list.Items)-1].Range
		first := list.Items[0].Range.Start
		at, insertion = last.End, ", "+name
		if list.Style != analysis.Flow {
			line := content[strings.LastIndexByte(content[:first], '\n')+1 : first]
			insertion = "\n" + line + name
		}
	}
	after := itemTexts(knownPlaceholders(content[:at] + insertion + content[at:]))
	return at, insertion, slices.Equal(after, append(before, name))
}

// knownPlaceholders returns the list of known placeholders in a configuration, or nil.
func knownPlaceholders(content string) *analysis.Value {
	tree := yamltree.Parse([]byte(content), analysis.Range{End: len(content)})
	if tree.Broken != nil || tree.Root == nil {
		return nil
	}
	tokens := tree.Root.Get("tokens")
	if tokens == nil {
		return nil
	}
	return tokens.Get("known")
}

func itemTexts(list *analysis.Value) []string {
	var all []string
	if list != nil {
		for _, item := range list.Items {
			all = append(all, item.Text)
		}
	}
	return all
}
