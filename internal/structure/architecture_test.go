package structure

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxMap is the maximum number of lines of ARCHITECTURE.md, which should be read in one sitting.
const maxMap = 120

// TestMap checks that the directories and files in ARCHITECTURE.md exist.
func TestMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > maxMap {
		t.Errorf("ARCHITECTURE.md has %d lines (limit %d)", lines, maxMap)
	}
	_, tree, _ := strings.Cut(string(text), "```text\n")
	tree, _, _ = strings.Cut(tree, "```")
	named := regexp.MustCompile(`(?m)^([a-z][\w./<>-]*) `).FindAllStringSubmatch(tree, -1)
	named = append(named, regexp.MustCompile("`((?:internal|schema)/[\\w./]+)`").FindAllStringSubmatch(string(text), -1)...)
	if len(named) < 20 {
		t.Fatalf("%d names in the map, want at least 20", len(named))
	}
	for _, m := range named {
		name := path.Clean(strings.Split(m[1], "<")[0])
		if !exists(name) {
			t.Errorf("ARCHITECTURE.md: %s does not exist", name)
		}
	}
}

// Limits of a package: lines and files, without tests.
const (
	maxPackageLines = 6_000
	maxPackageFiles = 60
)

func TestPackageSizes(t *testing.T) {
	lines, files := map[string]int{}, map[string]int{}
	for _, s := range sources(t, product) {
		lines[s.dir()] += s.set.Position(s.file.FileEnd).Line
		files[s.dir()]++
	}
	for pkg, n := range lines {
		if n > maxPackageLines || files[pkg] > maxPackageFiles {
			t.Errorf("%s has %d lines in %d files (limits %d and %d)", pkg, n, files[pkg], maxPackageLines, maxPackageFiles)
		}
	}
}
