//go:build unix

package skilllint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
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
	"time"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/report"
)

// hostileCase is the case.json next to a hostile tree: the expected results.
type hostileCase struct {
	ID           string
	Expect       string // finding, notice, clean, exit2
	Rules        []string
	Path         string
	Exit         []int
	Args         []string
	Canary       bool // the finding in another skill must be reported
	Marker       string
	Frozen       []string
	Mode         map[string]string
	Unprivileged bool
}

// noticeRules has rules that report what the generator expects in a notice, by case.
var noticeRules = map[string]string{
	"suppress-all": "suppression/unknown", // comments that name no rule suppress nothing
}

const (
	hostileTime   = 5 * time.Minute // a run that lasts longer hangs
	hostileMemory = 1 << 30
	outsideMarker = "OUTSIDE_MARKER_7c1f"
)

// TestHostileTrees runs the program on trees that an attacker could submit; only on those with links, unless
// SKILLLINT_THOROUGH is set.
func TestHostileTrees(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	pattern, minimum := "*-link-*", 5
	if os.Getenv(thorough) != "" {
		pattern, minimum = "*", 100
	}
	binary, dir := build(t), hostileTrees(t, pattern)
	makeAccessible(t, filepath.Dir(binary))
	trees, err := filepath.Glob(filepath.Join(dir, "*", "case.json"))
	if err != nil || len(trees) < minimum {
		t.Fatalf("%d hostile trees, error %v", len(trees), err)
	}
	for _, file := range trees {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c hostileCase
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		t.Run(c.ID, func(t *testing.T) {
			if rule, ok := noticeRules[c.ID]; ok {
				c.Rules = append(c.Rules, rule)
			}
			if c.ID == "ignore-all" {
				c.Exit = append(c.Exit, 2) // a tree of which nothing is left is not a success
			}
			t.Parallel()
			if c.Unprivileged && os.Getuid() != 0 {
				c.Unprivileged = false // the test already runs without privileges
			}
			frozen := snapshot(t, filepath.Dir(file), c.Frozen)
			c.checkWrites(t, binary, filepath.Dir(file))
			if slices.Equal(c.Args, []string{"--fix"}) {
				c.Args, c.Exit, c.Expect = nil, []int{0, 1}, strings.Replace(c.Expect, "exit2", "", 1)
			}
			c.checkReports(t, binary, filepath.Join(filepath.Dir(file), "tree"))
			c.checkCommands(t, binary, filepath.Join(filepath.Dir(file), "tree"))
			if c.Marker != "" {
				if _, err := os.Lstat(filepath.Join(filepath.Dir(file), c.Marker)); err == nil {
					t.Errorf("%s exists: a program of the tree was run", c.Marker)
				}
			}
			if after := snapshot(t, filepath.Dir(file), c.Frozen); after != frozen {
				t.Errorf("%v was changed", c.Frozen)
			}
		})
	}
}

// hostileTrees generates the trees whose names match a pattern, in a directory that every user can read.
func hostileTrees(t *testing.T, pattern string) string {
	t.Helper()
	generator := filepath.Join("..", "shared", "tools", "hostile", "gen.py")
	if _, err := os.Stat(generator); err != nil {
		t.Skip("generator of hostile trees not found: ", generator)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("the generator of hostile trees requires python3")
	}
	dir := t.TempDir()
	makeAccessible(t, dir)
	if out, err := exec.Command(python, generator, "--only", pattern, dir).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", generator, err, out)
	}
	return dir
}

