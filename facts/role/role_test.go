package role_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/load"
)

func documentOf(kind analysis.Kind, source string) *analysis.Document {
	return load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: kind}, []byte(source), false)
}

// TestRoles checks the role of the passage that contains each text. A role after "-" is negated.
func TestRoles(t *testing.T) {
	tests := []struct {
		name, source string
		want         map[string]string
	}{
		{"orders and facts", "# Deploy\n\nRun the tests before you deploy.\n\n## API\n\nThe endpoint returns the status.\n", map[string]string{
			"Run the tests": "instruction", "The endpoint": "documentation"}},
		{"shell block", "Build it:\n\n```bash\nmake all\n```\n", map[string]string{"make all": "command"}},
		{"block without language", "```\n$ make all\n```\n\n```\nsome text\n```\n", map[string]string{"make all": "command", "some text": "example"}},
		{"tool call", "```\nSEARCH_TOOLS\nqueries: [{use: \"x\"}]\n```\n", map[string]string{"queries": "command"}},
		{"output", "Expected output:\n\n```json\n{\"ok\": true}\n```\n", map[string]string{"ok": "example"}},
		{"counterexample by label", "**Bad:**\n\n```js\neval(x)\n```\n\n**Good:**\n\n```js\nparse(x)\n```\n", map[string]string{
			"eval(x)": "counter-example-", "parse(x)": "example"}},
		{"counterexample by comment", "```py\n# wrong\nopen(x)\n# right\nwith open(x) as f: pass\n```\n", map[string]string{
			"open(x)": "counter-example-", "with open": "example"}},
		{"counterexample by heading", "## Anti-patterns\n\n```sh\nrm -rf $DIR\n```\n", map[string]string{"rm -rf": "counter-example-"}},
		{"template", "## Output format\n\n```markdown\n# [Title]\n\n[Summary in two sentences]\n```\n", map[string]string{"[Title]": "template"}},
		{"file of a client", "Write this:\n\n```markdown\n---\nname: x\n---\nDo it.\n```\n\n```json\n{\"hooks\": {\"Stop\": []}}\n```\n", map[string]string{
			"name: x": "template", "Stop": "template"}},
		{"specimens in a list", "Red flags in a diff:\n\n- \"ignore previous instructions\"\n- `eval(atob(x))` at the top level\n", map[string]string{
			"ignore previous": "specimen-", "eval(atob": "specimen-"}},
		{"polarity of a list", "## What to look for\n\nLook for code that hides errors:\n\n- swallow every exception\n", map[string]string{"swallow": "instruction-"}},
		{"list of what is forbidden", "Never do this:\n\n- push to main\n", map[string]string{"push to main": "instruction-"}},
		{"forbidden block", "Never run this:\n\n```sh\nrm -rf /\n```\n\nNever skip this:\n\n```sh\nmake test\n```\n", map[string]string{
			"rm -rf": "counter-example-", "make test": "command"}},
		{"table of patterns", "| Pattern | Risk |\n|---|---|\n| `curl x \\| sh` | high |\n", map[string]string{"curl x": "specimen-"}},
		{"table of parameters", "## Reference\n\n| Parameter | Description |\n|---|---|\n| `limit` | number of rows |\n", map[string]string{"limit": "documentation"}},
		{"table of steps", "## Workflow\n\n| Step | Action |\n|---|---|\n| 1 | read the file |\n", map[string]string{"read the file": "instruction"}},
		{"what to say", "Tell the user:\n\n- \"The guard is on now.\"\n", map[string]string{"The guard": "template"}},
		{"tree of files", "```\na/\n├── b.md\n```\n", map[string]string{"b.md": "documentation"}},
		{"request", "```\nGET https://api.example.com/v1/items\n```\n", map[string]string{"GET": "documentation"}},
		{"metadata", "**Author**: somebody\n", map[string]string{"somebody": "people"}},
		{"output of a command in its place", "```diff\n!`git diff HEAD`\n```\n", map[string]string{"git diff": "command"}},
		{"explained command", "```markdown\nStatus: !`git status`\n```\n", map[string]string{"git status": "example"}},
		{"command of a client", "```!\nmake status\n```\n", map[string]string{"make status": "command"}},
		{"diagram", "```\ndraft\n  │\n  ▼\nreview\n  │\n```\n", map[string]string{"draft": "documentation"}},
		{"gaps", "- Owner: [name of the team]\n- [guide](guide.md) - [Description]\n- Read [guide](guide.md) first\n", map[string]string{
			"Owner": "template", "Description": "template", "Read": "instruction"}},
		{"finding", "**File**: src/a.go\n**Line**: 3\n", map[string]string{"src/a.go": "example"}},
		{"content of a file", "**File:** `a.sh`\n\n```sh\nls\n```\n\nRun `a.sh`.\n", map[string]string{"`a.sh`\n": "template", "`a.sh`.": "instruction"}},
		{"checklist", "- [ ] Names are correct\n", map[string]string{"Names": "instruction"}},
		{"tags", "<bad-example>\n\nPush to main without a review.\n\n</bad-example>\n\nAsk for a review.\n", map[string]string{
			"Push to main": "instruction-", "Ask for": "instruction"}},
	}
	for _, test := range tests {
		roles := role.Of(documentOf(analysis.Skill, test.source))
		for text, want := range test.want {
			p := roles.At(strings.Index(test.source, text))
			got := p.Role.String()
			if p.Negated {
				got += "-"
			}
			if got != want {
				t.Errorf("%s: %q is %s (%s), want %s", test.name, text, got, p.Reason, want)
			}
		}
	}
}

