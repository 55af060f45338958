//go:build linux && amd64

package skilllint_test

import (
	"archive/tar"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/rules"
)

// changing lists the calls that change a file or directory.
var changing = []string{"creat", "mkdir", "mkdirat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "linkat", "symlinkat", "truncate", "chmod", "fchmodat", "fchmodat2"}

// access returns what a call does with a file: "reads", "writes", "runs" or "connects"; or "".
func (c call) access() string {
	switch {
	case c.name == "execve" || c.name == "execveat":
		return "runs"
	case c.name == "socket" || c.name == "connect":
		return "connects"
	case slices.Contains(changing, c.name) || c.flags&(syscall.O_WRONLY|syscall.O_RDWR|syscall.O_CREAT) != 0:
		return "writes"
	case strings.HasPrefix(c.name, "open"):
		return "reads"
	}
	return ""
}

// real returns the path of the file that a call opens, with symbolic links resolved unless it has O_NOFOLLOW.
func (c call) real() string {
	if strings.HasPrefix(c.path, "/proc/") {
		return regexp.MustCompile(`^/proc/\d+/`).ReplaceAllString(c.path, "/proc/self/")
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(c.path))
	if err != nil {
		return c.path
	}
	at := filepath.Join(dir, filepath.Base(c.path))
	if c.flags&syscall.O_NOFOLLOW == 0 {
		if to, err := filepath.EvalSymlinks(at); err == nil {
			return to
		}
	}
	return at
}

// sandbox has the directories that SECURITY.md calls ROOT, NAMED and ~.
type sandbox struct{ root, named, home string }

// accesses runs a command in the root and calls each for every file access of it and its child processes.
func (p sandbox) accesses(t *testing.T, binary string, args []string, each func(program, access, path string)) int {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = p.root, null, null, null
	if args[0] == "mcp" {
		cmd.Stdin, cmd.Stdout = mcpCalls(t)
	}
	if args[0] == "lsp" {
		cmd.Stdin, cmd.Stdout = p.lspCalls(t)
	}
	if slices.Contains(args, "--stdin-tree") {
		cmd.Stdin = p.archive(t)
	}
	cmd.Env = append(os.Environ(), "HOME="+p.home, "XDG_CONFIG_HOME=", "GIT_CEILING_DIRECTORIES="+filepath.Dir(p.root))
	known := map[string]bool{}
	return trace(t, cmd, func(c call) response {
		key := fmt.Sprint(c.program, c.access(), c.path, c.flags&syscall.O_NOFOLLOW)
		if access := c.access(); access != "" && !known[key] {
			known[key] = true
			each(filepath.Base(c.program), access, p.name(c.real()))
		}
		return response{}
	})
}

// archive returns a tar archive of the root.
func (p sandbox) archive(t *testing.T) *os.File {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	w := tar.NewWriter(file)
	if err := errors.Join(w.AddFS(os.DirFS(p.root)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	return file
}

// mcpCalls returns the streams of an MCP server whose client calls each tool, waits for the responses and disconnects.
func mcpCalls(t *testing.T) (in, out *os.File) {
	t.Helper()
	requests := mcpInitialize
	calls := []string{`"lint","arguments":{}`, `"lint","arguments":{"paths":["../outside","AGENTS.md","skills"]}`, `"explain","arguments":{"rule":"links/broken"}`,
		`"fix","arguments":{"unsafe":true}`, `"compat","arguments":{}`, `"context","arguments":{}`, `"context","arguments":{"file":"skills/linked/secret.md"}`}
	for i, call := range calls {
		requests += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%s}}`+"\n", i+1, call)
	}
	in, requestsTo, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); out.Close(); answers.Close() })
	go func() {
		defer requestsTo.Close()
		_, err := requestsTo.WriteString(requests)
		lines := bufio.NewScanner(answers)
		lines.Buffer(nil, 1<<24)
		for range len(calls) + 1 {
			if err != nil || !lines.Scan() {
				t.Errorf("mcp: %v, %v", err, lines.Err())
				return
			}
			if strings.Contains(lines.Text(), "secret") && strings.Contains(lines.Text(), "name: secret") {
				t.Errorf("mcp: content of a file outside the root: %s", lines.Text())
			}
		}
	}()
	return in, out
}

// lspCalls returns the streams of a language server whose client opens a modified document, sends requests about it,
// waits for the responses and disconnects.
func (p sandbox) lspCalls(t *testing.T) (in, out *os.File) {
	t.Helper()
	uri := "file://" + p.root + "/skills/bad/SKILL.md"
	_, text, _ := strings.Cut(accessTree, "-- root/skills/bad/SKILL.md --\n")
	text, _, _ = strings.Cut(text, "-- root/")
	content, err := json.Marshal(text + "\nIt was changed.\n")
	if err != nil {
		t.Fatal(err)
	}
	at := `"textDocument":{"uri":"` + uri + `"},"position":{"line":8,"character":12}`
	requests := []string{`"workspace/symbol","params":{"query":""}`, `"textDocument/hover","params":{` + at + `}`, `"textDocument/completion","params":{` + at + `}`,
		`"textDocument/definition","params":{` + at + `}`, `"textDocument/documentLink","params":{` + at + `}`,
		`"textDocument/rename","params":{"textDocument":{"uri":"` + uri + `"},"position":{"line":1,"character":7},"newName":"../../outside"}`,
		`"textDocument/codeAction","params":{"textDocument":{"uri":"` + uri + `"},"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}},"context":{"diagnostics":[]}}`,
		`"textDocument/codeAction","params":{"textDocument":{"uri":"` + uri + `"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"diagnostics":[],"only":["source.fixAll"]}}`}
	messages := lspStart(p.root)
	for _, other := range []string{uri, "file://" + p.root + "/../outside/secret.md", "file:///etc/hostname"} {
		messages += lspMessage(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"languageId":"markdown","version":1,"uri":"` + other + `","text":` + string(content) + `}}}`)
	}
	for i, r := range requests {
		messages += lspMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s}`, i+2, r))
	}
	in, messagesTo, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); out.Close(); from.Close() })
	go func() {
		defer messagesTo.Close()
		_, err := messagesTo.WriteString(messages)
		if err == nil {
			_, answers, err := lspResponses(bufio.NewReader(from), len(requests)+1)
			if err != nil || strings.Contains(strings.Join(answers, ""), "outside/secret.md\"") {
				t.Errorf("lsp: %v, %v", answers, err)
			}
		}
		_, _ = messagesTo.WriteString(lspMessage(lspEnd) + lspMessage(`{"jsonrpc":"2.0","method":"exit"}`))
	}()
	return in, out
}

