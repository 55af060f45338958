package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changedPage documents --changed and --staged. Its console blocks contain commands of git and skilllint, which run in order
// on a branch. With -update, their output is written to the page.
const changedPage = "../../docs/changed.md"

func TestChangedPage(t *testing.T) {
	source, err := os.ReadFile(changedPage)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"skills/deploy/SKILL.md":              "---\nname: deploy\ndescription: Deploys the service. Use to deploy.\n---\n\n# Deploy\n\nSee [the runbook](references/runbook.md).\n",
		"skills/release/SKILL.md":             "---\nname: release\ndescription: Makes a release. Use to release.\n---\n\n# Release\n\nFollow [the steps](references/steps.md).\n",
		"skills/release/references/steps.md":  "# Steps\n\nTag, then push.\n",
		"skills/release/references/checks.md": "# Checks\n\nFollow [the steps](steps.md) first.\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
			"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")
		out, err := cmd.CombinedOutput()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("git is not installed")
		}
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	for _, command := range []string{"-c init.defaultBranch=main init -q", "add -A", "commit -q -m one", "checkout -q -b work"} {
		run(strings.Fields(command)...)
	}
	consoles := regexp.MustCompile("(?s)```console\n(.*?)```")
	page := consoles.ReplaceAllStringFunc(string(source), func(whole string) string {
		shown := consoles.FindStringSubmatch(whole)[1]
		printed := ""
		for line := range strings.Lines(shown) {
			if args, ok := strings.CutPrefix(line, "$ git "); ok {
				printed += line + run(strings.Fields(args)...)
			} else {
				printed += runCommands(t, dir, line)
			}
		}
		if diff := cmp.Diff(shown, printed); diff != "" && !*update {
			t.Errorf("%s: output differs (-page +got):\n%s", changedPage, diff)
		}
		return strings.Replace(whole, shown, printed, 1)
	})
	if *update && !t.Failed() {
		if err := os.WriteFile(changedPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
