package discover

import (
	"slices"
	"strings"
	"testing"
)

// TestOutputs checks which Markdown files below a MANIFEST.jsonl are outputs.
func TestOutputs(t *testing.T) {
	entry := func(file string) string {
		return `{"id":"T1-a","file":"` + file + `","title":"x","status":"complete","agent_type":"research"}` + "\n"
	}
	for _, test := range []struct {
		name, manifest string
		want           string
	}{
		{"files next to the manifest", entry("T1-a.md"), "pkg/log/T1-a.md pkg/log/guide.md"},
		{"files in a directory", entry("out/T1-a.md"), "pkg/log/out/T2-b.md"},
		{"relative to the package", entry("log/out/T1-a.md"), "pkg/log/out/T2-b.md"},
		{"relative to the repository", entry("pkg/log/T1-a.md"), "pkg/log/T1-a.md pkg/log/guide.md"},
		{"in another field", entry("T1.json") + `{"output":"out\/T1-a.md"}`, "pkg/log/out/T2-b.md"},
		{"outside of the directory", entry("../docs/T1-a.md") + entry("/pkg/log/T1-a.md"), ""},
		{"another format", strings.Repeat(`{"path":"out/T1-a.md","sha256":"x"}`+"\n", 3), ""},
		{"too few entries", entry("T1-a.md") + strings.Repeat("{}\n", 10), ""},
		{"empty", "\n", "pkg/log/T1-a.md pkg/log/guide.md pkg/log/out/T2-b.md"},
		{"too large", entry("out/T1-a.md") + strings.Repeat("\n", maxManifest), "pkg/log/T1-a.md pkg/log/guide.md pkg/log/out/T2-b.md"},
	} {
		root := t.TempDir()
		files := emptyFiles("pkg/log/T1-a.md pkg/log/guide.md pkg/log/out/T2-b.md pkg/log/README.md")
		files["pkg/log/MANIFEST.jsonl"] = test.manifest
		writeTree(t, root, files)
		lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
		lines = slices.DeleteFunc(lines, func(line string) bool { return !strings.Contains(line, "| output |") })
		if got := strings.Join(paths(lines), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
