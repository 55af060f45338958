package yamltree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skilllint/skilllint/analysis"
)

// position returns the line and column of an offset, as editors count them: a line ends at LF, CR LF or a lone CR.
func position(src string, at int) string {
	before := strings.ReplaceAll(src[:at], "\r\n", " \n")
	before = strings.ReplaceAll(before, "\r", "\n")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("%d:%d", 1+strings.Count(before, "\n"), 1+len([]rune(line)))
}

// shown returns a value as lines of its path, type, position and source text.
func shown(src, path string, v *analysis.Value) string {
	what := v.Kind.String()
	switch v.Kind {
	case analysis.List, analysis.Map:
	default:
		what += fmt.Sprintf("(%s)", v.Text)
	}
	if v.Style != analysis.Plain {
		what += [...]string{"", " single", " double", " literal", " folded", " flow"}[v.Style]
	}
	for i, name := range []string{" timestamp", " tagged", " anchored"} {
		if v.Note&(1<<i) != 0 {
			what += name
		}
	}
	out := fmt.Sprintf("%s: %s %s %q\n", path, what, position(src, v.Range.Start), src[v.Range.Start:v.Range.End])
	for i, item := range v.Items {
		out += shown(src, fmt.Sprintf("%s.%d", path, i), item)
	}
	for _, m := range v.Members {
		key := fmt.Sprintf("%s.%s[%s %q", path, m.Key, position(src, m.KeyRange.Start), src[m.KeyRange.Start:m.KeyRange.End])
		if m.Duplicate {
			key += " duplicate"
		}
		if m.Merged {
			key += " merged"
		}
		out += shown(src, key+"]", m.Value)
	}
	return out
}

// parseIn parses YAML in the middle of a file.
func parseIn(content string) (src string, tree Tree) {
	const before, after = "\ufeff---\r\n", "---\n# Größe\n"
	src = before + content + after
	tree = Parse([]byte(src), analysis.Range{Start: len(before), End: len(src) - len(after)})
	return src, tree
}

