package analysis

import (
	"strings"
	"testing"
)

func TestLook(t *testing.T) {
	tree := NewTree("")
	tree.Add("a", true)
	tree.Add("a/x.md", false)
	tree.Add("empty", true)
	tree.Add("link", false)
	tree.AddLink("to", "a")
	tests := map[string]PathState{
		".": IsFolder, "a": IsFolder, "a/": IsFolder, "a/x.md": IsFile, "./a/../a/x.md": IsFile, "to/x.md": IsFile,
		"a/y.md": Absent, "a/b/y.md": Absent, "y.md": Absent, "b/y.md": Absent, "to/y.md": Absent, "A/x.md": Absent,
		"empty/y.md": Unknown, "link/y.md": Unknown, "a/x.md/y": Unknown,
		strings.Repeat("a/", 1000) + "x": Unknown,
	}
	for path, want := range tests {
		if got := tree.Stat(path); got != want {
			t.Errorf("Look(%.40q) = %d, want %d", path, got, want)
		}
	}
}
