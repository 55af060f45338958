//go:build unix

package discover

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// writeLinks creates symbolic links, given as path → target.
func writeLinks(t *testing.T, root string, links map[string]string) {
	t.Helper()
	for name, target := range links {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, p); err != nil {
			t.Fatal(err)
		}
	}
}

func problems(found *Found) []string {
	var out []string
	for _, l := range found.Links {
		out = append(out, fmt.Sprintf("%s -> %s %s", l.Path, l.Target, l.Problem))
	}
	return out
}

func TestLinks(t *testing.T) {
	tests := []struct {
		name            string
		files           string
		links           map[string]string
		follow          bool
		args            []string
		want            []string
		problems, notes []string
	}{
		{name: "SKILL.md outside", links: map[string]string{"skills/x/SKILL.md": "../../../outside/SKILL.md"},
			problems: []string{"skills/x/SKILL.md -> ../../../outside/SKILL.md leaves the root"}},
		{name: "skill directory outside", links: map[string]string{"skills/x": "../../outside"},
			problems: []string{"skills/x -> ../../outside leaves the root"}},
		{name: "devices and /proc", links: map[string]string{"skills/x/SKILL.md": "/dev/zero", "skills/x/references/env.md": "/proc/self/environ"},
			problems: []string{"skills/x/SKILL.md -> /dev/zero is an absolute path", "skills/x/references/env.md -> /proc/self/environ is an absolute path"}},
		{name: "loops", files: "skills/x/SKILL.md", links: map[string]string{"skills/x/a": "b", "skills/x/b": "a", "skills/x/up": "../..", "skills/x/self": "."},
			want:     []string{"skills/x/SKILL.md"},
			problems: []string{"skills/x/a -> b is a loop", "skills/x/b -> a is a loop", "skills/x/self -> . is a loop", "skills/x/up -> ../.. is a loop"}},
		{name: "missing targets", files: "skills/x/SKILL.md", links: map[string]string{"skills/x/references/a.md": "gone.md", "skills/x/b": "SKILL.md/c"},
			want:     []string{"skills/x/SKILL.md"},
			problems: []string{"skills/x/b -> SKILL.md/c points at nothing", "skills/x/references/a.md -> gone.md points at nothing"}},
		{name: "links that clients do not read", files: "skills/x/SKILL.md", links: map[string]string{"docs/gone": "nothing", "docs/self": ".", "docs/out": "../../outside", "docs/abs": "/etc/hosts"},
			want: []string{"skills/x/SKILL.md"}, notes: []string{": not followed: 2 symbolic links to outside the repository root, in directories that no client searches"}},
		{name: "several paths of a directory", files: "skills/x/SKILL.md skills/x/references/a.md", links: map[string]string{".claude/skills": "../skills", ".codex/skills": "../.claude/skills", "skills/y": "x"},
			want: []string{"skills/x/SKILL.md", "skills/x/references/a.md"}},
		{name: "directory recognized by the link's path only", files: "prompts/a.md prompts/deep/b.md prompts/README.md", links: map[string]string{".claude/agents": "../prompts"},
			want: []string{".claude/agents/a.md", ".claude/agents/deep/b.md"}},
		{name: "such a directory through two links", files: "prompts/a.md", links: map[string]string{".claude/agents": "../prompts", ".claude/commands": "agents"},
			want: []string{".claude/agents/a.md"}},
		{name: "references of two skills", files: "skills/x/SKILL.md skills/y/SKILL.md shared/a.md", links: map[string]string{"skills/x/references": "../../shared", "skills/y/references": "../../shared"},
			want: []string{"skills/x/SKILL.md", "skills/x/references/a.md", "skills/y/SKILL.md"}},
		{name: "SKILL.md with another name", files: "texts/x.md", links: map[string]string{"skills/x/SKILL.md": "../../texts/x.md", "skills/y/SKILL.md": "../../texts/x.md"},
			want: []string{"skills/x/SKILL.md", "skills/y/SKILL.md"}},
		{name: "SKILL.md of another skill", files: "skills/x/SKILL.md", links: map[string]string{"skills/y/SKILL.md": "../x/SKILL.md"},
			want: []string{"skills/x/SKILL.md"}},
		{name: "requested link", files: "skills/x/SKILL.md", links: map[string]string{".claude/skills": "../skills"}, args: []string{".claude/skills"},
			want: []string{".claude/skills/x/SKILL.md"}},
		{name: "link in a requested directory", files: "skills/x/SKILL.md", links: map[string]string{".claude/skills": "../skills"}, args: []string{".claude"},
			want: []string{".claude/skills/x/SKILL.md"}},
		{name: "requested path through a link", files: "skills/x/SKILL.md", links: map[string]string{".claude/skills": "../skills"}, args: []string{".claude/skills/x"},
			want: []string{"skills/x/SKILL.md"}},
		{name: "requested file", links: map[string]string{"README.md": "../outside/SKILL.md"}, args: []string{"README.md"},
			problems: []string{"README.md -> ../outside/SKILL.md leaves the root"}},
		{name: "into node_modules", files: "node_modules/p/SKILL.md", links: map[string]string{"skills/p": "../node_modules/p"},
			notes: []string{"node_modules: installed packages, not checked: 1 file, the first is node_modules/p/SKILL.md; name the directory to check them",
				"skills/p: symbolic link to node_modules/p, which is excluded; --follow-symlinks includes it"}},
		{name: "into node_modules, followed", files: "node_modules/p/SKILL.md", links: map[string]string{"skills/p": "../node_modules/p"}, follow: true,
			want: []string{"skills/p/SKILL.md"}, notes: []string{"node_modules: installed packages, not checked: 1 file, the first is node_modules/p/SKILL.md; name the directory to check them"}},
		{name: "ignore file of a directory above the target", files: "lib/deep/a.md lib/deep/b.md .git/HEAD= lib/.gitignore=deep/a.md skills/x/SKILL.md", links: map[string]string{"skills/x/references": "../../lib/deep"},
			want: []string{"skills/x/SKILL.md", "skills/x/references/b.md"}},
		{name: "link as ignore file, which git does not read", files: "skills/x/SKILL.md patterns=*", links: map[string]string{".gitignore": "patterns"},
			want: []string{"skills/x/SKILL.md"}},
		{name: "out of the root and back", files: "skills/x/SKILL.md", links: map[string]string{"skills/y": "../../tree/skills/x"},
			want: []string{"skills/x/SKILL.md"}, problems: []string{"skills/y -> ../../tree/skills/x leaves the root"}},
		{name: "ignored file in the target", files: "shared/a.md shared/b.md skills/x/SKILL.md .git/HEAD= .gitignore=/shared/a.md", links: map[string]string{"skills/x/references": "../../shared"},
			want: []string{"skills/x/SKILL.md", "skills/x/references/b.md"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base := t.TempDir()
			writeTree(t, base, map[string]string{"outside/SKILL.md": "", "tree/": ""})
			root := filepath.Join(base, "tree")
			for _, f := range strings.Fields(tt.files) {
				name, content, _ := strings.Cut(f, "=")
				writeTree(t, root, map[string]string{name: content})
			}
			writeLinks(t, root, tt.links)
			lines, found := walkLines(t, Options{Dir: root, Ceilings: base, Paths: tt.args, FollowSymlinks: tt.follow})
			expectPaths(t, lines, tt.want...)
			if got := problems(found); !slices.Equal(got, tt.problems) {
				t.Errorf("problems %q, want %q", got, tt.problems)
			}
			if got := messages(found); !slices.Equal(got, tt.notes) {
				t.Errorf("notices %q, want %q", got, tt.notes)
			}
		})
	}
}

