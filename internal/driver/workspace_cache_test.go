package driver

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A kept is a workspace for repeated runs, with the analyzers that ran each time.
type kept struct {
	memory Cache
	tree   *analysis.Tree
	files  map[string]string // of the next run
	ran    []string
	rules  []*analysis.Analyzer
	broken bool

	kind         analysis.Kind // of all files
	links        []analysis.Link
	all, ofFiles *Settings // of the working directory, and of each file
}

// open returns a file that holds a text.
func open(t *testing.T, text string) (treefs.File, error) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return nil, err
	}
	return os.Open(path)
}

func newKept() *kept {
	k := &kept{tree: analysis.NewTree(""), kind: analysis.Skill, all: &Settings{}, ofFiles: &Settings{}}
	k.memory = Cache{Workspace: true, Stamp: func(f *analysis.File) any {
		text, ok := k.files[f.Rel]
		if !ok {
			return nil
		}
		return text
	}}
	across := func(name string, run func(*analysis.Pass) error, requires ...*analysis.Analyzer) *analysis.Analyzer {
		return rule(name, analysis.PerWorkspace, func(p *analysis.Pass) error {
			k.ran = append(k.ran, name)
			return run(p)
		}, requires...)
	}
	say := func(p *analysis.Pass, format string, args ...any) {
		p.Report(analysis.Diagnostic{Location: &analysis.Location{Path: "a", Range: analysis.Range{Start: 0, End: 1}, Start: analysis.Position{Line: 1, Column: 1}},
			Message: fmt.Sprintf(format, args...)})
	}
	sum := analysis.NewFact("sum", "adds", analysis.PerWorkspace, 0, func(p *analysis.Pass) (int, error) {
		k.ran = append(k.ran, "sum")
		total := 0
		for _, n := range headings.All(p.Store) {
			total += n
		}
		if k.broken {
			panic("broken")
		}
		return total, nil
	}, headings.Analyzer)
	k.rules = []*analysis.Analyzer{
		across("t/sum", func(p *analysis.Pass) error { say(p, "%d headings", sum.Of(p)); return nil }, sum.Analyzer),
		across("t/each", func(p *analysis.Pass) error {
			for f, n := range headings.All(p.Store) {
				say(p, "%s has %d", f.Path, n)
			}
			return nil
		}, headings.Analyzer),
		across("t/paths", func(p *analysis.Pass) error { say(p, "%v", k.tree.All()); return nil }),
		across("t/text", func(p *analysis.Pass) error { say(p, "%s", k.tree.Read("script", 100)); return nil }),
	}
	return k
}

