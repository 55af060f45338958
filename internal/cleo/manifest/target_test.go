package manifest_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

func TestResolve(t *testing.T) {
	repository, folder := analysis.NewTree(""), analysis.NewTree("")
	folder.Folder = "work"
	for _, tree := range []*analysis.Tree{repository, folder} {
		tree.MarkWalked(".")
		for _, file := range []string{"out/MANIFEST.jsonl", "out/T1-a.md", "out/sub/T2-b.md", "docs/T3-c.md"} {
			tree.Add(file, false)
		}
		for _, dir := range []string{"out", "out/sub", "out/ignored", "docs"} {
			tree.Add(dir, true)
		}
	}
	tests := []struct {
		tree    *analysis.Tree
		file    string
		verdict manifest.Verdict
		rel     string
		root    bool
		other   string
	}{
		{repository, "T1-a.md", manifest.Here, "out/T1-a.md", false, ""},
		{repository, "./sub/../T1-a.md", manifest.Here, "out/T1-a.md", false, ""},
		{repository, "out/T1-a.md", manifest.Here, "out/T1-a.md", true, ""},
		{repository, "docs/T3-c.md", manifest.Here, "docs/T3-c.md", true, ""},
		{repository, "../docs/T3-c.md", manifest.Here, "docs/T3-c.md", false, ""},
		{repository, "sub", manifest.Folder, "out/sub", false, ""},
		{repository, "sub/", manifest.Folder, "out/sub", false, ""},
		{repository, "docs", manifest.Folder, "docs", true, ""},
		{repository, ".", manifest.Folder, "out", false, ""},
		{repository, "..", manifest.Folder, ".", false, ""},
		{repository, "t1-A.md", manifest.OtherCase, "out/T1-a.md", false, ""},
		{repository, "Out/T1-a.md", manifest.OtherCase, "out/T1-a.md", true, ""},
		{repository, "Sub", manifest.Missing, "out/Sub", false, "Sub"},
		{repository, "T9.md", manifest.Missing, "out/T9.md", false, "T9.md"},
		{repository, "../T9.md", manifest.Missing, "T9.md", false, "../T9.md"},
		{repository, "new/T9.md", manifest.Missing, "out/new/T9.md", false, "new/T9.md"},
		{repository, "ignored/T9.md", manifest.Unseen, "", false, ""},
		{repository, "../../T9.md", manifest.Outside, "", false, ""},
		{repository, "../..", manifest.Outside, "", false, ""},
		{repository, "/T1-a.md", manifest.Absolute, "", false, ""},
		{repository, `\\server\T1-a.md`, manifest.Absolute, "", false, ""},
		{repository, "c:/T1-a.md", manifest.Absolute, "", false, ""},
		{repository, "~", manifest.Absolute, "", false, ""},
		{repository, "~T1.md", manifest.Missing, "out/~T1.md", false, "~T1.md"},
		{repository, "c:T1.md", manifest.Missing, "out/c:T1.md", false, "c:T1.md"},
		{repository, "https://example.com/a.md", manifest.Address, "", false, ""},
		{folder, "work/out/T1-a.md", manifest.Here, "out/T1-a.md", true, ""},
		{folder, "src/work/out/T1-a.md", manifest.Here, "out/T1-a.md", true, ""},
		{folder, "src/T9.md", manifest.Missing, "out/src/T9.md", false, "src/T9.md"},
		{folder, "docs/T9.md", manifest.Missing, "out/docs/T9.md", false, "docs/T9.md"},
		{folder, "T9.md", manifest.Missing, "out/T9.md", false, "T9.md"},
	}
	for _, test := range tests {
		got := manifest.NewResolver(&analysis.File{Tree: test.tree, Rel: "out/MANIFEST.jsonl"}).Resolve(test.file)
		if want := (manifest.Target{Verdict: test.verdict, Rel: test.rel, FromRoot: test.root, Other: test.other}); got != want {
			t.Errorf("%q below %q: %+v, want %+v", test.file, test.tree.Folder, got, want)
		}
	}
}

// What was not asked for is not known to be missing.
func TestResolveBeside(t *testing.T) {
	tree := analysis.NewTree("")
	tree.Add("out", true)
	tree.Add("out/MANIFEST.jsonl", false)
	tree.MarkWalked("out/sub")
	if got := manifest.NewResolver(&analysis.File{Tree: tree, Rel: "out/MANIFEST.jsonl"}).Resolve("T1-a.md"); got.Verdict != manifest.Unseen {
		t.Errorf("%+v, want that nobody knows", got)
	}
}
