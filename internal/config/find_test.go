package config

import (
	"fmt"
	"github.com/skilllint/skilllint/internal/treefs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func tree(t *testing.T, files map[string]string) *Finder {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case text == "DIR":
			err = os.Mkdir(path, 0o755)
		case strings.HasPrefix(text, "-> "):
			err = os.Symlink(strings.TrimPrefix(text, "-> "), path)
		default:
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return NewFinder(treefs.Disk(root), func(rel string) string { return "shown/" + rel }, testNames())
}

func TestFinder(t *testing.T) {
	f := tree(t, map[string]string{
		Name:                   "exclude: [top]\n",
		"a/" + Name:            "exclude: [inner]\n",
		"a/b/c/SKILL.md":       "",
		"other/skill/SKILL.md": "",
	})
	tests := []struct{ dir, path, base string }{
		{".", "shown/.skilllint.yaml", "."},
		{"other/skill", "shown/.skilllint.yaml", "."},
		{"a", "shown/a/.skilllint.yaml", "a"},
		{"a/b/c", "shown/a/.skilllint.yaml", "a"},
		{"not/there", "shown/.skilllint.yaml", "."},
	}
	for _, test := range tests {
		c, err := f.For(test.dir)
		if err != nil {
			t.Errorf("%s: %v", test.dir, err)
		} else if c.Path != test.path || c.Dir != test.base {
			t.Errorf("%s: got %s in %s, want %s in %s", test.dir, c.Path, c.Dir, test.path, test.base)
		}
	}
	one, _ := f.For("a/b")
	two, _ := f.For("a/b/c")
	if one != two {
		t.Error("files under one configuration do not share it")
	}
	if got := one.Below("a/b/SKILL.md"); got != "b/SKILL.md" {
		t.Errorf("Below: %s", got)
	}
}

func TestFinderWithout(t *testing.T) {
	c, err := tree(t, map[string]string{"a/SKILL.md": ""}).For("a")
	if err != nil || c == nil || c.Path != "" || c.Dir != "." {
		t.Errorf("got %+v, %v; want the default", c, err)
	}
}

func TestFinderErrors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	tests := []struct{ name, text, want string }{
		{"directory", "DIR", "shown/a/.skilllint.yaml: it is a directory; a configuration must be a regular file"},
		{"link out", "-> /etc/passwd", "shown/a/.skilllint.yaml: it is a symbolic link"},
		{"link inside", "-> ../other.yaml", "shown/a/.skilllint.yaml: it is a symbolic link"},
		{"invalid", "x: 1\n", "shown/a/.skilllint.yaml:1:1: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := tree(t, map[string]string{"a/" + Name: test.text, "other.yaml": "rules: {}\n", Name: ""})
			for _, dir := range []string{"a", "a/b", "a"} {
				if _, err := f.For(dir); err == nil || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("%s: got %v, want %s", dir, err, test.want)
				}
			}
			if _, err := f.For("."); err != nil {
				t.Errorf("directory above: %v", err)
			}
		})
	}
}

// TestFinderReadLimit checks that the total size of configurations is limited, and that a schema is read once.
func TestFinderReadLimit(t *testing.T) {
	files := map[string]string{
		"base.yaml": "rules: {}\n" + strings.Repeat("# "+strings.Repeat("x", 97)+"\n", 600),
		"s.json":    `{"description":"` + strings.Repeat("x", 200<<10) + `"}`,
	}
	const dirs = 400 // each with 60 kB
	for i := range dirs {
		files[fmt.Sprintf("a%d/%s", i, Name)] = "extends: ../base.yaml\n"
		files[fmt.Sprintf("b%d/%s", i, Name)] = "schemas: {skill: ../s.json}\nledgers: {a.jsonl: ../s.json, b.jsonl: ../s.json}\n"
	}
	f := tree(t, files)
	for i := range dirs {
		if _, err := f.For(fmt.Sprintf("b%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	read := 0
	for ; read < dirs; read++ {
		if _, err := f.For(fmt.Sprintf("a%d", read)); err != nil {
			if !strings.Contains(err.Error(), "more than 16,777,216 bytes") {
				t.Error(err)
			}
			break
		}
	}
	if read < 200 || read == dirs {
		t.Errorf("%d directories were read", read)
	}
}
