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

// An adopter simulates a team that introduces skilllint in a git repository with 400 skills and about 900 findings, or a
// tenth of them unless SKILLLINT_THOROUGH is set. Commands and output are logged for go test -v.
type adopter struct {
	t    *testing.T
	dir  string
	path string // directory of skilllint, first in PATH
}

// newAdopter returns an adopter whose repository does not use skilllint yet.
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

// run runs a command, checks its exit code, and returns its output on both streams.
func (a *adopter) run(command string, code int) string {
	a.t.Helper()
	out, got := a.execute(command)
	a.t.Logf("$ %s\n%s(exit code %d)", command, shortened(out), got)
	if got != code {
		a.t.Fatalf("%s: exit code %d, want %d\n%s", command, got, code, out)
	}
	return out
}

// runQuietly runs a command without logging it and expects it to succeed.
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

// shortened omits the middle of a long text.
func shortened(text string) string {
	const head, tail = 24, 8
	lines := strings.SplitAfter(text, "\n")
	if len(lines) <= head+tail+1 {
		return text
	}
	return strings.Join(lines[:head], "") + "[" + strconv.Itoa(len(lines)-head-tail) + " lines]\n" + strings.Join(lines[len(lines)-tail:], "")
}

// A briefFinding has the parts of a finding that the tests compare.
type briefFinding struct{ Rule, Path, Message string }

// findings lints the tree and returns all findings.
func (a *adopter) findings(flags string) []briefFinding {
	a.t.Helper()
	var found []briefFinding
	for line := range strings.Lines(a.runQuietly("skilllint --no-summary --min-severity info --fail-on never --format jsonl " + flags)) {
		var f briefFinding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			a.t.Fatalf("%v: %s", err, line)
		}
		found = append(found, f)
	}
	return found
}

// wantOnly checks that there is exactly one finding.
func (a *adopter) wantOnly(flags, rule, path string) {
	a.t.Helper()
	found := a.findings(flags)
	if len(found) != 1 || found[0].Rule != rule || found[0].Path != path {
		a.t.Fatalf("skilllint %s: %d findings, want one of %s in %s\n%v", flags, len(found), rule, path, found)
	}
}

// cleanSkills returns skills without findings, and which no finding mentions.
func (a *adopter) cleanSkills() []string {
	a.t.Helper()
	report := a.runQuietly("skilllint --no-config --min-severity info --fail-on never --format json")
	skills, err := filepath.Glob(filepath.Join(a.dir, "skills", "*", "SKILL.md"))
	if err != nil {
		a.t.Fatal(err)
	}
	var clean []string
	for _, skill := range skills {
		if name := filepath.Base(filepath.Dir(skill)); !strings.Contains(report, name) {
			clean = append(clean, "skills/"+name+"/SKILL.md")
		}
	}
	if len(clean) < 2 {
		a.t.Fatalf("%d of %d skills have no findings, want at least 2", len(clean), len(skills))
	}
	return clean
}

// baselined returns the number of findings that the baseline suppresses.
func (a *adopter) baselined() int {
	a.t.Helper()
	var report struct{ Summary struct{ Baselined int } }
	if err := json.Unmarshal([]byte(a.runQuietly("skilllint --fail-on never --format json")), &report); err != nil {
		a.t.Fatal(err)
	}
	return report.Summary.Baselined
}

// breakFrontmatter returns a command that makes the frontmatter invalid in a way that skilllint can fix.
func breakFrontmatter(skill string) string {
	return "sed -i.old 's/^description: /description: Note: /' " + skill + " && rm " + skill + ".old"
}

