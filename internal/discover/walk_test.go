package discover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/memtemp"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

func expectPaths(t *testing.T, lines []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := paths(lines); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// messages returns the notices and unchecked paths as "path: message".
func messages(found *Found) []string {
	var out []string
	for _, n := range found.Notices {
		out = append(out, n.Path+": "+n.Message)
	}
	for _, n := range HiddenNotice(found.Hidden) {
		out = append(out, n.Path+": "+n.Message)
	}
	for _, u := range found.Unchecked {
		out = append(out, "unchecked: "+u.Path+": "+u.Reason)
	}
	return out
}

func expectNotice(t *testing.T, found *Found, parts ...string) {
	t.Helper()
	for _, n := range messages(found) {
		missing := slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(n, p) })
		if !missing {
			return
		}
	}
	t.Errorf("no notice contains %q: %q", parts, messages(found))
}

func TestRootsAndPaths(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeTree(t, base, emptyFiles(`repo/.git/HEAD repo/skills/a/SKILL.md repo/sub/skills/b/SKILL.md repo/inner/.git repo/inner/skills/c/SKILL.md
		loose/skills/d/SKILL.md loose/other/skills/e/SKILL.md far/x/skills/f/SKILL.md far/y/skills/f/SKILL.md far/y/README.md dots/.claude/agents/g.md dots/.claude/skills/h/SKILL.md`))
	at := func(p string) string { return filepath.Join(base, filepath.FromSlash(p)) }
	tests := []struct {
		name, dir, ceilings string
		args, want, roots   []string
	}{
		{"the repository itself", "repo", "", nil, []string{"inner/skills/c/SKILL.md", "skills/a/SKILL.md", "sub/skills/b/SKILL.md"}, []string{"repo"}},
		{"a directory of a repository", "repo/sub", "", nil, []string{"skills/b/SKILL.md"}, []string{"repo"}},
		{"next to the working directory", "repo/sub", "", []string{"../skills"}, []string{"a/SKILL.md"}, []string{"repo"}},
		{"above the working directory", "repo/sub", "", []string{".."}, []string{"inner/skills/c/SKILL.md", "skills/a/SKILL.md", "sub/skills/b/SKILL.md"}, []string{"repo"}},
		{"a repository in a repository", "repo", "", []string{"inner"}, []string{"inner/skills/c/SKILL.md"}, []string{"repo/inner"}},
		{"nested repositories, each file once", "repo", "", []string{".", "inner"}, []string{"inner/skills/c/SKILL.md", "skills/a/SKILL.md", "sub/skills/b/SKILL.md"}, []string{"repo/inner", "repo"}},
		{"no repository", "loose", "", []string{"other"}, []string{"other/skills/e/SKILL.md"}, []string{"loose"}},
		{"a ceiling hides the repository", "repo/sub", "repo", nil, []string{"skills/b/SKILL.md"}, []string{"repo/sub"}},
		{"one path elsewhere", "loose", "", []string{"../far/x"}, []string{"skills/f/SKILL.md"}, []string{"far/x"}},
		{"two paths elsewhere", "loose", "", []string{"../far/x", "../far/y"}, []string{"x/skills/f/SKILL.md", "y/skills/f/SKILL.md"}, []string{"far/x", "far/y"}},
		{"two paths with the same name", "loose", "", []string{"../far/x/skills", "../far/y/skills"}, []string{"x/skills/f/SKILL.md", "y/skills/f/SKILL.md"}, []string{"far/x/skills", "far/y/skills"}},
		{"one here, one elsewhere", "loose", "", []string{".", "../far/x/skills"}, []string{"other/skills/e/SKILL.md", "skills/d/SKILL.md", "x/skills/f/SKILL.md"}, []string{"far/x/skills", "loose"}},
		{"files", "repo", "", []string{"skills/a/SKILL.md", "./sub/skills/b/SKILL.md"}, []string{"skills/a/SKILL.md", "sub/skills/b/SKILL.md"}, []string{"repo"}},
		{"files elsewhere", "loose", "", []string{"../far/x/skills/f/SKILL.md", "../far/y/skills/f/SKILL.md"}, []string{"f/SKILL.md", "y/skills/f/SKILL.md"}, []string{"far/x/skills/f", "far/y/skills/f"}},
		{"overlapping paths", "repo", "", []string{"skills", "skills/a", "skills/a/SKILL.md", "skills"}, []string{"skills/a/SKILL.md"}, []string{"repo"}},
		{"a client's own directory", "loose", "", []string{"../dots/.claude"}, []string{"agents/g.md", "skills/h/SKILL.md"}, []string{"dots/.claude"}},
		{"a directory in a client's own", "dots/.claude/agents", "", nil, []string{"g.md"}, []string{"dots/.claude/agents"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ceilings := base
			if tt.ceilings != "" {
				ceilings = at(tt.ceilings)
			}
			lines, found := walkLines(t, Options{Dir: at(tt.dir), Paths: tt.args, Ceilings: ceilings})
			expectPaths(t, lines, tt.want...)
			var roots []string
			for _, r := range found.Roots {
				roots = append(roots, relative(base, r.Dir))
			}
			if !slices.Equal(roots, tt.roots) {
				t.Errorf("roots %q, want %q", roots, tt.roots)
			}
		})
	}
	if _, err := Walk(context.Background(), Options{Dir: base, Paths: []string{"repo/none"}}, nil); err == nil || err.Error() != "repo/none does not exist" {
		t.Errorf("missing path: got %v", err)
	}
}

