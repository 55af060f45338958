package placeholder

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Variant is text that looks like a placeholder but is not one, such as {{ NAME }} or {{name}}.
type Variant struct {
	analysis.PlaceholderVariant
	Text string
	Code bool // in a code span or code block
	At   analysis.Location
}

const maxVariants = 1_000 // of one file

// VariantFact computes the variants of placeholders in a file, including frontmatter. Files without variants have no fact.
var VariantFact = analysis.NewFact("token-variant", "the {{ NAME }}, {{name}} and {NAME} of a file, and whether they are in code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference|analysis.BaseProtocol,
	readVariants)

func readVariants(pass *analysis.Pass) ([]Variant, error) {
	d := pass.Document
	found := analysis.ScanPlaceholderVariants(d.Source)
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	found = found[:min(len(found), maxVariants)]
	ranges := make([]analysis.Range, len(found))
	for i, v := range found {
		ranges[i] = v.Range
	}
	variants := make([]Variant, len(found))
	for i, k := range markdown.ContextsOf(d, ranges) {
		variants[i] = Variant{found[i], d.Text(found[i].Range), k.IsCode(), d.At(found[i].Range)}
	}
	return variants, nil
}
