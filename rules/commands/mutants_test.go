package commands_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// maxSkills is the number of skills that TestMutants changes.
const maxSkills = 100

// A mutant is a change of a SKILL.md that breaks one of its commands.
type mutant struct {
	kind string
	at   analysis.Range
	text string
	want []string // rules of which one must report it
}

// TestMutants changes an option, a value, a path, an interpreter, a required argument or a subcommand in commands of real
// skills, one at a time, and checks that most changes are reported, and that the commands were not reported before. SKILLLINT_TREES
// is a directory of checkouts.
func TestMutants(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	if trees == "" {
		t.Skip("set SKILLLINT_TREES to a directory of checkouts")
	}
	score := newTally()
	for _, dir := range skillsIn(t, trees) {
		files := filesIn(dir, "skill")
		source := files["skill/SKILL.md"]
		mutants := mutantsOf(t, files)
		if len(mutants) == 0 {
			continue
		}
		before := reports(t, files, nil)
		for _, m := range mutants {
			files["skill/SKILL.md"] = slices.Concat(source[:m.at.Start], []byte(m.text), source[m.at.End:])
			after := reports(t, files, m.want)
			if !score.add(m.kind, len(after) > len(matching(before, m.want))) {
				t.Logf("not found: %s in %s: %q → %q", m.kind, strings.TrimPrefix(dir, trees), source[m.at.Start:m.at.End], m.text)
			}
			files["skill/SKILL.md"] = source
		}
	}
	score.check(t)
}

// A tally counts the mutants of each kind, and those that were reported.
type tally struct{ found, all map[string]int }

func newTally() *tally { return &tally{map[string]int{}, map[string]int{}} }

// add counts a mutant, and returns whether it was found.
func (s *tally) add(kind string, found bool) bool {
	s.all[kind]++
	if found {
		s.found[kind]++
	}
	return found
}

// check logs the figures, and fails if too few mutants were found.
func (s *tally) check(t *testing.T) {
	t.Helper()
	sum, of := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(s.all)) {
		t.Logf("%-20s %d of %d", kind, s.found[kind], s.all[kind])
		sum, of = sum+s.found[kind], of+s.all[kind]
	}
	if t.Logf("%d of %d mutants found", sum, of); of == 0 || sum*100 < of*85 {
		t.Errorf("%d of %d mutants found, want 85 %%", sum, of)
	}
}

// skillsIn returns the directories of skills with scripts, in a fixed order that mixes repositories.
func skillsIn(t *testing.T, trees string) []string {
	var dirs []string
	_ = filepath.WalkDir(trees, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "scripts" {
			if _, err := os.Stat(filepath.Join(filepath.Dir(p), "SKILL.md")); err == nil {
				dirs = append(dirs, filepath.Dir(p))
			}
			return fs.SkipDir
		}
		return nil
	})
	if len(dirs) == 0 {
		t.Fatal("no skills")
	}
	slices.SortStableFunc(dirs, func(a, b string) int { return strings.Compare(mixed(a), mixed(b)) })
	return dirs
}

// mixed returns a key whose order is independent of directories.
func mixed(p string) string {
	h := uint32(2166136261)
	for i := range len(p) {
		h = (h ^ uint32(p[i])) * 16777619
	}
	return fmt.Sprintf("%08x", h)
}

// filesIn returns the small files of a skill, below another directory.
func filesIn(dir, below string) map[string][]byte {
	files := map[string][]byte{}
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || len(files) > 200 {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Size() < 200<<10 {
			if text, err := os.ReadFile(p); err == nil {
				files[path.Join(below, filepath.ToSlash(strings.TrimPrefix(p, dir)))] = text
			}
		}
		return nil
	})
	return files
}

// run lints files.
func run(t *testing.T, files map[string][]byte, collect *analysis.Analyzer, selected ...string) *lint.Result {
	tree, err := lint.NewTree(files)
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Run(context.Background(), tree, lint.Options{Analyzers: append(rules.All(), collect), Select: selected, NoConfig: true, NoSuppressions: true})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// reports returns the findings for SKILL.md of some rules; nil: of all rules about commands.
func reports(t *testing.T, files map[string][]byte, names []string) []string {
	var found []string
	for _, f := range run(t, files, collector(nil), "commands", "links/broken").Findings {
		if strings.HasSuffix(f.Location.Path, "SKILL.md") {
			found = append(found, f.Rule+" "+f.Message+strings.Repeat(" also", len(f.Related)))
			for range f.Related {
				found = append(found, f.Rule)
			}
		}
	}
	return matching(found, names)
}

// matching returns the findings of some rules; nil: all.
func matching(findings, names []string) []string {
	if names == nil {
		return findings
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f string) bool {
		rule, _, _ := strings.Cut(f, " ")
		return !slices.Contains(names, rule)
	})
}