// TestDirectoryNamesAboveRoot checks that names above a root apply only without a repository, which may be cloned to any
// directory.
func TestDirectoryNamesAboveRoot(t *testing.T) {
	base := t.TempDir()
	writeTree(t, base, emptyFiles(`.claude/agents/a.md .claude/skills/x/SKILL.md`))
	lines, _ := walkLines(t, Options{Dir: filepath.Join(base, ".claude"), Ceilings: base})
	want := []string{"agents/a.md | agent | claude-code | .md file in .claude/agents/", "skills/x/SKILL.md | skill | claude-code | SKILL.md; in .claude/skills/"}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
	writeTree(t, base, emptyFiles(`.claude/.git/HEAD`))
	lines, _ = walkLines(t, Options{Dir: filepath.Join(base, ".claude"), Ceilings: base})
	if want := []string{"skills/x/SKILL.md | skill | agentskills? | SKILL.md"}; !slices.Equal(lines, want) {
		t.Errorf("in a repository: got %q, want %q", lines, want)
	}
}

// TestRequestedFileKinds checks that a file on the command line has the same kind as in the whole tree.
func TestRequestedFileKinds(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles(kindTree))
	all, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	for _, line := range all {
		path, _, _ := strings.Cut(line, " | ")
		if one, _ := walkLines(t, Options{Dir: root, Ceilings: root, Paths: []string{path}}); !slices.Equal(one, []string{line}) {
			t.Errorf("%s alone is %q, in the tree %q", path, one, line)
		}
	}
	_, found := walkLines(t, Options{Dir: root, Ceilings: root, Paths: []string{"README.md", "docs/guide.md"}})
	expectNotice(t, found, "README.md: ", "skipped")
	expectNotice(t, found, "docs/guide.md: ", "skipped")
	quiet, _ := walkLines(t, Options{Dir: root, Ceilings: root, Paths: []string{"tests/manifest.json", "node_modules/x"}})
	expectPaths(t, quiet, "node_modules/x/SKILL.md", "tests/manifest.json")
}

// TestExampleDirAsRoot checks that the name of a directory on the command line does not affect its files.
func TestExampleDirAsRoot(t *testing.T) {
	base := t.TempDir()
	writeTree(t, base, emptyFiles("tests/manifest.json tests/examples/manifest.json"))
	lines, _ := walkLines(t, Options{Dir: filepath.Join(base, "tests"), Ceilings: base})
	expectPaths(t, lines, "manifest.json")
}

func TestNested(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("a/SKILL.md a/b/SKILL.md p/.claude-plugin/plugin.json p/skills/c/SKILL.md p/.claude/skills/d/SKILL.md"))
	got := map[string]string{}
	_, err := Walk(context.Background(), Options{Dir: root, Ceilings: root}, func(in Input) {
		got[in.File.Path] = fmt.Sprintf("nested %v plugin %v", in.File.Nested, in.File.Plugin)
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a/SKILL.md": "nested false plugin false", "a/b/SKILL.md": "nested true plugin false",
		"p/skills/c/SKILL.md": "nested false plugin true", "p/.claude/skills/d/SKILL.md": "nested false plugin false"} {
		if got[path] != want {
			t.Errorf("%s: got %s, want %s", path, got[path], want)
		}
	}
}

