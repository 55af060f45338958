package discover

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A recordingFS records the directories that are listed.
type recordingFS struct {
	treefs.FS
	seen *[]string
}

func (l recordingFS) ReadDir(name string) ([]fs.DirEntry, error) {
	*l.seen = append(*l.seen, name)
	return l.FS.ReadDir(name)
}

func TestPackages(t *testing.T) {
	const files = "skills/x/SKILL.md node_modules/p/SKILL.md node_modules/p/node_modules/q/SKILL.md node_modules/r/SKILL.md dist/node_modules/s/SKILL.md"
	tests := []struct {
		name     string
		ignore   string
		tracked  string
		fails    bool
		noIgnore bool
		noRepo   bool
		paths    []string
		want     string
		notes    []string
		listed   bool // whether packages are listed
	}{
		{name: "nothing tracked", want: "skills/x/SKILL.md"},
		{name: "one tracked", tracked: "node_modules/p/SKILL.md", want: "skills/x/SKILL.md node_modules/p/SKILL.md", listed: true},
		{name: "nested ones tracked", tracked: "node_modules/p/node_modules/q/SKILL.md dist/node_modules/s/SKILL.md",
			want: "skills/x/SKILL.md node_modules/p/node_modules/q/SKILL.md dist/node_modules/s/SKILL.md", listed: true},
		{name: "tracked although ignored", ignore: "node_modules/\n", tracked: "node_modules/p/SKILL.md", want: "skills/x/SKILL.md node_modules/p/SKILL.md", listed: true},
		{name: "tracked in an ignored directory", ignore: "/dist/\n", tracked: "dist/node_modules/s/SKILL.md", want: "skills/x/SKILL.md dist/node_modules/s/SKILL.md", listed: true},
		{name: "ignore files disabled", noIgnore: true, ignore: "node_modules/\n", tracked: "node_modules/p/SKILL.md", want: "skills/x/SKILL.md node_modules/p/SKILL.md", listed: true},
		{name: "git fails", fails: true, want: "skills/x/SKILL.md", listed: true, notes: []string{
			".git: it hangs",
			"dist/node_modules: installed packages, not checked: 1 file, the first is dist/node_modules/s/SKILL.md; name the directory to check them",
			"node_modules: installed packages, not checked: 2 files, the first is node_modules/p/SKILL.md; name the directory to check them",
			"unchecked: .git: cannot determine which ignored files git tracks"}},
		{name: "git fails, and all is ignored", fails: true, ignore: "node_modules\n", want: "skills/x/SKILL.md", listed: true, notes: []string{
			".git: it hangs", "unchecked: .git: cannot determine which ignored files git tracks"}},
		{name: "no repository", noRepo: true, want: "skills/x/SKILL.md", listed: true, notes: []string{
			"dist/node_modules: installed packages, not checked: 1 file, the first is dist/node_modules/s/SKILL.md; name the directory to check them",
			"node_modules: installed packages, not checked: 2 files, the first is node_modules/p/SKILL.md; name the directory to check them"}},
		{name: "requested", paths: []string{"node_modules/r"}, want: "node_modules/r/SKILL.md", listed: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, calls, seen := t.TempDir(), 0, []string{}
			writeTree(t, root, emptyFiles(files))
			writeTree(t, root, map[string]string{".gitignore": tt.ignore})
			if !tt.noRepo {
				writeTree(t, root, map[string]string{".git/HEAD": ""})
			}
			tracked := func(context.Context, string) (map[string]bool, error) {
				if calls++; tt.fails {
					return nil, errors.New("it hangs")
				}
				paths := map[string]bool{}
				for _, p := range strings.Fields(tt.tracked) {
					paths[p] = true
				}
				return paths, nil
			}
			o := Options{Dir: root, Ceilings: path.Dir(root), Paths: tt.paths, NoIgnore: tt.noIgnore, Tracked: tracked,
				Wrap: func(_ string, below treefs.FS) treefs.FS { return recordingFS{below, &seen} }}
			lines, found := walkLines(t, o)
			expectPaths(t, lines, strings.Fields(tt.want)...)
			if got := messages(found); !slices.Equal(got, tt.notes) {
				t.Errorf("notices %q, want %q", got, tt.notes)
			}
			if calls > 1 {
				t.Errorf("git was called %d times", calls)
			}
			if in := slices.ContainsFunc(seen, func(name string) bool { return strings.Contains(name, packages) }); in != tt.listed {
				t.Errorf("listed directories: %q", seen)
			}
		})
	}
}

// TestNoPackages checks that git is not called for a project without packages.
func TestNoPackages(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, emptyFiles("skills/x/SKILL.md web/node_modules.md"))
	if err := os.Mkdir(root+"/.git", 0o755); err != nil {
		t.Fatal(err)
	}
	walkLines(t, Options{Dir: root, Tracked: func(context.Context, string) (map[string]bool, error) {
		t.Error("git was called")
		return nil, nil
	}})
}
