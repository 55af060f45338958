package language_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/language"
	"golang.org/x/tools/txtar"
)

// newName returns a name that no file contains, or "". It has the same length and almost the same sort order, so that findings about
// sizes and their order do not change.
func newName(old string, files []txtar.File) string {
	runes := []rune(old)
	if len(runes) < 4 { // short names occur in other words
		return ""
	}
	for _, end := range "abcdefghijklmnopqrstuvwxyz" {
		name := string(runes[:len(runes)-1]) + string(end)
		if !slices.ContainsFunc(files, func(f txtar.File) bool { return bytes.Contains(f.Data, []byte(name)) || strings.Contains(f.Name, name) }) {
			return name
		}
	}
	return ""
}

// multiSkillRules lists rules about several skills. Their findings are at the first skill by name and mention the others. Collisions are
// allowed if the text of a skill mentions the other skill, and renames do not change texts.
var multiSkillRules = []string{"deps/shadowed", "deps/duplicate-name", "deps/cycle", "deps/similar-description", "deps/trigger-collision"}

// significant matches headings and names that determine how rules read the following text, such as bad examples, texts about attacks and
// dates. Renaming them changes findings.
var significant = regexp.MustCompile(`(?i)wrong|anti-?pattern|attack|obfuscation|reverse shell|summary|example|claude|\{\{|^never$|^[0-9. -]+$|\x00`)

// exceptions lists workspaces whose findings depend on a name, so that a rename changes them, with the reason.
var exceptions = map[string]string{
	"budget/skill/configured.txtar":         "a description that repeats the name",
	"budget/skill/copies.txtar":             "copies of a skill are reported once, and a renamed one no longer equals the others",
	"deps/similar-description/copies.txtar": "the same",
	"portability/reserved-name/edges.txtar": "a name with a capital letter cannot be restored",
	"registry/drift/copies.txtar":           "the same",
	"registry/catalog/clean.txtar":          "renames do not edit skills.json and dispatch-config.json of CLEO",
	"registry/catalog/found.txtar":          "the same",
	"registry/unlisted/later_edition.txtar": "the same",
	"registry/lock/clean.txtar":             "bodies that contain only the name",
	"registry/lock/found.txtar":             "the same",
	"commands/missing-file/clean.txtar":     "a path at which the skill is installed",
	"commands/personal-path/clean.txtar":    "a path in which the name counts",
	"links/escape/parent.txtar":             "renames do not edit paths that begin with the skill's own directory",
	"security/auto-run/denied.txtar":        "the heading says that the commands are denied",
	"deps/trigger-collision/clean.txtar":    "the text of a skill names another one, which allows a collision",
	"files/encoding/found.txtar":            "renames do not edit files that are large or not UTF-8",
	"files/encoding/order.txtar":            "the same",
	"frontmatter/missing/clean.txtar":       "the same",
	"frontmatter/schema/cleo.txtar":         "a name with a capital letter cannot be restored",
	"links/anchor/numbers.txtar":            "broken anchors of several headings are one finding",
	"links/broken/root_instructions.txtar":  "the path of a missing file is not renamed, and then points outside the skill",
	"links/escape/manifest.txtar":           "a file of an unknown format lists the skill",
	"links/orphan/installed.txtar":          "paths at which the skill will be installed",
	"links/orphan/kept.txtar":               "the heading says that the file is kept",
	"deps/missing/misspelled.txtar":         "a name of which a number is part is also a heading",
	"links/orphan/template.txtar":           "the files of several skills are one finding, and names count",
}

// digits matches numbers in messages, which may change with the size of a file.
var digits = regexp.MustCompile(`[0-9][0-9,]*`)

// findings returns the findings of a run as texts without lines and without help, which may suggest a name. Names and paths are
// replaced by those before the rename.
func findings(s *language.Snapshot, old, name string) map[string]int {
	found := map[string]int{}
	for i := range s.Result.Report.Findings {
		f := &s.Result.Report.Findings[i]
		text := fmt.Sprintf("%s: %s: %s: %s", f.Place.Path, f.Rule, f.Severity, digits.ReplaceAllString(f.Message, "N"))
		if slices.Contains(multiSkillRules, f.Rule) {
			text = f.Rule
		}
		found[strings.ReplaceAll(text, digits.ReplaceAllString(name, "N"), digits.ReplaceAllString(old, "N"))]++
	}
	return found
}

