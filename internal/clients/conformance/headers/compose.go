package headers

import (
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance/seeded"
)

var words = strings.Fields("use when the user asks for a report or PDF file, e.g. in https://example.org/a?b=c#d and C++ (not C#) with \"quotes\" it's 100% of #1 a/b *bold* `code` <tag> [x] {y} key: value; 3.5 → ✓ 字 — “curly” don't run: --flag -x $HOME @me ~/dir & more, then stop. Also: TRIGGER")

// text returns some words, as an author might have written them without a thought of YAML.
func text(r *seeded.Random) string {
	some := make([]string, 3+r.Below(18))
	for i := range some {
		some[i] = seeded.Pick(r, words)
	}
	return strings.Join(some, " ")
}

// styled writes a text in one of YAML's styles, mostly without a mistake.
func styled(r *seeded.Random, s, indent string) string {
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
		return seeded.Pick(r, []string{"|", ">", ">-", "|-", ">+", "|2-"}) + "\n" + indent + s[:at] + seeded.Pick(r, []string{"\n" + indent, "\n\n" + indent, "\n" + indent + "  "}) + strings.TrimLeft(s[at:], " ")
	}
	return s
}

// composed returns a header of random fields in random styles.
func composed(r *seeded.Random, name string) string {
	fields := []string{"name: " + seeded.Pick(r, []string{name, name, `"` + name + `"`, "'" + name + "'", name + " # id"}), "description: " + styled(r, text(r), "  ")}
	for range r.Below(5) {
		fields = append(fields, extra(r))
	}
	for i := len(fields) - 1; i > 0; i-- {
		if j := r.Below(i + 1); r.Percent(30) {
			fields[i], fields[j] = fields[j], fields[i]
		}
	}
	return strings.Join(fields, "\n")
}

func extra(r *seeded.Random) string {
	switch r.Below(9) {
	case 0:
		return "allowed-tools:" + seeded.Pick(r, []string{" Read, Write", " [Read, Write]", "\n  - Read\n  - Bash(git:*)", "\n- Read", " \"*\""})
	case 1:
		return "metadata:\n  author: " + seeded.Pick(r, words) + "\n  note: " + styled(r, text(r), "    ")
	case 2:
		return "license: " + seeded.Pick(r, []string{"MIT", "Apache-2.0", "see LICENSE.txt", "\"MIT\""})
	case 3:
		return "version: " + seeded.Pick(r, scalars)
	case 4:
		return "items:\n  - " + seeded.Pick(r, words) + "\n  - " + styled(r, text(r), "    ") + "\n  - k: " + seeded.Pick(r, words) + "\n    l: " + seeded.Pick(r, scalars)
	case 5:
		return seeded.Pick(r, []string{"# a comment", "", "  # indented", "#" + text(r)})
	case 6:
		return "when_to_use: " + styled(r, text(r), "  ")
	case 7:
		return "argument-hint: " + seeded.Pick(r, []string{"\"[file]\"", "<file>", "[file]"})
	}
	return "map: {a: " + seeded.Pick(r, words) + ", b: [" + seeded.Pick(r, words) + ", " + seeded.Pick(r, scalars) + "]}"
}
