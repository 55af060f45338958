package security

import "strings"

// A judge collects the characters of a run that the surrounding text does not need.
type judge struct {
	s             *scanner
	before, after rune // the visible characters around the run
	start         int
	seen          int  // number of characters, needed or not; restarts after a flag
	total         int  // number of characters
	last          rune // the previous character; 0: none

	flag   []character // tags that may be part of a flag
	open   bool        // the flag is not complete
	ended  bool        // a flag is complete; a second one would need another black flag
	kept   passage
	other  bool // kept has different characters
	supply bool // it has a selector of the supplement
	sorts  [3]int
	says   strings.Builder
}

const (
	tagged = iota
	selecting
	plain
)

// mostNeeded is the number of consecutive invisible characters that a text may need: a selector, a joiner and a
// direction mark.
const mostNeeded = 3

func (j *judge) add(c character) {
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

// dropFlag keeps the tags that are not part of a flag after all.
func (j *judge) dropFlag() {
	for _, c := range j.flag {
		j.keep(c)
	}
	j.flag, j.open = nil, false
}

func (j *judge) keep(c character) {
	k := &j.kept
	if k.Count == 0 {
		k.Start, k.First = c.start, c.r
	}
	k.End = c.end
	k.Count++
	j.other = j.other || c.r != k.First
	switch {
	case isTag(c.r):
		j.sorts[tagged]++
		if c.r >= 0xE0020 && c.r < cancelTag {
			j.says.WriteByte(byte(c.r - 0xE0000))
		}
	case isSelector(c.r):
		j.sorts[selecting]++
		j.supply = j.supply || c.r >= supplement
		j.says.WriteByte(selected(c.r))
	default:
		j.sorts[plain]++
	}
}

// close reports the kept characters.
func (j *judge) close() {
	if j.open {
		j.dropFlag()
	}
	k := j.kept
	if k.Count == 0 {
		return
	}
	switch {
	case j.sorts[tagged] > 0:
		k.Sort = tagRun
	case j.sorts[selecting] > 1 && j.supply, j.sorts[selecting] >= longRun && j.other:
		k.Sort = selectorRun
	case j.total >= longRun && j.other:
		k.Sort = hiddenRun
	case j.total >= longRun:
		k.Sort = repeatedRun
	default:
		k.Sort = leftoverRun
	}
	if (k.Sort == tagRun || k.Sort == selectorRun) && j.sorts[tagged] > 0 != (j.sorts[selecting] > 0) {
		k.Says = j.says.String()
	}
	j.s.see(k)
}