// readFiles returns the regular files of a directory.
func readFiles(t testing.TB, dir string) []txtar.File {
	t.Helper()
	var files []txtar.File
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() == ".git" {
			return fs.SkipDir
		}
		if !e.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files = append(files, txtar.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkFindings applies a rename to a copy of the workspace and reports findings that the original does not have.
func checkFindings(t *testing.T, before *language.Snapshot, files []txtar.File, x *language.Rename, old, name, what string) {
	t.Helper()
	var after []txtar.File
	for _, f := range apply(x, files) {
		after = append(after, f.File)
	}
	dir := writeFiles(t, after)
	defer os.RemoveAll(dir) // not at the end of the test, because there are many
	s := open(t, dir)
	had := findings(before, old, name)
	for text, n := range findings(s, old, name) {
		if n > had[text] && !isKept(what, text) {
			t.Errorf("%s: new finding: %s", what, text)
		}
	}
	if x.Moves != nil && len(s.Result.Files) != len(before.Result.Files) {
		t.Errorf("%s: %d files, had %d", what, len(s.Result.Files), len(before.Result.Files))
	}
}

// isKept reports whether a rename rightly leaves the cause of a finding alone: names in lists and calls, a field that names a skill as a
// subagent, a directory with a date, the subject of a skill, which its name tells, lock files and indexes, which other programs write, and
// links in pages for people, which are no documents.
func isKept(what, text string) bool {
	written := []string{": registry/apm: ", ": registry/lock: ", ": registry/well-known: "}
	return slices.ContainsFunc(written, func(rule string) bool { return strings.Contains(text, rule) }) ||
		strings.Contains(text, ": deps/listed-name: ") || strings.Contains(text, ": deps/missing: ") && (strings.HasSuffix(text, " in the text") || strings.Contains(text, "unknown subagent")) ||
		strings.Contains(text, ": links/broken: warning: broken link: \"") || strings.Contains(text, "links in this page: ") || strings.Contains(text, " pages have broken links to ") ||
		strings.Contains(what, "/subject.txtar") || strings.Contains(what, "/superseded.txtar")
}

// renameSample renames some skills and headings of a workspace.
func renameSample(t *testing.T, name string, s *language.Snapshot, files []txtar.File, limit int) (renamed int) {
	t.Helper()
	var places []place
	for _, f := range s.Result.Files {
		d, err := s.Document(f)
		if err != nil || f.Kind&(analysis.Skill|analysis.Reference|analysis.Registry) == 0 {
			continue
		}
		if v := d.Data.Get("name"); v != nil && f.Kind == analysis.Skill {
			places = append(places, place{f.Path, (v.Range.Start + v.Range.End) / 2})
		}
		for _, x := range s.Symbols(f) {
			if x.Kind == language.HeadingSymbol {
				places = append(places, place{f.Path, x.Selection.End})
				for _, y := range x.Children {
					places = append(places, place{f.Path, y.Selection.End})
				}
				break
			}
		}
	}
	step := max(1, len(places)/limit)
	for i := 0; i < len(places); i += step {
		p := places[i]
		f := s.File(p.path)
		_, old, err := s.CanRename(f, p.offset)
		if err != nil {
			continue
		}
		to := newName(old, files)
		if to == "" || significant.MatchString(old) || exceptions[name] != "" {
			continue
		}
		x, err := s.Rename(f, p.offset, to)
		if err != nil {
			t.Logf("%s: %s: %s: %v", name, p.path, old, err)
			continue
		}
		renamed++
		checkFindings(t, s, files, x, old, to, fmt.Sprintf("%s: %s: %s", name, p.path, old))
	}
	return renamed
}

// TestRenameFixtures renames skills and headings in the fixtures of rules.
func TestRenameFixtures(t *testing.T) {
	paths, err := filepath.Glob("../../fixtures/*/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	every := effort(37, 4, 1) // one in this many workspaces
	n := 0
	for i := 0; i < len(paths); i += every {
		data, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			continue
		}
		var files []txtar.File
		for _, f := range archive.Files {
			if f.Target == "" {
				files = append(files, txtar.File{Name: f.Path, Data: f.Data})
			}
		}
		s := tryOpen(t, writeFiles(t, files))
		if s == nil {
			continue // its configuration is invalid
		}
		n += renameSample(t, strings.TrimPrefix(filepath.ToSlash(paths[i]), "../../fixtures/"), s, files, 3)
	}
	if n == 0 {
		t.Error("nothing was renamed")
	}
	t.Logf("%d renames", n)
}

// TestRenameCorpus renames skills and headings in collections of published skills.
func TestRenameCorpus(t *testing.T) {
	limit := effort(0, 2, 25) // renames per collection
	if limit == 0 {
		t.Skip("SKILLLINT_THOROUGH is not set")
	}
	n := 0
	for _, dir := range collections(t) {
		files := readFiles(t, dir)
		files = slices.DeleteFunc(files, func(f txtar.File) bool { return len(f.Data) > 1<<20 })
		copied := writeFiles(t, files)
		n += renameSample(t, filepath.Base(dir), open(t, copied), files, limit)
	}
	t.Logf("%d renames", n)
}
