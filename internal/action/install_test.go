package action

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// releasedBinary is the start of the stub for a released program.
const releasedBinary = "#!/bin/sh\necho 'skilllint v1.2.3'\n"

// newReleaseRunner returns a runner with the action at the commit of release v1.2.3, with checksums of v1.2.2, too.
func newReleaseRunner(t *testing.T) *runner {
	t.Helper()
	r := emptyRunner(t)
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	script, err := os.ReadFile(filepath.Join(root, ".github", "install.sh"))
	if err != nil {
		t.Fatal(err)
	}
	var sums strings.Builder
	for _, version := range []string{"1.2.2", "1.2.3"} {
		for _, platform := range []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64.exe"} {
			sum := sha256.Sum256([]byte(releasedBinary + "# " + version + " " + platform + "\n"))
			fmt.Fprintf(&sums, "%x  skilllint_%s_%s\n", sum, version, platform)
		}
	}
	workspace := r.workspace
	r.workspace = t.TempDir()
	r.actionPath = r.workspace
	r.write(".github/install.sh", string(script))
	r.write(".github/checksums.txt", sums.String())
	r.write(".github/release.txt", "v1.2.3 0123456789abcdef0123456789abcdef01234567\n")
	r.workspace = workspace
	r.env["RUNNER_OS"], r.env["RUNNER_ARCH"] = "Linux", "X64"
	return r
}

// serve serves the releases with a redirect, like GitHub, and counts the downloads. Binaries have change appended.
func (r *runner) serve(change string) *int {
	r.t.Helper()
	downloads := 0
	mux := http.NewServeMux()
	mux.HandleFunc("GET /from/{version}/{name}", func(w http.ResponseWriter, q *http.Request) {
		http.Redirect(w, q, "/assets/"+q.PathValue("name"), http.StatusFound)
	})
	mux.HandleFunc("GET /assets/{name}", func(w http.ResponseWriter, q *http.Request) {
		downloads++
		version, platform, ok := strings.Cut(strings.TrimPrefix(q.PathValue("name"), "skilllint_"), "_")
		if !ok || platform == "linux_arm64" {
			http.NotFound(w, q)
			return
		}
		fmt.Fprintf(w, "%s# %s %s\n%s", releasedBinary, version, platform, change)
	})
	server := httptest.NewServer(mux)
	r.t.Cleanup(server.Close)
	r.env["SKILLLINT_DOWNLOADS"] = server.URL + "/from"
	return &downloads
}

