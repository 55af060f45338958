package treefs_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// below is a tree to write to the disk: "->" is a link, "x:" an executable file, "/" a directory.
var below = []string{
	"SKILL.md=old", "a/one.md=1", "a/two.md=22", "a/deep/three.md=333", "x:a/run.sh=#!", "empty/",
	"link.md->a/one.md", "folder->a", "up/back.md->../SKILL.md", "chain.md->link.md", "dangling.md->a/new.md",
	"nowhere->gone/far", "out.md->../outside", "loop->loop", "abs->/etc/passwd", "round->a/deep/../../a",
}

// TestOverlayMatchesDisk compares an overlay with a disk to which the same files were written.
func TestOverlayMatchesDisk(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
	}{
		{"nothing", nil},
		{"changed file", map[string]string{"SKILL.md": "new and longer"}},
		{"emptied file", map[string]string{"a/two.md": ""}},
		{"executable file", map[string]string{"a/run.sh": "#!/bin/sh\n"}},
		{"new files", map[string]string{"a/aaa.md": "first", "a/zzz.md": "last"}},
		{"new directories", map[string]string{"skills/new/SKILL.md": "x", "skills/new/references/a.md": "y"}},
		{"file in an empty directory", map[string]string{"empty/SKILL.md": "x"}},
		{"target of links", map[string]string{"a/one.md": "eleven"}},
		{"through a link", map[string]string{"link.md": "eleven"}},
		{"through two links", map[string]string{"chain.md": "eleven"}},
		{"through a link to a directory", map[string]string{"folder/one.md": "eleven", "folder/more.md": "more"}},
		{"through a broken link", map[string]string{"dangling.md": "here"}},
		{"target of a broken link", map[string]string{"gone/far": "here"}},
		{"directory that is the target of a broken link", map[string]string{"gone/far/away.md": "here"}},
		{"through a link upwards", map[string]string{"up/back.md": "new"}},
		{"several files", map[string]string{"SKILL.md": "s", "a/deep/three.md": "3", "a/deep/four.md": "4444"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			overlaid, err := treefs.Overlay(disk(t, write(t, below)), content(tt.files))
			if err != nil {
				t.Fatal(err)
			}
			dir := write(t, below)
			for name, text := range tt.files {
				at := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, want := describe(t, overlaid), describe(t, disk(t, dir))
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestOverlayErrors(t *testing.T) {
	tests := []struct{ name, want string }{
		{"a", "is a directory"},
		{"folder", "is a directory"},
		{"SKILL.md/below", "not a directory"},
		{"out.md", "points outside of the repository"},
		{"abs", "points outside of the repository"},
		{"loop", "too many symbolic links"},
		{"../SKILL.md", "invalid argument"},
		{"/SKILL.md", "invalid argument"},
		{".", "invalid argument"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := treefs.Overlay(disk(t, write(t, below)), map[string][]byte{tt.name: nil})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	_, err := treefs.Overlay(disk(t, write(t, below)), content(map[string]string{"new": "x", "new/below": "y"}))
	if err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("file below a new file: got %v", err)
	}
}

// TestNestedOverlays checks an overlay of an overlay, as in rounds of fixes.
func TestNestedOverlays(t *testing.T) {
	first, err := treefs.Overlay(disk(t, write(t, below)), content(map[string]string{"SKILL.md": "1", "new/a.md": "a"}))
	if err != nil {
		t.Fatal(err)
	}
	second, err := treefs.Overlay(first, content(map[string]string{"SKILL.md": "second", "new/b.md": "b"}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"SKILL.md": "second", "new/a.md": "a", "new/b.md": "b", "up/back.md": "second"} {
		if got := string(treefs.ReadFile(second, name, 100)); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if got := string(treefs.ReadFile(first, "SKILL.md", 100)); got != "1" {
		t.Errorf("the lower overlay changed: %q", got)
	}
}

func content(files map[string]string) map[string][]byte {
	m := map[string][]byte{}
	for name, text := range files {
		m[name] = []byte(text)
	}
	return m
}

func disk(t *testing.T, dir string) treefs.FS {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return treefs.Disk(root)
}

// write creates a tree on the disk and returns its directory.
func write(t *testing.T, tree []string) string {
	t.Helper()
	dir := t.TempDir()
	for _, line := range tree {
		line, run := strings.CutPrefix(line, "x:")
		name, target, isLink := strings.Cut(line, "->")
		name, text, isFile := strings.Cut(name, "=")
		at := filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, "/")))
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		switch {
		case err != nil:
		case isLink:
			err = os.Symlink(target, at)
		case isFile && run:
			err = os.WriteFile(at, []byte(text), 0o755)
		case isFile:
			err = os.WriteFile(at, []byte(text), 0o644)
		default:
			err = os.Mkdir(at, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// describe returns a description of all properties of a tree: of its entries, and of names that contain links.
func describe(t *testing.T, tree treefs.FS) string {
	t.Helper()
	var out strings.Builder
	names := []string{
		"folder/one.md", "folder/deep/three.md", "folder/more.md", "round/one.md", "round/deep", "nowhere/away.md",
		"missing", "missing/below", "SKILL.md/below", "out.md", "folder/missing", "gone", "skills/new",
	}
	var walk func(name string)
	walk = func(name string) {
		entries, err := tree.ReadDir(name)
		fmt.Fprintf(&out, "%s/ %s\n", name, errorKind(err))
		for _, e := range entries {
			below := strings.TrimPrefix(name+"/"+e.Name(), "./")
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "  %s %s %v %s %d\n", e.Name(), e.Type(), e.IsDir(), info.Mode(), size(info))
			names = append(names, below)
			if e.IsDir() {
				walk(below)
			}
		}
	}
	for _, name := range []string{".", "folder", "nowhere", "round", "round/deep", "SKILL.md", "loop"} {
		walk(name)
	}
	for _, name := range names {
		fmt.Fprintln(&out, name, describeEntry(tree, name))
	}
	return out.String()
}

func describeEntry(tree treefs.FS, name string) string {
	info, err := tree.Lstat(name)
	description := errorKind(err)
	if err == nil {
		description = fmt.Sprintf("%s %s %d", info.Name(), info.Mode(), size(info))
	}
	to, err := tree.ReadLink(name)
	description += fmt.Sprintf(" ->%s %v", to, err == nil)
	file, err := tree.Open(name)
	if err != nil {
		return description + " " + errorKind(err)
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return description + " " + err.Error()
	}
	var some [2]byte
	n, atErr := file.ReadAt(some[:], 1)
	text, err := io.ReadAll(file)
	return fmt.Sprintf("%s %q %v %q %v %s %d", description, text, err, some[:n], atErr, stat.Mode(), stat.Size())
}

// size returns the size of a file. The size of a directory depends on the file system.
func size(info fs.FileInfo) int64 {
	if info.IsDir() {
		return 0
	}
	return info.Size()
}

func errorKind(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, fs.ErrNotExist):
		return "not found"
	}
	return "error"
}

// TestRewriteLinks checks that paths through a link lead to its new target, and through all others to the old one.
func TestRewriteLinks(t *testing.T) {
	below := treefs.NewMemory()
	for name, content := range map[string]string{"new/a.md": "new", "other/a.md": "other"} {
		if err := below.Add(name, 0o644, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"d/link": "../old", "to": "d", "same": "other"} {
		if err := below.Add(name, fs.ModeSymlink|0o777, []byte(to)); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := treefs.Rewrite(below, nil, map[string]string{"d/link": "../new"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"d/link": "../new", "to/link": "../new", "same": "other"} {
		if got, err := tree.ReadLink(name); got != want || err != nil {
			t.Errorf("%s points to %q, %v; want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"d/link/a.md": "new", "to/link/a.md": "new", "same/a.md": "other"} {
		if got := string(treefs.ReadFile(tree, name, 100)); got != want {
			t.Errorf("%s contains %q, want %q", name, got, want)
		}
	}
	if entries, err := tree.ReadDir("d/link"); err != nil || len(entries) != 1 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}
