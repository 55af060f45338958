package conformance

import (
	"strconv"
	"strings"
)

// A mistake is a kind of mistake in frontmatter.
type mistake struct {
	kind string
	make func(*Random, *draft)
}

// mistakes are all kinds of mistakes. Each of them is the first mistake of equally many cases.
var mistakes = concat(valueMistakes, blockMistakes, lineMistakes, fieldMistakes, delimiterMistakes, characterMistakes, yamlMistakes)

func concat(groups ...[]mistake) []mistake {
	var all []mistake
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

var valueMistakes = []mistake{
	{"colon", setFrom(colons)},
	{"hash", setFrom(hashes)},
	{"quotes", setFrom(quotes)},
	{"flow", setFrom(flows)},
	{"scalar", setFrom(scalars)},
	{"scalar-name", func(r *Random, d *draft) { d.set("name", Pick(r, scalars)) }},
	{"scalar-description", func(r *Random, d *draft) { d.set("description", Pick(r, scalars)) }},
	{"tag", setFrom(tagged)},
	{"anchor", setFrom(anchors)},
	{"escape", escape},
	{"leading", addLeading},
	{"quoted", requote},
	{"unbalanced", unbalance},
	{"around-value", func(r *Random, d *draft) {
		d.changeValue(r, func(v string) string {
			return Pick(r, []string{"  ", "\t", " \t", "", "\u00a0", "\n  ", "\n\n  "}) + v + Pick(r, []string{"", " ", "   ", "\t", "\n", " #", "\u00a0", ":", ",", " |", " -"})
		})
	}},
	{"colon-into", func(r *Random, d *draft) {
		d.insertWord(r, []string{": ", ":", " : ", " :", ":\t", ": \"", ": [", ": #", ":\u00a0"})
	}},
	{"hash-into", func(r *Random, d *draft) { d.insertWord(r, []string{" # ", " #", "# ", "\t# ", "#"}) }},
	{"mark-into", func(r *Random, d *draft) {
		d.insertWord(r, []string{"'", "\"", " [", "]", " {", "}", ", ", " & ", " * ", " ! ", " | ", " > ", "%", " @", "`", " - ", " ? ", "\\", "--- ", "---"})
	}},
	{"length-name", func(r *Random, d *draft) { d.set("name", longText(r, "name")) }},
	{"length-description", func(r *Random, d *draft) { d.set("description", longText(r, "description")) }},
	{"length-compatibility", func(r *Random, d *draft) { d.set("compatibility", longText(r, "compatibility")) }},
}

// setFrom sets a random field to one of several values.
func setFrom(values []string) func(*Random, *draft) {
	return func(r *Random, d *draft) { d.set(d.pickKey(r), Pick(r, values)) }
}

// changeValue changes the value of a random field.
func (d *draft) changeValue(r *Random, change func(string) string) {
	key := d.pickKey(r)
	value, ok := d.value(key)
	if !ok {
		value = "some text"
	}
	d.write(key, key+": "+change(value))
}

// insertWord inserts a text into the value of a random field: at its start, its end or between two words.
func (d *draft) insertWord(r *Random, texts []string) {
	text := Pick(r, texts)
	d.changeValue(r, func(v string) string {
		words := strings.SplitAfter(v, " ")
		i := r.Below(len(words) + 1)
		head, rest := strings.Join(words[:i], ""), strings.Join(words[i:], "")
		if r.Percent(50) {
			head = strings.TrimSuffix(head, " ")
		}
		return head + text + rest
	})
}

func escape(r *Random, d *draft) {
	sequence := Pick(r, escapes)
	switch r.Below(4) {
	case 0:
		d.set(d.pickKey(r), `"`+sequence+`"`)
	case 1:
		d.set("name", `"`+sequence+d.directory+`"`)
	default:
		d.set("description", `"Does `+sequence+Pick(r, []string{"", " ", "x", "0"})+`thing"`)
	}
}

func addLeading(r *Random, d *draft) {
	mark := Pick(r, leading)
	key := d.pickKey(r)
	value, _ := d.value(key)
	if r.Percent(40) {
		value = Pick(r, []string{"word text", "text", "Bold text: and", "a, b", "x" + mark + " text", ""})
	}
	d.set(key, mark+Pick(r, []string{"", " ", "", "\t"})+value)
}

// requote adds, changes or removes the quotes of a value without escaping.
func requote(r *Random, d *draft) {
	d.changeValue(r, func(v string) string {
		v = strings.Trim(v, `"'`)
		quote := Pick(r, []string{`"`, `'`, "", `"`, "`", "“"})
		return quote + v + quote
	})
}

func unbalance(r *Random, d *draft) {
	d.changeValue(r, func(v string) string {
		quote := Pick(r, []string{`"`, `'`, "[", "{", "(", "`"})
		switch r.Below(3) {
		case 0:
			return quote + v
		case 1:
			return v + quote
		}
		return quote + strings.Replace(v, " ", quote+" ", 1)
	})
}

var units = []string{"x", "字", "😀", "e\u0301", "é", "x ", "x", "ab-", "\u200b", "７", "ﬁ", "👨‍👩‍👧"}

// longText returns a text whose length is near a limit in bytes, code points or UTF-16 units.
func longText(r *Random, field string) string {
	limit := map[string]int{"name": 64, "description": 1024, "compatibility": 500}[field]
	limit = Pick(r, []int{limit, limit, limit, 1024})
	unit := Pick(r, units)
	n := (limit + r.Below(5) - 2) / Pick(r, []int{1, 1, 1, len([]rune(unit)), len(unit), 2})
	text := strings.Repeat(unit, max(n, 1))
	switch r.Below(8) {
	case 0:
		return `"` + text + `"`
	case 1:
		return "|\n  " + text
	case 2:
		return "|-\n  " + text + "\n  x"
	case 3:
		return ">\n  " + strings.ReplaceAll(text, " ", "\n  ")
	case 4:
		return `"` + text + `  "`
	case 5:
		return text + " x" + strconv.Itoa(r.Below(10))
	}
	return text
}

var blockMistakes = []mistake{
	{"block", block},
	{"block-name", func(r *Random, d *draft) {
		d.set("name", blockHeader(r)+"\n"+Pick(r, []string{"  ", "    ", " ", ""})+d.directory+Pick(r, []string{"", "\n", "\n  ", "\n  b"}))
	}},
	{"block-of", func(r *Random, d *draft) { // the current value as a block scalar
		d.changeValue(r, func(v string) string {
			return blockHeader(r) + "\n  " + strings.ReplaceAll(v, "\n", "\n"+Pick(r, []string{"  ", "", "    "}))
		})
	}},
	{"block-last", func(r *Random, d *draft) { // at the end of the frontmatter, where chomping differs
		from, to := d.field("description")
		if from >= 0 {
			d.splice(from, to)
		}
		block(r, d)
	}},
	{"continuation", func(r *Random, d *draft) {
		d.changeValue(r, func(v string) string { return v + continuation(r) })
	}},
	{"continuation-of", func(r *Random, d *draft) { // a line break in the middle of the value
		d.changeValue(r, func(v string) string {
			words := strings.Split(v, " ")
			i := r.Below(len(words)) + 1
			if i == len(words) {
				return v + continuation(r)
			}
			return strings.Join(words[:i], " ") + Pick(r, []string{"\n  ", "\n", "\n\t", "\n\n  ", "\n ", " \n    ", "\n  \t", "\n  # "}) + strings.Join(words[i:], " ")
		})
	}},
}

func blockHeader(r *Random) string {
	return Pick(r, []string{"|", ">", "|", ">", ">-", "|-"}) +
		Pick(r, []string{"", "", "", "", "+", "-", "2", "1", "4", "0", "9", "10", "2-", "-2", "+1", "++", "-+", " ", "  ", "\t", " # c", "#c", " x", "x", " -", ":", "2 # c", " \t# c", " |", "'"})
}

var blockLines = []string{"  Line one", "  line two", "  and three: four", "  # five", "  - six", "", "  ", "   ", "    indented", "\tTab", "  \ttab", " one blank", "flush", "  trailing  ", "  \"quoted\"", "  [list", "  ---", "  ...", "  x # y", "  key: value", "      deep", "      ", "\t", "  &a *b !c", "  字", "  a\u00a0b", "# flush comment", " # near comment", "- flush item", "  %x", "  name: other", "  description: other"}

func block(r *Random, d *draft) {
	lines := []string{blockHeader(r)}
	for range 1 + r.Below(5) {
		if r.Percent(45) {
			lines = append(lines, "  Uses the thing")
		} else {
			lines = append(lines, Pick(r, blockLines))
		}
	}
	key := "description"
	if r.Percent(15) {
		key = d.pickKey(r)
	}
	d.set(key, strings.Join(lines, "\n"))
}

func continuation(r *Random) string {
	var b strings.Builder
	for range 1 + r.Below(2) {
		b.WriteString(Pick(r, []string{"\n  ", "\n  ", "\n", "\n    ", "\n\t", "\n ", "\n\n  ", "\n\n", "\n  \n  ", "\n\t\n  ", "\n  \t"}))
		b.WriteString(Pick(r, []string{"more text", "and: more", "more # note", "# note", "- item", "\"quoted\"", "[x]", "trailing: ", "more,", "'", "@x", "{", "*x", "...", "---", "--- x", "? x", "!t", "key:", "%x", "| x", "name: b", "description: b", "https://x.y/z"}))
	}
	return b.String()
}
