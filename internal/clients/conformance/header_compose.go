package conformance

import (
	"strings"
)

var words = strings.Fields("use when the user asks for a report or PDF file, e.g. in https://example.org/a?b=c#d and C++ (not C#) with \"quotes\" it's 100% of #1 a/b *bold* `code` <tag> [x] {y} key: value; 3.5 → ✓ 字 — “curly” don't run: --flag -x $HOME @me ~/dir & more, then stop. Also: TRIGGER")

// headerText returns random words, including characters that are special in YAML.
func headerText(r *Random) string {
	some := make([]string, 3+r.Below(18))
	for i := range some {
		some[i] = Pick(r, words)
	}
	return strings.Join(some, " ")
}

// styleValue formats a text in one of YAML's styles, usually correctly.
func styleValue(r *Random, s, indent string) string {
	switch r.Below(8) {
	case 0:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	case 1:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	case 2, 3:
		at := len(s) / 2
		for at > 0 && s[at] != ' ' {
			at--
		}
		return Pick(r, []string{"|", ">", ">-", "|-", ">+", "|2-"}) + "\n" + indent + s[:at] + Pick(r, []string{"\n" + indent, "\n\n" + indent, "\n" + indent + "  "}) + strings.TrimLeft(s[at:], " ")
	}
	return s
}

// composeFrontmatter returns frontmatter with random fields in random styles.
func composeFrontmatter(r *Random, name string) string {
	fields := []string{"name: " + Pick(r, []string{name, name, `"` + name + `"`, "'" + name + "'", name + " # id"}), "description: " + styleValue(r, headerText(r), "  ")}
	for range r.Below(5) {
		fields = append(fields, extraField(r))
	}
	for i := len(fields) - 1; i > 0; i-- {
		if j := r.Below(i + 1); r.Percent(30) {
			fields[i], fields[j] = fields[j], fields[i]
		}
	}
	return strings.Join(fields, "\n")
}

func extraField(r *Random) string {
	switch r.Below(9) {
	case 0:
		return "allowed-tools:" + Pick(r, []string{" Read, Write", " [Read, Write]", "\n  - Read\n  - Bash(git:*)", "\n- Read", " \"*\""})
	case 1:
		return "metadata:\n  author: " + Pick(r, words) + "\n  note: " + styleValue(r, headerText(r), "    ")
	case 2:
		return "license: " + Pick(r, []string{"MIT", "Apache-2.0", "see LICENSE.txt", "\"MIT\""})
	case 3:
		return "version: " + Pick(r, scalars)
	case 4:
		return "items:\n  - " + Pick(r, words) + "\n  - " + styleValue(r, headerText(r), "    ") + "\n  - k: " + Pick(r, words) + "\n    l: " + Pick(r, scalars)
	case 5:
		return Pick(r, []string{"# a comment", "", "  # indented", "#" + headerText(r)})
	case 6:
		return "when_to_use: " + styleValue(r, headerText(r), "  ")
	case 7:
		return "argument-hint: " + Pick(r, []string{"\"[file]\"", "<file>", "[file]"})
	}
	return "map: {a: " + Pick(r, words) + ", b: [" + Pick(r, words) + ", " + Pick(r, scalars) + "]}"
}
