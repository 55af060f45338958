package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/minhash"
)

// A wording is the set of words of a description.
type wording struct {
	Words []uint32          // sorted, distinct hashes of the meaningful words
	At    analysis.Location // the description
}

// maxWords limits the words of a description, because clients truncate longer ones.
const maxWords = 256

// wordingFact computes the wording of a skill that a model may choose: it has a description, is not deprecated, and is
// not only for users.
var wordingFact = analysis.NewFact("wording", "words of a skill's description",
	analysis.PerDocument, analysis.Skill, readWording).MarkShallow()

func readWording(pass *analysis.Pass) (wording, error) {
	d := pass.Document
	v := d.Data.Get("description")
	if !v.IsString() || strings.TrimSpace(v.Text) == "" || registry.IsDeprecated(v.Text) || loader.IsManual(d.Data) {
		return wording{}, analysis.ErrNoFact
	}
	return wording{Words: minhash.Words(v.Text, maxWords), At: d.At(v.Range)}, nil
}

// Names reports whether a description names a skill.
func (w *wording) Names(skill string) bool {
	_, ok := slices.BinarySearch(w.Words, minhash.Hash(strings.ToLower(skill)))
	return ok
}
