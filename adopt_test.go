package skilllint_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An adopter is a team with 400 skills and some 900 findings, or a tenth of that if SKILLLINT_THOROUGH is not set, in
// a repository of git. What it types and sees is logged: go test -v shows it.
type adopter struct {
	t    *testing.T
	dir  string
	path string // of the environment
}

// adopt returns a team that has just heard of skilllint.
func newAdopter(t *testing.T) *adopter {
	for _, program := range []string{"git", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	dir := filepath.Join(t.TempDir(), "team")
	generate(t, dir, "-n", sample(40, 400), "-lines", sample(50, 500), "-faults", "0.77", "-dialect", "agentskills")
	a := &adopter{t: t, dir: dir, path: filepath.Dir(build(t))}
	a.runQuietly("rm expected.json && git init -q -b main && git add . && git commit -q -m skills")
	return a
}

// types runs a command, checks its exit code, and returns what it prints on both streams.
func (a *adopter) run(command string, code int) string {
	a.t.Helper()
	out, got := a.execute(command)
	a.t.Logf("$ %s\n%s(exit code %d)", command, shortened(out), got)
	if got != code {
		a.t.Fatalf("%s: exit code %d, want %d\n%s", command, got, code, out)
	}
	return out
}

// quietly runs what is not part of the story.
func (a *adopter) runQuietly(command string) string {
	a.t.Helper()
	out, code := a.execute(command)
	if code != 0 {
		a.t.Fatalf("%s: exit code %d\n%s", command, code, out)
	}
	return out
}

func (a *adopter) execute(command string) (string, int) {
	a.t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = a.dir
	cmd.Env = append(os.Environ(), "PATH="+a.path+string(os.PathListSeparator)+os.Getenv("PATH"), "CI=", "GITHUB_ACTIONS=", "CLICOLOR_FORCE=",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		a.t.Fatalf("%s: %v", command, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// shortened leaves out the middle of a long text.
func shortened(text string) string {
	const head, tail = 24, 8
	lines := strings.SplitAfter(text, "\n")
	if len(lines) <= head+tail+1 {
		return text
	}
	return strings.Join(lines[:head], "") + "[" + strconv.Itoa(len(lines)-head-tail) + " lines]\n" + strings.Join(lines[len(lines)-tail:], "")
}

// A seenFinding is what is read of a finding.
type seenFinding struct{ Rule, Path, Message string }

// findings lints the tree, and returns what is found.
func (a *adopter) findings(flags string) []seenFinding {
	a.t.Helper()
	var found []seenFinding
	for line := range strings.Lines(a.runQuietly("skilllint --no-summary --min-severity info --fail-on never --format jsonl " + flags)) {
		var f seenFinding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			a.t.Fatalf("%v: %s", err, line)
		}
		found = append(found, f)
	}
	return found
}

// only checks that there is exactly one finding.
func (a *adopter) wantOnly(flags, rule, path string) {
	a.t.Helper()
	found := a.findings(flags)
	if len(found) != 1 || found[0].Rule != rule || found[0].Path != path {
		a.t.Fatalf("skilllint %s: %d findings, want one of %s in %s\n%v", flags, len(found), rule, path, found)
	}
}

// sound returns skills in which nothing is found, and which no finding speaks of.
func (a *adopter) cleanSkills() []string {
	a.t.Helper()
	spoken := a.runQuietly("skilllint --no-config --min-severity info --fail-on never --format json")
	skills, err := filepath.Glob(filepath.Join(a.dir, "skills", "*", "SKILL.md"))
	if err != nil {
		a.t.Fatal(err)
	}
	var sound []string
	for _, skill := range skills {
		if name := filepath.Base(filepath.Dir(skill)); !strings.Contains(spoken, name) {
			sound = append(sound, "skills/"+name+"/SKILL.md")
		}
	}
	if len(sound) < 2 {
		a.t.Fatalf("of %d skills %d are sound", len(skills), len(sound))
	}
	return sound
}

// baselined returns how many findings a baseline leaves out.
func (a *adopter) baselined() int {
	a.t.Helper()
	var report struct{ Summary struct{ Baselined int } }
	if err := json.Unmarshal([]byte(a.runQuietly("skilllint --fail-on never --format json")), &report); err != nil {
		a.t.Fatal(err)
	}
	return report.Summary.Baselined
}

// spoil makes a header one that does not parse, in a way that can be mended.
func breakFrontmatter(skill string) string {
	return "sed -i.old 's/^description: /description: Note: /' " + skill + " && rm " + skill + ".old"
}

// TestAdoptBaseline: init, baseline, a fault, one finding, fix, fewer.
func TestAdoptBaseline(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	sound := a.cleanSkills()
	before := len(a.findings(""))
	if skills, _ := strconv.Atoi(sample(40, 400)); before < 2*skills || before*2 > 5*skills {
		t.Errorf("%d findings in %d skills, want about 900 in 400", before, skills)
	}
	a.run("skilllint init --baseline", 0)
	a.run("wc -l .skilllint-baseline.jsonl; cat .gitattributes; tail -n 4 .skilllint.yaml", 0)
	a.run("skilllint", 0)
	if found := a.findings(""); len(found) != 0 || a.baselined() < before { // joined findings have several entries
		t.Fatalf("%d findings are left, and %d in the baseline, want 0 and at least %d", len(found), a.baselined(), before)
	}
	a.runQuietly("git add . && git commit -q -m skilllint")

	a.run(breakFrontmatter(sound[0]), 0)
	a.run("skilllint", 1)
	a.wantOnly("", "frontmatter/syntax", sound[0])
	a.run("skilllint fix", 0)
	if found := a.findings(""); len(found) != 0 {
		t.Fatalf("%d findings are left", len(found))
	}
	a.runQuietly("git commit -q -a -m mended")

	a.run("skilllint fix --no-baseline --fail-on never --no-summary --format json > report.json; git diff --shortstat", 0)
	a.run("rm report.json; skilllint", 0)
	a.run("skilllint baseline --prune; wc -l .skilllint-baseline.jsonl; git diff --stat .skilllint-baseline.jsonl", 0)
	a.run("skilllint", 0)
	if after := a.baselined(); after >= before || after == 0 {
		t.Errorf("%d findings are in the baseline, want fewer than %d", after, before)
	}
}

// TestAdoptChanged: the same without a baseline, on a branch of git.
func TestAdoptChanged(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	sound := a.cleanSkills()
	a.run("skilllint init --workflow", 0)
	a.runQuietly("git add . && git commit -q -m skilllint && git checkout -q -b work")
	a.run("skilllint --changed=main", 0)

	a.run(breakFrontmatter(sound[0]), 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "frontmatter/syntax", sound[0])
	a.runQuietly("git add .")
	a.run("skilllint --staged --no-summary", 1)
	a.runQuietly("git commit -q -m 'a fault'")
	a.run("skilllint --staged", 0)
	a.run("skilllint --changed=main --no-summary", 1)
	a.run("skilllint fix --changed=main", 0)
	if found := a.findings("--changed=main"); len(found) != 0 {
		t.Fatalf("%d findings are left", len(found))
	}
	a.runQuietly("git commit -q -a -m mended")

	// A file that a sound skill links to goes away: the finding stands in a file that nobody touched.
	skill, reference := a.skillWithLink(sound[1:])
	a.run("git rm -q "+reference, 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "links/broken", skill)
}

// linking returns a skill and a file that it links to.
func (a *adopter) skillWithLink(skills []string) (skill, reference string) {
	a.t.Helper()
	link := regexp.MustCompile(`\]\((references/[a-z0-9-]+\.md)\)`)
	for _, skill := range skills {
		text, err := os.ReadFile(filepath.Join(a.dir, skill))
		if err != nil {
			a.t.Fatal(err)
		}
		if m := link.FindAllSubmatch(text, -1); len(m) == 1 {
			return skill, strings.TrimSuffix(skill, "SKILL.md") + string(m[0][1])
		}
	}
	a.t.Fatal("no sound skill links to one file")
	return "", ""
}

// TestAdoptIgnore: comments at every finding that can have one leave only what stands in files without
// comments, JSON and JSON lines.
func TestAdoptIgnore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	before := a.findings("")
	a.run("skilllint --add-ignore --fail-on never --no-summary --format json > report.json", 0)
	a.run("rm report.json; git diff --shortstat; skilllint --fail-on never --statistics | tail -n 20", 0)
	left := a.findings("")
	left = slices.DeleteFunc(left, func(f seenFinding) bool {
		return strings.HasSuffix(f.Path, ".json") || strings.HasSuffix(f.Path, ".jsonl")
	})
	if len(left) != 0 {
		t.Errorf("of %d findings %d are left in files that can have comments: %v", len(before), len(left), left[:min(5, len(left))])
	}
}

// TestAdoptCustomRules: rules of the team's own find what they are about.
func TestAdoptCustomRules(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	sound := a.cleanSkills()
	a.run("skilllint init", 0)
	a.run(`cat >> .skilllint.yaml <<'END'
house:
  no-latest:
    forbid: {pattern: '\blatest-widget\b'}
    message: the latest widget is another one tomorrow; write its version
    severity: error
END`, 0)
	a.runQuietly("git add . && git commit -q -m skilllint")
	a.run("skilllint --select house", 0)
	a.run("echo 'Take the latest-widget.' >> "+sound[0], 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "house/no-latest", sound[0])
}
