package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// dist returns the directory with a release built by goreleaser, such as by scripts/snapshot.
func dist(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SKILLLINT_DIST")
	if dir == "" {
		t.Skip("SKILLLINT_DIST is not set; scripts/snapshot builds a release and runs this test")
	}
	return dir
}

// A packedFile is a file of an archive.
type packedFile struct {
	mode fs.FileMode
	data []byte
}

// unpack returns the files of an archive, by name.
func unpack(t *testing.T, name string) map[string]packedFile {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]packedFile{}
	if strings.HasSuffix(name, ".zip") {
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.File {
			content, err := fs.ReadFile(archive, f.Name)
			if err != nil {
				t.Fatal(err)
			}
			files[f.Name] = packedFile{f.Mode(), content}
		}
		return files
	}
	return untar(t, name, data, func(header *tar.Header) {
		if header.Uname != "root" || header.Gname != "root" {
			t.Errorf("%s: owner of %s is %s:%s", name, header.Name, header.Uname, header.Gname)
		}
	})
}

// untar returns the files of a compressed archive, by name, and calls check with each header.
func untar(t *testing.T, name string, data []byte, check func(*tar.Header)) map[string]packedFile {
	t.Helper()
	files := map[string]packedFile{}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	archive := tar.NewReader(unzipped)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		check(header)
		files[header.Name] = packedFile{header.FileInfo().Mode(), content}
	}
}

// archives returns the archives of a release and checks that there is one for each platform.
func archives(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	for _, platform := range platforms {
		suffix := ".tar.gz"
		if strings.HasPrefix(platform, "windows/") {
			suffix = ".zip"
		}
		names, _ := filepath.Glob(filepath.Join(dir, "skilllint_*_"+strings.ReplaceAll(platform, "/", "_")+suffix))
		if len(names) != 1 {
			t.Fatalf("%s: archives %v, want one", platform, names)
		}
		found = append(found, names[0])
	}
	return found
}

// TestDistArchives checks the files in each archive: program, documentation and shell completions.
func TestDistArchives(t *testing.T) {
	for _, name := range archives(t, dist(t)) {
		files := unpack(t, name)
		program := "skilllint"
		if strings.HasSuffix(name, ".zip") {
			program += ".exe"
		}
		want := []string{"CHANGELOG.md", "LICENSE", "README.md", "completions/_skilllint", "completions/skilllint.bash", "completions/skilllint.fish",
			"completions/skilllint.ps1", "man/skilllint.1", program}
		if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
			t.Errorf("%s: files %v, want %v", name, got, want)
		}
		for file, f := range files {
			if executable := f.mode&0o111 != 0; executable != (file == program) && program == "skilllint" {
				t.Errorf("%s: mode of %s is %v", name, file, f.mode)
			}
		}
		info, err := buildinfo.Read(bytes.NewReader(files[program].data))
		if err != nil || info.Main.Path != "github.com/skilllint/skilllint" {
			t.Errorf("%s: build info %+v (%v)", name, info, err)
		}
	}
}

// sums returns the checksums in checksums.txt, by file name.
func sums(t *testing.T, dir string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		byName[name] = sum
	}
	return byName
}

// TestDistChecksums checks that checksums.txt is correct and has every archive.
func TestDistChecksums(t *testing.T) {
	dir := dist(t)
	checksums := sums(t, dir)
	for name, want := range checksums {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if got := sha256.Sum256(data); err != nil || hex.EncodeToString(got[:]) != want {
			t.Errorf("%s: %s in checksums.txt, actually %x (%v)", name, want, got, err)
		}
	}
	for _, name := range archives(t, dir) {
		if checksums[filepath.Base(name)] == "" {
			t.Errorf("checksums.txt has no %s", filepath.Base(name))
		}
	}
}

