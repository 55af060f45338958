package fix_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

func patchOf(t testing.TB, name, old string, f *fix.File) string {
	t.Helper()
	var out strings.Builder
	if err := fix.Patch(&out, name, strings.NewReader(old), false, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPatch(t *testing.T) {
	got := patchOf(t, "skills/a/SKILL.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14", &fix.File{Executable: true,
		Edits: []analysis.Edit{edit(8, 9, "five"), edit(21, 21, "ten and a half\n"), edit(32, 32, "!")}})
	want := `diff --git a/skills/a/SKILL.md b/skills/a/SKILL.md
old mode 100644
new mode 100755
--- a/skills/a/SKILL.md
+++ b/skills/a/SKILL.md
@@ -2,13 +2,14 @@
 2
 3
 4
-5
+five
 6
 7
 8
 9
 10
+ten and a half
 11
 12
 13
-14
\ No newline at end of file
+14!
\ No newline at end of file
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := patchOf(t, "a", "x\n", &fix.File{Edits: []analysis.Edit{edit(0, 1, "x")}}); got != "" {
		t.Errorf("without changes: %q", got)
	}
}

// TestPatchHunks checks that changes share a hunk if their context lines are adjacent or overlap.
func TestPatchHunks(t *testing.T) {
	old := strings.Repeat("line\n", 40)
	for between, want := range map[int]int{0: 1, 5: 1, 6: 1, 7: 2, 20: 2} {
		second := 50 + 5*(between+1)
		patch := patchOf(t, "a", old, &fix.File{Edits: []analysis.Edit{edit(50, 54, "x"), edit(second, second+4, "y")}})
		if got := strings.Count(patch, "\n@@ "); got != want {
			t.Errorf("%d lines between two changes: %d hunks, want %d\n%s", between, got, want, patch)
		}
		if context := strings.Count(patch, "\n line"); context != 6+min(6, between) {
			t.Errorf("%d lines between two changes: %d lines of context\n%s", between, context, patch)
		}
	}
}

// patchTests are contents with edits.
var patchTests = []struct {
	name, old string
	edits     []analysis.Edit
}{
	{"first line", "a\nb\nc\n", []analysis.Edit{edit(0, 1, "A")}},
	{"last line", "a\nb\nc\n", []analysis.Edit{edit(4, 5, "C")}},
	{"line feed at the end", "a\nb", []analysis.Edit{edit(3, 3, "\n")}},
	{"no line feed at the end", "a\nb\n", []analysis.Edit{edit(3, 4, "")}},
	{"a line at the end", "a\nb\n", []analysis.Edit{edit(4, 4, "c\n")}},
	{"a line at the end without a line feed", "a\nb\n", []analysis.Edit{edit(4, 4, "c")}},
	{"CR LF becomes LF", "a\r\nb\r\nc\r\n", []analysis.Edit{edit(1, 2, ""), edit(4, 5, ""), edit(7, 8, "")}},
	{"CR LF is kept", "a\r\nb\r\nc\r\n", []analysis.Edit{edit(3, 4, "B")}},
	{"only CR", "a\rb\rc", []analysis.Edit{edit(1, 2, "\n"), edit(3, 4, "\n")}},
	{"byte order mark is removed", "\ufeff---\nname: a\n", []analysis.Edit{edit(0, 3, "")}},
	{"byte order mark is kept", "\ufeff---\nname: a\n", []analysis.Edit{edit(7, 11, "NAME")}},
	{"not UTF-8", "a\xff\xfe\nb\x80\nc\n", []analysis.Edit{edit(1, 2, "\xe9"), edit(7, 8, "C")}},
	{"all text is deleted", "a\nb\n", []analysis.Edit{edit(0, 4, "")}},
	{"an empty file", "", []analysis.Edit{edit(0, 0, "a\n")}},
	{"lines are joined", "{\n \"a\": 1\n}\n{}\n", []analysis.Edit{edit(1, 3, ""), edit(9, 10, "")}},
	{"a line is split", "{}{}\n", []analysis.Edit{edit(2, 2, "\n")}},
	{"a line before and one after", "a\nb\nc\n", []analysis.Edit{edit(2, 2, "x\n"), edit(4, 4, "y\n")}},
	{"two hunks", strings.Repeat("line\n", 40), []analysis.Edit{edit(10, 14, "x"), edit(100, 100, "new\n"), edit(150, 165, "")}},
	{"close together", strings.Repeat("line\n", 40), []analysis.Edit{edit(10, 14, "x"), edit(45, 49, "y"), edit(85, 89, "z")}},
	{"an empty line", "a\n\n\nb\n", []analysis.Edit{edit(2, 3, "")}},
	{"looks like a patch", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n", []analysis.Edit{edit(6, 11, "--- x")}},
}

// TestPatchApply applies patches with git and patch, also to files with unusual names.
func TestPatchApply(t *testing.T) {
	names := []string{"SKILL.md", "two words.md", "deep/er/a.md", "überall.md", " first", "-dash", "日本 語.md"}
	if runtime.GOOS != "windows" {
		names = append(names, "quo\"te.md", "back\\slash.md", "line\nfeed.md", "tab\there.md", "not utf8 \xff.md", "b/a b/x")
	}
	for _, tool := range [][]string{{"git", "apply", "-p1"}, {"git", "-c", "core.quotePath=false", "apply", "-p1"}, {"patch", "-p1", "-s"}} {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		for i, test := range patchTests {
			for j, name := range names {
				if i > 1 && j != i%len(names) {
					continue // each name with two contents, and each content with one name
				}
				t.Run(fmt.Sprint(strings.Join(tool, " "), "/", test.name, "/", j), func(t *testing.T) {
					checkApply(t, tool, name, test.old, test.edits)
				})
			}
		}
		t.Run(strings.Join(tool, " ")+"/link", func(t *testing.T) { checkApplyLink(t, tool) })
	}
}

func checkApplyLink(t *testing.T, tool []string) {
	dir := t.TempDir()
	link := filepath.Join(dir, "two words")
	if err := os.Symlink("../old", link); err != nil {
		t.Skip(err)
	}
	patch := patchOf(t, "two words", "../old", &fix.File{Target: "../new/a", Edits: []analysis.Edit{edit(0, len("../old"), "../new/a")}})
	cmd := exec.Command(tool[0], tool[1:]...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(patch)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, patch)
	}
	if to, err := os.Readlink(link); to != "../new/a" {
		t.Errorf("the link points to %q, %v\n%s", to, err, patch)
	}
}

func checkApply(t *testing.T, tool []string, name, old string, edits []analysis.Edit) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
		t.Skip(err)
	}
	want, err := fix.Apply([]byte(old), edits)
	if err != nil {
		t.Fatal(err)
	}
	patch := patchOf(t, name, old, &fix.File{Edits: edits, Executable: true})
	cmd := exec.Command(tool[0], tool[1:]...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(patch)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, patch)
	}
	got, err := os.ReadFile(file)
	if os.IsNotExist(err) && len(want) == 0 {
		t.Skip("patch removes empty files")
	}
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q, %v, want %q\n%s", got, err, want, patch)
	}
	if info, err := os.Stat(file); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0 {
		t.Errorf("mode %v\n%s", info.Mode(), patch)
	}
}

// FuzzPatch applies patches as documented.
func FuzzPatch(f *testing.F) {
	for _, test := range patchTests {
		f.Add(test.old, uint(1), uint(2), "x\n", uint(3), uint(9), "")
	}
	f.Fuzz(func(t *testing.T, old string, start1, end1 uint, text1 string, start2, end2 uint, text2 string) {
		size := uint(len(old) + 1)
		edits := []analysis.Edit{edit(int(start1%size), int(end1%size), text1), edit(int(start2%size), int(end2%size), text2)}
		want, err := fix.Apply([]byte(old), edits)
		if a, b := edits[0].Range, edits[1].Range; err != nil || a.Start > b.Start || a.Start == b.Start && a.End > b.End {
			return // edits must be sorted
		}
		if edits[0] == edits[1] {
			edits = edits[:1]
		}
		patch := patchOf(t, "a", old, &fix.File{Edits: edits})
		if got := applyPatch(t, old, patch); got != string(want) {
			t.Errorf("%q with %v: got %q, want %q\n%s", old, edits, got, want, patch)
		}
	})
}

// applyPatch applies a patch of one file.
func applyPatch(t *testing.T, old, patch string) string {
	t.Helper()
	lines := strings.SplitAfter(old, "\n")
	var out strings.Builder
	at, inHunk, last := 0, false, byte(0)
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, "@@"):
			var start int
			from := strings.Fields(line)[1]
			if _, err := fmt.Sscanf(from, "-%d", &start); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(from, ",0") {
				start++
			}
			for ; at < start-1; at++ {
				out.WriteString(lines[at])
			}
			inHunk = true
		case !inHunk:
		case line[0] == '\\' && last == '-':
		case line[0] == '\\':
			text := strings.TrimSuffix(out.String(), "\n")
			out.Reset()
			out.WriteString(text)
		case line[0] == ' ', line[0] == '-':
			if strings.TrimSuffix(lines[at], "\n") != strings.TrimSuffix(line[1:], "\n") {
				t.Fatalf("the patch does not apply: line %q, patch %q\n%s", lines[at], line, patch)
			}
			at++
			if line[0] == ' ' {
				out.WriteString(line[1:])
			}
		case line[0] == '+':
			out.WriteString(line[1:])
		}
		last = line[0]
	}
	return out.String() + strings.Join(lines[min(at, len(lines)):], "")
}
