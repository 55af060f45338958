package rules_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// TestAbout checks that findings of a rule at the same place differ in Diagnostic.About. Otherwise a baseline with one
// of the findings would hide the others.
func TestAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	err := filepath.WalkDir("../fixtures", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txtar") {
			return err
		}
		findings := lintArchive(t, name)
		type place struct {
			rule, path string
			at         analysis.Range
		}
		seen := map[place]*finding.Finding{}
		for i := range findings {
			f := &findings[i]
			p := place{f.Rule, f.Place.Path, f.Place.Range}
			if first := seen[p]; first != nil && first.About == f.About {
				t.Errorf("%s: %s reports twice at %s:%d, with the same About %q:\n\t%s\n\t%s",
					name, f.Rule, f.Place.Path, f.Place.Start.Line, f.About, first.Message, f.Message)
			}
			seen[p] = f
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// linted caches the findings of archives, which several tests use.
var linted = map[string][]finding.Finding{}

func lintArchive(t *testing.T, name string) []finding.Finding {
	t.Helper()
	if found, ok := linted[name]; ok {
		return found
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	linted[name] = lintFiles(t, name, archive)
	return linted[name]
}

// lintFiles lints an archive with the rules of its group.
func lintFiles(t *testing.T, name string, archive *fixture.Archive) []finding.Finding {
	t.Helper()
	w, err := fixture.Write(t.TempDir(), archive.Files)
	if err != nil {
		t.Fatal(err)
	}
	w.Base = archive.Base
	group := strings.Split(filepath.ToSlash(name), "/")[2]
	var of []*analysis.Analyzer
	for _, a := range rules.All() {
		if strings.HasPrefix(a.Name, group+"/") {
			of = append(of, a)
		}
	}
	if len(of) == 0 {
		return nil
	}
	findings, err := w.Lint(fixture.Options{Rules: of, Known: rules.All()})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return findings
}
