package shell_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/facts/shell"
)

func TestEffectOf(t *testing.T) {
	for script, want := range map[string]string{
		"date +%Y-%m-%d": "", "git status --short": "", "git log | head -5": "", "cat a 2>/dev/null || echo none": "", "x >&2": "", "ls > /dev/null": "",
		"echo rm -rf /": "", "echo 'a > b'": "", "grep -r 'curl ' .": "", "find . -name rm": "", "sed -n 1p a": "", "$CMD x": "", "": "", "if [": "",
		"git config user.name": "", "npm test": "", "cat <<X\nrm a\nX": "", "git --no-pager diff": "",
		"rm -rf x": "deletes files by rm", "a && sudo /bin/rm x": "deletes files by rm", "echo $(rm x)": "deletes files by rm", "git -c a=b clean": "",
		"git clean -fd": "deletes files by git clean", "echo a > b": "writes files by >", "a >> b": "writes files by >>", "a &> b": "writes files by &>",
		"ls | tee b": "writes files by tee", "sed -i s/a/b/ c": "writes files by sed -i", "sed -e x -i.bak c": "writes files by sed -i", "mkdir -p x": "writes files by mkdir",
		"git --no-pager commit -m x": "writes files by git commit", "curl -s https://example.com": "reaches the network by curl", "git fetch": "reaches the network by git fetch",
		"for f in *; do npm install $f; done": "reaches the network by npm install", "f() { wget x; }; f": "reaches the network by wget",
	} {
		got := ""
		if e, ok := shell.EffectOf(script); ok {
			got = e.Effect + " by " + e.By
		}
		if got != want {
			t.Errorf("%q %q, want %q", script, got, want)
		}
	}
}

func TestEffectOfHostile(t *testing.T) {
	for _, piece := range []string{"(", "$(", "`", "a|", "a;", "> b ", "sudo "} {
		shell.EffectOf(strings.Repeat(piece, 100_000/len(piece)))
		shell.EffectOf(strings.Repeat(piece, 30_000/len(piece)))
	}
}
