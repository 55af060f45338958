package link_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

func readTargets(t testing.TB, source string) (*analysis.Document, link.Targets) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.HTMLFact.Analyzer, invocation.Fact.Analyzer, link.TargetFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); errors.Is(err, analysis.ErrNoFact) {
			return d, link.Targets{}
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return d, facts.Value(link.TargetFact.Analyzer).(link.Targets)
}

// format formats each target as one line: form, source, path, fragment, count.
func format(d *analysis.Document, found link.Targets) []string {
	var lines []string
	for _, t := range found.List {
		line := fmt.Sprintf("%s %q %q", t.Form, d.Text(t.At.Range), t.Path)
		if t.Base != "" {
			line += " below " + t.Base
		}
		if t.Fragment != "" {
			line += fmt.Sprintf(" #%s", t.Fragment)
		}
		if t.Count > 1 {
			line += fmt.Sprintf(" ×%d", t.Count)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestTargets(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"empty", "", nil},
		{"inline", "[a](x.md) ![b](i/p.png \"t\")\n", []string{`link "x.md" "x.md"`, `image "i/p.png" "i/p.png"`}},
		{"range of the destination", "[x.md]( <a b.md> 'x.md')\n", []string{`link "a b.md" "a b.md"`}},
		{"URLs", "[a](https://x.example/a.md) <https://x.example> [m](mailto:a@b.example) [h](//x.example/y)\n", nil},
		{"file URLs and drive letters", "[a](file:///etc/x) <file:///etc/y> [b](C:\\x.md)\n",
			[]string{`link "file:///etc/x" "file:///etc/x"`, `link "file:///etc/y" "file:///etc/y"`, `link "C:\\x.md" "C:\\x.md"`}},
		{"decoding", "[a](a%20b.md) [b](x\\_y.md) [c](x&amp;y.md) [d](100%.md)\n",
			[]string{`link "a%20b.md" "a b.md"`, `link "x\\_y.md" "x_y.md"`, `link "x&amp;y.md" "x&y.md"`, `link "100%.md" "100%.md"`}},
		{"query and fragment", "[a](x.md?raw=1#a-b) [b](#c%20d)\n", []string{`link "x.md?raw=1#a-b" "x.md" #a-b`, `link "#c%20d" "" #c d`}},
		{"definitions", "[a][r] [r] ![c][r]\n\n[r]: r/x.md \"t\"\n[unused]: y.md\n[//]: # (note)\n", []string{`link "r/x.md" "r/x.md"`}},
		{"twice", "[a](x.md) [b](x.md)\n", []string{`link "x.md" "x.md" ×2`}},
		{"not in code", "`[a](x.md)`\n\n```\n[a](x.md)\n```\n", nil},
		{"paths in code", "`python scripts/a.py --in assets/t.txt` `references/` `src/x.go` `scripts/*.sh` `./references/x.md`, `scripts/<name>.sh`\n",
			[]string{`code "scripts/a.py" "scripts/a.py"`, `code "assets/t.txt" "assets/t.txt"`, `code "src/x.go" "src/x.go"`, `code "./references/x.md" "./references/x.md"`}},
		{"paths in commands", "```sh\npython -u scripts/a tools/b.py | node x/y.mjs\ncat > x/z.py; python x/z.py\n~/.agents/skills/x/a.py\n```\n\n```js\nnode scripts/c.js\n```\n",
			[]string{`code "scripts/a" "scripts/a"`, `code "x/y.mjs" "x/y.mjs"`, `code "x/z.py" "x/z.py"`, `code "~/.agents/skills/x/a.py" "~/.agents/skills/x/a.py"`}},
		{"attributes of site generators", "<code src=\"a.tsx\"></code> <Card href=\"/x\">y</Card>\n", nil},
		{"HTML", "<img src=\"i.png\"> <a href='x.md#y'>z</a>\n\n<video poster=p.png></video>\n",
			[]string{`html "i.png" "i.png"`, `html "x.md#y" "x.md" #y`, `html "p.png" "p.png"`}},
		{"variables", "---\nhooks: ${CLAUDE_PLUGIN_ROOT}/h.sh\n---\n```sh\npython \"${CLAUDE_SKILL_DIR}/scripts/x.py\" {baseDir}/y.sh.\n${CLAUDE_SKILL_DIR}/$1\n```\n",
			[]string{`variable "h.sh" "h.sh" below CLAUDE_PLUGIN_ROOT`, `variable "scripts/x.py" "scripts/x.py" below CLAUDE_SKILL_DIR`, `variable "y.sh" "y.sh" below baseDir`}},
		{"with placeholders", "[a](<path>/x.md) [b]({{X}}.md) [c](...) [d](${X}/y.md)\n", nil},
		{"in tables, lists and block quotes", "> - [a](x.md)\n\n| a |\n|---|\n| [b](y.md) |\n", []string{`link "x.md" "x.md"`, `link "y.md" "y.md"`}},
		{"nested", "[![a](i.png)](x.md)\n", []string{`image "i.png" "i.png"`, `link "x.md" "x.md"`}},
		{"after a tab", "-\t[a](x.md)\n\t[b](y.md)\n", []string{`link "x.md" "x.md"`, `link "y.md" "y.md"`}},
		{"CRLF, BOM and CJK", "\ufeff技能 [链](参考.md)\r\n", []string{`link "参考.md" "参考.md"`}},
		{"empty", "[a]() [b](<>)\n", nil},
		{"brackets", "[a](x(y).md) [b](<x(y.md>) [c](x\\(y.md)\n\n[d](\nz(y.md\n)\n", []string{`link "x(y).md" "x(y).md"`, `link "x(y.md" "x(y.md"`, `link "x\\(y.md" "x(y.md"`}},
		{"after a byte order mark and before CRLF", "\ufeff<file:///a> [b](c.md) \r\n![d](e.png)\r\n", []string{`link "file:///a" "file:///a"`, `link "c.md" "c.md"`, `image "e.png" "e.png"`}},
	}
	for _, test := range tests {
		d, found := readTargets(t, test.source)
		if diff := cmp.Diff(test.want, format(d, found)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.name, test.source, diff)
		}
	}
}

func TestTargetLimit(t *testing.T) {
	var b strings.Builder
	for i := range 2_100 {
		fmt.Fprintf(&b, "[a](%d.md)\n\n", i)
	}
	_, found := readTargets(t, b.String())
	if len(found.List) != 2_000 || found.Omitted != 100 {
		t.Errorf("%d targets, %d omitted", len(found.List), found.Omitted)
	}
}

func FuzzTargets(f *testing.F) {
	for _, seed := range []string{"[a](x.md)", "[a][b]\n\n[b]: <x y>", "<img src='a'>`scripts/x`", "${CLAUDE_SKILL_DIR}/a", "> -\t[a]( \\( )"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d, found := readTargets(t, source)
		for _, target := range found.List {
			if target.Path == "" && target.Fragment == "" {
				t.Errorf("%q: target without path and fragment: %+v", source, target)
			}
			_ = d.Text(target.At.Range)
		}
	})
}
