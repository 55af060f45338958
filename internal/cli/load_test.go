package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/view/cleo"
)

// corpusCLEO contains a registry, its skills and their shared files.
var corpusCLEO = filepath.Join("..", "..", "..", "shared", "corpus", "kryptobaseddev+cleo")

// runLoad runs the command load in a directory.
func runLoad(t *testing.T, dir string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	t.Chdir(dir)
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var b, e bytes.Buffer
	p := &program{Streams: term.Streams{Out: bufio.NewWriter(&b), Err: &e, OutFile: out, ErrFile: out, Env: func(string) string { return "" }}}
	code = p.run(context.Background(), append([]string{"load"}, args...))
	return b.String(), e.String(), code
}

// oracle is the loader of CLEO's design document as a shell script, with the headings of CLEO's implementation. Its arguments are
// the skill's directory, its name, the strategy, and the base protocol or "".
const oracle = `
content() {
	case "$2" in
		minimal) head -n 50 "$1/SKILL.md" ;;
		*) cat "$1/SKILL.md" ;;
	esac
}
text=$(content "$1" "$3")
if [[ $3 == comprehensive ]]; then
	for ref in "$1"/references/*.md; do
		[[ -f $ref ]] && text+=$'\n\n'$(cat "$ref")
	done
fi
if [[ -n $4 ]]; then
	printf '%s\n\n%s\n\n%s\n\n%s\n\n' '## Subagent Protocol (Auto-injected)' "$(cat "$4")" --- "## Skill: $2"
fi
printf '%s\n' "$text"
`

// TestLoadOracle compares the payloads of real skills, with placeholders removed, with the output of oracle. It loads one skill in
// eight, or all if SKILLLINT_THOROUGH is set.
func TestLoadOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	corpus, err := filepath.Abs(filepath.Join(corpusCLEO, ".."))
	if err != nil {
		t.Fatal(err)
	}
	var skills []string
	for _, pattern := range []string{"*/skills/*/SKILL.md", "*/*/SKILL.md"} {
		found, _ := filepath.Glob(filepath.Join(corpus, pattern))
		skills = append(skills, found...)
	}
	if len(skills) == 0 {
		t.Skip("corpus not found: ", corpus)
	}
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		few := skills[:0]
		for i := 0; i < len(skills); i += 8 {
			few = append(few, skills[i])
		}
		skills = few
	}
	dir := t.TempDir()
	base := "skills/_shared/subagent-protocol-base.md"
	var trees []string // each with one skill, s
	for i, skill := range skills {
		tree := filepath.Join(dir, fmt.Sprint(i))
		copyWithoutPlaceholders(t, filepath.Join(corpus, "kryptobaseddev+cleo", base), filepath.Join(tree, base))
		copyWithoutPlaceholders(t, skill, filepath.Join(tree, "skills", "s", "SKILL.md"))
		references, _ := filepath.Glob(filepath.Join(filepath.Dir(skill), "references", "*.md"))
		for _, r := range references {
			copyWithoutPlaceholders(t, r, filepath.Join(tree, "skills", "s", "references", filepath.Base(r)))
		}
		trees = append(trees, tree)
	}
	compared := 0
	for _, strategy := range []string{"minimal", "standard", "comprehensive"} {
		for _, protocol := range []string{"none", "base"} {
			for i, tree := range trees {
				got, stderr, code := runLoad(t, tree, "skills/s", "--strategy", strategy, "--protocol", protocol, "--format", "json")
				var j cleo.Document
				if err := json.Unmarshal([]byte(got), &j); err != nil || code != 0 {
					t.Fatalf("%s %s: exit code %d: %v\n%s", skills[i], strategy, code, err, stderr)
				}
				if len(j.Steps) > 0 {
					continue // truncated
				}
				file := map[string]string{"base": base}[protocol]
				command := exec.Command(bash, "-c", oracle, "oracle", "skills/s", j.Skills[0], strategy, file)
				command.Dir, command.Env = tree, append(os.Environ(), "LC_ALL=C")
				want, err := command.Output()
				if err != nil {
					t.Fatal(err)
				}
				compared++
				if text := j.Prompt.(string) + "\n"; text != string(want) {
					t.Errorf("%s %s %s: payload differs (got, want)\n%.300q\n%.300q", skills[i], strategy, protocol, text, want)
				}
			}
		}
	}
	if t.Logf("%d payloads of %d skills", compared, len(skills)); compared < 4*len(skills) {
		t.Errorf("only %d payloads were compared", compared)
	}
}

