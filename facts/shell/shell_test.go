package shell_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/load"
	"mvdan.cc/sh/v3/syntax"
)

func scripts(source string) ([]shell.Script, *analysis.Document) {
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Reference}, []byte(source), false)
	return shell.Scripts(d, ""), d
}

// commands returns the source of every simple command.
func commands(d *analysis.Document, scripts []shell.Script) []string {
	var all []string
	for i := range scripts {
		syntax.Walk(scripts[i].File, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok {
				all = append(all, d.Text(scripts[i].Range(call)))
			}
			return true
		})
	}
	return all
}

func TestScripts(t *testing.T) {
	block := func(info, text string) string { return "# A\n\n```" + info + "\n" + text + "\n```\n\nend\n" }
	tests := []struct {
		name, source string
		want         []string
	}{
		{"no shell", block("python", "ls") + block("", "ls") + block("text", "ls"), nil},
		{"names of shells", block("sh", "a") + block("Bash title=x", "b") + block("shell", "c") + block("zsh", "d") + block("{.bash}", "e"),
			[]string{"a", "b", "c", "d", "e"}},
		{"not parsed", block("bash", "if [") + block("bash", "b"), []string{"b"}},
		{"variables", block("bash", "{{TASK_FOCUS_CMD}} {{TASK_ID}}\n$CMD ${ID}"), []string{"{{TASK_FOCUS_CMD}} {{TASK_ID}}", "$CMD ${ID}"}},
		{"placeholders", block("bash", "cleo show <task-id>\ncleo link <id> <research id>"), []string{"cleo show <task-id>", "cleo link <id> <research id>"}},
		{"redirections", block("bash", "a <in >out\nb <<X\n<c>\nX\nd < e > f\n[[ 1 < 2 ]]\ndiff <(g) h"), []string{"a", "b", "d", "diff <(g) h", "g"}},
		{"redirection on a line of its own", block("bash", "a \\\n  > out 2>&1\nb"), []string{"a", "b"}},
		{"session", block("console", "$ a \\\n    b\nprinted {\n% c\nme@host:~/x$ d"), []string{"a \\\n    b", "c", "d"}},
		{"session with continued prompts", block("console", "$ cat <<X\n> y z\n> X\nout"), []string{"cat"}},
		{"session without prompt", block("console", "a b"), []string{"a b"}},
		{"prompts in a script", block("sh", "$ a\nprinted )"), []string{"a"}},
		{"in a list", "- x\n\n  ```sh\n  a b\n    c d\n  ```\n", []string{"a b", "c d"}},
		{"in a block quote", "> ```sh\n> a b\n> c d\n> ```\n", []string{"a b", "c d"}},
		{"CR LF", "```sh\r\na b\r\nc <<X\r\nd\r\nX\r\ne f\r\n```\r\n", []string{"a b", "c", "e f"}},
		{"non-ASCII letters", block("sh", "é 日本 \\\n  ü"), []string{"é 日本 \\\n  ü"}},
		{"empty", "```sh\n```\n", nil},
		{"unclosed", "```sh\na b", []string{"a b"}},
		{"too deep", block("sh", strings.Repeat("(", 101)+"a"+strings.Repeat(")", 101)) + block("sh", "(((a)))"), nil},
		{"too large", block("sh", strings.Repeat("a\n", 20_000)), nil},
	}
	for _, test := range tests {
		found, d := scripts(test.source)
		got := commands(d, found)
		if strings.Join(got, "\x00") != strings.Join(test.want, "\x00") {
			t.Errorf("%s: %q has the commands %q, want %q", test.name, test.source, got, test.want)
		}
	}
}

// TestHostile checks that hostile input is parsed quickly or rejected.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	pieces := []string{"(", "$(", "`", "\\`", "if ", "while ", "! ", "a|", "$((", "$((-", "${a:-", "${a[", "\"$(", "[[ ! ", "case a in ",
		"<<a\n", "a=(", "<(", "let -", "((", "-", "'", "\"", "<a", "$ ", "> ", ")(", "]}{[", "time ", "f()", "\x00", "\xff", "\r"}
	for _, prefix := range []string{"", "$((", "[[ ", "let "} {
		for _, piece := range pieces {
			text := prefix + strings.Repeat(piece, 32_000/len(piece))
			start := time.Now()
			scripts("```sh\n" + text + "\n```\n")
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%q and many %q took %v", prefix, piece, took)
			}
		}
	}
}

// TestManyBlocks checks the limit of the total size of the blocks of a document.
func TestManyBlocks(t *testing.T) {
	found, _ := scripts(strings.Repeat("```sh\n"+strings.Repeat("a b\n", 2000)+"```\n\n", 100))
	if n := len(found); n == 0 || n > 32 {
		t.Errorf("%d blocks of 8 kB were parsed, want those of the first 256 kB", n)
	}
}

func FuzzScripts(f *testing.F) {
	f.Add("```sh\na <b> {{C}} $(d)\n```\n")
	f.Add("```console\n$ a \\\n> b\nc\n```\n")
	f.Fuzz(func(t *testing.T, source string) {
		found, d := scripts(source)
		commands(d, found)
	})
}