// name returns a path in the notation of SECURITY.md.
func (p sandbox) name(path string) string {
	for _, at := range [][2]string{{"ROOT", p.root}, {"NAMED", p.named}, {"~", p.home}} {
		if rel, err := filepath.Rel(at[1], path); err == nil && filepath.IsLocal(rel) {
			return strings.TrimSuffix(at[0]+"/"+filepath.ToSlash(rel), "/.")
		}
	}
	return path
}

// allowedAccesses returns the rows of the table in SECURITY.md: program, access and a glob of paths.
func allowedAccesses(t *testing.T) [][3]string {
	t.Helper()
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][3]string
	for _, m := range regexp.MustCompile(`(?m)^\| (skilllint|git) \| (reads|writes|runs) \| (.*?) \|`).FindAllStringSubmatch(string(text), -1) {
		for _, glob := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(m[3], -1) {
			rows = append(rows, [3]string{m[1], m[2], glob[1]})
		}
	}
	return rows
}

// accessCommands are all commands. Those of the second list also write below the root.
var accessCommands = [2][]string{
	{
		"lint", "lint --staged", "lint --changed=HEAD", "lint --base HEAD", "lint --diff", "lint --config NAMED/config.yaml", "lint --config-from HEAD",
		"lint --baseline NAMED/baseline.jsonl", "lint --enforce security --hook skills/bad/SKILL.md", "lint --follow-symlinks --no-ignore", "lint --stdin-tree", "lint --stdin-tree --diff --config NAMED/config.yaml", "config", "config check",
		"budget", "budget --compare HEAD", "load bad", "catalog --agent codex", "catalog --agent opencode", "graph --format html", "manifest", "manifest --base HEAD",
		"commands", "reduce skills/bad/SKILL.md:8 links/escape", "compat", "context", "context --for skills --format html", "mcp", "lsp", "files", "rules", "explain links/broken", "schema", "init --dry-run --workflow", "baseline --output NAMED/new.jsonl", "completion bash", "version", "help",
	},
	{"new skill ct-new --in skills", "new registry ct-new", "lint --add-ignore=x", "fix --unsafe-fixes", "baseline", "init --workflow --pre-commit"},
}

