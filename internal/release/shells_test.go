package release

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// completions are command lines before and after Tab is pressed.
var completions = []struct{ line, want string }{
	{"skilllint expl", "skilllint explain"},
	{"skilllint --select deps/c", "skilllint --select deps/cycle"},
	{"skilllint lint --format sa", "skilllint lint --format sarif"},
	{"skilllint lint --profile-r", "skilllint lint --profile-rules"},
	{"skilllint explain links/br", "skilllint explain links/broken"},
	{"skilllint manifest dispatch --format js", "skilllint manifest dispatch --format json"},
	{"skilllint compat --client gemini,qw", "skilllint compat --client gemini,qwen"},
	{"skilllint lint skills/dep", "skilllint lint skills/deploy/"},
}

// shells has scripts that complete the line in $1, in a directory with skills/deploy, and print it.
var shells = map[string]string{
	"bash": `
for file in /usr/share/bash-completion/bash_completion /opt/homebrew/share/bash-completion/bash_completion; do
  [ -r "$file" ] && . "$file"
done
type _get_comp_words_by_ref >/dev/null 2>&1 || { echo 'no bash-completion'; exit; }
compopt() { [ "$2" = nospace ] || [ "$2" = -o ] || return 0; } # no line is edited
source <(skilllint completion bash)
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9
read -ra COMP_WORDS <<<"$1"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
__start_skilllint
if [ ${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -d -S / -- "${COMP_WORDS[COMP_CWORD]}")); fi # as -o default does
unset 'COMP_WORDS[COMP_CWORD]'
echo "${COMP_WORDS[*]} ${COMPREPLY[*]}"
`,
	"fish": `
skilllint completion fish | source
set words (string split ' ' -- $argv[1])
set found (complete -C $argv[1] | string split -f 1 \t)
echo $words[1..-2] $found
`,
	"zsh": `
zmodload zsh/zpty
skilllint completion zsh >_skilllint
zpty shell zsh -f -i
zpty -w shell 'PS1=""; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word; show() { print -r -- "<$BUFFER>" }; zle -N show; bindkey "^X" show; unsetopt prompt_cr; print -r -- REA""DY'
zpty -r shell out '*READY*'
zpty -w -n shell "$1"$'\t\x18'
zpty -r shell out '*<skilllint*>*'
print -r -- "${${out##*<}%>*}"
`,
}

// TestShells completes command lines in each installed shell: commands, flags and their values, rule names and files.
func TestShells(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("PowerShell is not tested")
	}
	binary := compiled(t)
	for shell, script := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(shell + " is not installed")
			}
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "skills", "deploy"), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, c := range completions {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				args := []string{"-c", script, "shell", c.line}
				if shell == "fish" {
					args = []string{"-c", script, c.line}
				}
				cmd := exec.CommandContext(ctx, shell, args...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "HOME="+dir, "TERM=dumb", "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				got := strings.ReplaceAll(strings.TrimSpace(string(out)), `\,`, ",") // bash escapes commas
				if got == "no bash-completion" {
					t.Skip("bash-completion is not installed")
				}
				if err != nil || got != c.want {
					t.Errorf("%q: completed to %q, want %q (%v)", c.line, got, c.want, err)
				}
			}
		})
	}
}
