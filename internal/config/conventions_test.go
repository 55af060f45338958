package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

func TestConventions(t *testing.T) {
	c, err := Parse([]byte(`tokens:
  known: [TEAM, REGION]
  allow: 'ACME_\w+'
sections:
  skill: [When to use, '### Output']
  agent: Role
links:
  external-roots: [docs/adr, ~/.acme/, ../shared]
overrides:
- files: drafts
  tokens: {known: DRAFT}
  sections: {skill: []}
  links: {external-roots: generated}
`), "sub/"+Name, "sub", testNames())
	if err != nil {
		t.Fatal(err)
	}
	conventionsOf := func(rel string) *analysis.Conventions {
		f := &analysis.File{Rel: rel, Kind: analysis.Skill}
		c.Apply(f)
		return f.Conventions
	}
	all, drafts := conventionsOf("sub/a/SKILL.md"), conventionsOf("sub/drafts/SKILL.md")
	for name, want := range map[string]string{
		"TEAM": "false false", "ACME_X": "true true", "ACME_": "false false", "XACME_X": "false false", "TEA": "false false",
	} {
		if got := fmt.Sprint(all.AllowsToken(name), " ", drafts.AllowsToken(name)); got != want {
			t.Errorf("token %s: %s, want %s", name, got, want)
		}
	}
	if diff := cmp.Diff([]string{"TEAM", "REGION", "DRAFT"}, drafts.TokenNames()); diff != "" {
		t.Error(diff)
	}
	for paths, want := range map[string]string{
		"docs/adr/1.md -":             "true true",
		"docs/adr -":                  "true true",
		"./docs/x/../adr/1.md -":      "true true",
		"docs/adrs/1.md -":            "false false",
		"../1.md sub/docs/adr/1.md":   "true true",
		"../1.md docs/adr/1.md":       "false false",
		"~/.acme/bin/x -":             "true true",
		"~/.acme -":                   "true true",
		"~/.acmes -":                  "false false",
		"../../shared/x shared/x":     "true true",
		"../shared/x -":               "true true",
		"generated/x -":               "false true",
		"- sub/generated/x":           "false true",
		"- sub":                       "false false",
		"- .":                         "false false",
		"sub/docs/adr/1.md otherwise": "false false",
	} {
		written, to, _ := strings.Cut(strings.ReplaceAll(paths, "-", ""), " ")
		if got := fmt.Sprint(all.IsExternal(to, written), " ", drafts.IsExternal(to, written)); got != want {
			t.Errorf("path %s: %s, want %s", paths, got, want)
		}
	}
	if s := all.SectionsOf(analysis.Skill); len(s) != 2 || s[0].Heading != "When to use" || s[0].Level != 0 || s[1].Heading != "Output" || s[1].Level != 3 {
		t.Errorf("sections %+v", s)
	}
	if s := drafts.SectionsOf(analysis.Skill); len(s) != 0 {
		t.Errorf("sections of drafts %+v", s)
	}
	if s := drafts.SectionsOf(analysis.Agent); len(s) != 1 || s[0].Heading != "Role" {
		t.Errorf("sections of agents in drafts %+v", s)
	}
	var none *analysis.Conventions
	if none.AllowsToken("X") || none.IsExternal("x", "x") || none.SectionsOf(analysis.Skill) != nil || none.TokenNames() != nil {
		t.Error("nil conventions are not empty")
	}
}

