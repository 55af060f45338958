package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// reportHooks reports typos in hooks. unknownKeys reports the events in hooks files.
func reportHooks(pass *analysis.Pass) {
	d := pass.Document
	hooks := d.Data.Get("hooks")
	if hooks == nil || d.Dialect.Name != "claude-code" || readAs(d.File) == "plugin-settings" {
		return
	}
	var events []string
	if d.Kind&(analysis.Plugin|analysis.Settings) != 0 {
		events = schema.FieldsAt(d.Dialect.Name, analysis.Hooks.String(), "$defs", "events")
		if inner := hooks.Get("hooks"); inner != nil && inner.Kind == analysis.Map {
			hooks = inner
		}
	} else if d.Kind != analysis.Hooks {
		return
	}
	for _, found := range violation.HookTypos(hooks, events, d.Dialect) {
		pass.Report(found)
	}
}
