// Package output knows which Markdown files are outputs of a protocol whose ledger stands in their
// folder or above it.
//
// A folder with a MANIFEST.jsonl holds much else: notes, hand-overs, prompts, whole audits with
// names of their own, and often the ledger is another format altogether. A file counts when it is
// named as outputs are, right beside the ledger, or when it begins as they do, with a bold
// "Task:" line; and never beside a ledger of another format.
package output

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/ledger"
)

// Evidence is what a file itself tells.
type Evidence struct {
	Named  bool // "T123-topic.md"
	Headed bool // a line "**Task**: …" stands in its first lines
}

// EvidenceOf is what a Markdown file below a ledger tells of itself.
var EvidenceOf = analysis.NewFact("output-evidence", "whether a file is named and begins as outputs do",
	analysis.PerDocument, analysis.Output, func(p *analysis.Pass) (Evidence, error) {
		return Evidence{Named: isNamed(path.Base(p.Document.Rel)), Headed: isHeaded(p.Document.Source)}, nil
	})

// Outputs are the files that are outputs.
type Outputs map[*analysis.File]bool

// Fact is the outputs of a workspace.
var Fact = analysis.NewFact("output", "which files are outputs of a protocol",
	analysis.PerWorkspace, 0, read, EvidenceOf.Analyzer, ledger.Fact.Analyzer)

func read(pass *analysis.Pass) (Outputs, error) {
	outputs := Outputs{}
	ledgers := newLedgers(pass)
	for file, e := range EvidenceOf.All(pass.Store) {
		if !e.Named && !e.Headed {
			continue
		}
		switch l, beside := ledgers.of(file); l {
		case ours:
			outputs[file] = e.Headed || beside
		case unknown:
			outputs[file] = e.Headed
		}
	}
	return outputs, nil
}

// isNamed reports whether a file is named by its task: "T", digits, "-", more.
func isNamed(base string) bool {
	rest, ok := strings.CutPrefix(base, "T")
	slug := strings.TrimLeft(rest, "0123456789")
	return ok && len(slug) < len(rest) && len(slug) > len("-.md") && slug[0] == '-'
}

// isHeaded reports whether one of the first lines names the task.
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
