package behavior

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/markdown"
)

// sections is what the headings of a text say about what follows them. They are read when something is found.
type sections struct {
	header []byte    // the frontmatter, unless it was read
	unread []heading // since the last question
	taught bool      // the last section is about attacks or what is wrong
	level  int       // of its heading
	whole  bool      // all of the text is about attacks
}

// A heading is the start of a section.
type heading struct {
	level int
	title []byte
}

func (s *sections) add(level int, title []byte) { s.unread = append(s.unread, heading{level, title}) }

// isTaught reports whether a heading or the description calls the text an attack or wrong.
func (s *sections) isTaught() bool {
	if s.header != nil {
		s.whole, s.header = markdown.IsAboutAttacks(string(s.header)), nil
	}
	for _, h := range s.unread {
		if s.taught && h.level > s.level {
			continue
		}
		title := string(h.title)
		isAttack := markdown.IsAboutAttacks(title)
		s.taught, s.level = isAttack || markdown.Warns(title) || strings.ContainsAny(title, "❌✗✘✖🚫⛔"), h.level
		s.whole = s.whole || isAttack && h.level == 1
	}
	s.unread = s.unread[:0]
	return s.taught || s.whole
}

// isExample reports whether a block of code is one that the text calls an attack or wrong: by its heading, the
// sentence before it, or a comment in it.
func (t *textReader) isExample(content []byte, offset int) bool {
	if t.isTaught() || t.inBadExample(offset) {
		return true
	}
	before := strings.TrimSpace(string(t.before))
	if n := strings.LastIndex(strings.TrimRight(before, ".:*_ "), ". "); n >= 0 {
		before = before[n:]
	}
	if markdown.Teaches(before) || isLabelOf(before) && markdown.Warns(before) {
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

// isLabelOf reports whether a text introduces what follows.
func isLabelOf(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "*_ \n"), ":") || strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**")
}

// warnsStrictly reports whether a comment calls the next line wrong.
func warnsStrictly(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.Trim(text, "#/<!-* :")), " ")
	return strings.Contains(" never bad bad: wrong wrong: don't don’t avoid incorrect incorrect: ", " "+first+" ")
}
