// Package budget reports what skills, subagents and skill lists cost in tokens.
package budget

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/view"
)

// Options configure the calculation of a budget.
type Options struct {
	Tokenizer string                        // one of Tokenizers
	Root      func(*analysis.Tree) *os.Root // to read files that only registries specify
}

// Tokenizers returns the names of tokenizers, the default one first. Like the rules, "auto" counts each skill in the unit of its
// limit: CLEO's with chars4, others with o200k.
func Tokenizers() []string { return []string{"auto", "o200k", "chars4"} }

// tokenizerOf returns the name of the tokenizer for a file, and the tokenizer.
func (b *Budget) tokenizerOf(f *analysis.File) (name string, count func(text []byte) int) {
	if b.Tokenizer == "chars4" || b.Tokenizer == "auto" && budget.CountsCharacters(f, b.listed) {
		return "chars4", tokenizer.Chars4
	}
	return "o200k", tokenizer.O200k
}

// A Budget is the cost of skills, subagents and skill lists.
type Budget struct {
	Options

	listed   registry.Listed
	skills   []skill   // sorted by path
	agents   []agent   // sorted by path
	startups []startup // roots, then personas, each by path
	starts   []Start   // by root, then client
	changes  *changes  // nil without a comparison
}

// New returns an empty budget. Run the analyzer from Collect to fill it.
func New(o Options) *Budget { return &Budget{Options: o} }

// IsEmpty reports whether the budget has no items.
func (b *Budget) IsEmpty() bool {
	return len(b.skills)+len(b.agents)+len(b.startups) == 0 && (b.changes == nil || len(b.changes.skills) == 0)
}

// Collect returns an analyzer that fills the budget.
func (b *Budget) Collect() *analysis.Analyzer {
	weights := analysis.NewFact("view/weight", "the tokens of a file", analysis.PerDocument,
		analysis.Skill|analysis.Reference|analysis.Agent|analysis.Persona|analysis.BaseProtocol, b.weigh)
	parts := analysis.NewFact("view/parts", "the largest sections of a skill", analysis.PerDocument,
		analysis.Skill, b.parts, markdown.SectionFact.Analyzer)
	return view.Collect("budget", func(pass *analysis.Pass) error {
		weighed := maps.Collect(weights.All(pass.Store))
		for file, sections := range parts.All(pass.Store) {
			w := weighed[file]
			w.Sections = sections
			weighed[file] = w
		}
		b.add(pass.Workspace, weighed, graph.Fact.Of(pass), registry.ListedFact.Of(pass))
		return nil
	}, weights.Analyzer, parts.Analyzer, graph.Fact.Analyzer, registry.ListedFact.Analyzer)
}

// Uncounted returns a notice for each skill that is not counted.
func (b *Budget) Uncounted(files []*analysis.File) []finding.Notice {
	var notices []finding.Notice
	for _, f := range files {
		_, counted := slices.BinarySearchFunc(b.skills, f.Path, func(s skill, p string) int { return strings.Compare(s.file.Path, p) })
		if f.Kind == analysis.Skill && !counted {
			notices = append(notices, finding.Notice{Path: f.Path, Message: "not counted: the file was not read"})
		}
	}
	return notices
}
