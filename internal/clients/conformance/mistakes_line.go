package conformance

import (
	"strings"
)

// Mistakes in whole lines, regardless of their content.
var lineMistakes = []mistake{
	{"duplicate-key", func(r *Random, d *draft) {
		key := Pick(r, append(d.fields(), "name", "description", "license"))
		d.insert(r.Below(len(d.lines)+1), key+": "+Pick(r, []string{"again", "", "null", d.directory, "a: b", "[x", "'q'", "|\n  x"}))
	}},
	{"stray-line", func(r *Random, d *draft) {
		d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"stray text", "- item", "---", "...", "--- x", "...x", "--", "----", "%YAML 1.2", "%TAG ! x", "?", "? x", "? a\n: b", ": b", ":", "&a", "*a", "!t", "'x'", "\"x\": y", "{a: b}", "[a]", "|", ">", "x:y", "==", "key =  value", "<b>x</b>", "** x **", "a: b: c", "@x: y", "`x`: y", "'x: y", "-", "-x: y", " ---", "  ---", "\t---", "---\t", "--- # c", "--- |", "--- name: x", "... # c"}))
	}},
	{"blank-line", func(r *Random, d *draft) {
		d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"", "", "  ", "\t", " \t", "\n\n", "      ", "\u00a0", "\f", "\v"}))
	}},
	{"comment", func(r *Random, d *draft) {
		d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"# note", "  # note", "#", "\t# note", "#note: x", "  # a: b", "# ---", "#---", "# 'x", "# [", "    # deep"}))
	}},
	{"tab-at-start", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.lines[i] = Pick(r, []string{"\t", " \t", "\t ", "  \t"}) + strings.TrimLeft(d.lines[i], Pick(r, []string{" ", ""}))
	}},
	{"tab-at-end", func(r *Random, d *draft) {
		d.lines[r.Below(len(d.lines))] += Pick(r, []string{"\t", " \t", "\t\t", "\t# c", "\t "})
	}},
	{"tab-for-blank", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.lines[i] = strings.Replace(d.lines[i], " ", "\t", 1)
	}},
	{"tab-after-colon", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.lines[i] = strings.Replace(d.lines[i], ": ", Pick(r, []string{":\t", ": \t", ":\t ", "\t: ", "\t:\t"}), 1)
	}},
	{"indent-line", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.lines[i] = Pick(r, []string{" ", "  ", "    "}) + d.lines[i]
	}},
	{"dedent-line", func(r *Random, d *draft) {
		for i := range d.lines {
			if j := (i + r.Below(len(d.lines))) % len(d.lines); strings.HasPrefix(d.lines[j], " ") {
				d.lines[j] = strings.TrimLeft(d.lines[j], " ")
				if r.Percent(40) {
					d.lines[j] = " " + d.lines[j]
				}
				return
			}
		}
	}},
	{"indent-all", func(r *Random, d *draft) {
		indent := Pick(r, []string{" ", "  ", "    ", "\t"})
		first := r.Below(3) / 2 // sometimes all but the first
		for i := first; i < len(d.lines); i++ {
			d.lines[i] = indent + d.lines[i]
		}
	}},
	{"swap-lines", func(r *Random, d *draft) {
		i, j := r.Below(len(d.lines)), r.Below(len(d.lines))
		d.lines[i], d.lines[j] = d.lines[j], d.lines[i]
	}},
	{"join-lines", func(r *Random, d *draft) {
		if len(d.lines) > 1 {
			i := r.Below(len(d.lines) - 1)
			d.splice(i, i+2, d.lines[i]+Pick(r, []string{"", " ", ", "})+d.lines[i+1])
		}
	}},
	{"repeat-line", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.insert(i, d.lines[i])
	}},
	{"drop-line", func(r *Random, d *draft) {
		i := r.Below(len(d.lines))
		d.splice(i, i+1)
	}},
	{"document", func(r *Random, d *draft) {
		switch r.Below(5) {
		case 0:
			d.insert(0, Pick(r, []string{"%YAML 1.2", "%YAML 1.1", "%TAG ! tag:x,2020:", "%FOO bar", "%"}))
		case 1:
			d.insert(0, "%YAML 1.2", "--- ")
		case 2:
			d.lines = append(d.lines, Pick(r, []string{"...", "... ", "...\n", "... x", "...\nname: x", "... # c", " ..."}))
		case 3:
			d.insert(0, Pick(r, []string{"--- ", "--- # c", "--- !!map", "--- &a", "...", "--- |", "---\t"}))
		default:
			d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"--- ", "...", "---\t# c", "--- text"}))
		}
	}},
	{"root", func(r *Random, d *draft) {
		switch r.Below(6) {
		case 0:
			for i := range d.lines {
				d.lines[i] = "- " + d.lines[i]
			}
		case 1:
			d.lines = []string{Pick(r, []string{"", "just text", "null", "~", "42", "'text'", "[]", "{}", "[a, b]", "# comment", "|\n  name: x", "&a", "!!map", "name", "- name: x", "\"name: x\"", "*a", "true"})}
		case 2:
			d.lines = []string{"{" + strings.Join(d.lines, Pick(r, []string{", ", ",\n ", "\n", ",\n"})) + Pick(r, []string{"}", "", ",}", "} x"})}
		case 3:
			d.lines = []string{`{"name": "` + d.directory + `", "description": "Does it"` + Pick(r, []string{"}", ",}", "", ", \"x\": [1, 2]}", "}}", ", x}", ", // c\n}"})}
		case 4:
			d.insert(0, Pick(r, []string{"&root", "!!map", "!thing", "&a !b", "? ", "- "}))
		default:
			d.lines = append(d.lines, "? complex key", ": "+Pick(r, []string{"value", "- a", "", "\n  a: b"}))
		}
	}},
}

