package examples

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A workflow is what we read of one.
type workflow struct {
	Name        string
	On          yamlKeys
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Steps       []struct {
			Uses, Run, If string
			With          map[string]string
		}
	}
}

// yamlKeys are the names of events, however they are written.
type yamlKeys map[string]any

var workflows = []string{"github.yml", "github-fork-check.yml", "github-fork-report.yml", "github-reviewdog.yml"}

// TestWorkflows checks what must hold in every example that people copy.
func TestWorkflows(t *testing.T) {
	found, _ := filepath.Glob(filepath.Join(root, "docs", "ci", "github*.yml"))
	if len(found) != len(workflows) {
		t.Errorf("%q, want %q", found, workflows)
	}
	pinned := regexp.MustCompile(`uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	ours := "uses: skilllint/skilllint@v1 # better: the commit of a release"
	for _, name := range workflows {
		text := example(t, name)
		var w workflow
		readYAML(t, text, &w)
		if _, ok := w.On["pull_request_target"]; ok || strings.Contains(text, "pull_request_target") {
			t.Errorf("%s: pull_request_target runs with the rights of the repository on the files of strangers", name)
		}
		if !strings.Contains(text, "\npermissions: {}\n") {
			t.Errorf("%s: jobs have rights that they do not name", name)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- "))
			if strings.HasPrefix(line, "uses:") && line != ours && !pinned.MatchString(line) {
				t.Errorf("%s: %s is not pinned to a commit, with its version as a comment", name, line)
			}
		}
		for id, job := range w.Jobs {
			if len(job.Permissions) == 0 {
				t.Errorf("%s: %s names no permissions", name, id)
			}
			for _, s := range job.Steps {
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s: a script has an expression in it; pass it by env: %s", name, s.Run)
				}
				if strings.HasPrefix(s.Uses, "github/codeql-action/upload-sarif@") && !strings.Contains(s.If, "outputs.can-upload == 'true'") {
					t.Errorf("%s: a report is uploaded with a token that may only read, as Dependabot's", name)
				}
				if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
					t.Errorf("%s: the checkout leaves a token", name)
				}
			}
		}
	}
}

// stubs stand for actions that cannot be had here. What they are given is left in $RECORD. act itself
// checks out what is there already; the stub does where a commit is named.
var stubs = map[string]string{
	"github/codeql-action/upload-sarif": `inputs: {sarif_file: {required: true}}
runs: {using: composite, steps: [{shell: bash, env: {FROM: "${{ inputs.sarif_file }}"}, run: 'cp "$FROM" "$RECORD/uploaded.sarif"'}]}`,
	"actions/upload-artifact": `inputs: {name: {required: true}, path: {required: true}, retention-days: {required: false}}
runs: {using: composite, steps: [{shell: bash, env: {FROM: "${{ inputs.path }}"}, run: 'rm -rf "$RECORD/artifact" && cp -r "$FROM" "$RECORD/artifact"'}]}`,
	"actions/checkout": `inputs: {ref: {required: false}, fetch-depth: {required: false}, persist-credentials: {required: false}}
runs: {using: composite, steps: [{shell: bash, env: {REF: "${{ inputs.ref }}"}, run: 'git init -q && git fetch -q --update-head-ok "$SOURCE" "+refs/*:refs/*" && git checkout -q --detach "$REF"'}]}`,
	"": `inputs: {x: {required: false}}
runs: {using: composite, steps: [{shell: bash, run: "true"}]}`,
}

// A runner runs workflows by act, on this machine.
type runner struct {
	*project
	hub    *hub
	record string
	stubs  string
	args   []string // which repositories stand where
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	need(t, "act", "gh", "jq", "unzip", "bash")
	r := &runner{project: newProject(t), hub: newHub(t), record: t.TempDir(), stubs: t.TempDir()}
	self, downloads := released(t)
	r.args = []string{"-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "-s", "GITHUB_TOKEN=secret",
		"--env", "RECORD=" + r.record, "--env", "SOURCE=" + r.dir, "--env", "GH_HOST=" + r.hub.Listener.Addr().String(), "--env", "GH_ENTERPRISE_TOKEN=secret", "--env", "SSL_CERT_FILE=" + r.hub.certificate, "--env", "SKILLLINT_DOWNLOADS=file://" + downloads,
		"--local-repository", "skilllint/skilllint@v1=" + self}
	used := regexp.MustCompile(`uses: ([\w.-]+/[\w.-]+)((?:/[\w./-]+)?)@([0-9a-f]{40})`)
	for _, name := range append(slices.Clone(workflows), "../../action.yml") {
		for _, m := range used.FindAllStringSubmatch(example(t, name), -1) {
			r.stub(m[1], m[2], m[3])
		}
	}
	// It stands for reviewdog, which cannot be had here.
	r.write(".git/bin/reviewdog", "#!/bin/sh\n{ printf '%s\\n' \"$@\"; env; } > \"$RECORD/reviewdog.txt\"\ncat > \"$RECORD/reviewdog.json\"\n")
	r.env = append(r.env, "PATH="+r.dir+"/.git/bin:"+os.Getenv("PATH"))
	return r
}

// released returns the action as it is at the commit of a release, and where that is downloaded from.
func released(t *testing.T) (action, downloads string) {
	t.Helper()
	action, downloads = t.TempDir(), t.TempDir()
	binary, err := os.ReadFile(filepath.Join(built(t), "skilllint"))
	if err != nil {
		t.Fatal(err)
	}
	name := "skilllint_1.2.3_" + runtime.GOOS + "_" + runtime.GOARCH
	files := map[string][]byte{
		filepath.Join(downloads, "v1.2.3", name):          binary,
		filepath.Join(action, ".github", "release.txt"):   []byte("v1.2.3\n"),
		filepath.Join(action, ".github", "checksums.txt"): fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(binary), name),
	}
	scripts, _ := filepath.Glob(filepath.Join(root, ".github", "*.sh"))
	for _, file := range append(scripts, filepath.Join(root, "action.yml")) {
		rel, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		if files[filepath.Join(action, rel)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, text, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	return action, downloads
}

func (r *runner) stub(repository, folder, commit string) {
	text, ok := stubs[repository+folder]
	if !ok {
		text = stubs[""]
	}
	dir := filepath.Join(r.stubs, strings.ReplaceAll(repository, "/", "_"))
	file := filepath.Join(dir, folder, "action.yml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("name: stub\ndescription: stub\n"+text+"\n"), 0o644)); err != nil {
		r.t.Fatal(err)
	}
	r.args = append(r.args, "--local-repository", repository+"@"+commit+"="+dir)
}

// act runs the workflow on an event, which must succeed or fail.
func (r *runner) act(succeeds bool, name, event string, payload map[string]any, says ...string) string {
	r.t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		r.t.Fatal(err)
	}
	r.write(".git/event.json", string(text))
	r.write(".git/workflows/w.yml", example(r.t, name))
	out, code := r.run("act", append([]string{event, "-W", ".git/workflows/w.yml", "-e", ".git/event.json"}, r.args...)...)
	r.t.Logf("$ act %s # %s\n%s", event, name, out)
	if (code == 0) != succeeds {
		r.t.Fatalf("act: exit code %d", code)
	}
	r.match(out, says...)
	return out
}

func (r *runner) recorded(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.record, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// pullRequest is the event of pull request 5, which comes from a repository.
func (r *runner) pullRequest(from string) map[string]any {
	r.t.Helper()
	r.hub.head = strings.TrimSpace(r.must("git", "rev-parse", "HEAD"))
	return map[string]any{"number": 5, "repository": repository,
		"pull_request": map[string]any{"number": 5, "base": map[string]any{"ref": "main"},
			"head": map[string]any{"sha": r.hub.head, "ref": "b", "repo": map[string]any{"full_name": from}}}}
}

var repository = map[string]any{"full_name": "o/r", "name": "r", "owner": map[string]any{"login": "o"}, "default_branch": "main"}

// TestGitHub runs the workflow as pushes and pull requests do.
func TestGitHub(t *testing.T) {
	r := newRunner(t)
	r.write("agent-outputs/MANIFEST.jsonl", entry("A"))
	r.old()
	r.act(false, "github.yml", "push", map[string]any{"ref": "refs/heads/main", "repository": repository})
	r.match(r.recorded("uploaded.sarif"), `"ruleId":"links/broken"`)

	// What a pull request adds to a repository that had a finding.
	r.hub.comments = []comment{newComment(1, "somebody", "<!-- skilllint budget -->\nnot ours"), newComment(2, "github-actions[bot]", "of another workflow")}
	r.write("skills/new/SKILL.md", skill("new", "Do it.\n"))
	r.commit()
	r.act(true, "github.yml", "pull_request", r.pullRequest("o/r"), `!"gone\.md"`)
	if len(r.hub.comments) != 3 || !strings.HasPrefix(r.hub.comments[2].Body, "<!-- skilllint budget -->\n### Context budget\n") || !strings.Contains(r.hub.comments[2].Body, "skills/new") {
		t.Fatalf("%+v", r.hub.comments)
	}

	// The next push changes the comment, and does not add one; a ledger that was rewritten is found.
	r.write("skills/newer/SKILL.md", skill("newer", "Do it.\n"))
	r.write("agent-outputs/MANIFEST.jsonl", entry("B"))
	r.commit()
	r.act(false, "github.yml", "pull_request", r.pullRequest("o/r"), `Failure - Main Audit manifests`)
	if len(r.hub.comments) != 3 || !strings.Contains(r.hub.comments[2].Body, "skills/newer") || !strings.HasSuffix(r.hub.comments[0].Body, "not ours") {
		t.Errorf("%+v", r.hub.comments)
	}

	// A fork's may write nothing.
	r.must("git", "reset", "-q", "--hard", "HEAD~1")
	asked := len(r.hub.asked)
	if err := os.Remove(filepath.Join(r.record, "uploaded.sarif")); err != nil {
		t.Fatal(err)
	}
	r.act(true, "github.yml", "pull_request", r.pullRequest("stranger/r"))
	if _, err := os.Stat(filepath.Join(r.record, "uploaded.sarif")); err == nil || len(r.hub.asked) != asked {
		t.Errorf("%v, %q", err, r.hub.asked[asked:])
	}
}

// TestReviewdog runs the workflow with a review.
func TestReviewdog(t *testing.T) {
	r := newRunner(t)
	r.old()
	r.write("skills/sound/SKILL.md", skill("sound", "See [how](references\\how.md) and [it](none.md).\n"))
	r.write("skills/sound/references/how.md", "Do it.\n")
	r.commit()
	r.act(false, "github-reviewdog.yml", "pull_request", r.pullRequest("o/r"))
	r.match(r.recorded("reviewdog.txt"), "^-f=rdjson$", "^-name=skilllint$", "^-reporter=github-pr-review$", "^REVIEWDOG_GITHUB_API_TOKEN=secret$")
	reviewable(t, r.recorded("reviewdog.json"))
	r.match(r.recorded("reviewdog.json"), `"suggestions":`, `references/how\.md`, `!gone\.md`)
}

// TestFork runs the two workflows for pull requests of forks, one after the other.
func TestFork(t *testing.T) {
	r := newRunner(t)
	r.old()
	r.write("skills/sound/SKILL.md", skill("sound", "See [how](references\\how.md) and [it](none.md).\n"))
	r.write("skills/sound/references/how.md", "Do it.\n")
	r.commit()
	r.act(false, "github-fork-check.yml", "pull_request", r.pullRequest("stranger/r"))
	files := map[string]string{}
	for _, name := range []string{"number", "comment.md", "skilllint.sarif", "skilllint.rdjson"} {
		files[name] = r.recorded("artifact/" + name)
	}
	run := map[string]any{"repository": repository, "workflow_run": map[string]any{"id": 1, "event": "pull_request", "conclusion": "failure", "head_sha": r.hub.head}}
	report := func(succeeds bool, change map[string]string) {
		t.Helper()
		r.hub.comments, r.hub.uploads, r.hub.asked = nil, nil, nil
		_ = os.Remove(filepath.Join(r.record, "reviewdog.txt"))
		r.hub.archive = zipped(t, files, change)
		r.hub.size = len(r.hub.archive)
		r.act(succeeds, "github-fork-report.yml", "workflow_run", run)
	}
	// refused is when the archive itself is not taken; what a script says at its end is sometimes lost by act.
	refused := func(change map[string]string) {
		t.Helper()
		report(false, change)
		if last := r.hub.asked[len(r.hub.asked)-1]; last != "GET /api/v3/repos/o/r/actions/artifacts/9/zip" {
			t.Errorf("after the archive it asked for %s", last)
		}
	}
	silent := func() {
		t.Helper()
		if _, err := os.Stat(filepath.Join(r.record, "reviewdog.txt")); err == nil || len(r.hub.comments) > 0 || len(r.hub.uploads) > 0 {
			t.Errorf("something was reported: %+v %d uploads", r.hub.comments, len(r.hub.uploads))
		}
	}

	report(true, nil)
	if len(r.hub.comments) != 1 || !strings.Contains(r.hub.comments[0].Body, "### Context budget") {
		t.Errorf("%+v", r.hub.comments)
	}
	if got := r.sarif(); got != files["skilllint.sarif"] {
		t.Errorf("code scanning got %.200s", got)
	}
	r.match(r.recorded("reviewdog.txt"), "^CI_PULL_REQUEST=5$", "^CI_COMMIT="+r.hub.head, "^CI_REPO_OWNER=o$", "^CI_REPO_NAME=r$", "!^GITHUB_ACTIONS=", "^-reporter=github-pr-review$")
	if r.recorded("reviewdog.json") != files["skilllint.rdjson"] {
		t.Error("reviewdog got another report")
	}

	// What strangers may put into the archive.
	refused(map[string]string{"number": "5; touch pwned"})
	refused(map[string]string{"number": "../../issues/5\n"})
	refused(map[string]string{"number": "5\nnumber=6\n"})
	refused(map[string]string{"comment.md": strings.Repeat("x", 65001)})
	refused(map[string]string{"skilllint.rdjson": strings.Repeat("\x00", 30_000_000)})
	refused(map[string]string{"skilllint.sarif": ""})
	report(true, map[string]string{"number": "6\n"}) // of another pull request
	silent()
	report(true, map[string]string{"../../escaped": "x", "extra": "x", "/tmp/skilllint-escaped": "x"})
	if _, err := os.Lstat("/tmp/skilllint-escaped"); err == nil {
		t.Error("a file of the archive was unpacked where it wanted to be")
	}
	report(false, map[string]string{"skilllint.sarif": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "CodeQL"}}}]}`})
	if len(r.hub.uploads) > 0 {
		t.Error("a report in another tool's name was uploaded")
	}
	r.hub.head = strings.Repeat("1", 40)
	report(true, nil) // it has moved on
	silent()
	run["workflow_run"].(map[string]any)["conclusion"] = "cancelled"
	report(true, nil)
	silent()
}

// sarif returns what was uploaded to code scanning, for the commit and reference of the pull request.
func (r *runner) sarif() string {
	r.t.Helper()
	if len(r.hub.uploads) != 1 {
		r.t.Fatalf("%d uploads", len(r.hub.uploads))
	}
	var upload struct {
		Commit string `json:"commit_sha"`
		Ref    string
		SARIF  string
		Tool   string `json:"tool_name"`
	}
	if err := json.Unmarshal(r.hub.uploads[0], &upload); err != nil || upload.Commit != r.hub.head || upload.Ref != "refs/pull/5/head" {
		r.t.Errorf("%v %+v", err, upload)
	}
	packed, err := base64.StdEncoding.DecodeString(upload.SARIF)
	if err != nil {
		r.t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		r.t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// zipped returns an archive with files, of which some are changed.
func zipped(t *testing.T, files, change map[string]string) []byte {
	t.Helper()
	all := map[string]string{}
	for _, m := range []map[string]string{files, change} {
		for name, text := range m {
			all[name] = text
		}
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range all {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprint(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
