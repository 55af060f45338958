package manifest_test

import (
	"math/rand"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

func TestResolve(t *testing.T) {
	repository, subdirectory := analysis.NewTree(""), analysis.NewTree("")
	subdirectory.RootName = "work"
	for _, tree := range []*analysis.Tree{repository, subdirectory} {
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
		base    string
		other   string
	}{
		{repository, "T1-a.md", manifest.Found, "out/T1-a.md", "", ""},
		{repository, "./sub/../T1-a.md", manifest.Found, "out/T1-a.md", "", ""},
		{repository, "out/T1-a.md", manifest.Found, "out/T1-a.md", ".", ""},
		{repository, "docs/T3-c.md", manifest.Found, "docs/T3-c.md", ".", ""},
		{repository, "../docs/T3-c.md", manifest.Found, "docs/T3-c.md", "", ""},
		{repository, "sub", manifest.Dir, "out/sub", "", ""},
		{repository, "sub/", manifest.Dir, "out/sub", "", ""},
		{repository, "docs", manifest.Dir, "docs", ".", ""},
		{repository, ".", manifest.Dir, "out", "", ""},
		{repository, "..", manifest.Dir, ".", "", ""},
		{repository, "t1-A.md", manifest.OtherCase, "out/T1-a.md", "", ""},
		{repository, "Out/T1-a.md", manifest.OtherCase, "out/T1-a.md", ".", ""},
		{repository, "Sub", manifest.Missing, "out/Sub", "", "Sub"},
		{repository, "T9.md", manifest.Missing, "out/T9.md", "", "T9.md"},
		{repository, "../T9.md", manifest.Missing, "T9.md", "", "../T9.md"},
		{repository, "new/T9.md", manifest.Missing, "out/new/T9.md", "", "new/T9.md"},
		{repository, "ignored/T9.md", manifest.Unseen, "", "", ""},
		{repository, "../../T9.md", manifest.Outside, "", "", ""},
		{repository, "../..", manifest.Outside, "", "", ""},
		{repository, "/T1-a.md", manifest.Absolute, "", "", ""},
		{repository, `\\server\T1-a.md`, manifest.Absolute, "", "", ""},
		{repository, "c:/T1-a.md", manifest.Absolute, "", "", ""},
		{repository, "~", manifest.Absolute, "", "", ""},
		{repository, "~T1.md", manifest.Missing, "out/~T1.md", "", "~T1.md"},
		{repository, "c:T1.md", manifest.Missing, "out/c:T1.md", "", "c:T1.md"},
		{repository, "https://example.com/a.md", manifest.Address, "", "", ""},
		{subdirectory, "work/out/T1-a.md", manifest.Found, "out/T1-a.md", ".", ""},
		{subdirectory, "src/work/out/T1-a.md", manifest.Found, "out/T1-a.md", ".", ""},
		{subdirectory, "src/T9.md", manifest.Unseen, "", "", ""},
		{subdirectory, "src/work/out/T9.md", manifest.Missing, "out/T9.md", ".", ""},
		{subdirectory, "../../T9.md", manifest.Outside, "", "", ""},
		{subdirectory, "docs/T9.md", manifest.Missing, "out/docs/T9.md", "", "docs/T9.md"},
		{subdirectory, "T9.md", manifest.Missing, "out/T9.md", "", "T9.md"},
	}
	for _, test := range tests {
		r := manifest.NewResolver(&analysis.File{Tree: test.tree, Rel: "out/MANIFEST.jsonl"}, nil)
		if misses := r.Misses(test.file); misses && test.verdict != manifest.Missing || !misses && test.file == "T9.md" {
			t.Errorf("%q below %q: misses is %v", test.file, test.tree.RootName, misses)
		}
		got := r.Resolve(test.file)
		if want := (manifest.Target{Verdict: test.verdict, Rel: test.rel, Base: test.base, Other: test.other}); got != want {
			t.Errorf("%q below %q: %+v, want %+v", test.file, test.tree.RootName, got, want)
		}
	}
}

// TestResolveUnchecked checks that paths outside of the checked ones are not reported as missing.
func TestResolveUnchecked(t *testing.T) {
	tree := analysis.NewTree("")
	tree.Add("out", true)
	tree.Add("out/MANIFEST.jsonl", false)
	tree.MarkWalked("out/sub")
	if got := manifest.NewResolver(&analysis.File{Tree: tree, Rel: "out/MANIFEST.jsonl"}, nil).Resolve("T1-a.md"); got.Verdict != manifest.Unseen {
		t.Errorf("got %+v, want verdict Unseen", got)
	}
}

// TestResolveBase checks that the base is the directory above the manifest that most entries are relative to.
func TestResolveBase(t *testing.T) {
	tree := analysis.NewTree("")
	tree.MarkWalked(".")
	for _, dir := range []string{"pkg", "pkg/out", "pkg/notes", "docs"} {
		tree.Add(dir, true)
	}
	for _, file := range []string{"pkg/out/MANIFEST.jsonl", "pkg/out/T1-a.md", "pkg/notes/T2-b.md", "docs/T3-c.md"} {
		tree.Add(file, false)
	}
	source := ""
	for _, file := range []string{"out/T1-a.md", "notes/T2-b.md", "docs/T3-c.md"} {
		source += `{"id":"T1-a","file":"` + file + `","title":"x","date":"2026-01-26","status":"complete","agent_type":"x"}` + "\n"
	}
	entries, err := entriesOf(t, source)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, base, rel, other string }{
		{"out/T9.md", "pkg", "pkg/out/T9.md", ""},
		{"notes/T9.md", "", "pkg/out/notes/T9.md", "pkg/notes/T9.md"},
		{"docs/T9.md", "", "pkg/out/docs/T9.md", "pkg/docs/T9.md"},
		{"pkg/out/T9.md", ".", "pkg/out/T9.md", ""},
	} {
		r := manifest.NewResolver(&analysis.File{Tree: tree, Rel: "pkg/out/MANIFEST.jsonl"}, entries)
		want := manifest.Target{Verdict: manifest.Missing, Rel: test.rel, Base: test.base, Other: test.other}
		if got := r.Resolve(test.file); got != want {
			t.Errorf("%q: %+v, want %+v", test.file, got, want)
		}
	}
}

