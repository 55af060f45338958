package tokens

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/suggest"
)

// nearest returns the known name that was probably meant, or "".
func nearest(name string, known ...*suggest.Index) string {
	best, distance := "", 3
	for _, index := range known {
		for _, m := range index.Within(name, 2) {
			if (m.Edits < distance || m.Edits == distance && m.Name < best) && isNear(name, m.Name, m.Edits) {
				best, distance = m.Name, m.Edits
			}
		}
	}
	return best
}

// isNear reports whether a name is probably a misspelling of a known one: one edit or swap away, or two for names of at least
// eight letters with the same initial. Names that differ only in a number or a plural (TASK_ID_2, TASK_IDS) are distinct
// names, and so are short names that differ in a letter (DATA and DATE).
func isNear(name, known string, edits int) bool {
	if singular(name) == singular(known) {
		return false
	}
	if a, b := lastWord(name), lastWord(known); len(a) == len(b)+1 && strings.HasSuffix(a, b) {
		return false // SESSION_PID and SESSION_ID
	}
	short := min(len(name), len(known))
	switch edits {
	case 1:
		return short > 4 || len(name) != len(known) || sameLetters(name, known)
	case 2:
		return name[0] == known[0] && short >= 8
	}
	return false
}

// singular returns a name without trailing digits with the "_" before them, and without a trailing S.
func singular(name string) string {
	bare := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
	return strings.TrimSuffix(strings.TrimRight(bare, "_"), "S")
}

func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

// lastWord returns the part of a name after its last underscore.
func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }
