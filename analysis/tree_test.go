package analysis

import (
	"path"
	"slices"
	"testing"
)

func TestTreeParts(t *testing.T) {
	tree := NewTree("")
	for rel, dir := range map[string]bool{"skills": true, "skills/a": true, "skills/b": true, "skills/a/SKILL.md": false,
		"docs": true, "link": true, "manifest.json": false} {
		tree.Add(rel, dir)
	}
	tree.AddLink("link", "skills/a")
	tree.MarkWalked("skills/a")
	tests := []struct {
		rel              string
		walked, unlisted bool
	}{
		{".", false, false},
		{"skills", false, false},
		{"skills/a", true, false},
		{"skills/a/SKILL.md", true, false},
		{"skills/ab", false, false},
		{"skills/b", false, true},
		{"docs", false, true},
		{"link", true, false},
		{"manifest.json", false, false},
		{"nowhere", false, false},
	}
	for _, test := range tests {
		if got := tree.Walked(test.rel); got != test.walked {
			t.Errorf("Walked(%q) = %v, want %v", test.rel, got, test.walked)
		}
		if got := tree.Unlisted(test.rel); got != test.unlisted {
			t.Errorf("Unlisted(%q) = %v, want %v", test.rel, got, test.unlisted)
		}
	}
	for rel, want := range map[string][]string{"skills": {"a", "b"}, "link": {"SKILL.md"}, "docs": nil, "nowhere": nil} {
		if got := tree.Entries(rel); !slices.Equal(got, want) {
			t.Errorf("Entries(%q) = %v, want %v", rel, got, want)
		}
	}
	tree.MarkWalked(".")
	if !tree.Walked("docs/x") {
		t.Error("everything below the root was asked for")
	}
}

// Paths are cleaned as path.Clean does.
func TestClean(t *testing.T) {
	for _, text := range []string{"", ".", "/", "a", "a/", "a/b", "a//b", "./a/b", "a/./b", "a/../b", "/a/b", "a/.c", "a/.c/../b", "../a", "a/b/", "a/b/.", "a/..", "..", ".c", "a/...", "ä/b"} {
		if got, want := clean(text), path.Clean(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNamesInAnyCase(t *testing.T) {
	tree := NewTree("")
	tree.Add("docs/Read.md", false)
	tree.AddLink("docs/Linked", "other")
	for name, want := range map[string]bool{"read.MD": true, "LINKED": true, "docs": false, "none": false} {
		if got := tree.HasNameInAnyCase(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
