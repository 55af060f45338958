package release

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/rules"
	"github.com/spf13/cobra"
)

// testedPages are the pages whose console blocks are tested by internal/cli and docs.
var testedPages = []string{"adopting.md", "agents.md", "baseline.md", "changed.md", "compat.md", "configuration.md", "context.md", "editing.md", "fixes.md",
	"graph.md", "house-rules.md", "suppressions.md", "tutorial.md", "README.md"}

// testedElsewhere has the commands on pages that TestPageCommands does not run, with the reason.
var testedElsewhere = map[string]string{
	"go run ./cmd/skilllint fixtures/examples": ".ci/run runs it",
	"go test ./...":              ".ci/run runs it",
	"go install ./cmd/skilllint": "it installs the program",
	"gh attestation verify skilllint_1.2.3_linux_amd64.tar.gz --repo skilllint/skilllint": "it requires the network and a release",
	"scripts/release v1.2.3":      "TestRelease runs it",
	"scripts/judge DIR":           "it requires clones of public repositories",
	"scripts/judge DIR record":    "it requires clones of public repositories",
	"scripts/judge DIR list":      "it requires clones of public repositories",
	"git tag -s v1.2.3 -m v1.2.3": "it requires a key",
	`git rm -q .github/release.txt && git commit -q -m "After v1.2.3"`:          "TestRelease runs it",
	"go run . --sources sources.txt --output out/monday":                        "TestIncremental of integrations/beam runs such jobs",
	"go run . --sources sources.txt --output out/tuesday --previous out/monday": "TestIncremental of integrations/beam runs such jobs",
	"git push --atomic origin main v1.2.3":                                      "it requires the network",
	"VERSION=v1.2.3 scripts/build ./skilllint":                                  "TestStamp runs it",
	`skilllint "$@"`: "internal/examples runs the script",
	"skilllint --changed=origin/main --config-from=origin/main --fetch=https://github.com/owner/name": "it requires a server; internal/vcs tests it",
	"npx skilllint":                                            "TestNpm runs it",
	"npx skilllint explain deps/cycle":                         "TestNpm runs it",
	"go run ./internal/gen rule markdown/exclamation":          "TestRecipes runs it",
	"go generate ./rules":                                      "TestRecipes runs it",
	"go test ./rules -run 'TestFixtures/markdown/exclamation'": "TestRecipes runs it",
	"go test ./rules ./docs ./internal/gen -run 'TestRules|TestListed|TestFixtures/markdown|TestPage|TestCurrent'": "TestRecipes runs it",
	"go test ./internal/cli -run TestConfigurationPage -update":                                                    "it changes the clone; go test ./... runs the test without -update",
	"go test ./internal/language -run TestFeatures -update":                                                        "it changes the clone; go test ./... runs the test without -update",
	"go test ./internal/report -run TestFormatsGolden/array -update":                                               "TestRecipes runs it",
	"go test ./internal/report": "TestRecipes runs it",
	"go run ./cmd/skilllint --format array --fail-on never fixtures/examples":                             "TestRecipes runs it",
	"go test ./schema -run TestCases/acme -update":                                                        "TestRecipes runs it",
	"go test ./schema -run 'TestCover/acme|TestSchemas/acme|TestDialects|TestDiscovery'":                  "TestRecipes runs it",
	"go test ./rules -run TestFixtures/frontmatter/schema":                                                "TestRecipes runs it",
	"go test ./internal/discover ./internal/setup ./internal/gen -run 'TestPlaces|TestNames|TestCurrent'": "TestRecipes runs it",
	"go run ./cmd/skilllint schema acme/skill":                                                            "TestRecipes runs it",
	"go test ./internal/clients/loader -run TestAnswers -v":                                               ".ci/run runs it, with all tests",
	"go test ./internal/clients/catalog -run TestAnswers -v":                                              ".ci/run runs it, with all tests",
	"go test ./schema -run TestCover":                                                                     ".ci/run runs it, with all tests",
	"go test ./schema -run TestCases -update":                                                             "it writes into the sources",
	"go run ./internal/clients/conformance/ask -only codex -unseen 3000 -seed 7":                          "it installs clients; .github/workflows/agents.yml runs it",
	"go run ./internal/clients/conformance/ask":                                                           "it installs clients; .github/workflows/agents.yml runs it",
	"go run ./internal/clients/conformance/ask -trees -only codex -unseen 100":                            "it installs clients; .github/workflows/agents.yml runs it",
	"go run ./internal/clients/conformance/ask -starts -only gemini":                                      "it installs clients; .github/workflows/agents.yml runs it",
	"go test ./internal/clients/startup -run TestAnswers -v":                                              "it requires the sources; go test ./... runs it",
	"go run ./internal/clients/conformance/ask -trees":                                                    "it installs clients; .github/workflows/agents.yml runs it",
}

// A pageCommand is a command line on a page.
type pageCommand struct{ page, line string }

var (
	fenceLine   = regexp.MustCompile("^\\s*(?:```+|~~~+)(\\S*)")
	commandLine = regexp.MustCompile(`^\$? ?((?:\w+=\S+ )?(?:skilllint|npx|npm|brew|docker|sh|bash|go|git|gh|scripts/\w+)(?: .*)?)$`)
	remark      = regexp.MustCompile(`\s{2,}\S.*$`)
)

