package manifest

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Evidence is whether a file looks like an output.
type Evidence struct {
	Named  bool // "T123-topic.md"
	Headed bool // one of its first lines is "**Task**: …"
}

// OutputEvidence is the evidence of a Markdown file below a manifest.
var OutputEvidence = analysis.NewFact("output-evidence", "whether a file looks like an output",
	analysis.PerDocument, analysis.Output, func(p *analysis.Pass) (Evidence, error) {
		return Evidence{Named: isNamed(path.Base(p.Document.Rel)), Headed: isHeaded(p.Document.Source)}, nil
	}).MarkShallow()

// OutputFiles are the files that are outputs.
type OutputFiles map[*analysis.File]bool

// Outputs is the outputs of a workspace.
var Outputs = analysis.NewFact("output", "output files",
	analysis.PerWorkspace, 0, readOutputs, OutputEvidence.Analyzer, Fact.Analyzer)

func readOutputs(pass *analysis.Pass) (OutputFiles, error) {
	outputs := OutputFiles{}
	ledgers := newManifests(pass)
	for file, e := range OutputEvidence.All(pass.Store) {
		if !e.Named && !e.Headed {
			continue
		}
		switch l, beside := ledgers.nearest(file); l {
		case ownFormat:
			outputs[file] = e.Headed || beside
		case noManifest:
			outputs[file] = e.Headed
		}
	}
	return outputs, nil
}

// isNamed reports whether a file is named after its task: "T", digits, "-", more.
func isNamed(base string) bool {
	rest, ok := strings.CutPrefix(base, "T")
	slug := strings.TrimLeft(rest, "0123456789")
	return ok && len(slug) < len(rest) && len(slug) > len("-.md") && slug[0] == '-'
}

// isHeaded reports whether one of the first lines states the task.
func isHeaded(source []byte) bool {
	const most = 15
	number := 0
	for line := range bytes.Lines(source) {
		if number++; number > most {
			return false
		}
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("**Task**:")) || bytes.HasPrefix(line, []byte("**Task:**")) {
			return true
		}
	}
	return false
}