// copyWithoutPlaceholders copies a file and disables its placeholders and references.
func copyWithoutPlaceholders(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("{{", "{ {", "${", "$ {", "@", "(at)", "!`", "! `").Replace(string(source))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLoadCorpus loads every registered skill with each strategy, then several and all together, and checks the invariants of
// their payloads.
func TestLoadCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dir, err := filepath.Abs(corpusCLEO)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(dir, "skills", "ct-*", "SKILL.md"))
	if len(found) == 0 {
		t.Skip("corpus not found: ", dir)
	}
	var names []string
	over := 0 // skills whose first 50 lines exceed the 500 tokens in CLEO's design document
	for _, file := range found {
		names = append(names, filepath.Base(filepath.Dir(file)))
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if tokenizer.Chars4(source[:budget.MinimalLength(source)]) > 500 {
			over++
		}
	}
	if over != 3 {
		t.Errorf("the first lines of %d of %d skills have more than 500 tokens, want 3 of 14", over, len(names))
	}
	inFence := 0
	for _, arg := range append(names, strings.Join(names, ","), strings.Join(names[:3], ",")) {
		for _, strategy := range []string{"minimal", "standard", "comprehensive", "auto"} {
			got, stderr, code := runLoad(t, dir, arg, "--strategy", strategy, "--type", "epic", "--format", "json")
			var j cleo.Document
			if err := json.Unmarshal([]byte(got), &j); err != nil || code != 0 {
				t.Fatalf("%s %s: exit code %d: %v\n%s", arg, strategy, code, err, stderr)
			}
			if len(j.Parts) == 2 && slices.Equal(j.Parts[1].Notes, []string{"the first 50 lines end inside a code block"}) && strategy == "minimal" {
				inFence++
			}
			if wrong := brokenInvariant(&j); wrong != "" {
				t.Errorf("%s %s: %s", arg, strategy, wrong)
			}
		}
	}
	if inFence != 4 {
		t.Errorf("the first lines of %d skills end inside a code block, want 4 of 14", inFence)
	}
}

// brokenInvariant returns the first violated invariant of a payload, or "".
func brokenInvariant(j *cleo.Document) string {
	c := j.Tokens
	fits := *c.Skills <= *c.SkillsLimit && c.Total <= *c.Limit
	if fits != (*j.Code == 0) || fits != (j.Prompt != nil) {
		return fmt.Sprintf("%d of %d tokens of skills, code %d", *c.Skills, *c.SkillsLimit, *j.Code)
	}
	skills, protocol, before := 0, 0, 0
	for i, p := range j.Parts {
		switch p.Kind {
		case "skill", "reference":
			skills += p.Tokens
		default:
			protocol += p.Tokens
		}
		if p.Priority < 1 || p.Priority > 4 || p.Kind == "protocol" && i > 0 && j.Parts[i-1].Kind != "conditional" {
			return "part out of order: " + p.Path
		}
		if p.Form == "omitted" != (len(p.Kept) == 0) || p.Form == "whole" && len(p.Dropped) > 0 {
			return fmt.Sprintf("%s is %s, with %d sections kept and %d dropped", p.Path, p.Form, len(p.Kept), len(p.Dropped))
		}
	}
	if skills != *c.Skills || protocol != *c.Protocol || c.Total != skills+protocol+*c.Agent+*c.Task {
		return "the tokens of the parts do not add up"
	}
	for i, s := range j.Steps {
		if s.After > s.Before && s.Kind != "strategy" || i > 0 && s.Before != before {
			return "a step increases the number of tokens, or does not start with that of the preceding step"
		}
		before = s.After
	}
	if text, ok := j.Prompt.(string); ok && tokenizer.Chars4([]byte(text)) < protocol {
		return "the protocol was truncated"
	}
	return ""
}

// TestLoadReferences loads a skill with more references than the limit, then with one that is too large.
func TestLoadReferences(t *testing.T) {
	dir := t.TempDir()
	references := filepath.Join(dir, "skills", "many", "references")
	if err := os.MkdirAll(references, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("skills/many/SKILL.md", "---\nname: many\ndescription: Has many. Use when asked to.\n---\nText.\n")
	for i := range cleo.MaxReferences + 10 {
		write(fmt.Sprintf("skills/many/references/%04d.md", i), "x")
	}
	_, stderr, code := runLoad(t, dir, "many", "--strategy", "comprehensive")
	if code != 0 || !strings.Contains(stderr, "10 references not read") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	huge, err := os.Create(filepath.Join(references, "0000.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(1 << 30); err != nil { // sparse
		t.Fatal(err)
	}
	huge.Close()
	if _, stderr, code = runLoad(t, dir, "many", "--strategy", "comprehensive"); code != 0 || !strings.Contains(stderr, "0000.md:1:1: error: cannot read this reference: larger than 4 MB") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}
