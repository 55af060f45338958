package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
)

// A hookPath is a relative path that the command of a hook or server runs.
type hookPath struct {
	Written string
	At      analysis.Location
	Server  bool
}

// hookPaths is the relative paths of scripts in the hooks and servers of plugins.
var hookPaths = analysis.NewFact("hook-path", "relative paths of scripts that hooks and servers of plugins run",
	analysis.PerDocument, analysis.Hooks|analysis.Plugin|analysis.MCP, func(pass *analysis.Pass) ([]hookPath, error) {
		d := pass.Document
		r := hookPathReader{doc: d}
		switch {
		case d.Kind == analysis.Hooks:
			r.commands(d.Data.Get("hooks"), false, 0)
		case d.Kind == analysis.Plugin && path.Base(path.Dir(d.Rel)) == ".claude-plugin":
			r.commands(d.Data.Get("hooks"), false, 0)
			r.commands(d.Data.Get("mcpServers"), true, 0)
			r.commands(d.Data.Get("lspServers"), true, 0)
		case d.Kind == analysis.MCP && path.Base(d.Rel) == ".mcp.json" && d.PluginRoot == path.Dir(d.Rel) && d.PluginRoot != ".": // that of the root is also the project's
			r.commands(d.Data, true, 0)
		}
		if len(r.found) == 0 {
			return nil, analysis.ErrNoFact
		}
		return r.found, nil
	})

type hookPathReader struct {
	doc   *analysis.Document
	found []hookPath
}

// maxHookPaths limits the paths of a document, and maxHookNesting the depth of its values.
const maxHookPaths, maxHookNesting = 100, 16

// commands adds the scripts that the commands in a value run.
func (r *hookPathReader) commands(v *analysis.Value, server bool, depth int) {
	if v == nil || depth > maxHookNesting || len(r.found) >= maxHookPaths || server && v.Get("cwd") != nil {
		return
	}
	for _, item := range v.Items {
		r.commands(item, server, depth+1)
	}
	command := v.Get("command")
	if !command.IsString() {
		for _, m := range v.Members {
			r.commands(m.Value, server, depth+1)
		}
		return
	}
	if !server && strings.ContainsAny(command.Text, "`[(") || slices.ContainsFunc([]string{"cd ", "test ", "if "}, func(mark string) bool { return strings.Contains(command.Text, mark) }) {
		return // it runs elsewhere, or handles a missing file
	}
	if args := v.Get("args"); args != nil {
		words := []hookWord{{command, command.Text}}
		for _, item := range args.Items {
			words = append(words, hookWord{item, item.Text})
		}
		r.command(words, server)
		return
	}
	for part := range strings.FieldsFuncSeq(command.Text, func(c rune) bool { return c == '&' || c == '|' || c == ';' || c == '\n' }) {
		var words []hookWord
		for word := range strings.FieldsSeq(part) {
			if len(words) > 0 || !strings.Contains(word, "=") { // no assignment
				words = append(words, hookWord{command, word})
			}
		}
		r.command(words, server)
	}
}

// A hookWord is a word of a command, and the string that contains it.
type hookWord struct {
	in   *analysis.Value
	text string
}

// command adds the script that a command runs.
func (r *hookPathReader) command(words []hookWord, server bool) {
	if len(words) == 0 || r.script(words[0], server) || !slices.Contains(interpreters, path.Base(words[0].text)) {
		return
	}
	for _, w := range words[1:] {
		if slices.Contains(codeOptions, w.text) || !strings.HasPrefix(w.text, "-") {
			r.script(w, server)
			return
		}
	}
}

// interpreters are programs whose first argument is a script.
var interpreters = []string{"bash", "sh", "zsh", "dash", "python", "python3", "node", "bun", "ruby", "perl", "php", "tsx", "pwsh"}

// codeOptions are options that code or the name of a module follows.
var codeOptions = []string{"-c", "-e", "-m", "-p", "--eval", "--print", "-Command", "-lc", "-ic"}

// script adds a word of a string that is the relative path of a file.
func (r *hookPathReader) script(w hookWord, server bool) bool {
	in, word := w.in, strings.Trim(w.text, `"'`)
	n := strings.Index(r.doc.Text(in.Range), word)
	if !in.IsString() || n < 0 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/") != "" || strings.HasPrefix(word, "/") || !strings.Contains(word, "/") {
		return false
	}
	at := analysis.Range{Start: in.Range.Start + n, End: in.Range.Start + n + len(word)}
	r.found = append(r.found, hookPath{Written: word, At: r.doc.At(at), Server: server})
	return true
}

// pluginHookPaths reports scripts of hooks and servers that are found only if the plugin is the user's project.
func pluginHookPaths(pass *analysis.Pass) {
	for file, found := range hookPaths.All(pass.Store) {
		root := file.PluginRoot
		if file.Kind == analysis.Plugin {
			root = registry.Home(file)
		}
		for _, p := range found {
			to := path.Join(root, p.Written)
			if file.Kind == analysis.Hooks && !file.Tree.IsFile(to) {
				to = path.Join(path.Dir(file.Rel), p.Written)
			}
			if root == "" || placeholder.IsTemplatePath(file.Rel) || !link.Inside(root, to) || !file.Tree.IsFile(to) {
				continue
			}
			at, fixed, what := p.At, "${CLAUDE_PLUGIN_ROOT}/"+analysis.RelativePath(root, to), "hooks"
			if p.Server {
				what = "servers"
			}
			pass.Report(analysis.Diagnostic{Location: &at, Message: "path is relative to the plugin: " + quote.Text(p.Written),
				Effect: "Claude Code runs " + what + " in the user's project, where the file does not exist", Help: "write " + quote.Text(fixed),
				SuggestedFixes: []analysis.SuggestedFix{{Title: "write the path with ${CLAUDE_PLUGIN_ROOT}", Edits: []analysis.Edit{{Range: at.Range, Text: fixed}}}},
				Group:          analysis.Group{Key: root + " " + what, Message: analysis.Many + " files with " + what + " of the plugin have paths that lack its place", Help: "write ${CLAUDE_PLUGIN_ROOT}/ before them"}})
		}
	}
}
