package invocation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/load"
)

// commands returns the commands of a source: the interpreter, the file, and the words with "?" for gaps and "*" for many.
func commands(t testing.TB, f *analysis.File, source string) []string {
	t.Helper()
	d := load.Document(f, []byte(source), false)
	var lines []string
	for _, c := range invocation.Of(d) {
		var b strings.Builder
		if c.Dir != "" {
			fmt.Fprintf(&b, "%s: ", c.Dir)
		}
		fmt.Fprintf(&b, "%s[%d]", c.Interpreter, c.File)
		for _, w := range c.Words {
			b.WriteString(" " + w.Text)
			if w.Gap {
				b.WriteString("?")
			}
			if w.Many {
				b.WriteString("*")
			}
			if w.Range.Start < c.Range.Start && c.Form != invocation.Config || w.Range.End > c.Range.End {
				t.Errorf("%q: the range of %q is outside of the command", source, w.Text)
			}
		}
		if c.Partial {
			b.WriteString(" …")
		}
		lines = append(lines, b.String())
	}
	return lines
}

func skill() *analysis.File {
	return &analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}
}

func TestOf(t *testing.T) {
	block := func(text string) string { return "```sh\n" + text + "\n```\n" }
	for _, c := range []struct {
		name, source string
		want         []string
	}{
		{"nothing", "", nil},
		{"program", block("git status -s"), []string{"[-1] git status -s"}},
		{"direct", block("./scripts/x.sh --all\nscripts/y"), []string{"[0] ./scripts/x.sh --all", "[0] scripts/y"}},
		{"interpreters", block("python3 x.py a\nuv run --with a x.py\nuv run python -u x.py\nnpx -y tsx x.ts -a\nnode --import tsx x.ts\nbun run x.ts\nbash -x x.sh\n. ./x.sh\npwsh -File x.ps1 -A\ngo run x.go"),
			[]string{"python3[1] python3 x.py a", "uv[4] uv run --with a x.py", "python[4] uv run python -u x.py", "tsx[3] npx -y tsx x.ts -a", "node[3] node --import tsx x.ts",
				"bun[2] bun run x.ts", "bash[2] bash -x x.sh", ".[1] . ./x.sh", "pwsh[2] pwsh -File x.ps1 -A", "go[2] go run x.go"}},
		{"modules", block("python -m a.b --c"), []string{"python[2] python -m a.b --c"}},
		{"code", block("python -c 'x.py'\nbash -c x.sh\nnode -e 1 x.js\npython - <<X\nX\nnpm run x.js"),
			[]string{"[-1] python -c x.py", "[-1] bash -c x.sh", "[-1] node -e 1 x.js", "[-1] python -", "[-1] npm run x.js"}},
		{"wrapped", block("A=1 sudo -u b ./x.sh; nohup ./y.sh & echo $(./z.sh) | timeout 5 ./w\nfind . | xargs ./v.sh"),
			[]string{"[0] ./x.sh", "[0] ./y.sh", "[-1] echo $(…)?*", "[0] ./z.sh", "[0] ./w", "[-1] find .", "[0] ./v.sh …"}},
		{"variables", block("D=~/a\nX=\"$D/x.py\"\npython $X \"$Y\" $ARGS ${Z:-1} \"$@\" $(ls) *.txt"),
			[]string{"python[1] python ~/a/x.py ${Y}? ${ARGS}?* ${Z}? ${@}?* $(…)?* *.txt*", "[-1] ls"}},
		{"placeholders", block("python x.py <file> {name} {{NAME}} <options> [--a] FILE ..."),
			[]string{"python[1] python x.py <file>? {name}? {{NAME}}? <options>?* [--a] FILE ...?"}},
		{"directories", block("cd scripts && ./x.sh\n(cd a; ./y.sh); ./z.sh\ncd ..\n./w.sh\ncd \"$A/b\"; ./v.sh"),
			[]string{"[-1] cd scripts", "scripts: [0] ./x.sh", "scripts: [-1] cd a", "scripts/a: [0] ./y.sh", "scripts: [0] ./z.sh", "scripts: [-1] cd ..",
				".: [0] ./w.sh", ".: [-1] cd ${A}/b?", "${A}/b: [0] ./v.sh"}},
		{"alternatives", block("x.py --format json|yaml --a"), []string{"[0] x.py --format json …", "[-1] yaml --a …"}},
		{"not a shell block", "```python\n./x.sh\n```\n", nil},
		{"a block without a language", "Text\n\n```\npython x.py\n```\n\n```\nx.py: done\n```\n", []string{"python[1] python x.py"}},
		{"partly invalid", block("./x.sh -a\nif ("), []string{"[0] ./x.sh -a"}},
		{"prompt", "```console\n$ ./x.sh\n./y.sh is fine\n```\n", []string{"[0] ./x.sh"}},
		{"inline", "Run `scripts/x.sh --all`, `./y.py <file>`, `python z.py` and `git status -s`.\n", []string{"[0] scripts/x.sh --all", "[0] ./y.py <file>?", "python[1] python z.py"}},
		{"inline, not commands", "`scripts/x.sh` `./x.sh is new` `./x.sh - new` `./x.sh -> y` bash `scripts/x.sh -a`\n", nil},
		{"inline, denied", "`./x.sh --all` is no longer supported.\n\nDo not run `./x.sh --all`.\n", nil},
		{"inline, continued", "`./x.sh --all\n--more`\n", nil},
		{"inserted", "!`./x.sh --all`\n\n```!\n./y.sh\n```\n", []string{"[0] ./x.sh --all", "[0] ./y.sh"}},
		{"CR LF", "```sh\r\n./x.sh \\\r\n  -a\r\n```\r\n", []string{"[0] ./x.sh -a"}},
		{"labeled as wrong", "## Wrong\n\n" + block("./x.sh") + "\n## Right\n\n" + block("./y.sh"), []string{"[0] ./y.sh"}},
		{"output", "The script prints:\n\n" + block("./x.sh"), nil},
		{"hooks", "---\nhooks:\n  Stop:\n  - hooks:\n    - {type: command, command: ./x.sh -a}\n    - {type: prompt, prompt: ./y.sh}\ncommand: ./z.sh\n---\n", []string{"[0] ./x.sh -a"}},
	} {
		if diff := cmp.Diff(c.want, commands(t, skill(), c.source)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", c.name, c.source, diff)
		}
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		kind   analysis.Kind
		source string
		want   []string
	}{
		{analysis.Hooks, `{"hooks": {"Stop": [{"hooks": [{"command": "\"${CLAUDE_PLUGIN_ROOT}/x.sh\" -a"}, {"command": 3}]}]}}`, []string{"[0] ${CLAUDE_PLUGIN_ROOT}/x.sh? -a"}},
		{analysis.MCP, `{"mcpServers": {"a": {"command": "node", "args": ["./x.js", "--a"], "cwd": "b"}}}`, []string{"b: node[1] node ./x.js --a"}},
		{analysis.Settings, `{"command": "./x.sh", "hooks": {"Stop": [{"command": "./y.sh"}]}}`, []string{"[0] ./y.sh"}},
	} {
		file := &analysis.File{Path: "x.json", Rel: "x.json", Kind: c.kind}
		if diff := cmp.Diff(c.want, commands(t, file, c.source)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.source, diff)
		}
	}
}

