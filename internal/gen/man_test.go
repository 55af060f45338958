package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/rules"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writtenAssets writes the assets of a release and returns their directory.
func writtenAssets(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeAssets(dir, "1.2.3", "2026-11-22"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestManual renders the manual page with man, and checks that it has every command and flag.
func TestManual(t *testing.T) {
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip("man is not installed")
	}
	page := filepath.Join(writtenAssets(t), "man", "skilllint.1")
	cmd := exec.Command("man", "-l", "--warnings=all", "-E", "UTF-8", "-P", "cat", page)
	cmd.Env = append(os.Environ(), "MANWIDTH=100", "LC_ALL=C.UTF-8", "MAN_KEEP_FORMATTING=", "MANOPT=--nh --nj")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("man: %v\n%s", err, stderr.String())
	}
	text := string(out)
	if !strings.Contains(text, "skilllint 1.2.3") || !strings.Contains(text, "2026-11-22") {
		t.Error("the page does not have the version or the date")
	}
	check := func(c *cobra.Command) {
		if !c.HasParent() || c.Hidden {
			return
		}
		if path := strings.ReplaceAll(c.CommandPath(), "\t", " "); !strings.Contains(text, path) {
			t.Errorf("the page has no %s", path)
		}
		_, section, _ := strings.Cut(text, "\n   "+c.CommandPath())
		if i := strings.Index(section, "\n   skilllint "); i >= 0 {
			section = section[:i]
		}
		for _, g := range cli.FlagGroups(c) {
			g.Flags.VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(section, "--"+f.Name) {
					t.Errorf("the section of %s has no --%s:\n%.600s", c.CommandPath(), f.Name, section)
				}
			})
		}
	}
	root := cli.Commands(rules.All())
	for _, c := range root.Commands() {
		check(c)
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
}

// TestManualLint checks the page with mandoc, which other systems use.
func TestManualLint(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("mandoc is not installed")
	}
	out, err := exec.Command("mandoc", "-Tlint", "-W", "warning", filepath.Join(writtenAssets(t), "man", "skilllint.1")).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || len(out) > 0 {
		t.Errorf("mandoc: %v\n%s", err, out)
	}
}

func TestEscapeRoff(t *testing.T) {
	for text, want := range map[string]string{
		`a\b`: `a\eb`, "--x": `\-\-x`, ".SH no": `\&.SH no`, "'x": `\&'x`, `say "x"`: `say \(dqx\(dq`, "plain.": "plain.",
	} {
		if got := escapeRoff(text); got != want {
			t.Errorf("escapeRoff(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestCompletions checks that each installed shell can parse its completion script.
func TestCompletions(t *testing.T) {
	dir := filepath.Join(writtenAssets(t), "completions")
	for file, shell := range map[string]string{"skilllint.bash": "bash", "_skilllint": "zsh", "skilllint.fish": "fish"} {
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), "skilllint") {
			t.Errorf("%s: %v, %d bytes", file, err, len(text))
		}
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed", shell)
			continue
		}
		if out, err := exec.Command(shell, "-n", filepath.Join(dir, file)).CombinedOutput(); err != nil {
			t.Errorf("%s -n %s: %v\n%s", shell, file, err, out)
		}
	}
}