func TestPathsThroughLinks(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("docs/deep/a.md skills/x/SKILL.md"))
	writeLinks(t, root, map[string]string{"skills/x/references": "../../docs", "more": "skills/x"})
	_, found := walkLines(t, Options{Dir: root, Ceilings: root})
	tree := found.Roots[0].Tree
	for p, want := range map[string]bool{"skills/x/references": true, "skills/x/references/deep/a.md": true, "more/references/deep": true, "more/SKILL.md": true,
		"skills/x/references/b.md": false, "more/docs": false} {
		if tree.Exists(p) != want {
			t.Errorf("%s exists: %v, want %v", p, !want, want)
		}
	}
	if !tree.IsDir("skills/x/references") || !tree.IsDir("more/references/deep") || tree.IsDir("more/SKILL.md") {
		t.Error("the tree confuses links to directories with files")
	}
}

func TestSpecialFiles(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("skills/fifo/references/ skills/socket/ skills/folder/SKILL.md/ skills/link/ skills/x/SKILL.md docs/"))
	for _, p := range []string{"skills/fifo/SKILL.md", "skills/fifo/references/a.md", "docs/plain.md", "pipe"} {
		if err := syscall.Mkfifo(filepath.Join(root, p), 0o644); err != nil {
			t.Skip(err)
		}
	}
	t.Chdir(filepath.Join(root, "skills", "socket")) // a socket's path must be short
	socket, err := net.Listen("unix", "SKILL.md")
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	writeLinks(t, root, map[string]string{"skills/link/SKILL.md": "../../pipe"})
	lines, found := walkLines(t, Options{Dir: root, Ceilings: root})
	expectPaths(t, lines, "skills/x/SKILL.md")
	want := []string{
		"skills/folder/SKILL.md: skipped: a directory instead of a file (skill)",
		"unchecked: skills/fifo/SKILL.md: cannot read file: a named pipe",
		"unchecked: skills/fifo/references/a.md: cannot read file: a named pipe",
		"unchecked: skills/socket/SKILL.md: cannot read file: a socket",
	}
	if got := messages(found); !slices.Equal(got, want) {
		t.Errorf("notices %q, want %q", got, want)
	}
	if got, want := problems(found), []string{"skills/link/SKILL.md -> ../../pipe points to a named pipe"}; !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	_, found = walkLines(t, Options{Dir: root, Ceilings: root, Paths: []string{"skills/fifo/SKILL.md"}})
	expectNotice(t, found, "unchecked: skills/fifo/SKILL.md", "a named pipe")
}