// TestMissingNames checks the fast path for names that no path of the tree ends in: the result must be that of
// the same name after "./".
func TestMissingNames(t *testing.T) {
	names := []string{"a.md", "A.md", "b.md", "sub", "SUB", "none.md", "link", "LINK", "Ünö.md", "ünö.md", "out"}
	for seed := range int64(300) {
		random := rand.New(rand.NewSource(seed))
		tree := analysis.NewTree("")
		if random.Intn(2) == 0 {
			tree.RootName = "work"
		}
		for _, dir := range []string{"x", "x/out", "x/out/sub", "docs"} {
			tree.Add(dir, true)
			if random.Intn(2) == 0 {
				tree.MarkWalked(dir)
			}
			for _, name := range []string{"a.md", "b.md", "Ünö.md"} {
				if random.Intn(4) == 0 {
					tree.Add(dir+"/"+name, false)
				}
			}
		}
		if random.Intn(3) == 0 {
			tree.AddLink("x/out/link", "docs")
		}
		if random.Intn(4) == 0 {
			tree.MarkWalked(".")
		}
		file := &analysis.File{Tree: tree, Rel: []string{"MANIFEST.jsonl", "x/MANIFEST.jsonl", "x/out/MANIFEST.jsonl"}[random.Intn(3)], Present: random.Intn(2) == 0}
		fast := manifest.NewResolver(file, nil)
		for range 20 {
			name := names[random.Intn(len(names))]
			if got, want := fast.Resolve(name), manifest.NewResolver(file, nil).Resolve("./"+name); got != want {
				t.Fatalf("seed %d: %s of %s: %+v, want %+v", seed, name, file.Rel, got, want)
			}
		}
	}
}
