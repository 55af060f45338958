package deps

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/minhash"
)

// A wording is the set of words of a description.
type wording struct {
	Words []uint32          // sorted, distinct hashes of the meaningful words
	Own   []uint32          // those of Words that are part of the skill's name
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
	w := wording{Words: minhash.Words(v.Text, maxWords), At: d.At(v.Range)}
	name := path.Base(path.Dir(d.Rel))
	if own := d.Data.Get("name"); own.IsString() {
		name = own.Text
	}
	w.readOwn(v.Text, name)
	return w, nil
}

// minWithin is the length of a word from which it is searched within a name without separators, such as "drive" in "googledrive".
const minWithin = 4

// readOwn records the words of a description that are part of the skill's name.
func (w *wording) readOwn(description, name string) {
	parts := words(name[:min(len(name), maxName)])
	joined := strings.Join(parts, "")
	for _, word := range words(description) {
		if !slices.Contains(parts, word) && (len(word) < minWithin || !strings.Contains(joined, word)) {
			continue
		}
		h := minhash.Hash(word)
		if _, ok := slices.BinarySearch(w.Words, h); ok && !slices.Contains(w.Own, h) {
			w.Own = append(w.Own, h)
		}
	}
}

// maxName limits the part of a name that is compared with its description.
const maxName = 64

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Names reports whether a description names a skill.
func (w *wording) Names(skill string) bool {
	_, ok := slices.BinarySearch(w.Words, minhash.Hash(strings.ToLower(skill)))
	return ok
}