// caskParser emulates the parts of Homebrew that a cask uses. It prints the declarations for macOS and Linux.
const caskParser = `
require "json"
class Parser
  def initialize(os, arch) = (@os, @arch, @values = os, arch, {"hooks" => 0})
  attr_reader :values
  def on_macos = (yield if @os == :macos)
  def on_linux = (yield if @os == :linux)
  def on_intel = (yield if @arch == :intel)
  def on_arm = (yield if @arch == :arm)
  def postflight = @values["hooks"] += 1
  def method_missing(name, *values, **options)
    return @values[name.to_s]&.dig(0, 0) if values.empty? && options.empty? # such as version in a URL
    (@values[name.to_s] ||= []) << values.map(&:to_s)
  end
  def respond_to_missing?(*) = true
end
def cask(name, &block)
  puts JSON.generate([:macos, :linux].product([:intel, :arm]).map { |os, arch|
    parser = Parser.new(os, arch)
    parser.instance_eval(&block)
    parser.values.merge("os" => os, "arch" => arch, "name" => name)
  })
end
load ARGV[0]
`

// TestDistCask checks the cask like Homebrew: its download has the checksum of the release, and the archive has the files
// that it links.
func TestDistCask(t *testing.T) {
	dir := dist(t)
	if _, err := exec.LookPath("ruby"); err != nil {
		t.Skip("ruby is not installed")
	}
	out, err := exec.Command("ruby", "-W", "-e", caskParser, filepath.Join(dir, "homebrew", "Casks", "skilllint.rb")).CombinedOutput()
	var casks []struct {
		Os, Arch, Name                                        string
		Hooks                                                 int
		Version, SHA256, URL, Desc, Binary, Manpage, Homepage [][]string
		Bash                                                  [][]string `json:"bash_completion"`
		Zsh                                                   [][]string `json:"zsh_completion"`
		Fish                                                  [][]string `json:"fish_completion"`
	}
	if err != nil || json.Unmarshal(out, &casks) != nil || len(casks) != 4 {
		t.Fatalf("ruby: %v\n%s", err, out)
	}
	checksums := sums(t, dir)
	for _, c := range casks {
		if len(c.URL) != 1 || len(c.SHA256) != 1 || len(c.Version) != 1 || c.Hooks != 1 || c.Name != "skilllint" {
			t.Fatalf("%+v", c)
		}
		system := map[string]string{"macos": "darwin", "linux": "linux"}[c.Os] + "_" + map[string]string{"intel": "amd64", "arm": "arm64"}[c.Arch] + ".tar.gz"
		name := ""
		for archive := range checksums {
			if strings.HasSuffix(archive, system) {
				name = archive
			}
		}
		if !strings.HasPrefix(c.URL[0][0], "https://github.com/skilllint/skilllint/releases/download/") || !strings.HasSuffix(c.URL[0][0], system) || c.SHA256[0][0] != checksums[name] {
			t.Errorf("%s on %s: downloads %v with checksum %v, want %s with %s", c.Os, c.Arch, c.URL, c.SHA256, name, checksums[name])
		}
		files := unpack(t, filepath.Join(dir, name))
		for _, linked := range slices.Concat(c.Binary, c.Manpage, c.Bash, c.Zsh, c.Fish) {
			if _, ok := files[linked[0]]; !ok {
				t.Errorf("%s on %s: links %s, which is not in %s", c.Os, c.Arch, linked[0], name)
			}
		}
		if len(slices.Concat(c.Binary, c.Manpage, c.Bash, c.Zsh, c.Fish)) != 5 {
			t.Errorf("links %v %v %v %v %v, want 5", c.Binary, c.Manpage, c.Bash, c.Zsh, c.Fish)
		}
	}
}

// TestDistNpm packages the binaries of the release for npm.
func TestDistNpm(t *testing.T) {
	dir := dist(t)
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed")
	}
	packages := filepath.Join(t.TempDir(), "out")
	if out, err := exec.Command("node", filepath.Join(root, "npm", "pack.mjs"), "1.2.3", dir, packages).CombinedOutput(); err != nil {
		t.Fatalf("npm/pack.mjs: %v\n%s", err, out)
	}
	checkPackages(t, packages, func(platform string) []byte {
		for _, name := range archives(t, dir) {
			if strings.Contains(name, strings.ReplaceAll(platform, "/", "_")) {
				return program(unpack(t, name))
			}
		}
		return nil
	})
}

