package rules_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// TestSafeFixes checks the safe fixes of all fixtures: they add no empty lines to templates and to code, and valid
// frontmatter stays valid.
func TestSafeFixes(t *testing.T) {
	files, fixed := 0, 0
	err := filepath.WalkDir("../fixtures", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		a, err := fixture.Parse(data)
		if err != nil {
			return nil // an archive of another test
		}
		for _, f := range a.Files {
			after, ok := a.Fixed[f.Path]
			if !ok {
				continue
			}
			files++
			if emptyLines(f.Data) < emptyLines(after) && filepath.Ext(f.Path) == ".md" {
				fixed++
				empty, fences := emptyInCode(f.Path, f.Data)
				now, same := emptyInCode(f.Path, after)
				if placeholder.IsTemplatePath(f.Path) || empty < now && fences == same {
					t.Errorf("%s: a safe fix adds empty lines to a template: %s", path, f.Path)
				}
			}
			checkFrontmatter(t, path, f, after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 || fixed == 0 {
		t.Errorf("%d fixed files, %d with more empty lines", files, fixed)
	}
}

func emptyLines(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			n++
		}
	}
	return n
}

// emptyInCode returns the number of empty lines in the fenced blocks of a file, and that of the blocks.
func emptyInCode(rel string, text []byte) (empty, blocks int) {
	d := load.Document(&analysis.File{Path: rel, Rel: rel, Kind: analysis.Skill}, text, false)
	for i := range d.Fences {
		empty += emptyLines(d.Source[d.Fences[i].Open.End:d.Fences[i].End])
	}
	return empty, len(d.Fences)
}

// checkFrontmatter checks that frontmatter that is valid YAML stays so.
func checkFrontmatter(t *testing.T, path string, f fixture.File, after []byte) {
	t.Helper()
	if !strings.HasSuffix(f.Path, ".md") || !bytes.HasPrefix(f.Data, []byte("---\n")) || !bytes.HasPrefix(after, []byte("---\n")) {
		return
	}
	old, now := frontmatterOf(f.Data), frontmatterOf(after)
	if old == nil || now == nil {
		return
	}
	before, fixed := parseFrontmatter(f.Data, old), parseFrontmatter(after, now)
	if before.Broken == nil && fixed.Broken != nil {
		t.Errorf("%s: %s is invalid YAML after safe fixes: %s", path, f.Path, fixed.Broken.Message)
	}
}

func frontmatterOf(source []byte) *analysis.Range {
	end := bytes.Index(source, []byte("\n---"))
	if end < 4 {
		return nil
	}
	return &analysis.Range{Start: 4, End: end + 1}
}

func parseFrontmatter(source []byte, r *analysis.Range) yamltree.Tree {
	return yamltree.Parse(source, *r)
}

// values are values that YAML reads otherwise than written, or not at all.
var values = []string{
	"Deploys: the app", "Runs #1 first", "Use when: a: b", "it's: fine", `says "no": really`, `path C:\dir: x`, "Checks a: b: c", "@alias: x", "%d items: many",
	"a - b: c", "日本: 語", "x: 'y'", `it's "both": x`, "ends with colon: here", "tab\t: x", "{a}: b", "[x]: y", "- item: x", "? what: x", "| pipe: x", "> fold: x", "&x: y", "*x: y", "!x: y",
}

// TestQuotedValues checks that quoting a value that is invalid YAML gives the text that was written, and that the other values stay.
func TestQuotedValues(t *testing.T) {
	quoted := 0
	for _, value := range values {
		for _, around := range [][2]string{{"name: look\n", "license: MIT\n"}, {"license: MIT\n", "name: look\n"}, {"name: look\nlicense: \"a: b\"\n", "tags: [a, b]\n"}} {
			source := []byte("---\n" + around[0] + "description: " + value + "\n" + around[1] + "---\n# Look\n\nLook at it.\n")
			p := parseFrontmatter(source, frontmatterOf(source))
			if p.Broken == nil || p.Broken.Fix == nil || !p.Broken.Fix.Safe {
				continue
			}
			text := source
			edits := p.Broken.Fix.Edits
			for i := len(edits) - 1; i >= 0; i-- {
				e := edits[i]
				text = append(append(bytes.Clone(text[:e.Range.Start]), e.Text...), text[e.Range.End:]...)
			}
			fixed := parseFrontmatter(text, frontmatterOf(text))
			if fixed.Broken != nil {
				t.Errorf("%q: still invalid after the fix: %s\n%s", value, fixed.Broken.Message, text)
				continue
			}
			quoted++
			if got := fixed.Root.Get("description"); !got.IsString() || got.Text != value {
				t.Errorf("%q becomes %q", value, got.Text)
			}
			if name := fixed.Root.Get("name"); !name.IsString() || name.Text != "look" || len(fixed.Root.Members) < 3 {
				t.Errorf("%q: the fix changes another value:\n%s", value, text)
			}
		}
	}
	if quoted < 20 {
		t.Errorf("%d values are quoted", quoted)
	}
}
