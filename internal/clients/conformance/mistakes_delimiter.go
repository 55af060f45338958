package conformance

import (
	"bytes"
	"strings"
)

// Mistakes around the frontmatter, and in the body.
var delimiterMistakes = []mistake{
	{"opening", func(r *Random, d *draft) {
		d.opening = Pick(r, []string{"--- ", "---  ", "---\t", " ---", "\t---", "----", "--", "---yaml", "--- yaml", "---json", "---toml", "--- # c", "---x", "--- x", "+++", "===", "```yaml", "***", "–––", "---\u00a0", "- - -", "-----", "---js", "---yml", "--- ---", "---YAML", "---yaml ", "---javascript", "---coffee", "---\f", "---\v", "\u00a0---"})
	}},
	{"closing", func(r *Random, d *draft) {
		d.closing = Pick(r, []string{"--- ", "---  ", "---\t", " ---", "  ---", "\t---", "----", "-----", "--", "--- end", "---Body.", "...", "... ", "+++", "===", "***", "--- # c", "–––", "---\u00a0", "```", "---\f", "--- ---", "---: x", "---\u200b", "---,", "- ---", "x---", "x ---", "\u00a0---"})
	}},
	{"unclosed", func(r *Random, d *draft) {
		d.unclosed = true
		d.body = Pick(r, []string{"", "\n# Title\n", "\nBody.\n", "\nkey: value\n", "Note: text: here.\n", "- a\n- b\n", "\n# Title\n\nText: with colon\n", "x ---\n", "\n\n", "# only a comment\n"})
	}},
	{"before", func(r *Random, d *draft) {
		d.before = Pick(r, []string{"\n", " \n", "# Title\n\n", "<!-- c -->\n", "\ufeff", "\ufeff\ufeff", "\ufeff\n", "\t", " ", "---\n", "---\n---\n", "\u200b", "#!/bin/sh\n", "\r\n", "...\n", "%YAML 1.2\n", "\x00", "\u00a0", "\f", "# c\n", "```\n"})
	}},
	{"line-ends", func(r *Random, d *draft) {
		d.end = Pick(r, []string{"\r\n", "\r\n", "\r", "\n\r", "\r\r\n", " \n", "\t\n", " \r\n", "\u0085", "\u2028"})
	}},
	{"mixed-line-ends", func(r *Random, d *draft) {
		end, rest := Pick(r, []string{"\r\n", "\r\n", "\r", "\u0085", "\u2028", "\v", "\f"}), r.Next()
		d.finalChanges = append(d.finalChanges, func(file []byte) []byte {
			own := NewRandom(rest)
			var b bytes.Buffer
			for _, c := range file {
				if c == '\n' && own.Percent(30) {
					b.WriteString(end)
				} else {
					b.WriteByte(c)
				}
			}
			return b.Bytes()
		})
	}},
	{"no-last-line-end", func(r *Random, d *draft) {
		d.body = Pick(r, []string{"", "", "\n", "Body."})
		suffix := Pick(r, []string{"\n", "\n", "-\n", "Body."})
		d.finalChanges = append(d.finalChanges, func(file []byte) []byte { return bytes.TrimSuffix(file, []byte(suffix)) })
	}},
	{"rule-in-header", func(r *Random, d *draft) {
		d.insertWord(r, []string{" --- ", "---", "--- ", " ---", "\n---\n", "\n  ---\n  ", "\n  --- x\n", "\n---x\n", "\n----\n", "-----", "—"})
	}},
	{"empty-header", func(r *Random, d *draft) {
		d.lines = strings.Split(Pick(r, []string{"", "\n", "# c", "  ", "\t", "\n\n# c\n"}), "\n")
		if r.Percent(30) {
			d.lines = nil
		}
	}},
	{"body", func(r *Random, d *draft) { d.body = oddBody(r) }},
	{"body-for-description", func(r *Random, d *draft) { // some clients take the description from the body
		d.body = oddBody(r)
		if from, to := d.field("description"); from >= 0 {
			d.splice(from, to)
			if r.Percent(25) {
				d.insert(from, "description:"+Pick(r, []string{"", " null", " \"\"", " ~", " >", " ''"}))
			}
		}
	}},
}

var paragraphs = []string{"Body.", "# Title", "## Second", "Some text\nover two lines.", "- item one\n- item two", "* star\n  continued", "1. first\n2. second", "> quoted", "```\ncode\n```", "```yaml\n---\nname: x\n---\n```", "    indented code", "Title\n=====", "Second\n---", "---", "***", "| a | b |\n|---|---|\n| 1 | 2 |", "<!-- comment -->", "<div>html</div>", "**Bold** and *thin* and `code`.", "[link](https://example.org) and ![image](x.png)", "Text with a tab\there  and   blanks.", "#no heading", "####### seven", "Line  \nbreak", "\\# escaped", "~~~\nx\n~~~", "name: other\ndescription: Other.", "---\nname: other\n---", "字字字", "😀", "\ttabbed", "# Title #", "  # indented title", "# \n\ntext", "#\ttab", "text\n# close heading\ntext", "&amp; &lt;", "[ref]: https://example.org", "- [ ] task", "$ARGUMENTS and {{x}}", "a\u00a0b", "a\u2028b", "\u200b", "- # in list", "> # in quote", "```\n# in code\n```", "+ plus", "Setext over\ntwo lines\n---", "<b># x</b>", "\x00", "\x1b[1m", "a\vb\fc"}

