package language

import "github.com/skilllint/skilllint/analysis"

// Refresh drops what was computed from the facts, as a run does.
func (f *Facts) Refresh() {
	*f = Facts{workspace: f.workspace, store: f.store, missing: map[*analysis.Analyzer]bool{}, config: f.config}
}
