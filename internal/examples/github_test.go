package examples

import (
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

// A workflow has the parts of a workflow file that the tests check.
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

// yamlKeys are the events that trigger a workflow, by name.
type yamlKeys map[string]any

var workflows = []string{"github.yml", "github-fork-report.yml", "github-reviewdog.yml"}

// TestWorkflows checks the security of all example workflows: permissions, pinned actions, scripts and tokens.
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
			t.Errorf("%s: pull_request_target runs with the repository's permissions on untrusted files", name)
		}
		if !strings.Contains(text, "\npermissions: {}\n") {
			t.Errorf("%s: default permissions are not empty", name)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- "))
			if strings.HasPrefix(line, "uses:") && line != ours && !pinned.MatchString(line) {
				t.Errorf("%s: %s is not pinned to a commit with its version as a comment", name, line)
			}
		}
		for id, job := range w.Jobs {
			if len(job.Permissions) == 0 {
				t.Errorf("%s: job %s has no permissions", name, id)
			}
			for _, s := range job.Steps {
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s: expression in a script; pass it with env: %s", name, s.Run)
				}
				if strings.HasPrefix(s.Uses, "github/codeql-action/upload-sarif@") && !strings.Contains(s.If, "outputs.can-upload == 'true'") {
					t.Errorf("%s: upload without checking can-upload; the token may be read-only, as for Dependabot", name)
				}
				if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
					t.Errorf("%s: the checkout keeps a token", name)
				}
			}
		}
	}
}

// stubs replace actions that cannot be downloaded here. They copy their inputs to $RECORD. Because act does not check
// out another commit, a stub does.
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

// A runner runs workflows with act on this machine.
type runner struct {
	*project
	hub    *hub
	record string
	stubs  string
	args   []string // flags of act
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	requireTools(t, "act", "gh", "jq", "unzip", "bash")
	r := &runner{project: newProject(t), hub: newHub(t), record: t.TempDir(), stubs: t.TempDir()}
	r.hub.record = r.record
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
	// A stub, because reviewdog cannot be installed here.
	r.write(".git/bin/reviewdog", "#!/bin/sh\n{ printf '%s\\n' \"$@\"; env; } > \"$RECORD/reviewdog.txt\"\ncat > \"$RECORD/reviewdog.json\"\n")
	r.env = append(r.env, "PATH="+r.dir+"/.git/bin:"+os.Getenv("PATH"))
	return r
}