func TestIgnoredFiles(t *testing.T) {
	requireGit(t)
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		".gitignore": "hidden/\nskills/x/notes.md\n*.tmp\n/vendored\n", ".git/info/exclude": "skills/private\n",
		"skills/.gitignore": "!kept.tmp\n/y/\n", "skills/x/SKILL.md": "", "skills/x/notes.md": "", "skills/y/SKILL.md": "", "skills/private/SKILL.md": "",
		"hidden/skills/z/SKILL.md": "", "hidden/deep/er/skills/w/SKILL.md": "", "hidden/manifest.json": "", "vendored/skills/v/SKILL.md": "", "vendored/skills/u/SKILL.md": "", "vendored/notes.md": "", "vendored/node_modules/n/SKILL.md": "",
	})
	everything := []string{"hidden/deep/er/skills/w/SKILL.md", "hidden/manifest.json", "hidden/skills/z/SKILL.md", "skills/private/SKILL.md", "skills/x/SKILL.md",
		"skills/x/notes.md", "skills/y/SKILL.md", "vendored/skills/u/SKILL.md", "vendored/skills/v/SKILL.md"}
	lines, _ := walkLines(t, Options{Dir: root, NoIgnore: true})
	expectPaths(t, lines, everything...)

	lines, found := walkLines(t, Options{Dir: root})
	expectPaths(t, lines, "skills/x/SKILL.md")
	if len(found.Hidden) != 7 {
		t.Errorf("%d ignored files, want 7", len(found.Hidden))
	}
	expectNotice(t, found, "7 files", "hidden/skills/z/SKILL.md", "and 2 more", "--no-ignore")

	calls := 0
	tracked := func(_ context.Context, repository string) (map[string]bool, error) {
		calls++
		return map[string]bool{"vendored/skills/v/SKILL.md": true, "vendored/notes.md": true, "skills/x/notes.md": true, "hidden/deep/er/skills/w/SKILL.md": true}, nil
	}
	lines, found = walkLines(t, Options{Dir: root, Tracked: tracked})
	expectPaths(t, lines, "hidden/deep/er/skills/w/SKILL.md", "skills/x/SKILL.md", "skills/x/notes.md", "vendored/skills/v/SKILL.md")
	if len(found.Hidden) != 4 || calls != 1 {
		t.Errorf("%d ignored files and %d calls of git, want 4 and 1", len(found.Hidden), calls)
	}
	tree := found.Roots[0].Tree
	for path, want := range map[string]bool{"vendored": true, "vendored/notes.md": true, "vendored/skills/u": false, "skills/y": true, "skills/y/SKILL.md": false} {
		if tree.Exists(path) != want {
			t.Errorf("Exists(%s) = %v, want %v", path, !want, want)
		}
	}

	lines, _ = walkLines(t, Options{Dir: root, Paths: []string{"hidden", "skills/y/SKILL.md"}})
	expectPaths(t, lines, "hidden/deep/er/skills/w/SKILL.md", "hidden/manifest.json", "hidden/skills/z/SKILL.md", "skills/y/SKILL.md")

	_, found = walkLines(t, Options{Dir: root, Tracked: func(context.Context, string) (map[string]bool, error) { return nil, errors.New("git is not installed") }})
	expectNotice(t, found, "git is not installed")
}

// TestGitNotCalled checks that git is not called if it cannot affect the result.
func TestGitNotCalled(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{".git/HEAD": "", ".gitignore": "build/\n*.log\n", "build/out.js": "", "build/manifest.json": "", "a.log": "", "skills/x/SKILL.md": ""})
	writeTree(t, root, map[string]string{"web/.gitignore": "*.html\n", "web/index.html": ""})
	never := func(context.Context, string) (map[string]bool, error) {
		t.Error("git was called")
		return nil, nil
	}
	_, found := walkLines(t, Options{Dir: root, Tracked: never})
	if len(found.Notices) > 0 {
		t.Errorf("notices %q, want none", messages(found))
	}
}

func TestAllIgnored(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{".git/": "", ".gitignore": "*\n", "skills/x/SKILL.md": ""})
	lines, found := walkLines(t, Options{Dir: root})
	if len(lines) > 0 || len(found.Hidden) != 1 {
		t.Errorf("got %q and %d ignored, want none and 1", lines, len(found.Hidden))
	}
	expectNotice(t, found, "1 file excluded by ignore files", "skills/x/SKILL.md")
}

// TestHiddenManifests checks that an ignored manifest.json, which may be any file, causes no notice.
func TestHiddenManifests(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{".gitignore": "/manifest.json\n/out/\n", "manifest.json": "", "out/manifest.json": "", "skills/x/SKILL.md": ""})
	_, found := walkLines(t, Options{Dir: root, Ceilings: root})
	if len(messages(found)) != 0 {
		t.Errorf("%d ignored, notices %q, want none", len(found.Hidden), messages(found))
	}
}