// makeAccessible lets other users enter a directory and its parents below the temporary directory.
func makeAccessible(t *testing.T, dir string) {
	t.Helper()
	for d := dir; strings.HasPrefix(d, os.TempDir()) && d != os.TempDir(); d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// snapshot returns the paths and contents of all files in some subdirectories.
func snapshot(t *testing.T, dir string, subdirs []string) string {
	t.Helper()
	var b strings.Builder
	for _, sub := range subdirs {
		err := filepath.WalkDir(filepath.Join(dir, sub), func(path string, e os.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				data, err := os.ReadFile(path)
				b.WriteString(path)
				b.Write(data)
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// checkReports writes reports in every format, as in a CI job. Each must be valid, without CI commands and without
// characters that reorder or hide text.
func (c *hostileCase) checkReports(t *testing.T, binary, tree string) {
	dir := t.TempDir()
	makeAccessible(t, dir)
	if err := os.Chmod(dir, 0o777); err != nil { // an unprivileged program writes reports here
		t.Fatal(err)
	}
	args := append([]string{"--format", "text", "--min-severity", "info"}, c.Args...)
	for _, format := range report.Formats()[1:] {
		args = append(args, "--format", format+"="+filepath.Join(dir, format))
	}
	stdout, stderr := c.run(t, binary, tree, c.Exit, args...)
	if c.Expect == "exit2" || len(stdout) == 0 && slices.Contains(c.Exit, 2) {
		if len(stderr) == 0 {
			t.Error("exit code 2 without a message")
		}
		return
	}
	for _, format := range report.Formats()[1:] {
		out, err := os.ReadFile(filepath.Join(dir, format))
		if err != nil {
			t.Error(err)
			continue
		}
		if i := bytes.IndexFunc(out, forbidden); i >= 0 || !utf8.Valid(out) {
			t.Errorf("%s: control character or invalid UTF-8: %q", format, out[max(0, i-40):min(len(out), max(0, i)+40)])
		}
		// Like text, concise is escaped for CI systems only if it is written to their logs.
		if i := commandIn(out); i >= 0 && format != "github" && format != "markdown" && format != "concise" {
			t.Errorf("%s: CI command: %q", format, out[max(0, i-40):min(len(out), i+40)])
		}
		if bytes.Contains(out, []byte(outsideMarker)) {
			t.Errorf("%s: content of a file outside the tree", format)
		}
		c.checkFormat(t, format, out, string(stderr))
	}
}

// checkFormat parses a report in the way that consumers of its format do.
func (c *hostileCase) checkFormat(t *testing.T, format string, out []byte, stderr string) {
	t.Helper()
	switch format {
	case "json":
		c.checkJSON(t, out, stderr)
	case "sarif", "gitlab", "rdjson":
		if !json.Valid(out) {
			t.Errorf("%s: invalid JSON: %.500s", format, out)
		}
	case "junit", "checkstyle":
		if err := xml.Unmarshal(out, new(struct{})); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	case "github":
		for line := range bytes.Lines(out) {
			if !annotationLine.Match(line) || bytes.Contains(line, []byte("##[")) {
				t.Errorf("invalid annotation: %q", line)
			}
		}
	}
}

var annotationLine = regexp.MustCompile(`^::(error|warning|notice) file=[^,]*,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=[^,:]*::`)

// commandIn returns the offset of a command that CI systems would execute from a log, or -1.
func commandIn(out []byte) int {
	if at := regexp.MustCompile(`(?m)(^|[\r\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}])[\s\v\x{85}\pZ]*::|##[a-zA-Z]*\[`).FindIndex(out); at != nil {
		return at[0]
	}
	return -1
}

// checkCommands runs the models of all clients on a tree: compat in every format, targets, and the commands that show
// what clients load.
func (c *hostileCase) checkCommands(t *testing.T, binary, tree string) {
	if len(c.Args) > 0 {
		return // flags of lint
	}
	for _, format := range []string{"text", "markdown", "html", "json"} {
		out, _ := c.run(t, binary, tree, []int{0, 2}, "compat", "--allow-empty", "--format", format)
		if format == "json" && c.Expect != "exit2" && !json.Valid(out) {
			t.Errorf("compat: invalid JSON: %.500s", out)
		}
	}
	c.run(t, binary, tree, []int{0, 1, 2}, "--allow-empty", "--target", strings.Join(loader.IDs(), ","))
	for _, args := range []string{"budget --allow-empty", "budget --allow-empty --format json", "load x,canary --protocol auto --format json",
		"catalog --agent codex --format json", "catalog --agent opencode --format json", "graph --format json"} {
		c.run(t, binary, tree, []int{0, 1, 2}, strings.Fields(args)...)
	}
}

// Larger trees are not copied or committed, which would take most of the test's time.
const (
	manyFiles = 5_000
	manyBytes = 256 << 20
)

// size returns the number of files and bytes in a tree.
func size(t *testing.T, dir string) (files int, bytes int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			files++
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, bytes
}

// checkWrites runs commands that write files, on copies of a tree, and commands that read configurations or git objects.
func (c *hostileCase) checkWrites(t *testing.T, binary, from string) {
	exits, isFix := []int{0, 1, 2}, slices.Equal(c.Args, []string{"--fix"})
	files, bytes := size(t, from)
	switch {
	case isFix:
		exits = c.Exit
	case len(c.Args) > 0 || files > manyFiles:
		return // flags that select the comparison
	}
	for _, args := range []string{"--diff", "--fix", "--fix --unsafe-fixes", "--add-ignore=x", "config", "config check", "init --dry-run", "baseline"} {
		writes := strings.Contains(args, "-fix") || strings.Contains(args, "-ignore") || args == "baseline"
		if c.Unprivileged && args != "--fix" {
			continue // the tree is not writable
		}
		dir := from
		if writes {
			dir = c.copyTree(t, from)
		}
		tree := filepath.Join(dir, "tree")
		before := snapshot(t, dir, []string{"outside"})
		allowed := []int{0, 1, 2}
		if args == "--fix" {
			allowed = exits
		}
		c.run(t, binary, tree, allowed, strings.Fields(args)...)
		if !writes {
			continue
		}
		if snapshot(t, dir, []string{"outside"}) != before {
			t.Errorf("%s: files outside the tree were changed", args)
		}
		if left, _ := filepath.Glob(filepath.Join(tree, "skills", "*", ".*.tmp")); len(left) > 0 {
			t.Errorf("%s: temporary files %v", args, left)
		}
		for name, mode := range c.Mode {
			info, err := os.Stat(filepath.Join(tree, name))
			if err != nil || fmt.Sprintf("%04o", info.Mode().Perm()) != mode {
				t.Errorf("%s: %s has mode %v, want %s; %v", args, name, info.Mode(), mode, err)
			}
		}
		if args == "baseline" {
			c.run(t, binary, tree, []int{0, 1, 2}, "--baseline", ".skilllint-baseline.jsonl")
		}
	}
	if bytes < manyBytes {
		c.checkGit(t, binary, from)
	}
}

// checkGit adds a tree to a repository, like a pull request, and lints the changes.
func (c *hostileCase) checkGit(t *testing.T, binary, from string) {
	if _, err := os.Lstat(filepath.Join(from, "tree", ".git")); err == nil || c.Unprivileged {
		return
	}
	if _, err := exec.LookPath("git"); err != nil {
		return
	}
	tree := filepath.Join(c.copyTree(t, from), "tree")
	for _, args := range []string{"init -q", "-c user.name=a -c user.email=a@b commit -q --allow-empty -m 1", "-c core.safecrlf=false add -A"} {
		if out, err := exec.Command("git", append([]string{"-C", tree}, strings.Fields(args)...)...).CombinedOutput(); err != nil {
			t.Logf("git %s: %v: %.300s", args, err, out) // not every tree can be committed
			return
		}
	}
	for _, args := range []string{"--staged", "--changed=HEAD", "--staged --enforce *"} {
		c.run(t, binary, tree, []int{0, 1, 2}, strings.Fields(args)...)
	}
}

// copyTree copies a case, including the files outside its tree.
func (c *hostileCase) copyTree(t *testing.T, from string) string {
	t.Helper()
	dir := t.TempDir()
	makeAccessible(t, dir)
	to := filepath.Join(dir, "copy")
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v: %s", err, out)
	}
	return to
}

// run runs the program and checks that it ends, its exit code, memory and control characters.
func (c *hostileCase) run(t *testing.T, binary, tree string, exits []int, args ...string) (out, errOut []byte) {
	t.Helper()
	what := strings.Join(args, " ")
	ctx, cancel := context.WithTimeout(context.Background(), hostileTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = tree
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if c.Unprivileged {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", what, err)
	}
	if code := cmd.ProcessState.ExitCode(); !slices.Contains(exits, code) {
		t.Errorf("%s: exit code %d, want one of %v\n%.2000s", what, code, exits, stderr.String())
	}
	if rss := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024; rss > hostileMemory {
		t.Errorf("%s: %d MB of memory", what, rss>>20)
	}
	for name, text := range map[string]string{"standard output": stdout.String(), "standard error": stderr.String()} {
		for _, bad := range []string{"panic:", "goroutine ", "fatal error:", outsideMarker} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %s contains %q:\n%.2000s", what, name, bad, text)
			}
		}
		if i := strings.IndexFunc(text, forbidden); i >= 0 && what != "--diff" { // a patch contains the file's own bytes
			t.Errorf("%s: control character in %s: %q", what, name, text[max(0, i-40):min(len(text), i+40)])
		}
	}
	return stdout.Bytes(), stderr.Bytes()
}

// forbidden reports whether a character must not appear in reports: control characters, and those that reorder or hide
// text on a terminal.
func forbidden(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0xe0000 && r <= 0xe007f
}

type jsonReport struct {
	Findings []struct{ Rule, Severity, Path string }
	Notices  []struct{ Message, Path string }
}

func (c *hostileCase) checkJSON(t *testing.T, out []byte, stderr string) {
	var r jsonReport
	if err := json.Unmarshal(out, &r); err != nil {
		t.Errorf("json: %v", err)
		return
	}
	canary, found, named, rules := false, false, strings.Contains(stderr, c.Path), map[string]bool{}
	for _, f := range r.Findings {
		canary = canary || f.Path == "skills/canary/SKILL.md" && f.Rule == "markdown/unclosed-fence"
		if !strings.HasPrefix(f.Path, c.Path) {
			continue
		}
		rules[f.Rule+" "+f.Severity] = true
		found = found || slices.Contains(c.Rules, f.Rule)
		isLimit := f.Rule == "files/size" || f.Rule == "files/unreadable" // reported for every file that is not fully checked
		named = named || isLimit
		if f.Rule == "internal/analyzer" || c.Expect == "clean" && f.Severity == "error" && f.Path != "skills/canary/SKILL.md" && !isLimit {
			t.Errorf("%s on %s, want %s", f.Rule, f.Path, c.Expect)
		}
	}
	if c.Canary && !canary {
		t.Error("the finding in another skill is missing")
	}
	for _, n := range r.Notices {
		named = named || strings.HasPrefix(n.Path, c.Path)
	}
	switch {
	case c.Expect == "finding" && !found:
		t.Errorf("no finding of %v in %s; findings %v, notices %v", c.Rules, c.Path, rules, r.Notices)
	case c.Expect == "notice" && !named && !found:
		t.Errorf("no notice or finding for %s; notices %v", c.Path, r.Notices)
	}
}
