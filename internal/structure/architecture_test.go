package structure

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxMap is how many lines ARCHITECTURE.md may have: it is read in one sitting.
const maxMap = 120

// TestMap checks that the directories and files that ARCHITECTURE.md names exist.
func TestMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > maxMap {
		t.Errorf("ARCHITECTURE.md has %d lines, over %d", lines, maxMap)
	}
	_, tree, _ := strings.Cut(string(text), "```text\n")
	tree, _, _ = strings.Cut(tree, "```")
	named := regexp.MustCompile(`(?m)^([a-z][\w./<>-]*) `).FindAllStringSubmatch(tree, -1)
	named = append(named, regexp.MustCompile("`((?:internal|schema)/[\\w./]+)`").FindAllStringSubmatch(string(text), -1)...)
	if len(named) < 20 {
		t.Fatalf("only %d names in the map", len(named))
	}
	for _, m := range named {
		name := path.Clean(strings.Split(m[1], "<")[0])
		if !exists(name) {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", name)
		}
	}
}

// Limits of a package: lines and files, without tests.
const (
	maxPackageLines = 4_000
	maxPackageFiles = 40
)

func TestPackageSizes(t *testing.T) {
	lines, files := map[string]int{}, map[string]int{}
	for _, s := range sources(t, product) {
		lines[s.folder()] += s.set.Position(s.file.FileEnd).Line
		files[s.folder()]++
	}
	for pkg, n := range lines {
		if n > maxPackageLines || files[pkg] > maxPackageFiles {
			t.Errorf("%s has %d lines in %d files; at most %d in %d", pkg, n, files[pkg], maxPackageLines, maxPackageFiles)
		}
	}
}
