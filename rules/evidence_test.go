package rules_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/postprocess"
)

// TestEvidence changes each file of the fixtures of security rules. A finding must be new if it changed, if its own file
// changed, or if it would disappear without the changed file, because the file is evidence then. Other findings of security
// rules stay old. This also holds for their entries in baselines.
func TestEvidence(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	changed, evidence, old := 0, 0, 0
	err := filepath.WalkDir("../fixtures/security", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txtar") {
			return err
		}
		before := lintArchive(t, name)
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			return err
		}
		for i, f := range archive.Files {
			if f.Target != "" {
				continue
			}
			lint := func(content []byte) []finding.Finding {
				archive.Files[i].Data = content
				defer func() { archive.Files[i].Data = f.Data }()
				return lintFiles(t, name, archive)
			}
			emptied := identities(lint(nil))
			after := lint(slices.Concat(f.Data, []byte("\n")))
			fresh := identities(newFindings(after, before))
			recorded := map[string]bool{}
			for i := range before {
				recorded[before[i].Fingerprint] = true
			}
			was := identities(before)
			for i := range after {
				x := &after[i]
				if !x.Analyzer.IsSecurity() {
					continue
				}
				id := identityOf(x)
				differs, isOwn := was[id] == 0, x.Rel == f.Path
				depends := emptied[id] < was[id]
				mustBeNew := differs || isOwn || depends
				switch isNew := fresh[id] > 0; {
				case isNew != mustBeNew:
					t.Errorf("%s: with a changed %s, %v is new: %t, want %t", name, f.Path, id, isNew, mustBeNew)
				case isNew && recorded[x.Fingerprint]:
					t.Errorf("%s: with a changed %s, a baseline contains the new finding %v", name, f.Path, id)
				case !isNew && !recorded[x.Fingerprint]:
					t.Errorf("%s: with a changed %s, a baseline does not contain the old finding %v", name, f.Path, id)
				case !mustBeNew:
					old++
				case !differs && !isOwn:
					evidence++
				default:
					changed++
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d findings changed or in a changed file, %d with changed evidence, %d old", changed, evidence, old)
	if changed < 50 || evidence < 4 || old < 50 {
		t.Error("the fixtures do not cover these cases")
	}
}

// TestUnrelatedEdits changes each file of all fixtures, and checks that findings of ordinary rules with the same message stay
// old.
func TestUnrelatedEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	kept := 0
	err := filepath.WalkDir("../fixtures", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txtar") {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			return err
		}
		before := lintArchive(t, name)
		for i, f := range archive.Files {
			archive.Files[i].Data = addLines(f.Path, f.Data)
		}
		after := lintFiles(t, name, archive)
		was, fresh := identities(before), identities(newFindings(after, before))
		for id, n := range identities(after) {
			if strings.HasPrefix(id.rule, "security/") || strings.HasPrefix(id.rule, "internal/") || n != was[id] {
				continue
			}
			if kept += n; fresh[id] > 0 {
				t.Errorf("%s: with added lines, %v is new", name, id)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d findings", kept); kept < 1000 {
		t.Error("the fixtures have too few findings")
	}
}

// newFindings returns the findings that --changed would report.
func newFindings(now, base []finding.Finding) []finding.Finding {
	var fresh []finding.Finding
	never := func(*finding.Finding) bool { return false }
	unknown := func(string) (hash [32]byte) { return hash }
	for _, r := range postprocess.Compare(now, base, postprocess.Files{Deleted: never, Added: never, Now: unknown, Base: unknown}) {
		fresh = append(fresh, r.Finding)
	}
	return fresh
}

// An identity is what a reader sees of a finding, without its lines.
type identity struct{ rule, path, message, severity string }

func identityOf(f *finding.Finding) identity {
	return identity{f.Rule, f.Place.Path, f.Message, f.Severity.String()}
}

func identities(findings []finding.Finding) map[identity]int {
	n := map[identity]int{}
	for i := range findings {
		n[identityOf(&findings[i])]++
	}
	return n
}
