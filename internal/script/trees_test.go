package script_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/script"
)

// TestTrees reads all scripts below SKILLLINT_TREES, and reports how many interfaces are known, by library. With SKILLLINT_DUMP, it
// writes them to that file, one JSON object a line.
func TestTrees(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	if trees == "" {
		t.Skip("needs SKILLLINT_TREES")
	}
	var dump *json.Encoder
	if name := os.Getenv("SKILLLINT_DUMP"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		dump = json.NewEncoder(f)
	}
	type count struct{ known, all int }
	counts := map[string]*count{}
	reasons := map[string]int{}
	filepath.WalkDir(trees, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !script.IsScript(path) || strings.Contains(path, "/node_modules/") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := script.Read(path, source)
		name := s.Language.String() + " " + s.Interface.Library
		c := counts[name]
		if c == nil {
			c = &count{}
			counts[name] = c
		}
		c.all++
		if s.Interface.Known {
			c.known++
		} else {
			reasons[name+": "+s.Interface.Reason]++
		}
		if dump != nil {
			dump.Encode(map[string]any{"path": path, "script": s})
		}
		return nil
	})
	for name, c := range counts {
		t.Logf("%-30s %5d of %5d known", name, c.known, c.all)
	}
	for reason, n := range reasons {
		t.Logf("%5d %s", n, reason)
	}
}
