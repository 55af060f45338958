package files

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

func scriptsIn(t testing.TB, f *analysis.File, source string) []string {
	t.Helper()
	d := load.Document(f, []byte(source), false)
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), launchedFact.Analyzer, &facts, nil)
	pass.Document, pass.File = d, d.File
	if err := facts.Compute(pass); errors.Is(err, analysis.ErrNoFact) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range facts.Value(launchedFact.Analyzer).([]launchedScript) {
		lines = append(lines, fmt.Sprintf("%s %q %q", s.Base, s.Path, d.Text(s.At.Range)))
	}
	return lines
}

func skill() *analysis.File {
	return &analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}
}

func TestFact(t *testing.T) {
	block := func(text string) string { return "```sh\n" + text + "\n```\n" }
	for _, c := range []struct {
		name, source string
		want         []string
	}{
		{"nothing", "", nil},
		{"block", block("./scripts/x.sh --all"), []string{` "./scripts/x.sh" "./scripts/x.sh"`}},
		{"without dots", block("scripts/x.sh"), []string{` "scripts/x.sh" "scripts/x.sh"`}},
		{"quotes and variables", block(`"${CLAUDE_SKILL_DIR}/scripts/x.sh" && '${A}/b.sh' ; $SKILL_ROOT/y`),
			[]string{`CLAUDE_SKILL_DIR "scripts/x.sh" "\"${CLAUDE_SKILL_DIR}/scripts/x.sh\""`, `A "b.sh" "'${A}/b.sh'"`, `SKILL_ROOT "y" "$SKILL_ROOT/y"`}},
		{"wrapped", block("A=1 sudo ./x.sh; nohup ./y.sh & echo $(./z.sh) | ./w"),
			[]string{` "./x.sh" "./x.sh"`, ` "./y.sh" "./y.sh"`, ` "./z.sh" "./z.sh"`, ` "./w" "./w"`}},
		{"run by a program", block("bash ./x.sh; . ./y.sh; python3 scripts/z.py; exec node ./w.js"), nil},
		{"in PATH, absolute, in the home directory", block("x.sh; /opt/x.sh; ~/x.sh; ./$X/y.sh; ./x.md; ./scripts/"), nil},
		{"not a shell block", "```python\n./x.sh\n```\n\n```\n./x.sh\n```\n", nil},
		{"invalid script", block("./x.sh ("), nil},
		{"prompt", "```console\n$ ./x.sh\n./y.sh is fine\n```\n", []string{` "./x.sh" "./x.sh"`}},
		{"inline", "Run `scripts/x.sh --all` and `./y.py <file>` and `./z.sh a.txt`.\n",
			[]string{` "scripts/x.sh" "scripts/x.sh"`, ` "./y.py" "./y.py"`, ` "./z.sh" "./z.sh"`}},
		{"inline, not commands", "`scripts/x.sh` `./x.sh` `./x.sh is new` `./x.sh - new` `./x.sh -> y` bash `scripts/x.sh -a` `x.sh -a`\n", nil},
		{"in a table after CJK", "| 技能 | b |\n|---|---|\n| 技能 | `./x.sh --a` |\n| b | `./y.sh --a` |\n", []string{` "./x.sh" "./x.sh"`, ` "./y.sh" "./y.sh"`}},
		{"CRLF", "```sh\r\n./x.sh\r\n```\r\n", []string{` "./x.sh" "./x.sh"`}},
		{"made executable", block("chmod 755 scripts/x.sh\nscripts/x.sh\nscripts/y.sh"), []string{` "scripts/y.sh" "scripts/y.sh"`}},
		{"labeled as wrong", "## Wrong\n\n" + block("./x.sh") + "\n## Right\n\n" + block("./y.sh"), []string{` "./y.sh" "./y.sh"`}},
		{"hooks", "---\nhooks:\n  Stop:\n  - hooks:\n    - {type: command, command: ./x.sh -a}\n    - {type: prompt, prompt: ./y.sh}\ncommand: ./z.sh\n---\n", []string{` "./x.sh" "./x.sh -a"`}},
	} {
		if diff := cmp.Diff(c.want, scriptsIn(t, skill(), c.source)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", c.name, c.source, diff)
		}
	}
}

func TestHooks(t *testing.T) {
	file := &analysis.File{Path: "hooks/hooks.json", Rel: "hooks/hooks.json", Kind: analysis.Hooks}
	got := scriptsIn(t, file, `{"hooks": {"Stop": [{"hooks": [{"command": "${CLAUDE_PLUGIN_ROOT}/x.sh"}, {"command": 3}]}]}}`)
	if diff := cmp.Diff([]string{`CLAUDE_PLUGIN_ROOT "x.sh" "\"${CLAUDE_PLUGIN_ROOT}/x.sh\""`}, got); diff != "" {
		t.Error(diff)
	}
}

// TestHostile checks that hostile input takes little time.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range []string{
		"```sh\n" + strings.Repeat("./x.sh;", 4_000) + "\n```\n",
		strings.Repeat("`./x.sh -a` ", 20_000),
		strings.Repeat("`./x.sh -a` ", 5_000) + strings.Repeat("chmod\n", 20_000),
		strings.Repeat("`./x.sh -a` ", 20_000) + strings.Repeat("\n\ntext", 300_000) + "chmod x.sh",
		"---\nhooks: " + strings.Repeat("[", 90) + strings.Repeat("]", 90) + "\n---\n",
		strings.Repeat("```sh\n./a\n```\n", 5_000),
	} {
		started := time.Now()
		found := scriptsIn(t, skill(), source)
		if d := time.Since(started); d > 30*time.Second || len(found) > 200 {
			t.Errorf("%.20q: %d scripts, %s", source, len(found), d)
		}
	}
}
