package editors_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A terminal is a session of tmux that runs an editor.
type terminal struct {
	t          *testing.T
	socket     string
	transcript strings.Builder
}

// run starts an editor in a terminal of 100 columns and 28 lines.
func run(t *testing.T, dir, home string, args ...string) *terminal {
	t.Helper()
	editor(t, "tmux")
	term := &terminal{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	shell := fmt.Sprintf("cd '%s' && HOME='%s' XDG_CONFIG_HOME='%s/.config' COLORTERM=truecolor PATH='%s' exec '%s'", dir, home, home,
		bin(t)+string(os.PathListSeparator)+os.Getenv("PATH"), strings.Join(args, "' '"))
	term.tmux("-f", os.DevNull, "new-session", "-d", "-x", "100", "-y", "28", shell, ";", "set", "-g", "status", "off", ";", "set", "-sg", "escape-time", "0")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() })
	return term
}

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-u", "-S", term.socket}, args...)...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// keys types keys, in the notation of tmux.
func (term *terminal) keys(keys ...string) {
	for _, k := range keys {
		term.tmux("send-keys", k)
		time.Sleep(50 * time.Millisecond)
	}
}

// await waits until the screen has a text and no longer changes, and records the screen.
func (term *terminal) await(title, text string) {
	term.t.Helper()
	screen := ""
	for range 100 {
		last := screen
		time.Sleep(300 * time.Millisecond)
		if screen = term.tmux("capture-pane", "-p"); screen != last || !strings.Contains(screen, text) {
			continue
		}
		term.screenshot(title)
		fmt.Fprintf(&term.transcript, "== %s\n", title)
		for line := range strings.Lines(strings.TrimRight(screen, "\n")) {
			term.transcript.WriteString(strings.TrimRight("| "+strings.TrimRight(line, "\n"), " ") + "\n")
		}
		return
	}
	term.t.Fatalf("%s: no %q on the screen\n%s", title, text, screen)
}

// screenshot saves the screen with its colors in the directory SKILLLINT_SCREENS, if that is set.
func (term *terminal) screenshot(title string) {
	if dir := os.Getenv("SKILLLINT_SCREENS"); dir != "" {
		name := strings.NewReplacer(" ", "-", "/", "-").Replace(term.t.Name()+"-"+title) + ".ansi"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(term.tmux("capture-pane", "-p", "-e", "-N")), 0o644); err != nil {
			term.t.Fatal(err)
		}
	}
}

// TestHelix runs a session in Helix.
func TestHelix(t *testing.T) {
	hx := editor(t, "hx")
	home := t.TempDir()
	copyFile(t, "helix/languages.toml", filepath.Join(home, ".config/helix/languages.toml"))
	term := run(t, workspace(t), home, hx, ".claude/skills/deploy/SKILL.md")
	term.await("diagnostics", "● 2")
	term.keys("]", "d")
	term.await("first diagnostic", "unknown tool")
	term.keys("Space", "a")
	term.await("code actions", "Grep")
	term.keys("Enter")
	term.await("applied", "● 1")
	term.keys("%", "s", "l", "i", "s", "e", "Enter", ";", "Space", "k")
	term.await("hover", "unknown to Claude Code")
	term.keys("Escape", "%", "s", "#", "l", "i", "m", "Enter", ";", "g", "d")
	term.await("definition", "15:4")
	term.keys("Space", "s")
	term.await("symbols", "Limits")
	term.keys("Escape", "Escape", "Space", "D")
	term.await("diagnostics of the workspace", "backslash")
	term.keys("Escape", "Escape", "%", "s", "L", "i", "m", "i", "t", "s", "Enter", ";", "Space", "r", "C-u", "Bounds", "Enter")
	term.await("renamed heading", "#bounds")
	golden(t, "helix", term.transcript.String())
}

// TestScreens checks that Neovim and Emacs show diagnostics in a terminal.
func TestScreens(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("neovim", func(t *testing.T) {
		home := t.TempDir()
		copyFile(t, "neovim/skilllint.lua", filepath.Join(home, ".config/nvim/lsp/skilllint.lua"))
		if err := os.WriteFile(filepath.Join(home, ".config/nvim/init.lua"), []byte(`vim.lsp.enable("skilllint")`), 0o644); err != nil {
			t.Fatal(err)
		}
		editor(t, "nvim")
		// The server and the user interface are started separately. Neovim would start the server with the name of its own
		// process, which is the dynamic linker after .ci/editors.
		term := run(t, workspace(t), home, "sh", "-c", `nvim --headless --listen "$HOME/socket" .claude/skills/deploy/SKILL.md &
			until [ -S "$HOME/socket" ]; do sleep 0.1; done; exec nvim --server "$HOME/socket" --remote-ui`)
		term.await("diagnostics", "E:2 W:1")
		term.keys("]", "d", "C-w", "d")
		term.await("diagnostic", "it grants no permission")
		term.keys(":", "q", "a", "!", "Enter")
		time.Sleep(time.Second) // the server removes its files
	})
	t.Run("emacs", func(t *testing.T) {
		term := run(t, workspace(t), t.TempDir(), editor(t, "emacs"), "-nw", "-Q", "--eval", "(require (quote markdown-mode))",
			"-l", filepath.Join(here, "emacs/skilllint.el"), ".claude/skills/deploy/SKILL.md")
		term.await("start", "# Deploy")
		term.keys("M-x")
		term.keys(strings.Split("flymake-show-buffer-diagnostics", "")...)
		term.keys("Enter")
		term.await("diagnostics", "unknown tool")
	})
}