// released returns directories with the action at the commit of a release and with its downloads.
func released(t *testing.T) (action, downloads string) {
	t.Helper()
	action, downloads = t.TempDir(), t.TempDir()
	binary, err := os.ReadFile(filepath.Join(buildSkilllint(t), "skilllint"))
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

func (r *runner) stub(repository, subdir, commit string) {
	text, ok := stubs[repository+subdir]
	if !ok {
		text = stubs[""]
	}
	dir := filepath.Join(r.stubs, strings.ReplaceAll(repository, "/", "_"))
	file := filepath.Join(dir, subdir, "action.yml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("name: stub\ndescription: stub\n"+text+"\n"), 0o644)); err != nil {
		r.t.Fatal(err)
	}
	r.args = append(r.args, "--local-repository", repository+"@"+commit+"="+dir)
}

// act runs a workflow for an event and checks whether it succeeds.
func (r *runner) act(succeeds bool, name, event string, payload map[string]any, patterns ...string) string {
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
	r.match(out, patterns...)
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

// pullRequest returns the event of pull request 5 from a repository.
func (r *runner) pullRequest(from string) map[string]any {
	r.t.Helper()
	r.hub.commit = strings.TrimSpace(r.must("git", "rev-parse", "HEAD"))
	r.hub.head, r.hub.listed = r.hub.commit, r.hub.commit
	return map[string]any{"number": 5, "repository": repository,
		"pull_request": map[string]any{"number": 5, "base": map[string]any{"ref": "main"},
			"head": map[string]any{"sha": r.hub.commit, "ref": "b", "repo": map[string]any{"full_name": from}}}}
}

var repository = map[string]any{"full_name": "o/r", "name": "r", "owner": map[string]any{"login": "o"}, "default_branch": "main"}

// TestGitHub runs the workflow for pushes and pull requests.
func TestGitHub(t *testing.T) {
	r := newRunner(t)
	r.write("agent-outputs/MANIFEST.jsonl", entry("A"))
	r.writeExisting()
	r.act(false, "github.yml", "push", map[string]any{"ref": "refs/heads/main", "repository": repository})
	r.match(r.recorded("uploaded.sarif"), `"ruleId":"links/broken"`)

	// A pull request to a repository with an existing finding.
	r.hub.comments = []comment{newComment(1, "somebody", "<!-- skilllint budget -->\nnot ours"), newComment(2, "github-actions[bot]", "of another workflow")}
	r.write("skills/new/SKILL.md", skill("new", "Do it.\n"))
	r.commit()
	r.act(true, "github.yml", "pull_request", r.pullRequest("o/r"), `!"gone\.md"`)
	if len(r.hub.comments) != 3 || !strings.HasPrefix(r.hub.comments[2].Body, "<!-- skilllint budget -->\n### Context budget\n") || !strings.Contains(r.hub.comments[2].Body, "skills/new") {
		t.Fatalf("%+v", r.hub.comments)
	}

	// The next push updates the comment. A changed line of a manifest is reported.
	r.write("skills/newer/SKILL.md", skill("newer", "Do it.\n"))
	r.write("agent-outputs/MANIFEST.jsonl", entry("B"))
	r.commit()
	r.act(false, "github.yml", "pull_request", r.pullRequest("o/r"), `Failure - Main Audit manifests`)
	if len(r.hub.comments) != 3 || !strings.Contains(r.hub.comments[2].Body, "skills/newer") || !strings.HasSuffix(r.hub.comments[0].Body, "not ours") {
		t.Errorf("%+v", r.hub.comments)
	}

	// A pull request of a fork cannot write anything.
	r.must("git", "reset", "-q", "--hard", "HEAD~1")
	before := len(r.hub.requests)
	if err := os.Remove(filepath.Join(r.record, "uploaded.sarif")); err != nil {
		t.Fatal(err)
	}
	r.act(true, "github.yml", "pull_request", r.pullRequest("stranger/r"))
	if _, err := os.Stat(filepath.Join(r.record, "uploaded.sarif")); err == nil || len(r.hub.requests) != before {
		t.Errorf("%v, %q", err, r.hub.requests[before:])
	}
}

// TestReviewdog runs the workflow with a review.
func TestReviewdog(t *testing.T) {
	r := newRunner(t)
	r.writeExisting()
	r.write("skills/clean/SKILL.md", skill("clean", "See [how](references\\how.md) and [it](none.md).\n"))
	r.write("skills/clean/references/how.md", "Do it.\n")
	r.commit()
	r.act(false, "github-reviewdog.yml", "pull_request", r.pullRequest("o/r"))
	r.match(r.recorded("reviewdog.txt"), "^-f=rdjson$", "^-name=skilllint$", "^-reporter=github-pr-review$", "^REVIEWDOG_GITHUB_API_TOKEN=secret$")
	validateRDJSON(t, r.recorded("reviewdog.json"))
	r.match(r.recorded("reviewdog.json"), `"suggestions":`, `references/how\.md`, `!gone\.md`)
}

// TestFork runs the workflow that reports on a pull request of a fork, with a configuration and a branch name of the fork.
func TestFork(t *testing.T) {
	r := newRunner(t)
	r.writeExisting()
	r.write(".skilllint.yaml", "rules: {links/broken: off}\n")
	r.write("skills/clean/SKILL.md", skill("clean", "See [how](references\\how.md) and [it](none.md).\n"))
	r.write("skills/clean/references/how.md", "Do it.\n")
	r.commit()
	r.pullRequest("stranger/r")
	const branch = `b"$(touch pwned)`
	event := func(from string) map[string]any {
		return map[string]any{"repository": repository, "workflow_run": map[string]any{"id": 7, "event": "pull_request", "conclusion": "failure", "head_sha": r.hub.commit,
			"head_branch": branch, "head_repository": map[string]any{"full_name": from + "/r", "owner": map[string]any{"login": from}}}}
	}
	report := func(from string) {
		t.Helper()
		r.hub.comments, r.hub.uploads, r.hub.requests, r.hub.branch = nil, nil, nil, from+":"+branch
		_ = os.Remove(filepath.Join(r.record, "reviewdog.txt"))
		r.act(true, "github-fork-report.yml", "workflow_run", event(from))
		for _, request := range r.hub.requests {
			if strings.Contains(request, "/runs/7/") {
				t.Errorf("%s: reads what the run of the fork has written", request)
			}
		}
	}
	checkNothingReported := func() {
		t.Helper()
		if _, err := os.Stat(filepath.Join(r.record, "reviewdog.txt")); err == nil || len(r.hub.comments) > 0 || len(r.hub.uploads) > 0 {
			t.Errorf("%+v and %d uploads, want no reports", r.hub.comments, len(r.hub.uploads))
		}
	}

	report("stranger")
	if len(r.hub.comments) != 1 || !strings.Contains(r.hub.comments[0].Body, "### Context budget") {
		t.Errorf("%+v", r.hub.comments)
	}
	r.match(r.sarif(), `none\.md`, `!gone\.md`)
	r.match(r.recorded("reviewdog.txt"), "^CI_PULL_REQUEST=5$", "^CI_COMMIT="+r.hub.commit, "^CI_REPO_OWNER=o$", "^CI_REPO_NAME=r$", "!^GITHUB_ACTIONS=", "^-reporter=github-pr-review$")
	validateRDJSON(t, r.recorded("reviewdog.json"))
	r.match(r.recorded("reviewdog.json"), `"suggestions":`, `none\.md`)

	report("o") // a branch of the repository
	if checkNothingReported(); len(r.hub.requests) > 0 {
		t.Errorf("%q", r.hub.requests)
	}
	r.hub.head = strings.Repeat("1", 40) // the pull request has a newer commit
	report("stranger")
	checkNothingReported()
	r.hub.listed = r.hub.commit // it had none when the run began
	report("stranger")
	checkNothingReported()
}

// sarif returns the upload to code scanning, which must be for the commit and ref of the pull request.
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
	if err := json.Unmarshal(r.hub.uploads[0], &upload); err != nil || upload.Commit != r.hub.commit || upload.Ref != "refs/pull/5/head" {
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