// Mistakes in keys and fields.
var fieldMistakes = []mistake{
	{"key-form", func(r *Random, d *draft) {
		key := Pick(r, []string{"name", "description", d.pickKey(r)})
		value, _ := d.value(key)
		form := Pick(r, []string{"KEY : ", "KEY:", "KEY  :  ", "KEY :", "\"KEY\": ", "'KEY': ", "\"KEY: ", "KEY\": ", "KEY： ", "KEY = ", "? KEY\n: ", "KEY\n: ", "-KEY: ", "- KEY: ", "KEY:: ", "KEY ", "*KEY: ", "!!str KEY: ", "&k KEY: ", "KEY[0]: ", "[KEY]: ", "{KEY}: ", "`KEY`: ", "**KEY**: ", "KEY\t: ", " KEY: ", "\"KEY\" : ", "'KEY':", "\"KEY\":", "KEY:\u00a0", "\"\\x6eKEY\": ", "KEY\n  : ", "@KEY: ", "KEY, x: ", "KEY # c: ", "KEY: # c\n  "})
		d.write(key, strings.ReplaceAll(form, "KEY", key)+value)
	}},
	{"key-case", func(r *Random, d *draft) {
		key := Pick(r, []string{"name", "description"})
		value, _ := d.value(key)
		d.write(key, Pick(r, []string{strings.ToUpper(key[:1]) + key[1:], strings.ToUpper(key), key + "s", "the " + key, key + "-x", key + "_", key[:len(key)-1], "x." + key})+": "+value)
	}},
	{"no-field", func(r *Random, d *draft) {
		if from, to := d.field(Pick(r, []string{"name", "description"})); from >= 0 {
			d.splice(from, to)
		}
	}},
	{"name-form", nameForm},
	{"name-equals", func(r *Random, d *draft) { // the same unusual name for the skill and its directory
		name := Pick(r, oddNames) + Pick(r, []string{"", "", "-x", "1"})
		d.directory = strings.NewReplacer("/", "-", "\x00", "").Replace(name)
		d.set("name", `"`+name+`"`)
	}},
	{"metadata", func(r *Random, d *draft) {
		d.set("metadata", Pick(r, append(notLists, "x: y", "\n  a: b", "\n  - a", "\n  a: [b]", "\n  short-description: 7", "\n  short-description: [x]", "\n  short-description: {a: b}", "\n  short-description:", "\n  1: 2", "\n  a: 1.5\n  b: yes", "\n  ~: x", "\n  short-description: a: b", "\n  short-description: text", "\n  short-description: 2024-01-01", "\n  a: b\n  a: c", "\n  short-description: a\n  short-description: b", "\n  [a]: b", "\n  {a: b}: c", "\n  a:\n  - b\n  - c: d", "\n a: b\n  c: d", "\n  a: b\n c: d", "{a: b, a: c}", "\n\n  a: b", "\n\ta: b", "\n  openclaw: {\"emoji\": \"x\"}", "\n  short-description: true", "\n  short-description: ~", "\n  short-description: !!str 7", "&m\n  a: b", "!t\n  a: b")))
	}},
	{"tools", func(r *Random, d *draft) {
		d.set(Pick(r, []string{"allowed-tools", "allowed-tools", "tools"}), Pick(r, notLists))
	}},
	{"hint", func(r *Random, d *draft) {
		d.set("argument-hint", Pick(r, []string{"[file]", "\"[file]\"", "<file>", "null", "", "7", "true", "{a: b}", "[a] [b]", "[file] <x>", "'x'", "~", "\n  - a", "2024-01-01", "1.5", "yes", "|\n  x", "a: b", "[a: b]", "!!str 7", "file", "[]", "{}", "*", "-", "[file", "0x1F", "add [x] | remove [y]"}))
	}},
	{"boolean", func(r *Random, d *draft) {
		key := Pick(r, []string{"disable-model-invocation", "user-invocable", "user-invokable", "disable-model-invocation", "user-invocable", "enabled", "hidden"})
		d.set(key, Pick(r, append(scalars, "\"true\"", "'false'", "[true]", "{}", "!!bool \"true\"", "true # c", "true x", "|\n  true", "!!bool true", "!t true", "&a true")))
	}},
	{"compatibility", func(r *Random, d *draft) {
		d.set("compatibility", Pick(r, append(notLists, "node: 20", "\"\"", "needs x", "{node: 20}")))
	}},
	{"typed-field", func(r *Random, d *draft) {
		key := Pick(r, []string{"license", "model", "version", "agent", "context", "hooks", "paths", "tags", "license", "interface", "dependencies", "policy", "source", "short-description", "when_to_use", "arguments", "effort", "shell", "author", "mcp-servers", "infer", "target", "applyTo"})
		d.set(key, Pick(r, append(notLists, scalars...)))
	}},
	{"unknown-field", func(r *Random, d *draft) {
		value := Pick(r, [][]string{colons, hashes, quotes, flows, scalars, tagged, anchors})
		d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"note", "x-extra", "Note", "a_b", "a.b", "\"note\"", "note here", "1", "true", "~", "null", "é", "技", "a/b", "$x", "_"})+": "+Pick(r, value))
	}},
	{"merge", func(r *Random, d *draft) {
		d.insert(0, Pick(r, []string{"base: &b\n  description: Merged.", "base: &b {description: Merged., license: MIT}", "base: &b [x]", "base: &b text", "base: &b\n  - {description: Merged.}\n  - {name: merged}", "x: y", "base: &b\n  description: Merged.\n  name: merged"}))
		if from, to := d.field("description"); from >= 0 && r.Percent(60) {
			d.splice(from, to)
		}
		d.lines = append(d.lines, Pick(r, []string{"<<: *b", "<<: *b", "<<: [*b]", "<<: {description: Inline.}", "<<: text", "<<:", "<<: *none", "\"<<\": *b", "<<: [*b, text]", "<<: *b\n<<: *b", "<<: null", "!!merge <<: *b", "? <<\n: *b"}))
	}},
	{"nested", func(r *Random, d *draft) {
		open, shut := Pick(r, []string{"[", "{a: "}), ""
		n := Pick(r, []int{3, 20, 60, 64, 100, 127, 128, 129})
		shut = map[string]string{"[": "]", "{a: ": "}"}[open]
		d.set("deep", strings.Repeat(open, n)+"x"+strings.Repeat(shut, n-r.Below(30)/29))
	}},
	{"long-key", func(r *Random, d *draft) {
		key := strings.Repeat(Pick(r, []string{"k", "key ", "字"}), Pick(r, []int{120, 127, 128, 129, 250, 340, 341, 500, 511, 512, 1020, 1022, 1023, 1024, 1025, 1030, 2000}))
		d.insert(r.Below(len(d.lines)+1), Pick(r, []string{"", "", "\"", "'", "? "})+strings.TrimSpace(key)+Pick(r, []string{": v", ": v", "\": v", "': v", ":", ""}))
	}},
}