func TestConventionErrors(t *testing.T) {
	checkErrors(t, []invalidConfig{
		{"tokens as a list", "tokens: [A]\n", []string{"1:9: tokens must be a mapping, not a list"}},
		{"unknown key of tokens", "tokens: {knwon: [A]}\n", []string{`1:10: unknown key "knwon" in tokens; did you mean "known"?`}},
		{"known as a mapping", "tokens: {known: {A: b}}\n", []string{"1:17: tokens.known must be a list of strings, not a mapping"}},
		{"known as a number", "tokens: {known: [1]}\n", []string{`1:18: an entry of tokens.known must be a string, not a number; write "1"`}},
		{"a placeholder in braces", "tokens: {known: ['{{TEAM}}']}\n", []string{`1:18: invalid placeholder name "{{TEAM}}": write "TEAM" without braces`}},
		{"a variable", "tokens: {known: ['${TEAM}']}\n", []string{`write "TEAM"`}},
		{"braces alone", "tokens: {known: ['{{}}']}\n", []string{`1:18: invalid placeholder name "{{}}": write it without braces, for example TASK_ID`}},
		{"an empty placeholder", "tokens: {known: ['']}\n", []string{`1:18: invalid placeholder name "": write it without braces, for example TASK_ID`}},
		{"two placeholders in a string", "tokens: {known: A B}\n", []string{`1:17: invalid placeholder name "A B": write it without braces, for example TASK_ID`}},
		{"too many placeholders", "tokens: {known: [" + strings.Repeat("A, ", maxNames) + "B]}\n", []string{"1:17: tokens.known has 501 entries (limit 500)"}},
		{"an invalid pattern", "tokens: {allow: ['a(']}\n", []string{`1:18: invalid pattern "a(": missing closing ) in "a("`}},
		{"a pattern that closes the enclosing group", "tokens: {allow: ['a)|(b']}\n", []string{`1:18: invalid pattern "a)|(b": unexpected ) in "a)|(b"`}},
		{"lookahead", "tokens: {allow: ['(?=a)']}\n", []string{`in "(?="; RE2 does not support look-around`}},
		{"an empty pattern", "tokens: {allow: ['']}\n", []string{"1:18: empty pattern; write one, for example 'ACME_\\w+'"}},
		{"a long pattern", "tokens: {allow: [" + strings.Repeat("a", maxPattern+1) + "]}\n", []string{"1:18: pattern is 1001 characters long (limit 1000)"}},
		{"too many repeats", "tokens: {allow: ['(a{1000}){1000}']}\n", []string{"1:18: "}},
		{"too many patterns", "tokens: {allow: [" + strings.Repeat("A, ", maxPatterns) + "B]}\n", []string{"tokens.allow has 51 entries (limit 50)"}},
		{"sections as a list", "sections: [Summary]\n", []string{"1:11: sections must be a mapping, not a list"}},
		{"unknown kind of sections", "sections: {skil: [Summary]}\n", []string{`1:12: unknown kind "skil" for sections; did you mean "skill"?`}},
		{"a kind without sections", "sections: {registry: [Summary]}\n", []string{`1:12: unknown kind "registry" for sections (available: skill, agent, command, instructions, prompt, rule, output, reference, output-style)`}},
		{"headings as a mapping", "sections: {skill: {a: b}}\n", []string{"1:19: sections.skill must be a list of strings, not a mapping"}},
		{"a heading as a number", "sections: {skill: [1]}\n", []string{`1:20: a heading must be a string, not a number; write "1"`}},
		{"an empty heading", "sections: {skill: ['## ']}\n", []string{`1:20: invalid heading "## ": write its text, for example Summary or '## Summary'`}},
		{"a level that is too deep", "sections: {skill: ['####### a']}\n", []string{`1:20: invalid heading "####### a": levels are 1 to 6`}},
		{"a long heading", "sections: {skill: [" + strings.Repeat("日", maxHeading+1) + "]}\n", []string{"1:20: heading is 201 characters long (limit 200)"}},
		{"too many headings", "sections: {skill: [" + strings.Repeat("A, ", maxHeadings) + "B]}\n", []string{"sections.skill has 51 headings (limit 50)"}},
		{"links as a list", "links: [a]\n", []string{"1:8: links must be a mapping, not a list"}},
		{"unknown key of links", "links: {external_roots: [a]}\n", []string{`1:9: unknown key "external_roots" in links (available: external-roots)`}},
		{"roots that contain everything", "links: {external-roots: [., /, ..]}\n", []string{`1:26: "." contains everything; write the directory that exists only at run time`, `1:29: "/" contains everything; write the directory that exists only at run time`, `1:32: ".." contains everything; write the directory that exists only at run time`}},
		{"an empty root", "links: {external-roots: ['']}\n", []string{`1:26: "" contains everything; write the directory that exists only at run time`}},
		{"a glob as root", "links: {external-roots: ['a/**']}\n", []string{`1:26: "a/**": wildcards are not supported; write a directory, for example docs/adr`}},
		{"a Windows root", `links: {external-roots: ['C:\a']}` + "\n", []string{`1:26: "C:\a": write / between directories on every system`}},
		{"too many roots", "links: {external-roots: [" + strings.Repeat("A, ", maxRoots) + "B]}\n", []string{"links.external-roots has 101 entries (limit 100)"}},
		{"tokens twice", "tokens: {known: A}\ntokens: {known: B}\n", []string{`2:1: duplicate key "tokens" (first used on line 1)`}},
		{"alias", "tokens: {known: &a [A], allow: *a}\n", []string{"1:17: anchors and aliases are not supported; write the value itself"}},
		{"in an override", "overrides:\n- files: a\n  tokens: {known: [1]}\n  links: {x: y}\n", []string{"3:20: an entry of tokens.known must be a string, not a number; write \"1\"", `4:11: unknown key "x" in links`}},
		{"CRLF, after a byte order mark and wide characters", "\ufefftokens:\r\n  known: [日本, '']\r\n", []string{`2:15: invalid placeholder name "": write it without braces, for example TASK_ID`}},
		{"unknown key of security", "security: {hosts: a.b}\n", []string{`1:12: unknown key "hosts" in security (available: trusted-hosts)`}},
		{"a URL as a host", "security: {trusted-hosts: ['https://a.b/']}\n", []string{`1:28: invalid host "https://a.b/" in security.trusted-hosts: use a name such as "downloads.example.com"`}},
		{"unknown key of suppressions", "suppressions: {reason: true}\n", []string{`1:16: unknown key "reason" in suppressions; did you mean "require-reason"?`}},
		{"suppressions as a list", "suppressions: [a]\n", []string{"1:15: suppressions must be a mapping, not a list"}},
		{"a string for a boolean", "suppressions: {require-reason: yes}\n", []string{"1:32: suppressions: require-reason must be true or false, not a string"}},
		{"an empty boolean", "suppressions: {require-reason: }\n", []string{"suppressions: require-reason must be true or false, not empty"}},
		{"baseline as a list", "baseline: [a]\n", []string{"1:11: a file must be a string, not a list"}},
		{"baseline as a boolean", "baseline: true\n", []string{`1:11: a file must be a string, not a boolean; write "true"`}},
		{"an empty baseline", "baseline: ''\n", []string{"1:11: empty path: write the path of a baseline, relative to this file"}},
		{"an absolute baseline", "baseline: /etc/x\n", []string{`1:11: "/etc/x" must be a path relative to this file, with / between directories`}},
		{"a baseline in the home directory", "baseline: ~/x\n", []string{`1:11: "~/x" must be a path relative to this file, with / between directories`}},
		{"extends as a mapping", "extends: {a: b}\n", []string{"1:10: extends must be a list of strings, not a mapping"}},
		{"extends a URL", "extends: https://example.com/a.yaml\n", []string{`1:10: "https://example.com/a.yaml" is a URL; a configuration must be a file of the repository`}},
		{"extends a number", "extends: [1]\n", []string{`1:11: a file must be a string, not a number; write "1"`}},
		{"extends too many files", "extends: [" + strings.Repeat("a, ", maxExtends) + "b]\n", []string{"1:10: extends has 17 files (limit 16)"}},
	})
}