// TestIgnoreFilesOfNestedRepository checks that ignore files do not apply to a nested repository.
func TestIgnoreFilesOfNestedRepository(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{".git/HEAD": "", ".gitignore": "x\n", "inner/.git": "gitdir: elsewhere\n", "inner/skills/x/SKILL.md": "", "skills/x/SKILL.md": ""})
	lines, _ := walkLines(t, Options{Dir: root})
	expectPaths(t, lines, "inner/skills/x/SKILL.md")
}

// TestMatchesGit checks that a walk finds the files that git tracks.
func TestMatchesGit(t *testing.T) {
	requireGit(t)
	root := t.TempDir()
	writeTree(t, root, map[string]string{".gitignore": "/build/\n.claude/*\n!.claude/skills\n.claude/skills/local-*\n", "build/skills/a/SKILL.md": "", "build/skills/b/SKILL.md": "",
		".claude/skills/c/SKILL.md": "", ".claude/skills/local-d/SKILL.md": "", ".claude/agents/e.md": "", ".claude/agents/f.md": ""})
	git := func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-C", root, "-c", "core.excludesFile="}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v %s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q")
	git("add", ".")
	git("add", "-f", "build/skills/b/SKILL.md", ".claude/agents/f.md")
	tracked := func(context.Context, string) (map[string]bool, error) {
		files := map[string]bool{}
		for _, f := range strings.Fields(git("ls-files")) {
			files[f] = true
		}
		return files, nil
	}
	lines, found := walkLines(t, Options{Dir: root, Tracked: tracked})
	var want []string
	for _, f := range strings.Fields(git("ls-files")) {
		if strings.HasSuffix(f, ".md") {
			want = append(want, f)
		}
	}
	expectPaths(t, lines, want...)
	if len(found.Hidden) != 3 {
		t.Errorf("%d ignored, want 3: %q", len(found.Hidden), messages(found))
	}
}

func TestPolicy(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("skills/x/SKILL.md drafts/skills/y/SKILL.md log/tasks.jsonl log/T1-a.md log/other.jsonl web/manifest.json .claude/skills/flat.md"))
	policy := func(r Root) (*Policy, error) {
		if r.Dir == "" || r.FS == nil || r.Tree == nil || r.Show("a/b") != "a/b" {
			t.Errorf("incomplete root: %+v", r)
		}
		return &Policy{
			Exclude: func(rel string, dir bool) (bool, error) { return dir && rel == "drafts", nil },
			Claim: func(rel string) (analysis.Kind, error) {
				if rel == "log/tasks.jsonl" {
					return analysis.Manifest, nil
				}
				return 0, nil
			},
			Configure: func(f *analysis.File) error {
				f.Pinned = f.Kind != analysis.Manifest
				return nil
			},
		}, nil
	}
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root, Policy: policy})
	want := []string{
		".claude/skills/flat.md | skill | - | .md file in .claude/skills/",
		"log/T1-a.md | output | cleo | .md file below a directory with MANIFEST.jsonl",
		"log/tasks.jsonl | manifest | cleo | set by the configuration",
		"skills/x/SKILL.md | skill | agentskills | SKILL.md",
		"web/manifest.json | registry | cleo? | manifest.json with a list of skills",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	_, found := walkLines(t, Options{Dir: root, Ceilings: root, Policy: policy, Paths: []string{"drafts", "skills"}})
	expectNotice(t, found, "drafts: ", "excluded")
	broken := errors.New("line 3: unknown key")
	for _, p := range []*Policy{
		{Exclude: func(string, bool) (bool, error) { return false, broken }},
		{Claim: func(string) (analysis.Kind, error) { return 0, broken }},
		{Configure: func(*analysis.File) error { return broken }},
	} {
		_, err := Walk(context.Background(), Options{Dir: root, Policy: func(Root) (*Policy, error) { return p, nil }}, func(Input) {})
		if !errors.Is(err, broken) {
			t.Errorf("got %v, want the policy's error", err)
		}
	}
}

func TestCanceled(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("a/SKILL.md b/SKILL.md c/SKILL.md"))
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Walk(ctx, Options{Dir: root}, func(Input) { n++; cancel() })
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("got %v after %d files, want a canceled context after 1", err, n)
	}
}