// TestOpenReplacedFile checks files that are replaced by something else between listing and opening.
func TestOpenReplacedFile(t *testing.T) {
	base := t.TempDir()
	writeTree(t, base, map[string]string{"outside/secret.md": "secret", "tree/a/SKILL.md": "", "tree/b/SKILL.md": "", "tree/c/SKILL.md": "", "tree/d/SKILL.md": ""})
	root := filepath.Join(base, "tree")
	inputs := map[string]Input{}
	_, err := Walk(t.Context(), Options{Dir: root, Ceilings: base}, func(in Input) { inputs[in.File.Rel] = in })
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		if err := os.Remove(filepath.Join(root, name, "SKILL.md")); err != nil {
			t.Fatal(err)
		}
	}
	writeLinks(t, root, map[string]string{"a/SKILL.md": "../../outside/secret.md", "b/SKILL.md": "/dev/zero"})
	if err := syscall.Mkfifo(filepath.Join(root, "c", "SKILL.md"), 0o644); err != nil {
		t.Skip(err)
	}
	writeTree(t, root, emptyFiles("d/SKILL.md/"))
	for rel, in := range inputs {
		file, err := in.Open()
		if err == nil {
			file.Close()
			t.Errorf("%s was opened", rel)
		} else if strings.Contains(treefs.WithoutPath(err).Error(), base) {
			t.Errorf("error for %s contains an absolute path: %v", rel, treefs.WithoutPath(err).Error())
		}
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	root := t.TempDir()
	writeTree(t, root, emptyFiles("skills/x/SKILL.md closed/skills/y/SKILL.md .gitignore skills/.gitignore"))
	for p, mode := range map[string]os.FileMode{"closed": 0, ".gitignore": 0} {
		if err := os.Chmod(filepath.Join(root, p), mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(root, "closed"), 0o755)
	lines, found := walkLines(t, Options{Dir: root, Ceilings: root})
	expectPaths(t, lines, "skills/x/SKILL.md")
	expectNotice(t, found, "closed: cannot read directory: permission denied")
	expectNotice(t, found, ".gitignore: cannot read the ignore file")
}

func TestUnusualNames(t *testing.T) {
	root := t.TempDir()
	names := []string{"a\x1b[2J", "line\nfeed", "caf\xe9", " blank ", "back\\slash", "--fix", "C:evil", "...", "a#b?c", "\u202ebidi"}
	var want []string
	for _, n := range names {
		if err := os.MkdirAll(filepath.Join(root, "skills", n), 0o755); err != nil {
			t.Skip(err)
		}
		writeTree(t, root, map[string]string{"skills/" + n + "/SKILL.md": ""})
		want = append(want, "skills/"+n+"/SKILL.md")
	}
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	expectPaths(t, lines, want...)
}

// TestLinksToOneDirectory walks a directory of many files through each of many links. 60 links are followed, but of 700,
// only some.
func TestLinksToOneDirectory(t *testing.T) {
	for count, many := range map[int]bool{60: false, 700: true} {
		root, links, files := t.TempDir(), map[string]string{}, map[string]string{"shared/SKILL.md": ""}
		for i := range count {
			links[fmt.Sprintf(".claude/skills/l%03d", i)] = "../../shared"
		}
		for i := range 100 {
			files[fmt.Sprintf("shared/%d.txt", i)] = ""
		}
		writeTree(t, root, files)
		writeLinks(t, root, links)
		_, found := walkLines(t, Options{Dir: root, Ceilings: root})
		if many {
			expectNotice(t, found, ".claude/skills/l5", "limit 64")
		} else if got := messages(found); got != nil {
			t.Errorf("%d links: %q", count, got)
		}
	}
}
