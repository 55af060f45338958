package security

import "strings"

// A run is a sequence of invisible characters. It keeps the characters that the surrounding text does not need.
type run struct {
	s             *scanner
	before, after rune // the visible characters around the run
	start         int
	seen          int  // number of characters, needed or not, since the last flag
	total         int  // number of characters
	last          rune // the previous character, or 0

	flag   []character // tags that may be part of a flag
	open   bool        // the flag is incomplete
	ended  bool        // a flag is complete; a second flag would need another black flag
	kept   passage
	other  bool // kept has different characters
	supply bool // contains a selector of the supplement
	counts [3]int
	text   strings.Builder
}

const (
	tagged = iota
	selecting
	plain
)

// mostNeeded is the number of consecutive invisible characters that a text may need: a selector, a joiner and a
// direction mark.
const mostNeeded = 3

func (j *run) add(c character) {
	j.seen++
	j.total++
	if j.seen == 1 && !j.ended && j.before == blackFlag && isFlagTag(c.r) {
		j.open = true
	}
	if j.open {
		j.flag = append(j.flag, c)
		switch {
		case c.r == cancelTag && isRegion(j.flag):
			j.flag, j.open, j.ended = nil, false, true
			j.seen, j.total, j.last = 0, j.kept.Count, 0 // an emoji ends here
			return
		case isFlagTag(c.r) && len(j.flag) < longestFlag:
			return
		}
		j.dropFlag()
		return
	}
	if j.seen <= mostNeeded && c.r != j.last && j.isNeeded(c.r) {
		j.last = c.r
		return
	}
	j.last = c.r
	j.keep(c)
}

// dropFlag keeps the tags of an invalid flag.
func (j *run) dropFlag() {
	for _, c := range j.flag {
		j.keep(c)
	}
	j.flag, j.open = nil, false
}

func (j *run) keep(c character) {
	k := &j.kept
	if k.Count == 0 {
		k.Start, k.First = c.start, c.r
	}
	k.End = c.end
	k.Count++
	j.other = j.other || c.r != k.First
	switch {
	case isTag(c.r):
		j.counts[tagged]++
		if c.r >= 0xE0020 && c.r < cancelTag {
			j.text.WriteByte(byte(c.r - 0xE0000))
		}
	case isSelector(c.r):
		j.counts[selecting]++
		j.supply = j.supply || c.r >= supplement
		j.text.WriteByte(selectorByte(c.r))
	default:
		j.counts[plain]++
	}
}

// close reports the kept characters.
func (j *run) close() {
	if j.open {
		j.dropFlag()
	}
	k := j.kept
	if k.Count == 0 {
		return
	}
	switch {
	case j.counts[tagged] > 0:
		k.Kind = tagRun
	case j.counts[selecting] > 1 && j.supply, j.counts[selecting] >= longRun && j.other:
		k.Kind = selectorRun
	case j.total >= longRun && j.other:
		k.Kind = hiddenRun
	case j.total >= longRun:
		k.Kind = repeatedRun
	default:
		k.Kind = leftoverRun
	}
	if (k.Kind == tagRun || k.Kind == selectorRun) && j.counts[tagged] > 0 != (j.counts[selecting] > 0) {
		k.Text = j.text.String()
	}
	j.s.see(k)
}
