package commands_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/lint"
)

// A scriptMutant is a change of a script that breaks it: the first match of a pattern is replaced.
type scriptMutant struct {
	kind, ext string
	find      string
	replace   string
	last      bool // the last match instead
	rule      string
}

var scriptMutants = []scriptMutant{
	{kind: "bracket", ext: ".py", find: `\)\n`, replace: "\n", last: true, rule: "commands/syntax"},
	{kind: "square bracket", ext: ".py", find: `\]\n`, replace: "\n", rule: "commands/syntax"},
	{kind: "quote", ext: ".py", find: `(\(f?"[^"\n]*)"\)`, replace: "$1)", rule: "commands/syntax"},
	{kind: "colon", ext: ".py", find: `(?m)^(def .*\)):$`, replace: "$1", rule: "commands/syntax"},
	{kind: "print statement", ext: ".py", find: `(?m)^(\s+)print\("([^"\n]*)"\)$`, replace: `${1}print "$2"`, rule: "commands/syntax"},
	{kind: "indentation", ext: ".py", find: `(?m)^def main\(.*\n    `, replace: "def main():\n", rule: "commands/syntax"},
	{kind: "import", ext: ".py", find: `(?m)^import (json|sys|os|re|argparse)$`, replace: "import ${1}qz", rule: "commands/dependency"},
	{kind: "from import", ext: ".py", find: `(?m)^from (pathlib|datetime|typing|collections) import`, replace: "from ${1}qz import", rule: "commands/dependency"},
	{kind: "shell block", ext: ".sh", find: `(?m)^\s*(fi|done|esac)$`, replace: "", last: true, rule: "commands/syntax"},
	{kind: "shell quote", ext: ".sh", find: `(?m)^(\s*echo "[^"\n]*)"$`, replace: "$1", last: true, rule: "commands/syntax"},
	{kind: "here-document", ext: ".sh", find: `(?m)^EOF$`, replace: "E0F", last: true, rule: "commands/syntax"},
	{kind: "JavaScript bracket", ext: ".js", find: `\);\n`, replace: ";\n", last: true, rule: "commands/syntax"},
	{kind: "JavaScript import", ext: ".js", find: `require\(['"](fs|path|child_process|os)['"]\)`, replace: "require('${1}qz')", rule: "commands/dependency"},
	{kind: "environment", ext: ".py", find: `(?m)^((?:.*\n)*?)(if __name__ == )`, replace: "${1}import os\nKEY = os.environ[\"QZ_SETTING\"]\n${2}", rule: "commands/environment"},
}

// TestScriptMutants breaks scripts of real skills, one change at a time, and checks that most changes are reported, and that the
// original is not. SKILLLINT_TREES is a directory of checkouts.
func TestScriptMutants(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	if trees == "" {
		t.Skip("set SKILLLINT_TREES to a directory of checkouts")
	}
	score, changed := newTally(), 0
	for _, dir := range skillsIn(t, trees) {
		if changed == 100 {
			break
		}
		files := filesIn(dir, "skills/"+filepath.Base(dir))
		before := lintScripts(t, files)
		mutated := false
		for _, m := range scriptMutants {
			name, text := mutate(files, m)
			if name == "" {
				continue
			}
			original := files[name]
			if before[m.rule+" "+name] > 0 && m.rule == "commands/syntax" {
				continue
			}
			mutated = true
			files[name] = text
			after := lintScripts(t, files)
			files[name] = original
			if !score.add(m.kind, after[m.rule+" "+name] > before[m.rule+" "+name]) {
				t.Logf("not found: %s in %s/%s", m.kind, strings.TrimPrefix(dir, trees), name)
			}
		}
		if mutated {
			changed++
			for key, n := range before {
				t.Logf("before: %d %s in %s", n, key, strings.TrimPrefix(dir, trees))
			}
		}
	}
	score.check(t)
}

// mutate returns the first script that a mutant changes, and its new text.
func mutate(files map[string][]byte, m scriptMutant) (name string, text []byte) {
	pattern := regexp.MustCompile(m.find)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != m.ext || path.Base(path.Dir(name)) != "scripts" || strings.Contains(name, "template") {
			continue
		}
		source := files[name]
		places := pattern.FindAllSubmatchIndex(source, -1)
		if len(places) == 0 {
			continue
		}
		at := places[0]
		if m.last {
			at = places[len(places)-1]
		}
		line, _, _ := bytes.Cut(source[at[0]:], []byte("\n"))
		if m.kind == "quote" && bytes.ContainsAny(line, "'#") {
			continue
		}
		changed := pattern.Expand(slices.Clone(source[:at[0]]), []byte(m.replace), source, at)
		return name, append(changed, source[at[1]:]...)
	}
	return "", nil
}

// lintScripts returns the number of findings of the rules about scripts, by rule and file.
func lintScripts(t *testing.T, files map[string][]byte) map[string]int {
	tree, err := lint.NewTree(files)
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Run(context.Background(), tree, lint.Options{Select: []string{"commands/syntax", "commands/dependency", "commands/environment"},
		NoConfig: true, NoSuppressions: true, MinSeverity: analysis.Info})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, f := range result.Findings {
		found[f.Rule+" "+f.Location.Path]++
	}
	return found
}