// TestInstall checks that the action installs a released binary only if its checksum matches.
func TestInstall(t *testing.T) {
	tests := []struct {
		name, version  string
		system, cpu    string
		change         string // appended to binaries on the server
		code           int
		file, contains string // name and end of the installed binary
		want           string
	}{
		{"release of the action", "", "Linux", "X64", "", 0, "skilllint", "# 1.2.3 linux_amd64\n", "the checksum of skilllint_1.2.3_linux_amd64 matches the release"},
		{"earlier release", "v1.2.2", "macOS", "ARM64", "", 0, "skilllint", "# 1.2.2 darwin_arm64\n", "skilllint v1.2.2"},
		{"Windows", "v1.2.3", "Windows", "X64", "", 0, "skilllint.exe", "# 1.2.3 windows_amd64.exe\n", ""},
		{"different checksum", "", "Linux", "X64", "echo pwned\n", 2, "", "", "does not match the checksum of the release"},
		{"no binary for the platform", "", "Windows", "ARM64", "", 2, "", "", "has no binary for Windows on ARM64; write version: source to build it"},
		{"unknown processor", "", "Linux", "S390X", "", 2, "", "", "has no binary for Linux on S390X"},
		{"missing on the server", "", "Linux", "ARM64", "", 2, "", "", "cannot download"},
		{"release without checksums", "v1.2.4", "Linux", "X64", "", 2, "", "", "has no checksums of v1.2.4; write uses: skilllint/skilllint@v1.2.4, without version"},
		{"incomplete version", "v1.2", "Linux", "X64", "", 2, "", "", "write a release such as v1.2.3, \"source\""},
		{"latest", "latest", "Linux", "X64", "", 2, "", "", "write a release such as v1.2.3, \"source\""},
		{"command", "v1.2.3; touch pwned", "Linux", "X64", "", 2, "", "", "write a release such as v1.2.3"},
		{"path", "v1.2.3-../../x", "Linux", "X64", "", 2, "", "", "write a release such as v1.2.3"},
		{"pattern", "v1.2.3-.*", "Linux", "X64", "", 2, "", "", "write a release such as v1.2.3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newReleaseRunner(t)
			downloads := r.serve(test.change)
			r.env["RUNNER_OS"], r.env["RUNNER_ARCH"] = test.system, test.cpu
			code, outputs := r.step("Get skilllint", map[string]string{"version": test.version})
			if code != test.code || !strings.Contains(r.output, test.want) {
				t.Fatalf("exit code %d, want %d and %q", code, test.code, test.want)
			}
			files, _ := filepath.Glob(filepath.Join(r.temp, "skilllint", "*"))
			if test.code != 0 {
				if len(files) > 0 || !strings.Contains(r.output, "::error title=skilllint::") {
					t.Errorf("installed %v, or no annotation", files)
				}
				return
			}
			file := filepath.Join(r.temp, "skilllint", test.file)
			text, err := os.ReadFile(file)
			if err != nil || !strings.HasSuffix(string(text), test.contains) || outputs["build"] != "false" || outputs["go"] != "" || len(files) != 1 {
				t.Errorf("%v %v, outputs %v\n%s", files, err, outputs, text)
			}
			if path, err := os.ReadFile(filepath.Join(r.temp, "path")); err != nil || filepath.FromSlash(strings.TrimSpace(string(path))) != filepath.Dir(file) {
				t.Errorf("added to PATH: %q, %v", path, err)
			}
			// A second step of the job does not download again, unless the file has changed in the meantime.
			if code, _ := r.step("Get skilllint", map[string]string{"version": test.version}); code != 0 || *downloads != 1 {
				t.Errorf("exit code %d, %d downloads", code, *downloads)
			}
			if err := os.WriteFile(file, []byte("#!/bin/sh\necho pwned\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			if code, _ := r.step("Get skilllint", map[string]string{"version": test.version}); code != 0 || *downloads != 2 {
				t.Errorf("exit code %d, %d downloads", code, *downloads)
			}
		})
	}
}

// TestSource checks that the action is built from source if it has no checksums or the input requests it, with a suitable
// version of Go.
func TestSource(t *testing.T) {
	r := newReleaseRunner(t)
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	action := r.actionPath
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(action, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", string(module))
	if code, outputs := r.step("Get skilllint", map[string]string{"version": "source"}); code != 0 || outputs["build"] != "true" || outputs["go"] != "" {
		t.Errorf("source: exit code %d, %v", code, outputs)
	}
	put("go.mod", "module x\n\ngo 1.9999.1\n")
	if code, outputs := r.step("Get skilllint", map[string]string{"version": "source"}); code != 0 || outputs["build"] != "true" || outputs["go"] != "~1.9999.1" {
		t.Errorf("newer Go required: exit code %d, %v", code, outputs)
	}
	if err := os.Remove(filepath.Join(action, ".github", "release.txt")); err != nil {
		t.Fatal(err)
	}
	if code, outputs := r.step("Get skilllint", nil); code != 0 || outputs["build"] != "true" {
		t.Errorf("between releases: exit code %d, %v", code, outputs)
	}
	r.serve("")
	if code, outputs := r.step("Get skilllint", map[string]string{"version": "v1.2.3"}); code != 0 || outputs["build"] != "false" {
		t.Errorf("version input, between releases: exit code %d, %v", code, outputs)
	}
}
