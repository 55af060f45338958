package structure

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// In a shell, git searches the repository from the working directory upwards. A pull request may commit a bare repository to
// any directory, and its configuration names programs. So scripts that run on untrusted files leave git to skilllint.

// ownRepository lists the files whose commands run only in a clone of this repository, on a commit that maintainers chose or
// that runs its own code anyway, or in a repository that they have just created.
var ownRepository = []string{".ci/run", "docs/releasing.md", "scripts/golden", ".github/workflows/fuzz.yml", "scripts/build", "scripts/release", "scripts/reproducible", "scripts/snapshot"}

// gitCall matches a call of git, with its options and the command.
var gitCall = regexp.MustCompile("(?:^|[;&|(!`{]|\\$\\(|\\b(?:then|do|else|if|while|exec|command|env|sudo|xargs|run|time)\\b[^#|;]*?|:)\\s*" +
	`(?:[A-Za-z_]+=\S+\s+)*["']?(?:/[\w/.-]+/)?git["']?((?:\s+-[-\w.=/]+(?:\s+[\w.]+=\S+)?)*)\s+([a-z][a-z-]+)`)

// outside are the commands of git that do not read a repository around the working directory.
var outside = []string{"clone", "init", "version", "ls-remote"}

// discoveries returns the lines of a script in which git searches a repository.
func discoveries(script string) []string {
	var found []string
	for line := range strings.Lines(strings.ReplaceAll(script, "\\\n", " ")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		for _, m := range gitCall.FindAllStringSubmatch(strings.TrimPrefix(line, "- "), -1) {
			if !slices.Contains(outside, m[2]) && !strings.Contains(m[1], "--git-dir=") {
				found = append(found, line)
			}
		}
	}
	return found
}

// codeBlock matches a code block of a page that is a script. Blocks of the language console are commands that readers type in
// their own clone.
var codeBlock = regexp.MustCompile("(?ms)^\\s*```+(sh|bash|shell|yaml|yml|make|makefile|dockerfile|json)[^\\n]*\\n(.*?)^\\s*```")

// scripts returns the scripts in a file: all of it, or the code blocks of a page. It returns nothing for other files.
func scripts(name, text string) []string {
	switch {
	case strings.HasSuffix(name, ".md"):
		var blocks []string
		for _, m := range codeBlock.FindAllStringSubmatch(text, -1) {
			blocks = append(blocks, m[2])
		}
		return blocks
	case slices.Contains([]string{".sh", ".bash", ".yml", ".yaml", ".ps1", ".bat"}, path.Ext(name)),
		regexp.MustCompile(`^#!.*\b(ba|da|z|k)?sh\b`).MatchString(text), slices.Contains([]string{"Makefile", "Dockerfile"}, path.Base(name)):
		return []string{text}
	}
	return nil
}

// TestGitCalls checks that no script, workflow or example lets git search a repository.
func TestGitCalls(t *testing.T) {
	var calls []string
	n := 0
	for _, dir := range []string{".", ".ci", ".github", "scripts", "docs", "editors", "integrations", "npm", "internal/setup", "internal/cli/testdata/script"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(file string, e os.DirEntry, err error) error {
			name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
			switch {
			case err != nil:
				return err
			case e.IsDir() && (e.Name() == "node_modules" || name == "docs/rules" || dir == "." && name != ".." && name != "../.."):
				return filepath.SkipDir
			case e.IsDir() || slices.Contains(ownRepository, name):
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, script := range scripts(name, string(text)) {
				n++
				for _, call := range discoveries(script) {
					calls = append(calls, name+": "+call)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(calls)
	for _, call := range slices.Compact(calls) {
		t.Errorf("git searches a repository in %s; use skilllint --fetch, --changed or --staged, or --git-dir", call)
	}
	if n < 40 {
		t.Errorf("%d scripts were read", n)
	}
	for _, name := range ownRepository {
		if text, err := os.ReadFile(filepath.Join("../..", name)); err != nil || len(discoveries(string(text))) == 0 {
			t.Errorf("%s: calls no git; remove it from ownRepository: %v", name, err)
		}
	}
}

// TestGitCallsFails checks that discoveries finds calls.
func TestGitCallsFails(t *testing.T) {
	for script, want := range map[string]int{
		"git fetch -q origin":                        1,
		"base=$(git merge-base HEAD main)":           1,
		"if ! git -c a.b=c rev-parse HEAD; then":     1,
		"GIT_X=y git diff --name-only | xargs x":     1,
		"x && git -C dir status":                     1,
		"- run: git log":                             1,
		"run: exec git log":                          1,
		"x | xargs -0 git add":                       1,
		"/usr/bin/git status":                        1,
		"\"git\" status":                             1,
		"\tgit describe --tags":                      1,
		"command git \\\n  show HEAD":                1,
		"`git log`":                                  1,
		"case $(git config --get x) in":              1,
		"env A=b git status":                         1,
		"git --git-dir=/x/.git log":                  0,
		"git clone -q . x":                           0,
		"# git status":                               0,
		"uses: actions/checkout # git fetch":         0,
		"echo the git status":                        0,
		"path: .git/config":                          0,
		"apt-get install -y git jq":                  0,
		"printf 'run: git fetch %s' \"$x\"":          1, // a false alarm that no file has
		"git_fetch x; agit status; ./git-x status":   0,
		"description: git finds no repository here.": 1, // also
	} {
		if got := discoveries(script); len(got) != want {
			t.Errorf("%q: %q, want %d", script, got, want)
		}
	}
}
