package release

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestNpm packs for npm what goreleaser leaves, installs it as users do, without a network and without
// scripts, and runs it.
func TestNpm(t *testing.T) {
	for _, program := range []string{"node", "npm", "npx"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	dist, packages, project := t.TempDir(), filepath.Join(t.TempDir(), "out"), t.TempDir()
	binary, err := os.ReadFile(released(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		level := map[string]string{"amd64": "v1", "arm64": "v8.0"}[processor]
		name, content := "skilllint", []byte("for another platform")
		if system == "windows" {
			name += ".exe"
		}
		if system == runtime.GOOS && processor == runtime.GOARCH {
			content = binary
		}
		dir := filepath.Join(dist, "skilllint_"+system+"_"+processor+"_"+level)
		if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, name), content, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	run := func(dir string, code int, args ...string) string {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "npm_config_offline=true", "npm_config_audit=false", "npm_config_fund=false",
			"npm_config_update_notifier=false", "npm_config_cache="+filepath.Join(project, ".cache"), "npm_config_ignore_scripts=true")
		out, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Fatalf("%v: exit code %d, want %d (%v)\n%s", args, got, code, err, out)
		}
		return string(out)
	}
	run(root, 0, "node", filepath.Join("npm", "pack.mjs"), "1.2.3", dist, packages)
	own, _ := filepath.Glob(filepath.Join(packages, "skilllint-*.tgz"))
	if len(own) != len(platforms) {
		t.Fatalf("%d packages with a binary, want %d", len(own), len(platforms))
	}
	processor := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	fits := slices.IndexFunc(own, func(name string) bool { return strings.Contains(name, runtime.GOOS+"-"+processor) })
	main := filepath.Join(packages, "main", "skilllint-1.2.3.tgz")
	if err := os.WriteFile(filepath.Join(project, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run(project, 0, "npm", "install", "--no-save", "--omit=optional", main)
	if out := run(project, 2, "npx", "--no-install", "skilllint", "version"); !strings.Contains(out, "is not installed") {
		t.Errorf("without its binary it says:\n%s", out)
	}
	run(project, 0, "npm", "install", "--no-save", own[fits], main)
	if out := run(project, 0, "npx", "--no-install", "skilllint", "version"); !strings.Contains(out, "skilllint v1.2.3 ("+commit[:12]) {
		t.Errorf("npx skilllint version says:\n%s", out)
	}
	run(project, 2, "npx", "--no-install", "skilllint", "--fail-on", "nothing")
	run(project, 2, "node", filepath.Join("node_modules", "skilllint", "bin", "skilllint.cjs"), "no such path")
}