// accessTree is a repository that tries to make skilllint open files outside of it and run programs.
const accessTree = `
-- named/config.yaml --
rules: {links/orphan: off}
-- named/baseline.jsonl --
{"skilllint-baseline":1,"about":""}
-- outside/secret.md --
---
name: secret
---
-- outside/config --
[core]
	abbrev = 9
-- home/.gitconfig --
[user]
	name = a
	email = a@example.com
-- root/.skilllint.yaml --
rules: {links/orphan: off}
-- root/CLAUDE.md --
@../outside/secret.md @/etc/hostname @~/.gitconfig
-- root/skills/bad/SKILL.md --
---
name: bad
description: Refers to what lies outside. Use when paths are tested.
allowed-tools: Bash(cat:*)
---
# Bad

[a](../../../outside/secret.md) [b](/etc/hostname) [c](file:///etc/hostname) [d](~/.gitconfig) @../../../outside/secret.md
[e](https://example.com/x) !` + "`touch ran` ${CLAUDE_PLUGIN_ROOT} [f](link.md) [g](dir/secret.md)" + `
-- root/skills/manifest.json --
{"skills": [{"name": "bad", "path": "../../outside/secret.md", "version": "1.0.0", "$schema": "file:///etc/hostname"}]}
-- root/agent-outputs/MANIFEST.jsonl --
{"id": "T1-a", "file": "../../outside/secret.md", "agent_type": "x", "key_findings": []}
-- root/.gitattributes --
* filter=run diff=run
`

// accessLinks are symbolic links of the tree.
var accessLinks = map[string]string{
	"skills/bad/link.md": "../../../outside/secret.md", "skills/bad/dir": "../../../outside", "skills/linked": "../../outside", "skills/passwd/SKILL.md": "/etc/passwd", "link.jsonl": "../outside/baseline.jsonl",
	"skills/environ/SKILL.md": "/proc/self/environ", "AGENTS.md": "../outside/secret.md", ".claude/agents": "../../outside", "docs/.gitignore": "../../outside/secret.md",
}

// accessGitConfig has settings that make git run programs.
var accessGitConfig = [][2]string{
	{"core.fsmonitor", "touch ran"}, {"core.pager", "touch ran"}, {"core.sshCommand", "touch ran"}, {"diff.external", "touch ran"}, {"diff.run.command", "touch ran"},
	{"diff.run.textconv", "touch ran"}, {"filter.run.clean", "touch ran"}, {"filter.run.smudge", "touch ran"}, {"core.hooksPath", "../outside"},
}

