package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRecipes follows the recipes of CONTRIBUTING.md in a copy of the module: it writes the files and runs the commands
// that they show.
func TestRecipes(t *testing.T) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" || os.Getenv("SKILLLINT_GEN_COPY") != "" {
		t.Skip("SKILLLINT_THOROUGH is not set: it builds a copy of the module")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not installed")
	}
	k := moduleCopy{t, copyModule(t)}
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func(moduleCopy){
		"Add a rule": func(k moduleCopy) {
			page := k.read("docs/rules/markdown/exclamation.md")
			k.mustContain(page, "skills/example/SKILL.md:5:1: warning: heading ends in an exclamation mark")
		},
		"Add an output format": func(k moduleCopy) {
			k.mustContain(k.run(true, "go", "run", "./cmd/skilllint", "lint", "--help"), "array")
		},
		"Add a dialect": func(k moduleCopy) {
			k.mustContain(k.run(true, "go", "run", "./cmd/skilllint", "new", "skill", "sort-mail", "--dialect", "acme"), "Created .acme/skills/sort-mail/SKILL.md")
			k.mustContain(k.run(true, "go", "run", "./cmd/skilllint", "files", ".acme"), "skill  acme")
			k.mustContain(k.run(true, "go", "run", "./cmd/skilllint", "graph", ".acme"), ".acme/skills/sort-mail/SKILL.md")
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := moduleCopy{t, k.dir}
			steps := recipe(string(page), name)
			if len(steps) < 5 {
				t.Fatalf("%d steps in CONTRIBUTING.md, want at least 5", len(steps))
			}
			for _, s := range steps {
				k.follow(s)
				if s.text == "go run ./internal/gen rule markdown/exclamation" {
					k.checkDraft()
				}
			}
			check(k)
		})
	}
}

// A step of a recipe is a command, or a file and its text.
type step struct {
	file, text string
	patch      bool // text is a diff that adds lines to the file
}

var (
	fileName    = regexp.MustCompile("`([\\w.-]+(?:/[\\w.-]+)+\\.\\w+)`")
	openFence   = regexp.MustCompile("^   (`{3,})(\\w+)$")
	commandLine = regexp.MustCompile(`^       (go .*)$`)
)

// recipe returns the steps of a section of CONTRIBUTING.md. A code block belongs to the file that was last mentioned
// before it.
func recipe(page, section string) []step {
	_, text, _ := strings.Cut(page, "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	var steps []step
	var file, fence, language string
	var block strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch m := openFence.FindStringSubmatch(line); {
		case fence != "" && line == "   "+fence:
			steps = append(steps, step{file, block.String(), language == "diff"})
			fence = ""
			block.Reset()
		case fence != "":
			block.WriteString(strings.TrimPrefix(line, "   ") + "\n")
		case m != nil:
			fence, language = m[1], m[2]
		case commandLine.MatchString(line):
			steps = append(steps, step{text: commandLine.FindStringSubmatch(line)[1]})
		default:
			for _, m := range fileName.FindAllStringSubmatch(line, -1) {
				file = m[1]
			}
		}
	}
	return steps
}

// A moduleCopy is a copy of the module in which recipes are followed.
type moduleCopy struct {
	*testing.T
	dir string
}

func (k moduleCopy) follow(s step) {
	k.Helper()
	switch {
	case s.file == "":
		k.run(true, "bash", "-c", s.text)
	case s.patch:
		k.write(s.file, k.applyPatch(s))
	default:
		k.write(s.file, s.text)
		if strings.HasSuffix(s.file, ".go") {
			if out := k.run(true, "gofmt", "-l", s.file); out != "" {
				k.Errorf("%s: code in CONTRIBUTING.md is not formatted with gofmt", s.file)
			}
		}
	}
}

// applyPatch returns a file with the lines that a diff adds, each after the line that precedes it in the diff.
func (k moduleCopy) applyPatch(s step) string {
	text := k.read(s.file)
	preceding := ""
	for line := range strings.Lines(s.text) {
		if added, ok := strings.CutPrefix(line, "+"); ok {
			if strings.Count(text, preceding) != 1 {
				k.Fatalf("%s contains %q %d times", s.file, preceding, strings.Count(text, preceding))
			}
			text = strings.Replace(text, preceding, preceding+added, 1)
			preceding = added
		} else {
			preceding = strings.TrimPrefix(line, " ")
		}
	}
	return text
}

// checkDraft checks that the draft of a rule builds, that tests report its TODOs, and that it cannot be created twice.
func (k moduleCopy) checkDraft() {
	k.run(true, "go", "vet", "./rules/...")
	for _, test := range []struct{ command, want string }{
		{"go test ./rules -run TestFixtures/markdown/exclamation", "want line 1: not found"},
		{"go test ./rules -run TestRules", "contains a TODO"},
		{"go run ./internal/gen rule markdown/exclamation", "already exists"},
	} {
		k.mustContain(k.run(false, strings.Fields(test.command)...), test.want)
	}
}

func (k moduleCopy) mustContain(text, want string) {
	k.Helper()
	if !strings.Contains(text, want) {
		k.Errorf("no %q in:\n%s", want, text)
	}
}

// run runs a command and checks whether it succeeds.
func (k moduleCopy) run(succeeds bool, args ...string) string {
	k.Helper()
	command := exec.Command(args[0], args[1:]...)
	command.Dir = k.dir
	// With -trimpath, compiled packages do not contain the path of the copy and can be reused from the cache.
	command.Env = append(os.Environ(), "SKILLLINT_GEN_COPY=1", "GOFLAGS=-trimpath")
	out, err := command.CombinedOutput()
	if (err == nil) != succeeds {
		k.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (k moduleCopy) read(path string) string {
	k.Helper()
	text, err := os.ReadFile(filepath.Join(k.dir, path))
	if err != nil {
		k.Fatal(err)
	}
	return string(text)
}

func (k moduleCopy) write(path, text string) {
	k.Helper()
	if err := writeFile(filepath.Join(k.dir, path), []byte(text)); err != nil {
		k.Fatal(err)
	}
}

// copyModule copies the module without its history.
func copyModule(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "module")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case !entry.Type().IsRegular() || entry.Name() == ".git":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}
