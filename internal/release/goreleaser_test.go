package release

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A plan has the parts of .goreleaser.yaml that the tests use. .ci/goreleaser checks the whole file.
type plan struct {
	Builds []struct {
		Goos, Goarch, Goamd64, Goarm64, Env, Flags, Ldflags []string
	}
	Archives []struct {
		Files []struct {
			Src, Dst string
			Info     struct{ Mtime string }
		}
		Info struct{ Mtime string } `yaml:"builds_info"`
	}
	Dockers []struct {
		Dockerfile  string
		Platforms   []string
		ExtraFiles  []string `yaml:"extra_files"`
		Annotations map[string]string
	} `yaml:"dockers_v2"`
	Sboms []struct{ Args []string }
	Casks []struct {
		Binaries, Manpages []string
		Completions        map[string]string
	} `yaml:"homebrew_casks"`
}

func readPlan(t *testing.T) plan {
	t.Helper()
	var p plan
	if err := yaml.Unmarshal([]byte(read(t, ".goreleaser.yaml")), &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Builds) != 1 || len(p.Archives) != 2 || len(p.Dockers) != 1 || len(p.Casks) != 1 {
		t.Fatalf("builds, archives, images, casks: %d, %d, %d, %d", len(p.Builds), len(p.Archives), len(p.Dockers), len(p.Casks))
	}
	return p
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSameFlags checks that goreleaser and scripts/build use the same flags.
func TestSameFlags(t *testing.T) {
	build, own := readPlan(t).Builds[0], read(t, "scripts/build")
	for _, flag := range build.Flags {
		if !strings.Contains(own, " "+flag+" ") {
			t.Errorf("scripts/build does not use %s", flag)
		}
	}
	for _, value := range append(build.Env, "GOAMD64="+build.Goamd64[0], "GOARM64="+build.Goarm64[0]) {
		if name, set, _ := strings.Cut(value, "="); !strings.Contains(own, name+"="+set+" ") && !(set == "" && strings.Contains(own, name+"=''")) {
			t.Errorf("scripts/build does not set %s", value)
		}
	}
	ldflags := strings.NewReplacer("v{{ .Version }}", "$version", `{{ envOrDefault "SOURCE_COMMIT" .FullCommit }}`, "$commit",
		"github.com/skilllint/skilllint/internal/cli", "$package").Replace(strings.Join(build.Ldflags, " "))
	if want := regexp.MustCompile(`-ldflags "(.*)"`).FindStringSubmatch(own); want == nil || ldflags != want[1] {
		t.Errorf("ldflags of goreleaser:\n%s\nof scripts/build:\n%q", ldflags, want)
	}
	if count := len(build.Goos) * len(build.Goarch); count != len(platforms) {
		t.Errorf("%d platforms, want %d", count, len(platforms))
	}
}

// platforms are the platforms with released binaries.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// TestArchive checks that the files for archives exist, and that archives use the time of the commit.
func TestArchive(t *testing.T) {
	p := readPlan(t)
	for _, file := range p.Archives[0].Files {
		if file.Info.Mtime != "{{ .CommitDate }}" {
			t.Errorf("%s: time %q makes builds differ", file.Src, file.Info.Mtime)
		}
		if strings.HasPrefix(file.Src, ".release/") {
			continue // written and tested by internal/gen
		}
		read(t, file.Src)
	}
	shipped := func(name string) bool {
		for _, file := range p.Archives[0].Files {
			if file.Src == ".release/"+filepath.ToSlash(filepath.Dir(name))+"/*" && file.Dst == filepath.Dir(name) {
				return true
			}
		}
		return false
	}
	cask := p.Casks[0]
	for _, name := range append(slices.Clone(cask.Manpages), cask.Completions["bash"], cask.Completions["zsh"], cask.Completions["fish"]) {
		if !shipped(name) {
			t.Errorf("the cask links %s, which is not in archives", name)
		}
	}
}

// TestImage checks the Dockerfile without a container engine: the files that it copies exist, and the program does not
// run as root and requires no shell.
func TestImage(t *testing.T) {
	image := readPlan(t).Dockers[0]
	text := read(t, image.Dockerfile)
	var instructions []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			instructions = append(instructions, line)
		}
	}
	if instructions[0] != "FROM scratch" {
		t.Errorf("first instruction: %s", instructions[0])
	}
	var user, entry string
	copied := map[string]string{}
	for _, instruction := range instructions {
		words := strings.Fields(instruction)
		switch words[0] {
		case "RUN", "ADD", "SHELL", "VOLUME", "CMD", "HEALTHCHECK":
			t.Errorf("instruction not allowed: %s", instruction)
		case "USER":
			user = words[1]
		case "COPY":
			copied[words[2]] = words[1]
		case "ENTRYPOINT":
			entry = words[1]
		}
	}
	if !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user) {
		t.Errorf("user %q, want numbers other than 0, because the image has no /etc/passwd", user)
	}
	for to, from := range copied {
		switch {
		case from == "$TARGETPLATFORM/skilllint":
			if entry != `["`+to+`"]` {
				t.Errorf("entry point %s, but the program is %s", entry, to)
			}
		case slices.Contains(image.ExtraFiles, from):
			read(t, from)
		default:
			t.Errorf("%s is not in extra_files of goreleaser", from)
		}
	}
	for _, platform := range image.Platforms {
		if !slices.Contains(platforms, platform) {
			t.Errorf("no binary is built for %s", platform)
		}
	}
	for _, label := range []string{"source", "url", "description", "licenses"} {
		if !strings.Contains(text, "org.opencontainers.image."+label+"=") {
			t.Errorf("no label %s", label)
		}
	}
}

// TestStatic checks that a released binary requires no shared library or dynamic loader, which the image does not have.
func TestStatic(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("images contain Linux binaries")
	}
	thorough(t, "it builds skilllint as it is released")
	file, err := elf.Open(released(t))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	libraries, err := file.ImportedLibraries()
	if err != nil || len(libraries) > 0 {
		t.Errorf("requires %v (%v)", libraries, err)
	}
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("requires a dynamic loader")
		}
	}
	if file.Section(".symtab") != nil || file.Section(".debug_info") != nil {
		t.Error("not stripped")
	}
}
