package behavior

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/markdown"
)

// sections determines by the headings of a text which parts show attacks or mistakes. Headings are evaluated on demand.
type sections struct {
	frontmatter  []byte // the frontmatter
	headings     []heading
	taught       []bool // by number of preceding headings: whether the text shows attacks or mistakes; evaluated so far
	level        int    // level of the heading that announces them; 0: none
	aboutAttacks bool   // the whole text is about attacks
}

// A heading is the start of a section.
type heading struct {
	level int
	title []byte
}

func (s *sections) add(level int, title []byte) {
	s.headings = append(s.headings, heading{level, title})
}

// isTaught reports whether the description or one of the first n headings marks the text after them as an attack or wrong.
func (s *sections) isTaught(n int) bool {
	if len(s.taught) == 0 {
		s.aboutAttacks = markdown.IsAboutAttacks(string(s.frontmatter))
		s.taught = append(s.taught, s.aboutAttacks)
	}
	for len(s.taught) <= n {
		if h := s.headings[len(s.taught)-1]; s.level == 0 || h.level <= s.level {
			s.read(h)
		}
		s.taught = append(s.taught, s.level > 0 || s.aboutAttacks)
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
	s.aboutAttacks = s.aboutAttacks || isAttack && h.level == 1
}

// isExample reports whether the text marks a code block as an attack or wrong: in its heading, the preceding sentence or
// a comment.
func (t *textReader) isExample(content []byte, offset int) bool {
	if t.isTaught(len(t.headings)) || t.roles.IsWrong(offset) {
		return true
	}
	before := strings.TrimSpace(string(t.previous))
	if n := strings.LastIndex(strings.TrimRight(before, ".:*_ "), ". "); n >= 0 {
		before = before[n:]
	}
	if markdown.IntroducesAttack(before) || isLabelOf(before) && markdown.Warns(before) && !isCondition(before) {
		return true
	}
	for line := range bytes.Lines(content[:min(len(content), 64<<10)]) {
		text := bytes.TrimSpace(line)
		if (bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("<!--"))) && !bytes.HasPrefix(text, []byte("#!")) &&
			(markdown.IntroducesAttack(string(text)) || warnsStrictly(string(text))) {
			return true
		}
	}
	return false
}

// isCondition reports whether a label names a problem that the code solves: "If the server cannot write:".
func isCondition(text string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimLeft(text, ". *_\n")), "if ")
}

// isLabelOf reports whether a text introduces the next block.
func isLabelOf(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "*_ \n"), ":") || strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**")
}

// warnsStrictly reports whether a comment marks the next line as wrong.
func warnsStrictly(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.Trim(text, "#/<!-* :")), " ")
	return strings.Contains(" never bad bad: wrong wrong: don't don’t avoid incorrect incorrect: ", " "+first+" ")
}
