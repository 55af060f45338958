package fixer_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
)

// TestLinks fixes symbolic links to files that were moved, which may change before they are written.
func TestLinks(t *testing.T) {
	if !fix.KeepsModes {
		t.Skip("links are not changed on this system")
	}
	const skill = "---\nname: sort\ndescription: Sorts mail. Use when there is unread mail.\n---\n# Sort\n"
	const name, old, now = ".claude/skills/sort", "../../team/sort", "../../team/skills/sort"
	for _, test := range []struct {
		name, want, err string
		change          func(dir, link string) error // after the analysis
	}{
		{"moved", now, "", func(string, string) error { return nil }},
		{"link changed meanwhile", "elsewhere", "changed since it was read", func(_, link string) error {
			_ = os.Remove(link)
			return os.Symlink("elsewhere", link)
		}},
		{"file instead of the link", "", "not a symbolic link", func(_, link string) error {
			_ = os.Remove(link)
			return os.WriteFile(link, nil, 0o644)
		}},
		{"target deleted meanwhile", old, "new target", func(dir, _ string) error { return os.RemoveAll(filepath.Join(dir, "team")) }},
		{"directory replaced by a link out of the root", old, "out of the repository", func(dir, link string) error {
			outside := filepath.Join(filepath.Dir(dir), "outside")
			if err := os.Rename(filepath.Dir(link), outside); err != nil {
				return err
			}
			return os.Symlink(outside, filepath.Dir(link))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "tree")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := fixture.Write(dir, []fixture.File{{Path: "team/skills/sort/SKILL.md", Data: []byte(skill)}, {Path: name, Target: old}}); err != nil {
				t.Skip(err)
			}
			ctx := context.Background()
			f, err := fixer.New(ctx, lint.Request{Dir: dir, Ceilings: filepath.Dir(dir), Paths: []string{dir}, Rules: rules.All(), Analyzers: rules.All(),
				Output: &safefile.Writer{}}, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Plan(ctx); err != nil {
				t.Fatal(err)
			}
			var patch bytes.Buffer
			if _, err := f.Patch(&patch); err != nil || !strings.Contains(patch.String(), " 120000\n") || !strings.Contains(patch.String(), "\n+"+now+"\n") {
				t.Errorf("patch, error %v:\n%s", err, patch.String())
			}
			link := filepath.Join(dir, filepath.FromSlash(name))
			if err := test.change(dir, link); err != nil {
				t.Fatal(err)
			}
			_, err = f.Fix(ctx)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if got, _ := os.Readlink(link); filepath.ToSlash(got) != test.want {
				t.Errorf("the link points to %q, want %q", got, test.want)
			}
		})
	}
}