// pageCommands returns the command lines in code blocks of docs/*.md, both READMEs and CONTRIBUTING.md, except those in
// console blocks of testedPages.
func pageCommands(t *testing.T) []pageCommand {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var found []pageCommand
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"), filepath.Join(root, "npm", "README.md")) {
		if filepath.Base(page) == "cli.md" { // TestHelpExamples runs its examples
			continue
		}
		rel, _ := filepath.Rel(root, page)
		fence := ""
		for line := range strings.Lines(read(t, rel)) {
			if m := fenceLine.FindStringSubmatch(line); m != nil {
				if fence == "" {
					fence = m[1] + "."
				} else {
					fence = ""
				}
				continue
			}
			if fence == "yaml." || fence == "console." && slices.Contains(testedPages, filepath.Base(page)) || fence == "" && !strings.HasPrefix(line, "    ") {
				continue
			}
			if m := commandLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				found = append(found, pageCommand{rel, remark.ReplaceAllString(m[1], "")})
			}
		}
	}
	return found
}

// TestPageCommands runs every command on the pages, in a repository with the files that they mention. None may fail
// with exit code 2.
func TestPageCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	binary := compiled(t)
	commands := pageCommands(t)
	ran := 0
	unused := maps.Clone(testedElsewhere)
	for _, c := range commands {
		delete(unused, c.line)
		if testedElsewhere[c.line] != "" {
			continue
		}
		ran++
		t.Run(c.line, func(t *testing.T) {
			code, out := runCommandLine(t, binary, c.line)
			watch := strings.Contains(c.line, "--watch")
			if watch && code != 130 || !watch && code != 0 && code != 1 {
				t.Errorf("%s: exit code %d\n%.2000s", c.page, code, out)
			}
		})
	}
	if ran < 10 {
		t.Errorf("%d of %d commands were run, want at least 10", ran, len(commands))
	}
	for line, reason := range unused {
		t.Errorf("%s (%s) is not on any page; remove it from testedElsewhere", line, reason)
	}
}

// needOtherTools identifies help examples that require other programs.
var needOtherTools = []string{"cleo orchestrator", "dot -Tsvg", "source <("}

// TestHelpExamples runs the examples in the help of all commands. Each command must have one.
func TestHelpExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	binary := compiled(t)
	var check func(*cobra.Command)
	check = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			check(sub)
		}
		if c.Hidden || c.Name() == "help" {
			return
		}
		if c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			if slices.ContainsFunc(needOtherTools, func(part string) bool { return strings.Contains(line, part) }) {
				continue
			}
			t.Run(line, func(t *testing.T) {
				if code, out := runCommandLine(t, binary, line); code != 0 && code != 1 {
					t.Errorf("exit code %d\n%.2000s", code, out)
				}
			})
		}
	}
	check(cli.Commands(rules.All()))
}

// runCommandLine runs a command line in a new repository, and interrupts --watch after its first report.
func runCommandLine(t *testing.T, binary, line string) (code int, out string) {
	t.Helper()
	dir := repository(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	script := "exec " + line
	if strings.Contains(line, "--prune") || strings.Contains(line, "--baseline .skilllint") {
		script = "skilllint baseline && " + script // the command requires a baseline
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	if !strings.HasPrefix(line, "skilllint") {
		t.Fatalf("cannot run %s; test it elsewhere and add it to testedElsewhere", line)
	}
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "HOME="+filepath.Join(dir, "home"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(line, "--watch") {
		time.Sleep(2 * time.Second)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), output.String()
}

// repository returns a repository with the files that commands on pages mention.
func repository(t *testing.T) string {
	t.Helper()
	template := filepath.Join(shared, "repository")
	if _, err := os.Stat(template); err != nil {
		writeRepository(t, template)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeRepository(t *testing.T, dir string) {
	t.Helper()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: Says what it does. Use it in tests.\n---\n\n# Text\n\nDo it for {{TASK_ID}}.\n"
	}
	if err := os.CopyFS(filepath.Join(dir, "fixtures", "examples"), os.DirFS(filepath.Join(root, "fixtures", "examples"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"skills/deploy", "skills/ct-x", "skills/ct-y", "skills/ct-research-agent", "skills/ct-docs-write", "skills/ct-spec-writer", "skills/greet", "skills/style-guide", "team/review", ".agents/skills/release", "downloads/weather"} {
		write(name+"/SKILL.md", skill(filepath.Base(name)))
	}
	write("skills/deploy/SKILL.md", skill("deploy")+"\n\n\nSee [more](references/more.md).\n")
	write("skills/_shared/subagent-protocol-base.md", "# Protocol\n\nWrite the file, append a line.\n")
	write("task.json", `{"id": "T1", "title": "Write the docs", "labels": ["docs"]}`)
	write("buffer", skill("deploy"))
	write("skills/manifest.json", `{"skills": [{"name": "ct-docs-write", "path": "skills/ct-docs-write", "capabilities": {"dispatch_triggers": ["docs"]}}]}`)
	write("home/project/skills/x/SKILL.md", skill("x"))
	write("home/.config/fish/completions/other.fish", "")
	write("agent-outputs/MANIFEST.jsonl", "")
	for _, args := range [][]string{{"init", "-q", "--template=", "-b", "main"}, {"add", "."}, {"commit", "-q", "-m", "x"}, {"update-ref", "refs/remotes/origin/main", "HEAD"}} {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v\n%s", args, err, out)
		}
	}
}
