// Package suggest implements "did you mean": it finds the word of a list that was probably meant by another
// word.
package suggest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is the limit in code points of words that are compared, which bounds the cost. Longer words are
// rarely typos.
const longest = 64

// Best returns the candidate nearest to word, if it is near enough: equal except for case, "-", "_" and
// spaces, or at most two edits away (one if the shorter word has up to five letters). An edit inserts,
// removes or replaces a letter, or swaps two neighbors. Of several, it returns the nearest, then one with the
// same first letter, then the first in alphabetical order, so the order of candidates does not matter.
func Best(word string, candidates []string) (string, bool) {
	best, distance, found := "", 0, false
	for _, c := range candidates {
		d, ok := near(word, c)
		if ok && (!found || d < distance || d == distance && better(word, c, best)) {
			best, distance, found = c, d, true
		}
	}
	return best, found
}

// mostPart limits the candidates of Part; of more, the intended one is unclear.
const mostPart = 3

// Part returns the candidates of which word is a part, sorted: one or more of the words between "-", "_",
// ".", ":" and "/", or a prefix. It returns none if there are more than three, or if word has less than three
// letters. If no part is equal, similar ones are returned.
func Part(word string, candidates []string) []string {
	if utf8.RuneCountInString(word) < 3 || len(word) > 4*longest {
		return nil
	}
	for _, fits := range []func(part string) bool{
		func(part string) bool { return Same(word, part) },
		func(part string) bool { _, ok := near(word, part); return ok },
	} {
		var found []string
		for _, c := range candidates {
			if !slices.Contains(found, c) && (strings.HasPrefix(strings.ToLower(c), strings.ToLower(word)) || hasPart(c, fits)) {
				found = append(found, c)
			}
			if len(found) > mostPart {
				return nil
			}
		}
		if len(found) > 0 {
			slices.Sort(found)
			return found
		}
	}
	return nil
}

// hasPart reports whether a condition is true for a part of a name. Very long names are compared as a whole.
func hasPart(name string, holds func(part string) bool) bool {
	const separators = "-_.:/"
	if len(name) > 4*longest {
		return false
	}
	starts := []int{0}
	for i, c := range name {
		if strings.ContainsRune(separators, c) {
			starts = append(starts, i+1)
		}
	}
	for n, start := range starts {
		for _, end := range append(starts[n+1:len(starts):len(starts)], len(name)+1) {
			if holds(name[start : end-1]) {
				return true
			}
		}
	}
	return false
}

// near returns the number of edits between two words, and whether they are near enough.
func near(a, b string) (int, bool) {
	if Same(a, b) {
		return 0, true
	}
	shorter := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	most := tolerance(shorter)
	d := Distance(a, b, most)
	return d, d <= most && d < shorter && !differ(a, b)
}

// opposites are prefixes of words with opposite meanings.
var opposites = [][2]string{{"en", "dis"}, {"en", "de"}, {"im", "ex"}, {"in", "ex"}, {"in", "out"}, {"", "un"}, {"", "de"}, {"", "dis"}, {"pre", "post"}, {"up", "down"}}

// differ reports whether two similar words are different on purpose: by digits, as "iso-1" and "iso-2", as
// opposites, as "import" and "export", or because one has two more Chinese characters, each of which is a word.
func differ(a, b string) bool {
	if x, y := characters(a), characters(b); x > y+1 || y > x+1 {
		return true
	}
	if x, y := digits(a), digits(b); x != "" && y != "" && x != y {
		return true
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	for _, o := range opposites {
		if a == o[0] && b == o[1] || a == o[1] && b == o[0] {
			return true
		}
	}
	return false
}

// characters counts the Chinese characters of a word.
func characters(word string) int {
	count := 0
	for _, r := range word {
		if r >= 0x2e80 && unicode.Is(unicode.Han, r) {
			count++
		}
	}
	return count
}

func digits(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, word)
}

// tolerance returns the number of edits that are allowed if the shorter word has n letters.
func tolerance(n int) int {
	if n <= 5 {
		return 1
	}
	return 2
}

func better(word, a, b string) bool {
	if sa, sb := sameStart(word, a), sameStart(word, b); sa != sb {
		return sa
	}
	return a < b
}

func sameStart(a, b string) bool { return a != "" && b != "" && a[0] == b[0] }

// Same reports whether two words differ only in case, "-", "_" and spaces, and contain other characters.
func Same(a, b string) bool {
	if len(a) > 4*longest || len(b) > 4*longest {
		return false
	}
	for some := false; ; some = true {
		var x, y rune
		x, a = nextLetter(a)
		y, b = nextLetter(b)
		if x != y || x < 0 {
			return x == y && some
		}
	}
}

// nextLetter returns the first letter that Same compares, and the rest of the word; -1 at the end.
func nextLetter(word string) (rune, string) {
	for word != "" {
		r, size := utf8.DecodeRuneInString(word)
		word = word[size:]
		if r != '-' && r != '_' && r != ' ' {
			return unicode.ToLower(r), word
		}
	}
	return -1, ""
}

// bare returns the letters of a word that Same compares.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, word)
}

// Distance returns the number of edits between two words (restricted Damerau-Levenshtein distance, in code
// points), or most+1 if there are more than most. Words of more than 64 letters always exceed it.
func Distance(a, b string, most int) int {
	var x, y letters
	if len(a) > 4*longest || len(b) > 4*longest || !x.set(a) || !y.set(b) {
		return most + 1
	}
	return edits(x.all[:x.n], y.all[:y.n], most)
}

// letters are the letters of a word of at most 64.
type letters struct {
	all [longest]rune
	n   int
}

func (l *letters) set(word string) bool {
	l.n = 0
	for _, r := range word {
		if l.n == longest {
			return false
		}
		l.all[l.n] = r
		l.n++
	}
	return true
}

// edits computes Distance. Common prefixes and suffixes are removed first.
func edits(x, y []rune, most int) int {
	if max(len(x), len(y))-min(len(x), len(y)) > most {
		return most + 1
	}
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	var rows [3][longest + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost(x[i-1], y[j-1]))
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], most+1)
}

func cost(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