func TestValues(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"scalars", "a: b\nc: 'd ''e'\nf: \"g \\\"h\"\n", []string{
			`: mapping 2:1 "a: b\nc: 'd ''e'\nf: \"g \\\"h\""`,
			`.a[2:1 "a"]: string(b) 2:4 "b"`,
			`.c[3:1 "c"]: string(d 'e) single 3:4 "'d ''e'"`,
			`.f[4:1 "f"]: string(g "h) double 4:4 "\"g \\\"h\""`}},
		{"types", "a: no\nb: 017\nc: 0o17\nd: 1_000\ne: 2024-01-02\nf: 12:30\ng: 1.0\nh: True\ni: ~\nj: \"1\"\nk: -0x1F\n", []string{
			`: mapping 2:1 "a: no\nb: 017\nc: 0o17\nd: 1_000\ne: 2024-01-02\nf: 12:30\ng: 1.0\nh: True\ni: ~\nj: \"1\"\nk: -0x1F"`,
			`.a[2:1 "a"]: string(no) 2:4 "no"`, `.b[3:1 "b"]: number(017) 3:4 "017"`,
			`.c[4:1 "c"]: number(0o17) 4:4 "0o17"`, `.d[5:1 "d"]: number(1_000) 5:4 "1_000"`,
			`.e[6:1 "e"]: string(2024-01-02) timestamp 6:4 "2024-01-02"`, `.f[7:1 "f"]: string(12:30) 7:4 "12:30"`,
			`.g[8:1 "g"]: number(1.0) 8:4 "1.0"`, `.h[9:1 "h"]: boolean(True) 9:4 "True"`, `.i[10:1 "i"]: null(~) 10:4 "~"`,
			`.j[11:1 "j"]: string(1) double 11:4 "\"1\""`, `.k[12:1 "k"]: number(-0x1F) 12:4 "-0x1F"`}},
		{"nothing", "a:\nb: \nc:  # d\ne:\n-\n- f\n", []string{
			`: mapping 2:1 "a:\nb: \nc:  # d\ne:\n-\n- f"`, `.a[2:1 "a"]: null() 2:3 ""`, `.b[3:1 "b"]: null() 3:3 ""`,
			`.c[4:1 "c"]: null() 4:3 ""`, `.e[5:1 "e"]: list 6:1 "-\n- f"`, `.e[5:1 "e"].0: null() 6:2 ""`, `.e[5:1 "e"].1: string(f) 7:3 "f"`}},
		{"lines of text", "a: b\n  c\n\n   d # e\nf: \"g\n  h\"\n", []string{
			`: mapping 2:1 "a: b\n  c\n\n   d # e\nf: \"g\n  h\""`,
			".a[2:1 \"a\"]: string(b c\nd) 2:4 \"b\\n  c\\n\\n   d\"", `.f[6:1 "f"]: string(g h) double 6:4 "\"g\n  h\""`}},
		{"blocks of text", "a: |2-\n   b\n\n  c\n\n\nd: >+ # e\n  f\n  g\n \nh: |\ni: >\n\n", []string{
			`: mapping 2:1 "a: |2-\n   b\n\n  c\n\n\nd: >+ # e\n  f\n  g\n \nh: |\ni: >"`,
			".a[2:1 \"a\"]: string( b\n\nc) literal 2:4 \"|2-\\n   b\\n\\n  c\"",
			".d[8:1 \"d\"]: string(f g\n\n) folded 8:4 \">+ # e\\n  f\\n  g\"",
			`.h[12:1 "h"]: string() literal 12:4 "|"`, `.i[13:1 "i"]: string() folded 13:4 ">"`}},
		{"lists", "a:\n  - b\n  - - c\n    - d: e\n      f: g\nh: [i, [j], k: l, ]\n", []string{
			`: mapping 2:1 "a:\n  - b\n  - - c\n    - d: e\n      f: g\nh: [i, [j], k: l, ]"`,
			`.a[2:1 "a"]: list 3:3 "- b\n  - - c\n    - d: e\n      f: g"`, `.a[2:1 "a"].0: string(b) 3:5 "b"`,
			`.a[2:1 "a"].1: list 4:5 "- c\n    - d: e\n      f: g"`, `.a[2:1 "a"].1.0: string(c) 4:7 "c"`,
			`.a[2:1 "a"].1.1: mapping 5:7 "d: e\n      f: g"`, `.a[2:1 "a"].1.1.d[5:7 "d"]: string(e) 5:10 "e"`,
			`.a[2:1 "a"].1.1.f[6:7 "f"]: string(g) 6:10 "g"`, `.h[7:1 "h"]: list flow 7:4 "[i, [j], k: l, ]"`,
			`.h[7:1 "h"].0: string(i) 7:5 "i"`, `.h[7:1 "h"].1: list flow 7:8 "[j]"`, `.h[7:1 "h"].1.0: string(j) 7:9 "j"`,
			`.h[7:1 "h"].2: mapping flow 7:13 "k: l"`, `.h[7:1 "h"].2.k[7:13 "k"]: string(l) 7:16 "l"`}},
		{"mappings in braces", "a: {b: c, 'd': , e, \"f\":1, g: {}}\n", []string{
			`: mapping 2:1 "a: {b: c, 'd': , e, \"f\":1, g: {}}"`, `.a[2:1 "a"]: mapping flow 2:4 "{b: c, 'd': , e, \"f\":1, g: {}}"`,
			`.a[2:1 "a"].b[2:5 "b"]: string(c) 2:8 "c"`, `.a[2:1 "a"].d[2:11 "'d'"]: null() 2:15 ""`,
			`.a[2:1 "a"].e[2:18 "e"]: null() 2:19 ""`, `.a[2:1 "a"].f[2:21 "\"f\""]: number(1) 2:25 "1"`,
			`.a[2:1 "a"].g[2:28 "g"]: mapping flow 2:31 "{}"`}},
		{"question marks", "a: [b?, c?d e, ? f : g]\nh: {i: j?k}\n", []string{
			`: mapping 2:1 "a: [b?, c?d e, ? f : g]\nh: {i: j?k}"`, `.a[2:1 "a"]: list flow 2:4 "[b?, c?d e, ? f : g]"`,
			`.a[2:1 "a"].0: string(b?) 2:5 "b?"`, `.a[2:1 "a"].1: string(c?d e) 2:9 "c?d e"`,
			`.a[2:1 "a"].2: mapping flow 2:16 "? f : g"`, `.a[2:1 "a"].2.f[2:18 "f"]: string(g) 2:22 "g"`,
			`.h[3:1 "h"]: mapping flow 3:4 "{i: j?k}"`, `.h[3:1 "h"].i[3:5 "i"]: string(j?k) 3:8 "j?k"`}},
		{"letters", "größe: é\r\n技能: [📮, \"é📮\", b]\r\n📮:\r\n  é: |\r\n    ü\r\n", []string{
			`: mapping 2:1 "größe: é\r\n技能: [📮, \"é📮\", b]\r\n📮:\r\n  é: |\r\n    ü"`, `.größe[2:1 "größe"]: string(é) 2:8 "é"`,
			`.技能[3:1 "技能"]: list flow 3:5 "[📮, \"é📮\", b]"`, `.技能[3:1 "技能"].0: string(📮) 3:6 "📮"`,
			`.技能[3:1 "技能"].1: string(é📮) double 3:9 "\"é📮\""`, `.技能[3:1 "技能"].2: string(b) 3:15 "b"`,
			`.📮[4:1 "📮"]: mapping 5:3 "é: |\r\n    ü"`, ".📮[4:1 \"📮\"].é[5:3 \"é\"]: string(ü\n) literal 5:6 \"|\\r\\n    ü\""}},
		{"a lone CR", "a: b\rc:\r- d\r", []string{`: mapping 2:1 "a: b\rc:\r- d"`, `.a[2:1 "a"]: string(b) 2:4 "b"`,
			`.c[3:1 "c"]: list 4:1 "- d"`, `.c[3:1 "c"].0: string(d) 4:3 "d"`}},
		{"anchors and tags", "a: &x b\nc: *x\nd: !!str 1\ne: &y !t\n  f: g\nh: *y\ni: &z\n", []string{
			`: mapping 2:1 "a: &x b\nc: *x\nd: !!str 1\ne: &y !t\n  f: g\nh: *y\ni: &z"`,
			`.a[2:1 "a"]: string(b) anchored 2:7 "b"`, `.c[3:1 "c"]: string(b) anchored 3:4 "*x"`,
			`.d[4:1 "d"]: string(1) tagged 4:10 "1"`, `.e[5:1 "e"]: mapping tagged anchored 6:3 "f: g"`,
			`.e[5:1 "e"].f[6:3 "f"]: string(g) 6:6 "g"`, `.h[7:1 "h"]: mapping tagged anchored 7:4 "*y"`,
			`.h[7:1 "h"].f[6:3 "f"]: string(g) 6:6 "g"`, `.i[8:1 "i"]: null() anchored 8:6 ""`}},
		{"merge keys", "a: &a {b: 1, c: 2}\nd:\n  <<: [*a, {c: 3, e: 4}]\n  b: 5\n", []string{
			`: mapping 2:1 "a: &a {b: 1, c: 2}\nd:\n  <<: [*a, {c: 3, e: 4}]\n  b: 5"`, `.a[2:1 "a"]: mapping flow anchored 2:7 "{b: 1, c: 2}"`,
			`.a[2:1 "a"].b[2:8 "b"]: number(1) 2:11 "1"`, `.a[2:1 "a"].c[2:14 "c"]: number(2) 2:17 "2"`,
			`.d[3:1 "d"]: mapping 4:3 "<<: [*a, {c: 3, e: 4}]\n  b: 5"`, `.d[3:1 "d"].b[5:3 "b"]: number(5) 5:6 "5"`,
			`.d[3:1 "d"].c[2:14 "c" merged]: number(2) 2:17 "2"`, `.d[3:1 "d"].e[4:19 "e" merged]: number(4) 4:22 "4"`}},
		{"duplicates", "a: 1\n'a': 2\n", []string{`: mapping 2:1 "a: 1\n'a': 2"`, `.a[2:1 "a"]: number(1) 2:4 "1"`,
			`.a[3:1 "'a'" duplicate]: number(2) 3:6 "2"`}},
		{"keys", "? a\n: b\n? [c]\n1: d\nnull: e\n\"f\" : g\n", []string{
			`: mapping 2:1 "? a\n: b\n? [c]\n1: d\nnull: e\n\"f\" : g"`, `.a[2:3 "a"]: string(b) 3:3 "b"`, `.[c][4:3 "[c]"]: null() 4:6 ""`,
			`.1[5:1 "1"]: string(d) 5:4 "d"`, `.null[6:1 "null"]: string(e) 6:7 "e"`, `.f[7:1 "\"f\""]: string(g) 7:7 "g"`}},
		{"a list", "- a\n- b\n", []string{`: list 2:1 "- a\n- b"`, `.0: string(a) 2:3 "a"`, `.1: string(b) 3:3 "b"`}},
		{"a text", "a\nb\n", []string{`: string(a b) 2:1 "a\nb"`}},
		{"JSON", `{"a": [1, "b"]}` + "\n", []string{`: mapping flow 2:1 "{\"a\": [1, \"b\"]}"`, `.a[2:2 "\"a\""]: list flow 2:7 "[1, \"b\"]"`,
			`.a[2:2 "\"a\""].0: number(1) 2:8 "1"`, `.a[2:2 "\"a\""].1: string(b) double 2:11 "\"b\""`}},
		{"not UTF-8", "a: caf\xe9 \xff\n", []string{`: mapping 2:1 "a: caf\xe9 \xff"`, ".a[2:1 \"a\"]: string(caf\ufffd \ufffd) 2:4 \"caf\\xe9 \\xff\""}},
		{"byte order mark", "\ufeffa: b\n", []string{`: mapping 2:2 "a: b"`, `.a[2:2 "a"]: string(b) 2:5 "b"`}},
		{"empty", "", nil}, {"blank", "\n  \n", nil}, {"comment", "# a: b\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src, tree := parseIn(tt.src)
			got, want := "", ""
			if tree.Root != nil {
				got = shown(src, "", tree.Root)
			}
			if tt.want != nil {
				want = strings.Join(tt.want, "\n") + "\n"
			}
			if got != want || tree.Broken != nil || tree.Limits != nil {
				t.Errorf("%q: %+v\n%s", tt.src, tree.Broken, cmp.Diff(want, got))
			}
		})
	}
}
