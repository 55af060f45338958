package resolve_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/schema"
)

func TestCheckPayload(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"resolved", "# T1\n\nRun `cleo show T1`.\n", nil},
		{"in text and code", "{{A}} `{{B}}`\n\n```\n{{C_1}}\n```\n", []string{"{{A}}", "{{B}}", "{{C_1}}"}},
		{"duplicates", "{{B}} {{A}} {{B}}", []string{"{{A}}", "{{B}}"}},
		{"with spaces", "{{ A }} {{  B}}", []string{"{{  B}}", "{{ A }}"}},
		{"template languages", "{{ a }} {{ A.b }} ${{ A }} {{#IF}} {{A|x}}", nil},
		{"generic names", "{{TOKEN}} {{VAR}}", nil},
		{"other forms", "{{task_id}} {{ TASK-ID }} {TASK_ID} {{TASK_ID} `{TASK_ID}` {{customer}} {CUSTOMER_ID}", []string{"{TASK_ID}", "{{ TASK-ID }}", "{{TASK_ID}", "{{task_id}}"}},
		{"reference", "@skills/x.md and @docs/*.md", []string{"@docs/*.md", "@skills/x.md"}},
		{"reference in code", "`@skills/x.md`\n\n```\n@skills/x.md\n```\n", nil},
		{"no references", "@octocat @acme/tool @app.route a@b.md @media", nil},
		{"command", "!`date` and\n\n```!\nls\n```\n", []string{"!`date`", "```!"}},
		{"command in code", "`` !`date` ``\n\n```\n!`date`\n```\n", nil},
		{"command inside a word", "x!`date`", nil},
		{"section", "## Anti-patterns\n\n### Tokens\n\n{{A}}\n\n## Next\n\n{{B}}\n", []string{"{{B}}"}},
		{"section in words only", "## What you must not do\n\n{{A}}\n", []string{"{{A}}"}},
		{"underlined heading", "A\n=\n\nWrong\n-----\n\n{{A}}\n", nil},
		{"bold line", "**Bad:**\n\n```\n@x.md {{A}}\n```\n\n{{B}}\n", []string{"{{B}}"}},
		{"bold line in a paragraph", "**Anti-pattern**\n{{A}}\n**Good**\n{{B}}\n", []string{"{{B}}"}},
		{"label on the line", "Bad: {{A}}\nGood: {{B}}\n", []string{"{{B}}"}},
		{"label before a list", "Wrong:\n\n- {{A}}\n\n- {{B}}\n\nso {{C}}\n", []string{"{{C}}"}},
		{"label in a list", "- Bad:\n\n  > {{A}}\n- {{B}}\n", []string{"{{B}}"}},
		{"sentence", "This is wrong, and {{A}} is not\n", []string{"{{A}}"}},
		{"comment", "```sh\n# wrong\nx {{A}}\n# right\nx {{B}}\n```\n{{C}}\n", []string{"{{B}}", "{{C}}"}},
		{"comment of HTML", "<!-- anti-pattern -->\n\n{{A}}\n\n{{B}}\n", []string{"{{B}}"}},
		{"frontmatter", "---\nname: {{A}}\n---\n", []string{"{{A}}"}},
		{"CR LF", "Bad:\r\n{{A}}\r\n\r\n{{B}}\r\n", []string{"{{B}}"}},
		{"empty", "", nil},
	}
	for _, test := range tests {
		got := resolve.CheckPayload([]byte(test.text), "p.md", schema.Lookup("cleo"), nil).Resolution
		want := resolve.Resolution{FullyResolved: test.want == nil, UnresolvedCount: len(test.want), UnresolvedTokens: append([]string{}, test.want...)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.text, diff)
		}
	}
}

func TestCheckPayloadFindings(t *testing.T) {
	j := resolve.CheckPayload([]byte("é {{A}}\n@x.md\n\n!`date`\n"), "p.md", schema.Lookup("cleo"), nil)
	var got []string
	for _, f := range j.Findings {
		got = append(got, fmt.Sprintf("%s %v %s:%d:%d %s", f.Rule, f.Severity, f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Message))
	}
	want := []string{
		`tokens/unresolved error p.md:1:3 unresolved placeholder "{{A}}"`,
		`tokens/reference error p.md:2:1 unresolved file reference "@x.md"`,
		"tokens/command error p.md:4:1 command was not run: \"!`date`\"",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