func TestScript(t *testing.T) {
	file := &analysis.File{Path: "x.sh", Rel: "x.sh", Kind: analysis.Resource}
	want := []string{"[-1] cd $(…)?*", "[-1] dirname $0?", "python3[1] python3 ${D}/y.py? $@?*"}
	got := commands(t, file, "#!/bin/sh\nD=$(cd \"$(dirname \"$0\")\" && pwd)\npython3 \"$D/y.py\" \"$@\"\n")
	if len(got) != 4 || got[3] != "python3[1] python3 ${D}/y.py? ${@}?*" {
		t.Errorf("%q, want about %q", got, want)
	}
}

// TestHostile checks that hostile input takes little time.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range []string{
		"```sh\n" + strings.Repeat("./x.sh;", 4_000) + "\n```\n",
		"```sh\n" + strings.Repeat("A=$A$A;", 4_000) + "\n```\n",
		"```sh\nA=aaaaaaaaaaaaaaaa\n" + strings.Repeat("A=x$A$A$A$A;./x$A;", 1_500) + "\n```\n",
		"```sh\n./x " + strings.Repeat("a|", 15_000) + "b\n```\n",
		"```sh\n" + strings.Repeat("cd a;", 6_000) + "./x.sh\n```\n",
		strings.Repeat("`./x.sh -a` ", 20_000),
		"---\nhooks: " + strings.Repeat("[", 90) + strings.Repeat("]", 90) + "\n---\n",
		strings.Repeat("```sh\n./a\n```\n", 5_000),
	} {
		started := time.Now()
		found := commands(t, skill(), source)
		if d := time.Since(started); d > 30*time.Second || len(found) > 1_000 {
			t.Errorf("%.20q: %d commands, %s", source, len(found), d)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("```sh\ncd <a> && python {x}/y.py --b=\"$C\" | d\n```\n`./x.sh -a`\n!`y`")
	f.Fuzz(func(t *testing.T, source string) { commands(t, skill(), source) })
}
