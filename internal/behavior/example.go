package behavior

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/markdown"
)

// sections is what the headings of a text say about what follows them. They are read when something is found.
type sections struct {
	header   []byte // the frontmatter
	headings []heading
	taught   []bool // after how many headings the text is about attacks or what is wrong; those that were read
	level    int    // of the heading that says so; 0: none does
	whole    bool   // all of the text is about attacks
}

// A heading is the start of a section.
type heading struct {
	level int
	title []byte
}

func (s *sections) add(level int, title []byte) {
	s.headings = append(s.headings, heading{level, title})
}

// isTaught reports whether the description or one of the first n headings calls the text after them an attack or wrong.
func (s *sections) isTaught(n int) bool {
	if len(s.taught) == 0 {
		s.whole = markdown.IsAboutAttacks(string(s.header))
		s.taught = append(s.taught, s.whole)
	}
	for len(s.taught) <= n {
		if h := s.headings[len(s.taught)-1]; s.level == 0 || h.level <= s.level {
			s.read(h)
		}
		s.taught = append(s.taught, s.level > 0 || s.whole)
	}
	return s.taught[n]
}

func (s *sections) read(h heading) {
	title := string(h.title)
	isAttack := markdown.IsAboutAttacks(title)
	s.level = 0
	if isAttack || markdown.Warns(title) || strings.ContainsAny(title, "❌✗✘✖🚫⛔") {
		s.level = h.level
	}
	s.whole = s.whole || isAttack && h.level == 1
}

// isExample reports whether a block of code is one that the text calls an attack or wrong: by its heading, the
// sentence before it, or a comment in it.
func (t *textReader) isExample(content []byte, offset int) bool {
	if t.isTaught(len(t.headings)) || t.inBadExample(offset) {
		return true
	}
	before := strings.TrimSpace(string(t.before))
	if n := strings.LastIndex(strings.TrimRight(before, ".:*_ "), ". "); n >= 0 {
		before = before[n:]
	}
	if markdown.Teaches(before) || isLabelOf(before) && markdown.Warns(before) && !isCondition(before) {
		return true
	}
	for line := range bytes.Lines(content[:min(len(content), 64<<10)]) {
		text := bytes.TrimSpace(line)
		if (bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("<!--"))) && !bytes.HasPrefix(text, []byte("#!")) &&
			(markdown.Teaches(string(text)) || warnsStrictly(string(text))) {
			return true
		}
	}
	return false
}

// isCondition reports whether a label names a problem that the code solves: "If the server cannot write:".
func isCondition(text string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimLeft(text, ". *_\n")), "if ")
}

// isLabelOf reports whether a text introduces what follows.
func isLabelOf(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "*_ \n"), ":") || strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**")
}

// warnsStrictly reports whether a comment calls the next line wrong.
func warnsStrictly(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.Trim(text, "#/<!-* :")), " ")
	return strings.Contains(" never bad bad: wrong wrong: don't don’t avoid incorrect incorrect: ", " "+first+" ")
}
