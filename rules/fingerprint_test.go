package rules_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
)

// TestFingerprints reformats all fixtures, and checks that the remaining findings keep their fingerprints, except those of
// security rules.
func TestFingerprints(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, test := range []struct {
		name   string
		change func(path string, data []byte) []byte
		least  float64 // share of findings
	}{
		{"lines added above the body", addLines, 0.99},
		{"list markers", listMarks, 0.99},
		{"JSON indented", indentJSON, 0.99},
	} {
		t.Run(test.name, func(t *testing.T) {
			still, changed := 0, 0
			err := filepath.WalkDir("../fixtures", func(name string, _ fs.DirEntry, err error) error {
				if err != nil || !strings.HasSuffix(name, ".txtar") {
					return err
				}
				s, c := reformatted(t, name, test.change)
				if still, changed = still+s, changed+c; c > 0 {
					t.Logf("%s: %d of %d", name, c, s)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d findings changed their fingerprint", changed, still)
			if float64(changed) > (1-test.least)*float64(still) {
				t.Errorf("less than %.0f %% of the fingerprints are unchanged", 100*test.least)
			}
		})
	}
}

// reformatted returns the number of findings of an archive that remain after a change, and how many of these have
// another fingerprint.
func reformatted(t *testing.T, name string, change func(string, []byte) []byte) (still, changed int) {
	before := lintArchive(t, name)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	after, same := before, true
	for i, f := range archive.Files {
		archive.Files[i].Data = change(f.Path, f.Data)
		same = same && bytes.Equal(archive.Files[i].Data, f.Data)
	}
	if !same {
		after = lintFiles(t, name, archive)
	}
	old := map[string]bool{}
	for _, f := range before {
		old[f.Fingerprint] = true
	}
	type key struct{ rule, path string }
	of := func(f *finding.Finding) key { return key{f.Rule, f.Place.Path} }
	fresh := map[key]int{}
	isSecurity := func(f finding.Finding) bool { return f.Analyzer.IsSecurity() }
	before, after = slices.DeleteFunc(slices.Clone(before), isSecurity), slices.DeleteFunc(slices.Clone(after), isSecurity)
	for i := range after {
		if f := &after[i]; old[f.Fingerprint] {
			delete(old, f.Fingerprint)
			still++
		} else {
			fresh[of(f)]++
		}
	}
	for i := range before {
		if f := &before[i]; old[f.Fingerprint] && fresh[of(f)] > 0 {
			fresh[of(f)]--
			changed++
		}
	}
	return still + changed, changed
}

func addLines(path string, data []byte) []byte {
	if !strings.HasSuffix(path, ".md") || !bytes.HasPrefix(data, []byte("---\n")) {
		return data
	}
	if end := bytes.Index(data[4:], []byte("\n---\n")); end >= 0 {
		end += 4 + len("\n---\n")
		return bytes.Join([][]byte{data[:end], []byte("\n\n\n"), data[end:]}, nil)
	}
	return data
}

func listMarks(path string, data []byte) []byte {
	if len(addLines(path, data)) == len(data) {
		return data
	}
	body := bytes.Index(data[4:], []byte("\n---\n")) + 4 + len("\n---\n")
	return append(bytes.Clone(data[:body]), bytes.ReplaceAll(data[body:], []byte("\n- "), []byte("\n* "))...)
}

func indentJSON(path string, data []byte) []byte {
	var out bytes.Buffer
	if !strings.HasSuffix(path, ".json") || json.Indent(&out, data, "", "      ") != nil {
		return data
	}
	return out.Bytes()
}
