package language

import "github.com/skilllint/skilllint/analysis"

// Refresh drops everything that was computed from the facts, as a new run does.
func (f *Facts) Refresh() {
	*f = Facts{workspace: f.workspace, store: f.store, missing: map[*analysis.Analyzer]bool{}, config: f.config}
}