var oddNames = []string{"café", "cafe\u0301", "ﬁle", "ｆｕｌｌ", "技能", "навык", "Навык", "ℌ", "x²", "ä-ö", "ß", "İ", "ı", "ǅ", "ΐ", "ω", "א", "ا", "한글", "あ", "ア", "x\u0300", "\u0300x", "a--b", "-a", "a-", "A", "aB", "1", "a_b", "a.b", "a b", "a+b", "a:b", "😀", "x\u200by", "x\u00ady", "ÿ", "Ā", "ɐ", "㐀", "龥", "Ⅳ", "ſ", "K", "ａ－ｂ", "a‐b", "a–b", "ѐ", "ӿ", "Ԁ", "１", "x\u2009y", " a", "a ", "a  b", "a\u00a0b", "a/b", "a<b>", "a*b?", "a|b", "a\\\\b", "a\\\"b", "@a", "#a", "a@b", "a,b", "a'b", "con", "name", "claude-x", "anthropic"}

func nameForm(r *Random, d *draft) {
	name := Pick(r, []string{Pick(r, oddNames), Pick(r, oddNames) + d.directory, d.directory + Pick(r, oddNames), strings.ToUpper(d.directory), strings.ReplaceAll(d.directory, "-", " "), strings.ReplaceAll(d.directory, "-", "_"), "  " + d.directory + "  ", d.directory + ":sub", d.directory + "\n  x", "other-name"})
	d.set("name", Pick(r, []string{name, `"` + name + `"`, "'" + name + "'"}))
}
