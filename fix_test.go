package skilllint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFixConverges fixes whole trees. No fixable and no new findings may remain, a second run must change nothing, and
// the patch of --diff must have the same result, byte by byte.
func TestFixConverges(t *testing.T) {
	binary := build(t)
	generateTree := func(t *testing.T, dir, dialect string) {
		generate(t, dir, "-n", sample(30, 300), "-lines", "300", "-faults", "0.4", "-seed", "11", "-dialect", dialect)
	}
	trees := map[string]func(t *testing.T, dir string){
		"examples": func(t *testing.T, dir string) { copyTree(t, dir, "fixtures/examples") },
		"corpus":   copyCorpus,
		"cleo":     func(t *testing.T, dir string) { generateTree(t, dir, "cleo") },
		"spec":     func(t *testing.T, dir string) { generateTree(t, dir, "agentskills") },
	}
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		for _, mode := range []string{"--fix", "--unsafe-fixes"} {
			t.Run(name+mode, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && name != "examples" {
					t.Skip("-short")
				}
				dir := t.TempDir()
				trees[name](t, dir)
				checkFix(t, binary, dir, mode)
			})
		}
	}
}

func checkFix(t *testing.T, binary, dir, mode string) {
	t.Helper()
	patched := filepath.Join(t.TempDir(), "patched")
	if out, err := exec.Command("cp", "-a", dir, patched).CombinedOutput(); err != nil {
		t.Skipf("cp: %v: %s", err, out)
	}
	flags := []string{"--fail-on", "never", "--min-severity", "info"}
	if mode != "--fix" {
		flags = append(flags, mode)
	}
	before := lintReport(t, binary, dir)
	diff := exec.Command(binary, append([]string{"--diff", "."}, flags...)...)
	var stderr strings.Builder
	file, err := os.Create(patched + ".diff") // in CI, output to a pipe is escaped
	if err != nil {
		t.Fatal(err)
	}
	diff.Dir, diff.Stdout, diff.Stderr = dir, file, &stderr
	err = errors.Join(diff.Run(), file.Close())
	if code := diff.ProcessState.ExitCode(); code > 1 || code < 0 {
		t.Fatalf("--diff: %v\n%s", err, &stderr)
	}
	patch, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	applyPatch(t, patched, patch)
	old := contents(t, dir)
	if out, err := runIn(dir, binary, append([]string{"fix", "--statistics", "."}, flags...)...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fixed := contents(t, dir)
	compareTrees(t, contents(t, patched), fixed)
	for path, text := range fixed {
		if was := old[path]; was != text && !bytes.Contains(patch, []byte("diff --git a/"+path+" b/")) && !strings.ContainsAny(path, "\"\\") {
			if isASCII(path) {
				t.Errorf("%s was changed, but is not in the patch", path)
			}
		}
	}
	compareFindings(t, mode, before, lintReport(t, binary, dir))
	out, err := runIn(dir, binary, append([]string{"fix", "--statistics", "."}, flags...)...)
	if err != nil || !strings.Contains(out, "fixed 0 findings in 0 files") {
		t.Errorf("second run: %v\n%s", err, out[max(0, len(out)-400):])
	}
	compareTrees(t, fixed, contents(t, dir))
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > '~' || r < ' ' })
}

func applyPatch(t *testing.T, dir string, patch []byte) {
	t.Helper()
	if len(patch) == 0 {
		return
	}
	cmd := exec.Command("git", "apply", "-p1")
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply of %d bytes: %v\n%.2000s", len(patch), err, out)
	}
}

// contents returns the contents of all files of a tree by path. Executable files have a prefix, because git tracks that
// mode.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		prefix := ""
		if info.Mode()&0o100 != 0 {
			prefix = "executable\n"
		}
		all[filepath.ToSlash(rel)] = prefix + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func compareTrees(t *testing.T, want, got map[string]string) {
	t.Helper()
	for path := range want {
		if _, ok := got[path]; !ok {
			t.Errorf("%s was deleted", path)
		}
	}
	differ := 0
	for path, text := range got {
		if want[path] == text {
			continue
		}
		if differ++; differ <= 3 {
			t.Errorf("%s is %.200q, want %.200q", path, text, want[path])
		}
	}
	if differ > 3 {
		t.Errorf("%d of %d files differ", differ, len(got))
	}
}

// A fixFinding is a finding with its fixes.
type fixFinding struct {
	Rule, Path, Message, Fingerprint string
	Fixes                            []struct{ Safe bool }
}

type fixReport struct {
	Findings []fixFinding
	Notices  []struct{ Message, Path string }
}

func lintReport(t *testing.T, binary, dir string) fixReport {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	if text, err := runIn(dir, binary, "--fail-on", "never", "--min-severity", "info", "--format", "json="+out, "."); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	source, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var report fixReport
	if err := json.Unmarshal(source, &report); err != nil {
		t.Fatal(err)
	}
	return report
}

// masking lists rules whose findings hide others: once fixed, more may be found in the file.
var masking = []string{"files/encoding", "frontmatter/missing", "frontmatter/syntax", "links/backslash", "links/case", "manifest/line",
	"markdown/unclosed-comment", "markdown/unclosed-fence", "registry/schema", "files/executable"}

// compareFindings checks that all fixable findings are fixed, and that no rule has more findings in a file than before.
func compareFindings(t *testing.T, mode string, before, after fixReport) {
	t.Helper()
	was, masked := map[[2]string]int{}, map[string]bool{}
	for _, f := range before.Findings {
		was[[2]string{f.Rule, f.Path}]++
		masked[f.Path] = masked[f.Path] || slices.Contains(masking, f.Rule)
	}
	is, total := map[[2]string]int{}, 0
	for _, f := range after.Findings {
		is[[2]string{f.Rule, f.Path}]++
		can := slices.ContainsFunc(f.Fixes, func(x struct{ Safe bool }) bool { return x.Safe || mode != "--fix" })
		if can {
			if total++; total < 20 {
				t.Errorf("%s: %s: %s: not fixed", f.Path, f.Rule, f.Message)
			}
		}
	}
	for key, n := range is {
		if n > was[key] && !masked[key[1]] {
			t.Errorf("%s: %d findings of %s, %d before", key[1], n, key[0], was[key])
		}
	}
}