// oddBody returns a body of random paragraphs, sometimes with a long one.
func oddBody(r *Random) string {
	if r.Percent(12) {
		return Pick(r, []string{"", "\n", "\n\n\n", "   \n", "\t\n", "\r\n", "# Title\n", "# A\n\n## B\n", "\ufeffBody.\n", "\nBody", " Body.\n", "\n---\n", "---\n"})
	}
	var b strings.Builder
	if r.Percent(75) {
		b.WriteString("\n")
	}
	for range 1 + r.Below(4) {
		p := Pick(r, paragraphs)
		if r.Percent(8) {
			p = strings.TrimSpace(strings.Repeat(Pick(r, []string{"word ", "字", "😀", "x", "long text. "}), Pick(r, []int{90, 93, 94, 204, 205, 341, 511, 512, 1022, 1023, 1024, 1025, 1500})))
		}
		b.WriteString(p + Pick(r, []string{"\n\n", "\n\n", "\n", "\n \n", "\n\n\n"}))
	}
	return b.String()
}

var oddCharacters = []string{"\u00a0", "\u0085", "\u2028", "\u2029", "\u200b", "\u200c", "\u200d", "\ufeff", "\u00ad", "\u3000", "\u2003", "\u202e", "\x00", "\x07", "\b", "\v", "\f", "\x1b", "\x1f", "\x7f", "\u0080", "\u009b", "\u009f", "\ufffe", "\uffff", "\ufffd", "\ue000", "\U0001F680", "\U0010FFFF", "\U000E0041", "\xff", "\xe9", "\xc0\x80", "\xed\xa0\x80", "\xe2\x82", "\xf0\x9f\x98", "\x80", "\xf5\x80\x80\x80", "\r", "\t", "\u0301", "\u1680", "\u180e", "\u205f", "\u2060", "：", "，", "“", "”", "’", "—", "\x1c", "\x1d", "\x1e"}

var specialCharacters = []string{":", "#", "'", "\"", "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@", "`", "-", "?", " ", "\t", "\n", "\\", "\n\n", "  ", ": ", " #", "- ", "---", "\n  ", "~", "=", "<", "/", "0", ".", "\r"}

// Mistakes in single characters of the frontmatter.
var characterMistakes = []mistake{
	{"odd-character", insertAnywhere(oddCharacters)},
	{"odd-at-value", func(r *Random, d *draft) {
		c := Pick(r, oddCharacters)
		key := Pick(r, []string{"name", "description", "description", d.pickKey(r)})
		value, _ := d.value(key)
		switch r.Below(5) {
		case 0:
			d.set(key, c+value)
		case 1:
			d.set(key, value+c)
		case 2:
			d.set(key, `"`+c+`"`)
		case 3:
			d.write(key, key+":"+c+value)
		default:
			d.set(key, "|\n  a"+c+"\n  b")
		}
	}},
	{"mark", insertAnywhere(specialCharacters)},
	{"marks", func(r *Random, d *draft) {
		for range 2 + r.Below(3) {
			insertAnywhere(specialCharacters)(r, d)
		}
	}},
	{"drop-character", func(r *Random, d *draft) {
		d.edit(r, func(text []rune, i int) []rune { return append(text[:i:i], text[min(i+1, len(text)):]...) })
	}},
	{"swap-characters", func(r *Random, d *draft) {
		d.edit(r, func(text []rune, i int) []rune {
			if i+1 < len(text) {
				text[i], text[i+1] = text[i+1], text[i]
			}
			return text
		})
	}},
	{"cut", func(r *Random, d *draft) {
		d.edit(r, func(text []rune, i int) []rune { return append(text[:i:i], text[min(i+2+r.Below(20), len(text)):]...) })
	}},
	{"copy", func(r *Random, d *draft) {
		d.edit(r, func(text []rune, i int) []rune {
			piece := text[i:min(i+1+r.Below(25), len(text))]
			at := r.Below(len(text) + 1)
			return append(append(append([]rune{}, text[:at]...), piece...), text[at:]...)
		})
	}},
}

// edit changes the frontmatter at a random character.
func (d *draft) edit(r *Random, change func([]rune, int) []rune) {
	text := []rune(strings.Join(d.lines, "\n"))
	if len(text) == 0 {
		return
	}
	d.lines = strings.Split(string(change(text, r.Below(len(text)))), "\n")
}

// insertAnywhere inserts one of several texts at a random position in the frontmatter, between characters.
func insertAnywhere(texts []string) func(*Random, *draft) {
	return func(r *Random, d *draft) {
		text := strings.Join(d.lines, "\n")
		at := r.Below(len(text) + 1)
		for at > 0 && at < len(text) && text[at]&0xc0 == 0x80 {
			at--
		}
		d.lines = strings.Split(text[:at]+Pick(r, texts)+text[at:], "\n")
	}
}
