package conformance

import (
	"strings"
)

// Mistakes with more YAML than skills use: nested collections in all styles, and random tokens.
var yamlMistakes = []mistake{
	{"tree", func(r *Random, d *draft) {
		d.insert(r.Below(len(d.lines)+1), strings.Split(Pick(r, []string{"extra", "metadata", "config"})+":"+node(r, "", 3), "\n")...)
	}},
	{"broken-tree", func(r *Random, d *draft) {
		lines := strings.Split("extra:"+node(r, "", 3), "\n")
		i := r.Below(len(lines))
		switch r.Below(6) {
		case 0:
			lines[i] = Pick(r, []string{" ", "  ", "\t"}) + lines[i]
		case 1:
			lines[i] = strings.TrimPrefix(lines[i], " ")
		case 2:
			at := r.Below(len(lines[i]) + 1)
			lines[i] = lines[i][:at] + Pick(r, []string{":", "-", "?", "\"", "'", "[", "}", ",", " #", ": ", "- ", "\t"}) + lines[i][at:]
		case 3:
			lines[i] = ""
		case 4:
			lines[i] += Pick(r, []string{":", " |", " >", " &a", " !t", " #", ",", " \"", " -"})
		default:
			lines = append(lines[:i], lines[min(i+1, len(lines)):]...)
		}
		d.insert(r.Below(len(d.lines)+1), lines...)
	}},
	{"soup", func(r *Random, d *draft) { d.set(d.pickKey(r), randomTokens(r, 1+r.Below(6))) }},
	{"soup-line", func(r *Random, d *draft) {
		d.insert(r.Below(len(d.lines)+1), strings.Split(randomTokens(r, 2+r.Below(8)), "\n")...)
	}},
	{"soup-all", func(r *Random, d *draft) {
		d.lines = strings.Split(Pick(r, []string{"name: " + d.directory + "\ndescription: y\n", "name: " + d.directory + "\n", "description: y\n", ""})+randomTokens(r, 3+r.Below(12)), "\n")
	}},
}

var tokens = []string{"a", "b c", "name", "description", "x", "7", ":", ": ", " :", "-", "- ", "?", "? ", ",", ", ", "[", "]", "{", "}", "&a ", "*a", "*a ", "!t ", "!!str ", "|", "|-", ">", ">+", "'", "\"", "'q'", "\"q\"", "#", " # c", "\n", "\n", "\n ", "\n  ", "\n    ", "\n- ", "\n  - ", "\n\t", " ", "  ", "\t", "%", "@", "`", "---", "...", "\n---\n", "\n...\n", "<<", "~", "null", "\\", "\\n", "=", "字", "key: value", "\nkey: value", "\n\n", "\n# c\n"}

func randomTokens(r *Random, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(Pick(r, tokens))
	}
	return b.String()
}

// node returns a random value to follow a key or dash with an indentation.
func node(r *Random, indent string, depth int) string {
	if depth == 0 || r.Percent(30) {
		return " " + leaf(r, indent)
	}
	property := Pick(r, []string{"", "", "", "", "", " &n", " !t", " !!map", " # c"})
	in := indent + Pick(r, []string{"  ", "  ", " ", "    "})
	var b strings.Builder
	switch r.Below(4) {
	case 0:
		return " " + flow(r, depth)
	case 1:
		b.WriteString(strings.Replace(property, "!!map", "!!seq", 1))
		if r.Percent(30) && indent != "" || r.Percent(10) {
			in = indent // a list may have the indentation of its key
		}
		for range 1 + r.Below(3) {
			b.WriteString(filler(r, in) + "\n" + in + "-" + item(r, in, depth-1))
		}
	default:
		b.WriteString(property)
		for i := range 1 + r.Below(3) {
			b.WriteString(filler(r, in) + "\n" + in + entry(r, in, i, depth-1))
		}
	}
	return b.String()
}

func entry(r *Random, in string, i, depth int) string {
	key := string(rune('k'+i)) + Pick(r, []string{"", "", "", "-x", " y", ".z", "7"})
	switch r.Below(14) {
	case 0:
		return `"` + key + `":` + node(r, in, depth)
	case 1:
		return "'" + key + "' :" + node(r, in, depth)
	case 2:
		return "? " + key + "\n" + in + ":" + node(r, in, depth)
	case 3:
		return "&k" + key[:1] + " " + key + ":" + node(r, in, depth)
	case 4:
		return "? " + flow(r, 1) + "\n" + in + ":" + node(r, in, depth)
	}
	return key + ":" + node(r, in, depth)
}

// item returns the value after a dash, in compact or block form.
func item(r *Random, in string, depth int) string {
	switch r.Below(6) {
	case 0:
		return " k:" + node(r, in+"  ", depth) + "\n" + in + "  l:" + node(r, in+"  ", 0)
	case 1:
		return " - a\n" + in + "  - b"
	}
	return node(r, in, depth)
}

func filler(r *Random, in string) string {
	if r.Percent(88) {
		return ""
	}
	return "\n" + Pick(r, []string{"", in, in + "# c", "# c", "  # c", "\t", in + "   "})
}

func leaf(r *Random, indent string) string {
	in := indent + Pick(r, []string{"  ", "    ", " "})
	switch r.Below(12) {
	case 0:
		return Pick(r, []string{"|", ">", "|-", ">-", "|+", ">+", "|1", "|2"}) + "\n" + in + "one\n" + Pick(r, []string{"", "\n", in + " more\n"}) + in + "two"
	case 1:
		return "plain\n" + in + "over lines" + Pick(r, []string{"", "\n" + in + "and more", "\n\n" + in + "and more"})
	case 2:
		return "\"double\n" + in + "over\\n lines\""
	case 3:
		return "'single\n\n" + in + "over lines'"
	case 4:
		return Pick(r, []string{"&l ", "!t ", "!!str "}) + Pick(r, scalars)
	case 5:
		return ""
	case 6:
		return Pick(r, tagged)
	}
	return Pick(r, scalars)
}

func flow(r *Random, depth int) string {
	if depth == 0 {
		return Pick(r, []string{"a", "b c", "'q'", "\"q\"", "7", "true", "~", "", "a:b", "x: y", "- a", "?", "!t a", "&f a", "*f", "http://a/b"})
	}
	var parts []string
	for i := range r.Below(4) {
		part := flow(r, r.Below(depth))
		parts = append(parts, part)
		if r.Percent(40) {
			parts[i] = string(rune('k'+i)) + Pick(r, []string{": ", ": ", ":", " : "}) + part
		}
	}
	inner := strings.Join(parts, Pick(r, []string{", ", ", ", ",", " , ", ",\n      "}))
	if r.Percent(50) {
		return "[" + inner + Pick(r, []string{"]", "]", "]", ", ]"})
	}
	return "{" + inner + Pick(r, []string{"}", "}", "}", ", }"})
}
