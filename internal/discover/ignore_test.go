package discover

import (
	"bytes"
	"math/rand"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"
)

// ignoredIn reports whether ignore files (directory → content) hide a path in a walk.
func ignoredIn(files map[string]string, p string, dirs map[string]bool) bool {
	var g ignorer
	var stack *ignoreFile
	dir := "."
	parts := strings.Split(p, "/")
	for i, name := range parts {
		if content, ok := files[dir]; ok {
			base := 0
			if dir != "." {
				base = len(dir) + 1
			}
			stack = newIgnoreFile(stack, base, parseIgnore(content))
		}
		at := strings.Join(parts[:i+1], "/")
		if g.ignored(stack, at, name, dirs[at]) {
			return true
		}
		dir = at
	}
	return false
}

// writeTree creates files and directories; a path that ends with "/" is a directory.
func writeTree(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(p, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// gitCheckIgnore returns the paths that git ignores.
func gitCheckIgnore(t *testing.T, root string, paths []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("git", "-C", root, "-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=false",
		"check-ignore", "--no-index", "-z", "--stdin")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && !(ok && exit.ExitCode() == 1) {
		t.Fatalf("git check-ignore: %v", err)
	}
	ignored := map[string]bool{}
	for p := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
		ignored[string(p)] = true
	}
	return ignored
}

func requireGit(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not support the compared names")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
}

// A checkout is a repository for tests of ignore files.
type checkout struct {
	root  string
	paths []string        // files and directories
	dirs  map[string]bool // the directories
}

func newCheckout(t *testing.T, paths []string) *checkout {
	t.Helper()
	c := &checkout{root: t.TempDir(), dirs: map[string]bool{}}
	if out, err := exec.Command("git", "init", "-q", "--template=", c.root).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v %s", err, out)
	}
	files := map[string]string{}
	for _, p := range paths {
		files[p] = ""
		c.paths = append(c.paths, p)
		for d := path.Dir(p); d != "." && !c.dirs[d]; d = path.Dir(d) {
			c.dirs[d] = true
			c.paths = append(c.paths, d)
		}
	}
	writeTree(t, c.root, files)
	sort.Strings(c.paths)
	return c
}

// compare writes ignore files (directory → content) and compares the result for each path with that of git. It returns
// the number of ignored paths.
func (c *checkout) compare(t *testing.T, ignores map[string]string) (hidden int) {
	t.Helper()
	files := map[string]string{}
	for dir, content := range ignores {
		files[path.Join(dir, ".gitignore")] = content
	}
	writeTree(t, c.root, files)
	defer func() {
		for name := range files {
			if err := os.Remove(filepath.Join(c.root, name)); err != nil {
				t.Fatal(err)
			}
		}
	}()
	want := gitCheckIgnore(t, c.root, c.paths)
	for _, p := range c.paths {
		got := ignoredIn(ignores, p, c.dirs)
		if got != want[p] {
			t.Errorf("%q (directory: %v) with %q: got ignored %v, git %v", p, c.dirs[p], ignores, got, want[p])
		}
		if got {
			hidden++
		}
	}
	return hidden
}

func TestIgnoreMatchesGit(t *testing.T) {
	requireGit(t)
	paths := []string{"a", "b", "z", "foo", "foo.log", "x.log/y", "a.b/c", "dir/a", "dir/b/c", "dir/b/d/e", "dir/foo/bar", "deep/x/y/z/a",
		"deep/foo", "trail ", "trail", "tab\t", "#hash", "!bang", "back\\slash", "[x]", "x]", "A", "Foo", "é", "ab", "a-b", "doc/frotz/q",
		"frotz/q", "vendor/foo", "vendor/keep/me", "logs/debug.log", "logs/keep.log", "aXb/c", "axx/b", "foo/barx/baz", "foobar/baz", "x/foo/y/bar", "a1", "a_", "a:b", "star*", "q?"}
	c := newCheckout(t, unique(paths))
	for _, lines := range []string{
		"*", "*\n!*/\n!foo", "foo", "/foo", "foo/", "dir/", "dir/b", "/dir/b/", "b/d", "**/foo", "**/b/d", "dir/**", "dir/**/e", "a/**/b", "**",
		"*.log\n!keep.log", "logs/*\n!logs/keep.log", "vendor/*\n!vendor/keep", "vendor/**\n!vendor/keep/me", "vendor\n!vendor/keep/me",
		"trail ", "trail\\ ", "trail\\  ", "trail\\", "tab\t", "#hash", "\\#hash", "!bang", "\\!bang", "back\\\\slash", "back\\slash", "\\[x]", "[[]x]", "[]x]", "[x", "x]",
		"[!a]", "[^a]", "[a-c]", "[!z]", "[a-]", "[c-a]", "[\\]]", "[[:upper:]]*", "[[:alpha:]][[:digit:]]", "[[:bogus:]]", "[[:alpha:]", "[[:]", "[[.]x]", "a[!/]b", "a?b", "a*b", "??", "???",
		"\ufefffoo", "foo\r", "foo\r\nb", "  foo", "foo  ", "foo\t", "/", "//", "foo//", "!", "!foo", "\n\nfoo", "*/foo", "*/*/e", "d*r/b", "d**r/b", "di**/b", "dir/b**", "di**/e", "*r**/b", "d?r**/e", "dir/*/e", "dir/**/", "***", "**/", "/**", "/**/a", "/*/a",
		"frotz", "doc/frotz/", "deep/**/z/**", "**/y/**", "**/**/a", "a\x00b", "star\\*", "q\\?", "q?", "FOO", "é", "\u00e9*", "?", "[\xc3]?", "a\\", "foo/../a", "./a", "a/.", "*.b/c", "x.log/", "*.log/",
		"[a\\-c]b", "[--a]", "[!-]", "a[-]b", "a[_:]b", "[:alpha:]", "a[[:punct:]]*", "[[:alpha:]-z]", "*[b]", "[*]", "[?]",
	} {
		c.compare(t, map[string]string{".": lines})
	}
}

