package link

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// A Hook is a file that a client runs: the script of a hook or server.
type Hook struct {
	Target
	Server   bool // of a server, not of a hook
	Module   bool // of a mod, relative to the hooks file
	Guarded  bool // the command handles a missing file
	Relative bool // the path is relative to the working directory, usually the directory of the document
}

// HookFact computes the files that hooks and servers of a document run: paths after a variable, such as
// "${CLAUDE_PLUGIN_ROOT}/hooks/x.sh", and in MCP configuration also scripts whose path starts with "./". Other paths are
// relative to the working directory of the user.
var HookFact = analysis.NewFact("hook-target", "the files that hooks and servers run",
	analysis.PerDocument, analysis.Hooks|analysis.Plugin|analysis.MCP|analysis.Settings|analysis.Skill|analysis.Agent|analysis.Command, readHooks)

func readHooks(pass *analysis.Pass) ([]Hook, error) {
	d := pass.Document
	if d.Kind == analysis.Settings && (d.Plugin || registry.IsHome(d.File)) { // ignored, or relative to the user's project
		return nil, analysis.ErrNoFact
	}
	r := &hookReader{doc: d, variables: rootVariables}
	if d.Kind&analysis.JSON != 0 {
		r.variables = append(r.variables[:len(r.variables):len(r.variables)], configVariables...)
	}
	r.commands(d.Data.Get("hooks"), false, 0)
	switch {
	case d.Kind == analysis.Hooks:
		r.modules(d.Data.Get("modules"))
	case d.Kind == analysis.Plugin:
		r.commands(d.Data.Get("mcpServers"), true, 0)
		r.commands(d.Data.Get("lspServers"), true, 0)
	case d.Kind == analysis.Settings:
		r.commands(d.Data.Get("mcpServers"), true, 0)
	case d.Kind == analysis.MCP && d.Data != nil:
		r.commands(d.Data, true, 0)
	}
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return r.found, nil
}

// configVariables are the variables of configuration files whose value is a directory of the tree.
var configVariables = []rootVariable{
	{"${PLUGIN_ROOT}/", "PLUGIN_ROOT"},
	{"${extensionPath}/", "extensionPath"},
	{"${CLAUDE_PROJECT_DIR}/", "CLAUDE_PROJECT_DIR"},
	{"$CLAUDE_PROJECT_DIR/", "CLAUDE_PROJECT_DIR"},
	{"${workspaceFolder}/", "workspaceFolder"},
}

type hookReader struct {
	doc       *analysis.Document
	variables []rootVariable
	found     []Hook
}

// Limits of hooks: nesting, and number of files.
const (
	maxHookDepth = 16
	maxHooks     = 200
)

// commands adds the commands in a value, and the arguments of servers.
func (r *hookReader) commands(v *analysis.Value, server bool, deep int) {
	if v == nil || deep > maxHookDepth {
		return
	}
	for _, item := range v.Items {
		r.commands(item, server, deep+1)
	}
	relative := r.doc.Kind == analysis.MCP && v.Get("cwd") == nil
	for _, m := range v.Members {
		switch {
		case m.Key == "command" && m.Value.Kind == analysis.String:
			r.command(m.Value, server)
			if relative {
				r.relative(m.Value)
			}
		case m.Key == "args" && server:
			for _, item := range m.Value.Items {
				r.command(item, server)
				if relative {
					r.relative(item)
				}
			}
		default:
			r.commands(m.Value, server, deep+1)
		}
	}
}

// command adds the paths after variables in the source of a string. They contain no escapes.
func (r *hookReader) command(v *analysis.Value, server bool) {
	if v.Kind != analysis.String {
		return
	}
	written := r.doc.Text(v.Range)
	for _, variable := range r.variables {
		name, _ := strings.CutSuffix(variable.written, "/")
		for at := 0; len(r.found) < maxHooks; {
			n := strings.Index(written[at:], name)
			if n < 0 {
				break
			}
			at += n + len(name)
			from := at + len(written[at:]) - len(strings.TrimLeft(written[at:], `\"'`)) // "${X}"/y
			switch {
			case strings.HasPrefix(written[from:], "/"):
				from++
			case strings.HasPrefix(written[from:], separator):
				from += len(separator)
			default:
				continue
			}
			end := from
			for end < len(written) && !isBreak(written[end]) && written[end] != '\\' {
				end++
			}
			if t, ok := parseTarget(FormVariable, written[from:end], strings.ReplaceAll(written[from:end], separator, "/")); ok && t.Path != "" {
				t.Base, t.Count = variable.name, 1
				t.At = r.doc.At(analysis.Range{Start: v.Range.Start + from, End: v.Range.Start + end})
				r.found = append(r.found, Hook{Target: t, Server: server, Guarded: isGuarded(v.Text)})
			}
			at = end
		}
	}
}

// modules adds the modules of a mod.
func (r *hookReader) modules(v *analysis.Value) {
	if v == nil {
		return
	}
	for _, item := range v.Items[:min(len(v.Items), maxHooks)] {
		written := strings.Trim(r.doc.Text(item.Range), `"`)
		if item.Kind != analysis.String || written != item.Text {
			continue
		}
		shown := strings.TrimPrefix(written, "./")
		if t, ok := parseTarget(FormLink, shown, shown); ok && t.Path != "" {
			t.At, t.Count = r.doc.At(analysis.Range{Start: item.Range.End - 1 - len(shown), End: item.Range.End - 1}), 1
			r.found = append(r.found, Hook{Target: t, Module: true})
		}
	}
}

// separator is the path separator variable of Gemini CLI extensions.
const separator = "${/}"

// relative adds a string that is the path of a script. Other paths may be directories that the server creates.
func (r *hookReader) relative(v *analysis.Value) {
	if v.Kind != analysis.String || !strings.HasPrefix(v.Text, "./") || len(r.found) == maxHooks {
		return
	}
	if dir := path.Base(path.Dir(r.doc.Rel)); dir != "." && strings.HasPrefix(dir, ".") { // relative to the parent, the project
		return
	}
	switch path.Ext(v.Text) {
	case ".sh", ".bash", ".py", ".rb", ".js", ".mjs", ".cjs", ".ts", ".php":
	default:
		return
	}
	at := analysis.Range{Start: v.Range.Start + 1, End: v.Range.End - 1}
	if t, ok := parseTarget(FormCode, v.Text, v.Text); ok && t.Path != "" && r.doc.Text(at) == v.Text {
		t.Count, t.At = 1, r.doc.At(at)
		r.found = append(r.found, Hook{Target: t, Server: true, Relative: true})
	}
}

// isGuarded reports whether a command checks that a file exists, or ignores its failure.
func isGuarded(command string) bool {
	for _, mark := range []string{"||", "[ -", "[[ -", "test -", "if ", "existsSync", "2>/dev/null", "2> /dev/null", "2>nul"} {
		if strings.Contains(command, mark) {
			return true
		}
	}
	return false
}
