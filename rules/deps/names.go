package deps

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
)

// namesOf returns the names of skills, subagents, personas and commands, by file.
func namesOf(pass *analysis.Pass) map[*analysis.File]string {
	names := map[*analysis.File]string{}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Registry && len(entries) == 1 {
			names[file] = entries[0].Name
		}
	}
	return names
}
