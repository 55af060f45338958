package commands

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
)

// Drift reports options that some commands of a skill write differently from others, and that do not occur in the script.
//
// SKILL.md, its references and README describe the same script. If one of them says --out-dir, another one --output-dir, and
// the script contains only one of the two names, the other one is wrong.
//
// commands/unknown-option reports such options of scripts whose options are known completely.
//
// Not reported:
//   - options that occur in the script, with or without dashes
//   - options that no other command writes similarly
//   - scripts that import a file beside them, which may read the options
var Drift = &analysis.Analyzer{
	Name:     "commands/drift",
	Doc:      "option that other commands for the same script write differently",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source:   source,
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run:      drifts,
}

// A use is an option of a call.
type use struct {
	call *invocation.Call
	word int
	name string
}

// A file is a file of a tree.
type file struct {
	tree *analysis.Tree
	rel  string
}

func drifts(pass *analysis.Pass) error {
	uses, order := map[file][]use{}, []file{}
	calls := invocation.CallFact.Of(pass)
	for i := range calls {
		c := &calls[i]
		if c.Script == nil || c.Script.Interface.Known || c.Form == invocation.Source || importsLocal(c) {
			continue
		}
		for k := c.File + 1; k < len(c.Words); k++ {
			name, _, _ := strings.Cut(c.Words[k].Text, "=")
			if name == "--" || len(c.Words) > maxWords {
				break
			}
			if strings.HasPrefix(name, "--") && len(name) > 4 && !c.Words[k].Gap && !strings.ContainsAny(name, " ,.|/[]") {
				at := file{c.From.Tree, c.To}
				if uses[at] == nil {
					order = append(order, at)
				}
				uses[at] = append(uses[at], use{c, k, name})
			}
		}
	}
	r := newReporter(pass)
	for _, f := range order {
		drift(r, f, uses[f])
	}
	r.flush()
	return nil
}

// importsLocal reports whether a script imports a file beside it, which may read the options.
func importsLocal(c *invocation.Call) bool {
	return slices.ContainsFunc(c.Script.Imports, func(i script.Import) bool {
		name := strings.ReplaceAll(i.Name, ".", "/")
		return strings.HasPrefix(i.Name, ".") || c.From.Tree.Exists(path.Join(path.Dir(c.To), name+".py")) || c.From.Tree.Exists(path.Join(path.Dir(c.To), name))
	})
}

// Limits of the commands that are compared.
const (
	maxWords  = 200
	maxNames  = 100     // of a script
	maxSource = 1 << 20 // bytes
)

// drift reports the options of a script that do not occur in it, and are similar to one that does.
func drift(r *reporter, f file, uses []use) {
	var names []string
	for _, u := range uses {
		if !slices.Contains(names, u.name) {
			names = append(names, u.name)
		}
	}
	if len(names) < 2 || len(names) > maxNames {
		return
	}
	var source []byte
	for _, u := range uses {
		near, ok := suggest.Best(u.name, slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == u.name }))
		if !ok {
			continue
		}
		if source == nil {
			if source = f.tree.Read(f.rel, maxSource); source == nil {
				return
			}
		}
		if occurs(source, u.name) || !occurs(source, near) {
			continue
		}
		r.add(u.call, u.call.At(u.word), analysis.Diagnostic{Message: "option " + quote.Text(u.name) + " does not occur in " + scriptName(u.call),
			Effect: "other commands for the script write it as " + quote.Text(near), Help: "did you mean " + quote.Text(near) + "?"})
	}
}

// occurs reports whether the name of an option occurs in a script, as written or as the name of a variable.
func occurs(source []byte, option string) bool {
	bare := strings.Trim(option, "-")
	return bytes.Contains(source, []byte(bare)) || bytes.Contains(source, []byte(strings.ReplaceAll(bare, "-", "_"))) || bytes.Contains(bytes.ToLower(source), []byte(strings.ReplaceAll(bare, "-", "")))
}