// collector returns an analyzer that passes the calls of a workspace to use.
func collector(use func(*invocation.Call)) *analysis.Analyzer {
	return &analysis.Analyzer{Name: "test/calls", Doc: "calls", Scope: analysis.PerWorkspace, Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
		Source: analysis.Source{Kind: analysis.Opinion, Name: "a test", Checked: "2026-11-27"},
		Run: func(pass *analysis.Pass) error {
			calls := invocation.CallFact.Of(pass)
			for i := range calls {
				if use != nil {
					use(&calls[i])
				}
			}
			return nil
		}}
}

// changed counts the skills with mutants.
var changed int

// mutantsOf returns at most one mutant of each kind for the commands in SKILL.md that the scripts accept.
func mutantsOf(t *testing.T, files map[string][]byte) []mutant {
	if changed == maxSkills {
		return nil
	}
	byKind := map[string]mutant{}
	add := func(kind string, at analysis.Range, text string, want ...string) {
		if _, ok := byKind[kind]; !ok {
			byKind[kind] = mutant{kind, at, text, want}
		}
	}
	run(t, files, collector(func(c *invocation.Call) {
		if c.From.Rel != "skill/SKILL.md" || c.To == "" || c.Script == nil || len(c.Problems) > 0 || c.Form == invocation.Config {
			return
		}
		source := files["skill/SKILL.md"]
		whole := func(i int) bool { // the word is written as its value
			w := c.Words[i]
			return w.Range.End <= len(source) && string(source[w.Range.Start:w.Range.End]) == w.Text
		}
		if whole(c.File) && c.Via == invocation.Direct && strings.Contains(c.Words[c.File].Text, "scripts/") && !c.Module {
			w := c.Words[c.File]
			ext := path.Ext(w.Text)
			add("path", w.Range, strings.TrimSuffix(w.Text, ext)+"_qz"+ext, "links/broken", "commands/missing-file")
		}
		if c.File > 0 && whole(c.File-1) {
			switch w := c.Words[c.File-1]; {
			case strings.HasPrefix(w.Text, "python"):
				add("interpreter", w.Range, "bash", "commands/interpreter")
			case w.Text == "bash", w.Text == "node":
				add("interpreter", w.Range, "python3", "commands/interpreter")
			}
		}
		if c.Script.Interface.Known {
			arguments(c, whole, add)
		}
	}), "test/calls")
	if len(byKind) > 0 {
		changed++
	}
	var mutants []mutant
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		mutants = append(mutants, byKind[kind])
	}
	return mutants
}

// arguments adds the mutants of the arguments of a call.
func arguments(c *invocation.Call, whole func(int) bool, add func(string, analysis.Range, string, ...string)) {
	of := c.Script.Interface
	for i := c.File + 1; i < len(c.Words); i++ {
		w := c.Words[i]
		if sub := of.Subcommand(w.Text); sub != nil && whole(i) && i == c.File+1 {
			add("subcommand", w.Range, w.Text+"qz", "commands/invalid-choice")
			of = sub.Interface
			continue
		}
		o := of.Option(w.Text)
		if o == nil || !whole(i) || !of.Known || !strings.HasPrefix(w.Text, "--") {
			continue
		}
		if of.Unknown != script.PassedOn {
			add("option", w.Range, w.Text+"-qz", "commands/unknown-option")
		}
		if len(o.Choices) > 0 && o.Arity == 1 && i+1 < len(c.Words) && whole(i+1) && !c.Words[i+1].Gap {
			add("choice", c.Words[i+1].Range, "qzqz", "commands/invalid-choice")
		}
		if o.Required && o.Arity == 1 && i+1 < len(c.Words) && whole(i+1) && c.Form == invocation.Block && !c.Partial {
			add("required", analysis.Range{Start: w.Range.Start, End: c.Words[i+1].Range.End}, "", "commands/missing-argument")
		}
	}
	if n := len(of.Positionals); n == 1 && of.Positionals[0].Min == 1 && len(c.Words) == c.File+2 && whole(c.File+1) && c.Form == invocation.Block && !c.Partial {
		add("required", c.Words[c.File+1].Range, "", "commands/missing-argument")
	}
}
