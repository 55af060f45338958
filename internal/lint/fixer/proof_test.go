package fixer_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// A proof counts the fixes of a rule, each applied alone: all, those without problems, and safe ones.
type proof struct{ offered, proven, safe int }

// TestProof applies each fix of the fixtures alone, and runs all rules again. The fix must resolve its finding. It must not
// cause new findings, unless it makes text readable that was not checked before. Without SKILLLINT_THOROUGH, it tests
// every sixth fixture.
func TestProof(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	paths, err := filepath.Glob("../../../fixtures/*/*/*.txtar")
	if err != nil || len(paths) < 400 {
		t.Fatalf("%d fixtures, error %v", len(paths), err)
	}
	table := map[string]*proof{}
	for i, path := range paths {
		if i%6 > 0 && os.Getenv("SKILLLINT_THOROUGH") == "" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		dir := t.TempDir()
		w, err := fixture.Write(dir, archive.Files)
		if err != nil {
			t.Fatal(err)
		}
		w.Base = archive.Base
		name := filepath.Base(filepath.Dir(filepath.Dir(path))) + "/" + filepath.Base(filepath.Dir(path))
		if err := prove(t, w, dir, path, name, table); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	logProof(t, table)
}

// TestProofElsewhere is like TestProof, for the workspaces in the directory SKILLLINT_PROOF and all rules. It changes their
// files.
func TestProofElsewhere(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(os.Getenv("SKILLLINT_PROOF"), "*"))
	if os.Getenv("SKILLLINT_PROOF") == "" || err != nil {
		t.Skip("SKILLLINT_PROOF is not set")
	}
	table := map[string]*proof{}
	for _, dir := range dirs {
		w, err := fixture.At(dir)
		if err == nil {
			err = prove(t, w, dir, dir, "", table)
		}
		if err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
	logProof(t, table)
}

func logProof(t *testing.T, table map[string]*proof) {
	for _, rule := range slices.Sorted(maps.Keys(table)) {
		p := table[rule]
		t.Logf("%-32s offered %4d (%d safe), proven %4d", rule, p.offered, p.safe, p.proven)
	}
}

// prove applies the fixes in a workspace one by one. only: a rule, or "" for all rules.
func prove(t *testing.T, w *fixture.Workspace, dir, where, only string, table map[string]*proof) error {
	o := fixture.Options{Rules: rules.All()}
	before, err := w.Lint(o)
	if err != nil {
		return err
	}
	for i := range before {
		f := &before[i]
		if only != "" && f.Rule != only {
			continue
		}
		rule := f.Rule
		for j := range f.Fixes {
			x := &f.Fixes[j]
			p := table[rule]
			if p == nil {
				p = &proof{}
				table[rule] = p
			}
			p.offered++
			if x.Safe {
				p.safe++
			}
			problem, err := tryFix(w, dir, before, f, x, o)
			if err != nil {
				return err
			}
			if problem == "" {
				p.proven++
				continue
			}
			t.Errorf("%s: %s at %s:%d: %q, safe %v: %s", strings.TrimPrefix(where, "../../../"), rule, f.Place.Path, f.Place.Start.Line, x.Title, x.Safe, problem)
		}
	}
	return nil
}

// tryFix applies a fix, lints, and restores the files. It returns a problem of the fix, or "".
func tryFix(w *fixture.Workspace, dir string, before []finding.Finding, f *finding.Finding, x *finding.Fix, o fixture.Options) (string, error) {
	edits := map[string][]analysis.Edit{}
	for _, e := range x.Edits {
		path := e.Location.Path
		if path == "" {
			path = f.Place.Path
		}
		edits[path] = append(edits[path], analysis.Edit{Range: e.Location.Range, Text: e.Text})
	}
	for path, list := range edits {
		source := w.Read(path)
		fixed, err := fix.Apply(source, list)
		if err != nil {
			return err.Error(), nil
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(path)), fixed, 0o644); err != nil {
			return "", err
		}
		defer os.WriteFile(filepath.Join(dir, filepath.FromSlash(path)), source, 0o644)
	}
	if x.Executable != nil {
		revert, err := w.MakeExecutable(x.Executable.Path)
		if err != nil {
			return "", err
		}
		defer revert()
	}
	if x.Link != nil {
		name := filepath.Join(dir, filepath.FromSlash(x.Link.Path))
		relink := func(to string) { _ = os.Remove(name); _ = os.Symlink(to, name) }
		relink(x.Link.New)
		defer relink(x.Link.Old)
	}
	after, err := w.Lint(o)
	if err != nil {
		return "", err
	}
	return newFindings(before, after, f, x.Uncovers), nil
}

var numbers = regexp.MustCompile(`[0-9][0-9,]*`)

// newFindings describes a finding that a fix does not resolve or that it causes. It returns "" if there is none.
func newFindings(before, after []finding.Finding, fixed *finding.Finding, uncovers bool) string {
	key := func(f *finding.Finding) string { // without numbers, which may depend on the length of the file
		return f.Rule + " " + f.Place.Path + ": " + numbers.ReplaceAllString(f.Message, "0")
	}
	counts := map[string]int{}
	for i := range before {
		counts[key(&before[i])]++
	}
	counts[key(fixed)]-- // it must be resolved
	for i := range after {
		k := key(&after[i])
		if counts[k]--; counts[k] >= 0 {
			continue
		}
		if k == key(fixed) && after[i].Place.Start.Line == fixed.Place.Start.Line {
			return "the finding still occurs"
		}
		if !uncovers {
			return fmt.Sprintf("new: %s %s", after[i].Severity, k)
		}
	}
	return ""
}