// look runs all rules, and returns which ran and their findings.
func (k *kept) look(t *testing.T, memory *Cache) (ran, found string) {
	t.Helper()
	k.ran = nil
	if memory == nil {
		k.tree = analysis.NewTree("")
	} else {
		k.tree.Restart()
	}
	tree := k.tree
	tree.SetRead(func(rel string, _ int64) []byte { return []byte(k.files[rel]) })
	r, err := Run(context.Background(), Options{
		Analyzers: k.rules, Cache: memory, Jobs: 1,
		SettingsFor: k.settings,
		Find: func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			for _, path := range slices.Sorted(maps.Keys(k.files)) {
				tree.Add(path, false)
				if path != "script" {
					emit(Input{File: &analysis.File{Path: path, Rel: path, Tree: tree, Kind: k.kind},
						Open: func() (treefs.File, error) { return open(t, k.files[path]) }})
				}
			}
			return k.links, nil, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s: %s: %q %s\n", f.Rule, f.Message, f.Place.Excerpt, f.LineHash))
	}
	slices.Sort(lines) // postprocess sorts findings
	slices.Sort(k.ran)
	return strings.Join(k.ran, " "), strings.Join(lines, "")
}

func (k *kept) settings(f *analysis.File) *Settings {
	if f == nil {
		return k.all
	}
	return k.ofFiles
}

// Findings across files are found again, and only analyzers whose input changed run again.
func TestAcross(t *testing.T) {
	k := newKept()
	all := "sum t/each t/paths t/sum t/text"
	steps := []struct {
		name string
		now  map[string]string
		want string // what runs
	}{
		{"at first", map[string]string{"a": "# A\n", "b": "# B\n", "script": "x"}, all},
		{"nothing changed", nil, ""},
		{"text without a fact", map[string]string{"a": "# A and more\n"}, ""},
		{"a fact that changes the sum", map[string]string{"a": "# A\n# A\n"}, "sum t/each t/sum"},
		{"facts that leave the sum", map[string]string{"a": "# A\n", "b": "# B\n# B\n"}, "sum t/each"},
		{"a fact that is no more", map[string]string{"a": "A\n"}, "sum t/each t/sum"},
		{"a fact that is there again", map[string]string{"a": "# A\n"}, "sum t/each t/sum"},
		{"a text that is read", map[string]string{"script": "y"}, "t/each t/paths t/sum t/text"},
		{"a file that comes", map[string]string{"c": "c"}, all},
		{"a file that goes", map[string]string{"c": ""}, all},
		{"nothing again", nil, ""},
		{"a fact breaks", map[string]string{"a": "# A\n#\n"}, "sum t/each"},
		{"it still does", nil, "sum"},
		{"and does not", nil, "sum t/sum"},
	}
	for _, step := range steps {
		if k.files == nil {
			k.files = map[string]string{}
		}
		for path, text := range step.now {
			if k.files[path] = text; text == "" {
				delete(k.files, path)
			}
		}
		k.broken = strings.Contains(step.name, "breaks") || strings.Contains(step.name, "still")
		tree := k.tree
		ran, found := k.look(t, &k.memory)
		if ran != step.want {
			t.Errorf("%s: %s ran, want %s", step.name, ran, step.want)
		}
		_, fresh := k.look(t, nil)
		if k.tree = tree; found != fresh {
			t.Errorf("%s: found\n%s\nwant\n%s", step.name, found, fresh)
		}
	}
}

// After other changes, all analyzers run again, and their results are cached.
func TestAcrossOfOtherThings(t *testing.T) {
	all := "sum t/each t/paths t/sum t/text"
	changes := map[string]func(*kept){
		"the settings of the working directory": func(k *kept) { k.all = &Settings{} },
		"the settings of files":                 func(k *kept) { k.ofFiles = &Settings{} },
		"what files are":                        func(k *kept) { k.kind = analysis.Agent },
		"a link that is not followed":           func(k *kept) { k.links = []analysis.Link{{Path: "l"}} },
		"other rules":                           func(k *kept) { k.rules = slices.Clone(k.rules[:3]); all = "sum t/each t/paths t/sum" },
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		k := newKept()
		k.files = map[string]string{"a": "# A\n", "script": "x"}
		k.look(t, &k.memory)
		changes[name](k)
		if ran, _ := k.look(t, &k.memory); ran != all {
			t.Errorf("%s: %s ran, want %s", name, ran, all)
		}
		if ran, _ := k.look(t, &k.memory); ran != "" {
			t.Errorf("%s: %s ran though nothing changed since", name, ran)
		}
		all = "sum t/each t/paths t/sum t/text"
	}
}

// A rule that reads more than facts, paths and texts always runs.
func TestAcrossAnew(t *testing.T) {
	k := newKept()
	k.files = map[string]string{"a": "# A\n", "script": "x"}
	k.rules[2].Uncached = true
	k.look(t, &k.memory)
	if ran, _ := k.look(t, &k.memory); ran != "t/paths" {
		t.Errorf("%s ran, want t/paths", ran)
	}
}

// A rule about equal files runs when two files become equal, or different, even if no fact changes.
func TestAcrossCopies(t *testing.T) {
	k := newKept()
	k.files = map[string]string{"a": "# A\none", "b": "# A\ntwo", "c": "# A\nthree", "script": "x"}
	k.rules[3].Copies = true
	k.look(t, &k.memory)
	for _, step := range []struct {
		texts map[string]string
		runs  string
	}{
		{map[string]string{"c": "# A\nfour"}, ""},
		{map[string]string{"b": "# A\none"}, "t/text"},
		{map[string]string{"c": "# A\nfive"}, ""},
		{map[string]string{"a": "# A\nsix", "b": "# A\nseven"}, "t/text"},
		{map[string]string{"a": "# A\neight", "b": "# A\neight"}, "t/text"},
	} {
		maps.Copy(k.files, step.texts)
		if ran, _ := k.look(t, &k.memory); ran != step.runs {
			t.Errorf("%v: %q ran, want %q", step.texts, ran, step.runs)
		}
	}
}

// Results of an interrupted run are not reused.
func TestAcrossInterrupted(t *testing.T) {
	k := newKept()
	k.files = map[string]string{"a": "# A\n", "script": "x"}
	k.look(t, &k.memory)
	k.files["a"] = "# A\n# A\n"
	ctx, cancel := context.WithCancel(context.Background())
	k.rules = append(k.rules, rule("t/zzz", analysis.PerWorkspace, func(*analysis.Pass) error { cancel(); return nil }))
	k.tree.Restart()
	_, err := Run(ctx, Options{Analyzers: k.rules, Cache: &k.memory, Jobs: 1, SettingsFor: k.settings,
		Find: func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			emit(Input{File: &analysis.File{Path: "a", Rel: "a", Tree: k.tree, Kind: analysis.Skill}, Open: func() (treefs.File, error) { return open(t, k.files["a"]) }})
			return nil, nil, nil
		}})
	if err == nil {
		t.Fatal("it was not interrupted")
	}
	k.rules = k.rules[:len(k.rules)-1]
	tree := k.tree
	_, found := k.look(t, &k.memory)
	if _, fresh := k.look(t, nil); found != fresh {
		t.Errorf("found\n%s\nwant\n%s", found, fresh)
	}
	k.tree = tree
}
