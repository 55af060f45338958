package release

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestNpm builds npm packages from the output of goreleaser, installs them without network and install scripts, and runs
// the program.
func TestNpm(t *testing.T) {
	thorough(t, "it installs packages with npm")
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
	binaries, _ := filepath.Glob(filepath.Join(packages, "skilllint-*.tgz"))
	if len(binaries) != len(platforms) {
		t.Fatalf("%d packages with a binary, want %d", len(binaries), len(platforms))
	}
	checkPackages(t, packages, func(platform string) []byte {
		if platform == runtime.GOOS+"/"+runtime.GOARCH {
			return binary
		}
		return []byte("for another platform")
	})
	processor := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	host := slices.IndexFunc(binaries, func(name string) bool { return strings.Contains(name, runtime.GOOS+"-"+processor) })
	main := filepath.Join(packages, "main", "skilllint-1.2.3.tgz")
	if err := os.WriteFile(filepath.Join(project, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run(project, 0, "npm", "install", "--no-save", "--omit=optional", main)
	if out := run(project, 2, "npx", "--no-install", "skilllint", "version"); !strings.Contains(out, "is not installed") {
		t.Errorf("without the package of its binary:\n%s", out)
	}
	run(project, 0, "npm", "install", "--no-save", binaries[host], main)
	if out := run(project, 0, "npx", "--no-install", "skilllint", "version"); !strings.Contains(out, "skilllint v1.2.3 ("+commit[:12]) {
		t.Errorf("npx skilllint version:\n%s", out)
	}
	run(project, 2, "npx", "--no-install", "skilllint", "--fail-on", "nothing")
	run(project, 2, "node", filepath.Join("node_modules", "skilllint", "bin", "skilllint.cjs"), "no such path")
}

// A manifest has the parts of a package.json that the tests check.
type manifest struct {
	Name, Version, License string
	OS, CPU                []string
	Bin, Scripts           map[string]string
	Optional               map[string]string `json:"optionalDependencies"`
	Dependencies           map[string]string
}

// checkPackages checks the packages: one for each platform with its binary, and one with all of them as optional
// dependencies. None has install scripts.
func checkPackages(t *testing.T, dir string, binary func(platform string) []byte) {
	t.Helper()
	open := func(name string) (m manifest, files map[string]packedFile) {
		t.Helper()
		files = unpackPackage(t, name)
		if err := json.Unmarshal(files["package/package.json"].data, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if m.Version != "1.2.3" || m.License != "Apache-2.0" || len(m.Scripts) > 0 || len(m.Dependencies) > 0 || len(files["package/LICENSE"].data) == 0 {
			t.Errorf("%s: %+v", name, m)
		}
		return m, files
	}
	main, files := open(filepath.Join(dir, "main", "skilllint-1.2.3.tgz"))
	if f := files["package/bin/skilllint.cjs"]; f.mode&0o111 == 0 || main.Bin["skilllint"] != "bin/skilllint.cjs" || main.OS != nil {
		t.Errorf("skilllint: %+v, mode of its script %v", main, f.mode)
	}
	if len(main.Optional) != len(platforms) {
		t.Errorf("skilllint: optional dependencies %v", main.Optional)
	}
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		system = strings.Replace(system, "windows", "win32", 1)
		processor = strings.Replace(processor, "amd64", "x64", 1)
		m, files := open(filepath.Join(dir, "skilllint-"+system+"-"+processor+"-1.2.3.tgz"))
		if main.Optional[m.Name] != m.Version || m.Name != "@skilllint/"+system+"-"+processor {
			t.Errorf("skilllint: no optional dependency %s %s: %v", m.Name, m.Version, main.Optional)
		}
		if !slices.Equal(m.OS, []string{system}) || !slices.Equal(m.CPU, []string{processor}) || len(m.Bin) > 0 {
			t.Errorf("%s: for %v on %v", m.Name, m.OS, m.CPU)
		}
		program := "package/bin/skilllint"
		if system == "win32" {
			program += ".exe"
		}
		if f := files[program]; f.mode&0o111 != 0o111 || !bytes.Equal(f.data, binary(platform)) {
			t.Errorf("%s: mode of the binary %v, or its %d bytes are not those of %s", m.Name, f.mode, len(f.data), platform)
		}
		if len(files) != 4 {
			t.Errorf("%s: files %v", m.Name, slices.Sorted(maps.Keys(files)))
		}
	}
}

// unpackPackage returns the files of an npm package.
func unpackPackage(t *testing.T, name string) map[string]packedFile {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return untar(t, name, data, func(*tar.Header) {})
}
