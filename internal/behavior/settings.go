package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// readSettings reads commands that a client runs without confirmation: hooks and servers of a plugin, of settings and of
// MCP configuration. It reports whether the file is one of these.
func (r *reader) readSettings() bool {
	d := r.doc
	data := d.Data
	if data == nil && d.Kind&analysis.Raw != 0 && lex.IsSettings(path.Base(d.Path)) {
		data = jsontree.Parse(d.Source, 0).Root
	}
	if data == nil || data.Kind != analysis.Map {
		return false
	}
	r.Reading.Data = data
	if scripts := data.Get("scripts"); scripts != nil && path.Base(d.Path) == "package.json" {
		for _, name := range []string{"preinstall", "install", "postinstall", "prepare"} {
			if v := scripts.Get(name); v.IsString() {
				r.readUnconfirmed(v.Text, v.Range)
			}
		}
		return true
	}
	r.readTasks(data)
	r.readContainer(data)
	if hooks := data.Get("hooks"); hooks != nil {
		r.readHooks(hooks, 0)
	} else if d.Kind == analysis.Hooks || path.Base(d.Path) == "hooks.json" {
		r.readHooks(data, 0)
	}
	for _, key := range []string{"mcpServers", "servers", "mcp", "lspServers", "context_servers"} {
		r.readServers(data.Get(key))
	}
	for _, key := range []string{"statusLine", "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "otelHeadersHelper", "fileSuggestion"} {
		if v := data.Get(key); v != nil {
			if v.Kind == analysis.Map {
				v = v.Get("command")
			}
			if v.IsString() {
				r.readUnconfirmed(v.Text, v.Range)
			}
		}
	}
	return true
}

// readTasks reads the tasks of VS Code that run when a folder is opened.
func (r *reader) readTasks(data *analysis.Value) {
	tasks := data.Get("tasks")
	if tasks == nil || path.Base(r.doc.Path) != "tasks.json" {
		return
	}
	for _, task := range tasks.Items {
		if on := task.Get("runOptions").Get("runOn"); on.IsString() && on.Text == "folderOpen" {
			r.readHooks(task, 0)
		}
	}
}

// readContainer reads the commands of a development container. Except for the first, they run in the container.
func (r *reader) readContainer(data *analysis.Value) {
	if base := path.Base(r.doc.Path); base != "devcontainer.json" && base != ".devcontainer.json" {
		return
	}
	for i, key := range []string{"initializeCommand", "onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand", "postAttachCommand"} {
		r.on = InScript
		if i == 0 {
			r.on = Unasked
		}
		r.readStrings(data.Get(key), 0, func(text string, at analysis.Range) {
			s := newShellReader(r)
			s.readLine(Value{text: text}, at, Value{})
		})
	}
}

// readStrings calls see for the texts in a value.
func (r *reader) readStrings(v *analysis.Value, deep int, see func(text string, at analysis.Range)) {
	if v == nil || !r.allows(deep, mostNested, TooDeep, v.Range) {
		return
	}
	if v.IsString() {
		see(v.Text, v.Range)
	}
	for _, item := range v.Items {
		r.readStrings(item, deep+1, see)
	}
	for _, m := range v.Members {
		r.readStrings(m.Value, deep+1, see)
	}
}

// readHooks reads the commands in a value.
func (r *reader) readHooks(v *analysis.Value, deep int) {
	if v == nil || !r.allows(deep, mostNested, TooDeep, v.Range) {
		return
	}
	for _, item := range v.Items {
		r.readHooks(item, deep+1)
	}
	for _, m := range v.Members {
		switch {
		case (m.Key == "command" || m.Key == "bash" || m.Key == "powershell" || m.Key == "run") && m.Value.IsString():
			r.readUnconfirmed(m.Value.Text, m.Value.Range)
		default:
			r.readHooks(m.Value, deep+1)
		}
	}
}

// readUnconfirmed reads a command that a client runs without confirmation.
func (r *reader) readUnconfirmed(command string, at analysis.Range) {
	was := r.on
	r.on, r.namesCredentials = Unasked, true
	s := newShellReader(r)
	s.readLine(Value{text: command}, at, Value{})
	s.readUncalled()
	r.on = was
}

// readServers reads the commands of MCP servers.
func (r *reader) readServers(v *analysis.Value) {
	if v == nil || v.Kind != analysis.Map {
		return
	}
	was := r.on
	r.on, r.namesCredentials, r.inServers = Unasked, true, true
	defer func() { r.on, r.inServers = was, false }()
	for i := range v.Members {
		server := v.Members[i].Value
		command := server.Get("command")
		var args []Value
		if command != nil && command.Kind == analysis.List {
			for _, item := range command.Strings() {
				args = append(args, literal(item.Text))
			}
		} else if command.IsString() {
			args = append(args, literal(command.Text))
			if fields := strings.Fields(command.Text); len(fields) > 1 && server.Get("args") == nil {
				r.readUnconfirmed(command.Text, command.Range)
				continue
			}
		}
		if len(args) == 0 {
			continue
		}
		at := command.Range
		if list := server.Get("args"); list != nil {
			for _, item := range list.Strings() {
				args = append(args, literal(item.Text))
			}
			at.End = max(at.End, list.Range.End)
			at.Start = min(at.Start, list.Range.Start)
		}
		s := newShellReader(r)
		s.place = nil
		s.run(&call{args: args, at: at})
	}
}