// TestAdoptBaseline creates a baseline, introduces and fixes one problem, then fixes more and prunes the baseline.
func TestAdoptBaseline(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	clean := a.cleanSkills()
	before := len(a.findings(""))
	if skills, _ := strconv.Atoi(sample(40, 400)); before < 2*skills || before*2 > 5*skills {
		t.Errorf("%d findings in %d skills, want about 900 in 400", before, skills)
	}
	a.run("skilllint init --baseline", 0)
	a.run("wc -l .skilllint-baseline.jsonl; cat .gitattributes; tail -n 4 .skilllint.yaml", 0)
	a.run("skilllint", 0)
	if found := a.findings(""); len(found) != 0 || a.baselined() < before { // merged findings have several entries
		t.Fatalf("%d findings remain, %d in the baseline; want 0 and at least %d", len(found), a.baselined(), before)
	}
	a.runQuietly("git add . && git commit -q -m skilllint")

	a.run(breakFrontmatter(clean[0]), 0)
	a.run("skilllint", 1)
	a.wantOnly("", "frontmatter/syntax", clean[0])
	a.run("skilllint fix", 0)
	if found := a.findings(""); len(found) != 0 {
		t.Fatalf("%d findings remain", len(found))
	}
	a.runQuietly("git commit -q -a -m fixed")

	a.run("skilllint fix --no-baseline --fail-on never --no-summary --format json > report.json; git diff --shortstat", 0)
	a.run("rm report.json; skilllint", 0)
	a.run("skilllint baseline --prune; wc -l .skilllint-baseline.jsonl; git diff --stat .skilllint-baseline.jsonl", 0)
	a.run("skilllint", 0)
	if after := a.baselined(); after >= before || after == 0 {
		t.Errorf("%d findings in the baseline, want fewer than %d", after, before)
	}
}

// TestAdoptChanged uses --changed on a git branch instead of a baseline.
func TestAdoptChanged(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	clean := a.cleanSkills()
	a.run("skilllint init --workflow", 0)
	a.runQuietly("git add . && git commit -q -m skilllint && git checkout -q -b work")
	a.run("skilllint --changed=main", 0)

	a.run(breakFrontmatter(clean[0]), 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "frontmatter/syntax", clean[0])
	a.runQuietly("git add .")
	a.run("skilllint --staged --no-summary", 1)
	a.runQuietly("git commit -q -m 'a problem'")
	a.run("skilllint --staged", 0)
	a.run("skilllint --changed=main --no-summary", 1)
	a.run("skilllint fix --changed=main", 0)
	if found := a.findings("--changed=main"); len(found) != 0 {
		t.Fatalf("%d findings remain", len(found))
	}
	a.runQuietly("git commit -q -a -m fixed")

	// Deleting a linked file causes a finding in an unchanged file.
	skill, reference := a.skillWithLink(clean[1:])
	a.run("git rm -q "+reference, 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "links/broken", skill)
}

// skillWithLink returns a skill and the only file that it links to.
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
	a.t.Fatal("no skill without findings links to exactly one file")
	return "", ""
}

// TestAdoptIgnore suppresses all findings with comments. Only findings in JSON and JSON Lines files, which cannot have
// comments, remain.
func TestAdoptIgnore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	before := a.findings("")
	a.run("skilllint --add-ignore --fail-on never --no-summary --format json > report.json", 0)
	a.run("rm report.json; git diff --shortstat; skilllint --fail-on never --statistics | tail -n 20", 0)
	remaining := slices.DeleteFunc(a.findings(""), func(f briefFinding) bool {
		return strings.HasSuffix(f.Path, ".json") || strings.HasSuffix(f.Path, ".jsonl") || isProtected(f.Rule)
	})
	if len(remaining) != 0 {
		t.Errorf("%d of %d findings remain in files that can have comments: %v", len(remaining), len(before), remaining[:min(5, len(remaining))])
	}
}

// TestAdoptCustomRules checks that a custom rule reports its findings.
func TestAdoptCustomRules(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	a := newAdopter(t)
	clean := a.cleanSkills()
	a.run("skilllint init", 0)
	a.run(`cat >> .skilllint.yaml <<'END'
house:
  no-latest:
    forbid: {pattern: '\blatest-widget\b'}
    message: unpinned version of the widget
    severity: error
END`, 0)
	a.runQuietly("git add . && git commit -q -m skilllint")
	a.run("skilllint --select house", 0)
	a.run("echo 'Take the latest-widget.' >> "+clean[0], 0)
	a.run("skilllint --changed=main", 1)
	a.wantOnly("--changed=main", "house/no-latest", clean[0])
}
