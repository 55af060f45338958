package deps

import (
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// A wording is the words of a description.
type wording struct {
	Words []uint32          // hashes of its meaningful words, sorted, each once
	At    analysis.Location // the description
}

// maxWords limits the words of a description: clients truncate longer ones.
const maxWords = 256

// wordingFact is the wording of a skill that a model may choose: it has a description, is not deprecated,
// and is not only for users.
var wordingFact = analysis.NewFact("wording", "words of a skill's description",
	analysis.PerDocument, analysis.Skill, readWording).MarkShallow()

func readWording(pass *analysis.Pass) (wording, error) {
	d := pass.Document
	v := d.Data.Get("description")
	if !v.IsString() || strings.TrimSpace(v.Text) == "" || isDeprecated(v.Text) || loader.IsManual(d.Data) {
		return wording{}, analysis.ErrNoFact
	}
	w := wording{At: d.At(v.Range)}
	for word := range strings.FieldsFuncSeq(v.Text, isBetween) {
		word = strings.ToLower(strings.Trim(word, "-_."))
		if len(w.Words) < maxWords && !isCommon(word) {
			w.Words = append(w.Words, hashWord(word))
		}
	}
	w.Words = unique(w.Words)
	return w, nil
}

// isDeprecated reports whether a description begins with "deprecated".
func isDeprecated(description string) bool {
	const word = "deprecated"
	text := strings.TrimLeft(description, " \t\r\n[(*")
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

func unique(hashes []uint32) []uint32 {
	slices.Sort(hashes)
	return slices.Clip(slices.Compact(hashes))
}

// hashWord returns the hash of a word in lower case.
func hashWord(word string) uint32 {
	const offset, prime = 2166136261, 16777619 // FNV-1a
	h := uint32(offset)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * prime
	}
	return h
}

// Names reports whether a description names a skill.
func (w *wording) Names(skill string) bool {
	_, ok := slices.BinarySearch(w.Words, hashWord(strings.ToLower(skill)))
	return ok
}

func isBetween(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-' && r != '_' && r != '.'
}

// isCommon reports whether a word may occur in any description.
func isCommon(word string) bool {
	switch word {
	case "", "a", "an", "and", "any", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "its", "of", "on",
		"or", "that", "the", "their", "this", "to", "use", "used", "user", "using", "when", "with", "you", "your", "skill", "skills":
		return true
	}
	return false
}