func unique(paths []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, p := range paths {
		if !seen[p] {
			out = append(out, p)
			seen[p] = true
		}
	}
	// A file cannot have the path of a directory, even with different case on some systems.
	var ok []string
	for _, p := range out {
		clash := false
		for _, q := range out {
			clash = clash || strings.HasPrefix(strings.ToLower(q), strings.ToLower(p)+"/")
		}
		if !clash {
			ok = append(ok, p)
		}
	}
	return ok
}

// TestIgnoreMatchesGitRandom compares thousands of random paths and patterns.
func TestIgnoreMatchesGitRandom(t *testing.T) {
	requireGit(t)
	trees, variants := 8, 12
	if testing.Short() {
		trees = 2
	}
	r := rand.New(rand.NewSource(1))
	compared, hidden := 0, 0
	for range trees {
		var paths []string
		for range 80 {
			paths = append(paths, randomPath(r))
		}
		c := newCheckout(t, unique(paths))
		for range variants {
			ignores := map[string]string{".": randomLines(r)}
			for _, d := range c.paths {
				if c.dirs[d] && r.Intn(8) == 0 {
					ignores[d] = randomLines(r)
				}
			}
			hidden += c.compare(t, ignores)
			compared += len(c.paths)
		}
		if t.Failed() {
			return
		}
	}
	if hidden < compared/20 || hidden > compared*19/20 {
		t.Errorf("%d of %d paths were ignored: the generator is too one-sided", hidden, compared)
	}
	t.Logf("%d paths compared, %d ignored", compared, hidden)
}

var names = []string{"a", "b", "ab", "abc", "a.b", "b.a", "x-y", "foo", "bar", "a b", "b ", "[a]", "a*", "é", "B", "..a", "#a", "!b"}

func randomPath(r *rand.Rand) string {
	var parts []string
	for range 1 + r.Intn(4) {
		parts = append(parts, names[r.Intn(len(names))])
	}
	return strings.Join(parts, "/")
}

func randomLines(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.Intn(6) {
		b.WriteString(randomPattern(r))
		b.WriteString([]string{"\n", "\n", "\n", " \n", "\r\n", "/\n"}[r.Intn(6)])
	}
	return b.String()
}

// randomPattern generates a pattern.
func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.Intn(5) == 0 {
		b.WriteByte('!')
	}
	if r.Intn(4) == 0 {
		b.WriteByte('/')
	}
	for i := range 1 + r.Intn(3) {
		if i > 0 {
			b.WriteByte('/')
		}
		if r.Intn(6) == 0 {
			b.WriteString("**")
			continue
		}
		for range 1 + r.Intn(3) {
			pieces := []string{"a", "b", ".", "*", "?", "[ab]", "[!a]", "[a-c]", "\\a", "\\ ", " ", "foo", "ab", "[[:alpha:]]", "é", "-", "[]a]", "\\[", "#"}
			piece := pieces[r.Intn(len(pieces))]
			b.WriteString(piece)
		}
	}
	return b.String()
}

// TestIgnoreSteps checks patterns for which a backtracking matcher needs exponential time.
func TestIgnoreSteps(t *testing.T) {
	for _, p := range []string{strings.Repeat("a*", 40) + "b", strings.Repeat("**/", 40) + "b", strings.Repeat("*a", 100) + "/b", strings.Repeat("**/a*", 30) + "c"} {
		var g ignorer
		f := newIgnoreFile(nil, 0, parseIgnore(p))
		text := strings.Repeat("a", 200) + strings.Repeat("/a", 300)
		if g.ignored(f, text, text, false) {
			t.Errorf("%q matched", p)
		}
		if limit := 2 * len(p) * len(text); g.steps > limit {
			t.Errorf("%q took %d steps, want at most %d", p, g.steps, limit)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	f.Add("a/**/[!z]*\\ \n!b/", "a/b/c")
	f.Fuzz(func(t *testing.T, lines, p string) {
		var g ignorer
		file := newIgnoreFile(nil, 0, parseIgnore(lines))
		g.ignored(file, p, path.Base(p), false)
		if limit := 4 * (len(lines) + 1) * (len(p) + 2) * 2; g.steps > limit {
			t.Errorf("%d steps, want at most %d", g.steps, limit)
		}
	})
}
