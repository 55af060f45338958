package editors_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPage checks that the page shows the configurations of this directory.
func TestPage(t *testing.T) {
	page := string(read(t, "../docs/editing.md"))
	files := []string{"neovim/skilllint.lua", "neovim/init-0.8.lua", "helix/languages.toml", "emacs/skilllint.el", "sublime/LSP.sublime-settings",
		"vim/compiler/skilllint.vim", "vscode-tasks/tasks.json"}
	for _, file := range files {
		if text := string(read(t, file)); !strings.Contains(page, "\n"+text+"```\n") {
			t.Errorf("%s is not in docs/editing.md:\n%s", file, text)
		}
	}
}

// TestFormats parses the configurations of editors that the tests cannot run, and checks the command of the server.
func TestFormats(t *testing.T) {
	comment := regexp.MustCompile(`(?m)^//.*$`)
	var sublime struct {
		Clients map[string]struct {
			Enabled  bool
			Command  []string
			Selector string
		}
	}
	if err := json.Unmarshal(comment.ReplaceAll(read(t, "sublime/LSP.sublime-settings"), nil), &sublime); err != nil {
		t.Error(err)
	}
	if c := sublime.Clients["skilllint"]; !c.Enabled || !slices.Equal(c.Command, []string{"skilllint", "lsp"}) {
		t.Errorf("Sublime Text: %+v", c)
	}
	var jetbrains struct {
		ID, Name         string
		ProgramArgs      map[string]string
		FileTypeMappings []struct {
			FileType struct {
				Name     string
				Patterns []string
			}
			LanguageID string `json:"languageId"`
		}
	}
	if err := json.Unmarshal(read(t, "jetbrains/template.json"), &jetbrains); err != nil {
		t.Error(err)
	}
	if jetbrains.ProgramArgs["default"] != "skilllint lsp" || len(jetbrains.FileTypeMappings) == 0 {
		t.Errorf("JetBrains: %+v", jetbrains)
	}
	var helix struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `toml:"language-server"`
		Language []struct {
			Name    string
			Servers []string `toml:"language-servers"`
		}
	}
	if err := toml.Unmarshal(read(t, "helix/languages.toml"), &helix); err != nil {
		t.Error(err)
	}
	for _, l := range helix.Language {
		if !slices.Contains(l.Servers, "skilllint") {
			t.Errorf("Helix: servers of language %s: %v", l.Name, l.Servers)
		}
	}
	var zed struct {
		ID              string
		LanguageServers map[string]struct{ Languages []string } `toml:"language_servers"`
	}
	if err := toml.Unmarshal(read(t, "zed/extension.toml"), &zed); err != nil {
		t.Error(err)
	}
	if len(zed.LanguageServers["skilllint"].Languages) == 0 {
		t.Errorf("Zed: %+v", zed)
	}
}

// problems returns the findings of the workspace in the format concise.
func problems(t *testing.T, dir string) (lines []string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin(t), "skilllint"), "--format", "concise")
	cmd.Dir = dir
	out, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != 1 {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(out), "\n"), "\n")
}

// TestProblemMatcher matches the findings with the pattern for VS Code.
func TestProblemMatcher(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var tasks struct {
		Tasks []struct {
			Args           []string
			ProblemMatcher struct {
				Pattern struct{ Regexp string }
			}
		}
	}
	if err := json.Unmarshal(read(t, "vscode-tasks/tasks.json"), &tasks); err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(tasks.Tasks[0].ProblemMatcher.Pattern.Regexp)
	lines := problems(t, workspace(t))
	if len(lines) < 5 {
		t.Errorf("%d findings", len(lines))
	}
	for _, line := range lines {
		m := pattern.FindStringSubmatch(line)
		if m == nil || m[1]+":"+m[2]+":"+m[3]+": "+m[4]+" "+m[5]+" "+m[6] != line {
			t.Errorf("%s: %q", line, m)
		}
	}
}

// TestQuickfix runs `:make` with the compiler plugin in Vim and Neovim.
func TestQuickfix(t *testing.T) {
	for _, name := range []string{"vim", "nvim"} {
		t.Run(name, func(t *testing.T) {
			program := editor(t, name)
			dir, runtime := workspace(t), t.TempDir()
			copyFile(t, "vim/compiler/skilllint.vim", filepath.Join(runtime, "compiler/skilllint.vim"))
			list := filepath.Join(runtime, "list")
			script := filepath.Join(runtime, "script.vim")
			if err := os.WriteFile(script, []byte(`
compiler skilllint
silent make!
call writefile(map(getqflist(), 'printf("%s:%d:%d: %s %s", bufname(v:val.bufnr), v:val.lnum, v:val.col, v:val.type, v:val.text)'), $LIST)
quitall!
`), 0o644); err != nil {
				t.Fatal(err)
			}
			args := []string{"-u", "NONE", "-i", "NONE", "-n", "--cmd", "set nocompatible runtimepath^=" + runtime, "-S", script}
			if name == "vim" {
				args = append([]string{"-es", "-T", "dumb"}, args...)
			} else {
				args = append([]string{"--headless"}, args...)
			}
			command(t, dir, []string{"LIST=" + list}, program, args...)
			var want []string
			line := regexp.MustCompile(`^(\S+:\d+:\d+:) ([ewi])\w+ (.*)$`)
			for _, l := range problems(t, dir) {
				want = append(want, line.ReplaceAllString(l, "$1 $2 $3"))
			}
			if diff := cmp.Diff(strings.Join(want, "\n")+"\n", string(read(t, list))); diff != "" {
				t.Errorf("quickfix list (-findings +list)\n%s", diff)
			}
		})
	}
}