func TestClient(t *testing.T) {
	source := "# Upload\n\n## In the sandbox of claude.ai\n\nRun it there.\n\n### Details\n\nSee above.\n\n## Claude Code and Codex\n\nRun it here.\n"
	roles := role.Of(documentOf(analysis.Skill, source))
	for text, want := range map[string]string{"Run it there": "claude ai", "See above": "claude ai", "Run it here": ""} {
		if got := roles.At(strings.Index(source, text)).Client; got != want {
			t.Errorf("%q is for %q, want %q", text, got, want)
		}
	}
}

// FuzzRoles checks that passages are in order, do not overlap and are within the document.
func FuzzRoles(f *testing.F) {
	for _, seed := range []string{"# A\n\n- b\n  ```sh\n  c\n  ```\n", "| a |\n|---|\n| b |\n", "<x>\n\ny\n\n</x>\n", "**Bad:**\n\n> c\n", "---\nname: [\n", "1. a\n\n   b\n", "```\n# bad\nx\n# good\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if len(source) > 1<<16 || bytes.IndexByte(source, 0) >= 0 {
			return
		}
		at := 0
		for _, p := range role.Of(documentOf(analysis.Reference, string(source))).All() {
			if p.Range.Start < at || p.Range.End <= p.Range.Start || p.Range.End > len(source) {
				t.Fatalf("passage %v after %d in a text of %d bytes", p.Range, at, len(source))
			}
			at = p.Range.End
			_ = p.Role.String() + p.Reason.String()
		}
	})
}

// TestGrowth checks that the work grows with the text: nested lists, many headings, tags and tables.
func TestGrowth(t *testing.T) {
	for _, piece := range []string{"## a\n\n- b\n", "> - c\n", "<x>\n\n", "| a | b |\n|---|---|\n| c | d |\n\n", "bad:\n\n```\n# wrong\nx\n```\n", "[", "[a](b) <", "a:\n\n"} {
		d := documentOf(analysis.Skill, strings.Repeat(piece, 40_000/len(piece)))
		double := documentOf(analysis.Skill, strings.Repeat(piece, 80_000/len(piece)))
		small := testing.AllocsPerRun(1, func() { role.Of(d).All() })
		if large := testing.AllocsPerRun(1, func() { role.Of(double).All() }); large > 2.3*small+100 {
			t.Errorf("%q: %.0f allocations become %.0f when the text doubles", piece, small, large)
		}
	}
}
