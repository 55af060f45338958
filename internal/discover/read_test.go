package discover

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRead checks that a tree reads regular files inside its root, up to a size, and which paths are hidden.
func TestRead(t *testing.T) {
	base := t.TempDir()
	writeTree(t, base, map[string]string{"secret.txt": "secret", "repo/.git/HEAD": "", "repo/.gitignore": "*.tmp\n/out\n", "repo/skills/x/SKILL.md": "", "repo/skills/x/run.sh": "0123456789",
		"repo/skills/x/empty": "", "repo/skills/x/a.tmp": "tmp", "repo/out/b.md": "b"})
	root := filepath.Join(base, "repo")
	for link, to := range map[string]string{"skills/x/out.txt": "../../../secret.txt", "skills/x/in.sh": "run.sh", "skills/x/none": "gone"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(root, filepath.FromSlash(link))); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	_, found := walkLines(t, Options{Dir: root, Ceilings: base})
	tree := found.Roots[0].Tree
	tests := []struct {
		rel    string
		most   int64
		want   string
		is     bool
		hidden bool
	}{
		{rel: "skills/x/run.sh", most: 10, want: "0123456789", is: true},
		{rel: "skills/x/run.sh", most: 9},
		{rel: "skills/x/empty", most: 9, is: true},
		{rel: "skills/x/in.sh", most: 10, want: "0123456789", is: true},
		{rel: "skills/x/out.txt", most: 100},
		{rel: "skills/x/none", most: 100},
		{rel: "skills/x", most: 100},
		{rel: "../secret.txt", most: 100},
		{rel: "skills/x/a.tmp", most: 100, want: "tmp", is: true, hidden: true},
		{rel: "out", most: 100, hidden: true},
	}
	for _, test := range tests {
		got := tree.Read(test.rel, test.most)
		if string(got) != test.want || (got != nil) != test.is {
			t.Errorf("Read(%q, %d) = %q, want %q", test.rel, test.most, got, test.want)
		}
		if tree.Hidden(test.rel) != test.hidden {
			t.Errorf("Hidden(%q) is not %v", test.rel, test.hidden)
		}
	}
}