func TestDeepAndLongPaths(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, strings.Repeat("d/", 300)), 0o755); err != nil {
		t.Fatal(err)
	}
	writeTree(t, root, map[string]string{strings.Repeat("d/", 255) + "SKILL.md": "", strings.Repeat("d/", 300) + "SKILL.md": "", "skills/x/SKILL.md": ""})
	lines, found := walkLines(t, Options{Dir: root})
	expectPaths(t, lines, strings.Repeat("d/", 255)+"SKILL.md", "skills/x/SKILL.md")
	expectNotice(t, found, "unchecked: d/", "not checked: directory nested more than 256 levels deep")

	root = t.TempDir()
	dir := root
	for range 6 {
		dir = filepath.Join(dir, strings.Repeat("n", 200))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skip("the file system has shorter paths: ", err)
	}
	_, found = walkLines(t, Options{Dir: root})
	expectNotice(t, found, "unchecked: nnn", "not checked: path longer than 1,024 bytes")
}

func TestTooManyFiles(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("a/1/SKILL.md a/2/SKILL.md b/3/SKILL.md c/4/SKILL.md"))
	lines, found := walkLines(t, Options{Dir: root, entries: 8})
	expectPaths(t, lines, "a/1/SKILL.md", "a/2/SKILL.md")
	expectNotice(t, found, "unchecked: b/3/SKILL.md: more than 8 files and directories")
	if len(messages(found)) != 1 {
		t.Errorf("notices %q, want one", messages(found))
	}
	lines, found = walkLines(t, Options{Dir: root, entries: 11})
	if len(lines) != 4 || len(messages(found)) != 0 {
		t.Errorf("at the limit: got %q and %q", lines, messages(found))
	}
}

// TestHugeHiddenDirectory checks that tracked files are found beyond the limit for ignored directories.
func TestHugeHiddenDirectory(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{".git/HEAD": "", ".gitignore": "/out\n", "skills/x/SKILL.md": "", "out/a/b/c/d/z/SKILL.md": "", "out/a/b/c/d/y/SKILL.md": ""})
	tracked := func(context.Context, string) (map[string]bool, error) {
		return map[string]bool{"out/a/b/c/d/z/SKILL.md": true, "skills/x/SKILL.md": true}, nil
	}
	lines, _ := walkLines(t, Options{Dir: root, Tracked: tracked, survey: 3})
	expectPaths(t, lines, "out/a/b/c/d/z/SKILL.md", "skills/x/SKILL.md")
}

func TestTree(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("skills/x/SKILL.md skills/x/scripts/run.sh skills/y/SKILL.md docs/a.md node_modules/p/index.js"))
	_, found := walkLines(t, Options{Dir: root, Paths: []string{"skills/x"}, Ceilings: root})
	tree := found.Roots[0].Tree
	for _, p := range []string{"skills", "skills/x/scripts/run.sh", "skills/y", "docs", "."} {
		if !tree.Exists(p) {
			t.Errorf("%s is missing in the tree", p)
		}
	}
	if tree.Exists("skills/x/Scripts") || !tree.IsDir("skills/x/scripts") || tree.IsDir("skills/x/scripts/run.sh") {
		t.Error("the tree ignores case, or confuses files and directories")
	}
}

// TestRootName checks that the name of a root is recorded, except for repositories, which may be cloned to any directory.
func TestRootName(t *testing.T) {
	for _, repo := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "probe")
		files := map[string]string{"SKILL.md": "---\nname: probe\n---\n"}
		if repo {
			files[".git/HEAD"] = ""
		}
		writeTree(t, dir, files)
		_, found := walkLines(t, Options{Dir: dir})
		want := "probe"
		if repo {
			want = ""
		}
		if got := found.Roots[0].Tree.RootName; got != want {
			t.Errorf("repository: %v: name of the root is %q, want %q", repo, got, want)
		}
	}
}

// TestEmptyDirectories checks that empty directories are distinguished from submodules that were not fetched.
func TestEmptyDirectories(t *testing.T) {
	dir := t.TempDir()
	files := emptyFiles("repo/.git/HEAD repo/skills/a/SKILL.md repo/skills/a/references/x.md")
	files["repo/.gitmodules"] = "[submodule \"m\"]\n\tpath = skills/a/module\n\turl = x\n"
	writeTree(t, dir, files)
	for _, name := range []string{"emptied", "module"} {
		if err := os.Mkdir(filepath.Join(dir, "repo", "skills", "a", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	found, err := Walk(t.Context(), Options{Dir: filepath.Join(dir, "repo")}, func(Input) {})
	if err != nil {
		t.Fatal(err)
	}
	tree := found.Roots[0].Tree
	for name, want := range map[string]bool{"references": false, "emptied": false, "module": true, "none": false} {
		if got := tree.Unlisted("skills/a/" + name); got != want {
			t.Errorf("Unlisted(%s) = %v, want %v", name, got, want)
		}
	}
}