func newSandbox(t *testing.T) sandbox {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := sandbox{filepath.Join(dir, "root"), filepath.Join(dir, "named"), filepath.Join(dir, "home")}
	if err := os.MkdirAll(p.named, 0o755); err != nil {
		t.Fatal(err)
	}
	create := func(name string, write func(path string) error) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := write(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range txtar.Parse([]byte(accessTree)).Files {
		create(f.Name, func(path string) error { return os.WriteFile(path, f.Data, 0o644) })
	}
	for name, to := range accessLinks {
		create("root/"+name, func(path string) error { return os.Symlink(to, path) })
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "1"}} {
		if out, err := exec.Command("git", append([]string{"-C", p.root}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	for _, c := range accessGitConfig {
		if out, err := exec.Command("git", "-C", p.root, "config", c[0], c[1]).CombinedOutput(); err != nil {
			t.Fatalf("git config %v: %v: %s", c, err, out)
		}
	}
	create("root/skills/bad/SKILL.md", func(path string) error { // changed since the commit
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = file.WriteString("\n```text\nopen\n")
			err = errors.Join(err, file.Close())
		}
		return err
	})
	return p
}

// accessConfigurations refer to files outside the tree.
var accessConfigurations = []string{
	"extends: ../outside/config", "extends: /etc/hostname", "baseline: ../outside/baseline.jsonl", "baseline: link.jsonl", "baseline: .git/hooks/pre-commit",
	"ledgers: [../outside/MANIFEST.jsonl]", "schemas: {x: ../outside/config}",
}

// An accessCheck compares the file accesses of programs with the allowed ones.
type accessCheck struct {
	sandbox
	allowed [][3]string
	used    map[[3]string]bool
}

// run runs a command and reports accesses that are not allowed. writes allows writing below the root.
func (o accessCheck) run(t *testing.T, binary string, args []string, writes bool) int {
	t.Helper()
	return o.accesses(t, binary, args, func(program, access, path string) {
		row := slices.IndexFunc(o.allowed, func(row [3]string) bool {
			return row[0] == program && row[1] == access && doublestar.MatchUnvalidated(row[2], path)
		})
		switch {
		case row < 0:
			t.Errorf("%v: %s %s %s, which SECURITY.md does not list", args, program, access, path)
			return
		case access == "writes" && strings.HasPrefix(path, "ROOT") && !writes:
			t.Errorf("%v: %s writes %s", args, program, path)
		}
		o.used[o.allowed[row]] = true
	})
}

// TestFileAccessCommands checks that accessCommands has all commands.
func TestFileAccessCommands(t *testing.T) {
	for _, c := range cli.Commands(rules.All()).Commands() {
		if !c.Hidden && !slices.ContainsFunc(slices.Concat(accessCommands[:]...), func(command string) bool { return strings.Fields(command)[0] == c.Name() }) {
			t.Errorf("%s: TestFileAccess does not run it", c.Name())
		}
	}
}

// TestFileAccess runs all commands on a tree with references to files outside of it. They may only access the files and
// programs that SECURITY.md lists.
func TestFileAccess(t *testing.T) {
	if os.Getenv(thorough) == "" {
		t.Skip(thorough + " is not set")
	}
	t.Parallel()
	binary, p := buildStatic(t), newSandbox(t)
	o := accessCheck{p, allowedAccesses(t), map[[3]string]bool{}}
	for i, list := range accessCommands {
		for _, command := range list {
			args := strings.Fields(strings.ReplaceAll(command, "NAMED", p.named))
			if command == "lint" {
				for _, format := range report.Formats() {
					args = append(args, "--format", format+"="+filepath.Join(p.named, format))
				}
			}
			if code := o.run(t, binary, args, i == 1); code != 0 && code != 1 {
				t.Errorf("%s: exit code %d", command, code)
			}
		}
	}
	for _, configuration := range accessConfigurations {
		if err := os.WriteFile(filepath.Join(p.root, ".skilllint.yaml"), []byte(configuration+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		o.run(t, binary, []string{"lint"}, false)
		o.run(t, binary, []string{"baseline"}, true)
	}
	for _, row := range o.allowed {
		if !o.used[row] && !strings.HasPrefix(row[2], "/") { // system paths differ
			t.Errorf("SECURITY.md lists %s %s %s, but no command does this", row[0], row[1], row[2])
		}
	}
	if ran, err := filepath.Glob(filepath.Join(filepath.Dir(p.root), "*", "ran")); len(ran) > 0 || err != nil {
		t.Errorf("a program in the tree was run: %v, %v", ran, err)
	}
}

// TestFileAccessHostile does the same with hostile trees and the commands that read the most files.
func TestFileAccessHostile(t *testing.T) {
	if os.Getenv(thorough) == "" {
		t.Skip(thorough + " is not set")
	}
	t.Parallel()
	binary, dir, allowed := buildStatic(t), hostileTrees(t, "*"), allowedAccesses(t)
	cases, err := filepath.Glob(filepath.Join(dir, "*", "tree"))
	if err != nil || len(cases) < 100 {
		t.Fatalf("%d hostile trees, error %v", len(cases), err)
	}
	for _, tree := range cases {
		if files, _ := size(t, tree); files > manyFiles {
			continue // tracing is slow
		}
		t.Run(filepath.Base(filepath.Dir(tree)), func(t *testing.T) {
			t.Parallel()
			o := accessCheck{sandbox{tree, t.TempDir(), t.TempDir()}, allowed, map[[3]string]bool{}}
			for _, command := range []string{"lint --follow-symlinks --no-ignore", "lint --changed=HEAD", "compat", "load x"} {
				o.run(t, binary, strings.Fields(command), false)
			}
			for _, command := range []string{"fix --unsafe-fixes", "baseline"} {
				o.run(t, binary, strings.Fields(command), true)
			}
		})
	}
}