// program returns the binary of an archive.
func program(files map[string]packedFile) []byte {
	if f, ok := files["skilllint.exe"]; ok {
		return f.data
	}
	return files["skilllint"].data
}

// TestDistSBOM checks the SBOMs of a release.
func TestDistSBOM(t *testing.T) {
	dir := dist(t)
	if names, _ := filepath.Glob(filepath.Join(dir, "*.sbom.json")); len(names) == 0 {
		t.Skip("the release has no SBOMs because syft is not installed")
	}
	for _, name := range archives(t, dir) {
		checkSBOM(t, name+".sbom.json", program(unpack(t, name)))
	}
}

// TestSBOM runs syft on an archive as goreleaser does, and compares the SBOM with the build info of the program.
func TestSBOM(t *testing.T) {
	if _, err := exec.LookPath("syft"); err != nil {
		t.Skip("syft is not installed")
	}
	thorough(t, "it builds skilllint as it is released")
	program, err := os.ReadFile(released(t))
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	packed := tar.NewWriter(zipped)
	err = packed.WriteHeader(&tar.Header{Name: "skilllint", Mode: 0o755, Size: int64(len(program))})
	_, written := packed.Write(program)
	name := filepath.Join(t.TempDir(), "skilllint_1.2.3_linux_amd64.tar.gz")
	if err := errors.Join(err, written, packed.Close(), zipped.Close(), os.WriteFile(name, archive.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, sbom := range readPlan(t).Sboms {
		args := slices.Clone(sbom.Args)
		for i := range args {
			args[i] = strings.NewReplacer("$artifact", name, "$document", name+".sbom.json", "{{ .ProjectName }}", "skilllint", "{{ .Version }}", "1.2.3").Replace(args[i])
		}
		if out, err := exec.Command("syft", args...).CombinedOutput(); err != nil {
			t.Fatalf("syft %v: %v\n%s", args, err, out)
		}
		checkSBOM(t, name+".sbom.json", program)
	}
}

// checkSBOM checks that an SPDX document has all modules of a program, and validates it with the schema from syft.
func checkSBOM(t *testing.T, name string, program []byte) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		SpdxVersion, Name string
		Packages          []struct{ Name, VersionInfo string }
	}
	if err := json.Unmarshal(text, &document); err != nil || document.SpdxVersion != "SPDX-2.3" || document.Name != "skilllint" {
		t.Errorf("%s: %q, %q (%v)", name, document.SpdxVersion, document.Name, err)
	}
	has := map[string]bool{}
	for _, p := range document.Packages {
		has[p.Name+" "+p.VersionInfo] = true
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range info.Deps {
		if !has[module.Path+" "+module.Version] {
			t.Errorf("%s: missing module %s %s", name, module.Path, module.Version)
		}
	}
	if !has["stdlib "+info.GoVersion] || len(info.Deps) < 10 {
		t.Errorf("%s: no stdlib %s, or only %d modules", name, info.GoVersion, len(info.Deps))
	}
	t.Logf("%s: %d packages", filepath.Base(name), len(document.Packages))
	validateSPDX(t, name, text)
}

func validateSPDX(t *testing.T, name string, text []byte) {
	t.Helper()
	syft, err := exec.LookPath("syft")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(syft)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(strings.TrimSpace(string(cache)), "github.com", "anchore", "syft@"+info.Main.Version, "schema", "spdx-json", "spdx-schema-2.3.json")
	schema, err := os.ReadFile(path)
	if err != nil {
		t.Logf("schema not found: %v", err)
		return
	}
	// The validator does not support the URL of draft-07 in the schema.
	schema = regexp.MustCompile(`"\$schema"\s*:\s*"[^"]*",`).ReplaceAll(schema, nil)
	compiled, err := jsonschema.CompileString("spdx.json", string(schema))
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: %#v", name, err)
	}
}
