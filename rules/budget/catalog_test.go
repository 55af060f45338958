package budget_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/rules/budget"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// catalogOf returns the findings of the rule in files.
func catalogOf(t *testing.T, files map[string]string) []finding.Finding {
	t.Helper()
	var laid []fixture.File
	for path, text := range files {
		laid = append(laid, fixture.File{Path: path, Data: []byte(text)})
	}
	workspace, err := fixture.Write(t.TempDir(), laid)
	if err != nil {
		t.Fatal(err)
	}
	found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{budget.Catalog}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// installed returns n skills in a directory, with descriptions of the given length.
func installed(dir string, n, length int) map[string]string {
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("skill-%04d%s", i, strings.Repeat("x", i%7))
		text := strings.Repeat("Für 技能 and for tests. ", length) + strings.Repeat("z", i%5)
		files[dir+"/"+name+"/SKILL.md"] = "---\nname: " + name + "\ndescription: |\n  " + text + "\n  Use when asked.\n---\n\nText.\n"
	}
	return files
}

// TestCatalogAsPrinted checks that the rule, which does not read files, agrees with the command catalog.
func TestCatalogAsPrinted(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, c := range []struct{ skills, length int }{{20, 5}, {150, 9}, {310, 2}, {700, 1}} {
		files := installed(".agents/skills", c.skills, c.length)
		contents := map[string][]byte{}
		for path, text := range files {
			contents["/repository/"+path] = []byte(text)
		}
		from := clientfs.FromMap("/repository", "/repository", contents, nil)
		r := from.Request()
		r.Builtins = true
		list, err := catalog.Lookup("codex").List(from, r)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{} // message by path
		for _, i := range list.Items {
			path := strings.TrimPrefix(i.Path, "/repository/")
			switch {
			case i.Path == "":
			case i.State == catalog.Cut:
				want[path] = fmt.Sprintf("truncated to %d of %d characters", i.Shown, i.Shown+i.Lost)
			case i.State == catalog.NameOnly:
				want[path] = "description of "
			case i.State == catalog.Omitted:
				want[path] = "skill \""
			}
		}
		found := catalogOf(t, files)
		if len(want) == 0 && len(found) == 0 {
			continue
		}
		if len(found) != 1 || !strings.HasSuffix(found[0].Place.Path, ".agents/skills") || found[0].Measured != len(want) {
			t.Errorf("%d skills: %v, want one finding about each of %d", c.skills, found, len(want))
			continue
		}
		for _, r := range found[0].Related {
			path := r.Place.Path[strings.Index(r.Place.Path, ".agents/"):]
			if want[path] == "" || !strings.Contains(r.Message, want[path]) {
				t.Errorf("%d skills: %s: %s, want %q", c.skills, path, r.Message, want[path])
			}
		}
	}
}

// TestCatalogOfMany checks that many roots and many skills with the same name take little time.
func TestCatalogOfMany(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		for _, dir := range []string{".agents", ".claude", ".opencode", ".gemini"} {
			files[fmt.Sprintf("p%d/%s/skills/a/b%d/SKILL.md", i, dir, i%3)] = "---\nname: same\ndescription: Does it. Use it.\n---\n\nText.\n"
		}
	}
	if found := catalogOf(t, files); len(found) == 0 {
		t.Error("no findings")
	}
}
