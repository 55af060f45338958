package examples

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestGitLab runs the jobs with gitlab-ci-local, which also validates them with GitLab's schema.
func TestGitLab(t *testing.T) {
	requireTools(t, "gitlab-ci-local", "bash", "rsync")
	p := newProject(t)
	p.writeExisting()
	p.write(".gitlab-ci.yml", example(t, "gitlab.yml")+"\n"+example(t, "gitlab-reviewdog.yml"))
	p.write(".gitignore", ".gitlab-ci-local/\n/*.json\n/*.xml\n/*.rdjson\n")
	p.must("git", "rm", "-q", "skills/clean/references/how.md")
	p.write(".skilllint.yaml", "rules: {links/broken: off}\n")
	p.commit()
	p.must("git", "remote", "set-url", "origin", "git@gitlab.com:o/r.git")
	// A stub, because reviewdog would call GitLab. TestReviewdogFormats runs the program itself.
	p.write("bin/reviewdog", "#!/bin/sh\nprintf '%s\\n' \"$@\" > reviewdog.xml\ncat > reviewdog.json\n")
	p.env = append(p.env, "PATH="+p.dir+"/bin:"+buildSkilllint(t)+":"+envOf(p, "PATH"))

	job := func(code int, name string, variables ...string) string {
		t.Helper()
		args := []string{"--force-shell-executor", "--artifacts-to-source", "--home", t.TempDir(), "--color=false", name}
		for _, v := range variables {
			args = append(args, "--variable", v)
		}
		out, got := p.run("gitlab-ci-local", args...)
		t.Logf("$ gitlab-ci-local %s\n%s", strings.Join(args, " "), out)
		if got != code {
			t.Fatalf("exit code %d, want %d", got, code)
		}
		return out
	}

	// A merge request of a fork has its own configuration, which the pipeline in the fork reads.
	job(0, "skilllint", "CI_PIPELINE_SOURCE=merge_request_event", "CI_PROJECT_ID=2", "CI_MERGE_REQUEST_PROJECT_ID=1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
	// For a merge request, only new findings are reported. The report for GitLab still has all of them.
	request := []string{"CI_PIPELINE_SOURCE=merge_request_event", "CI_PROJECT_ID=1", "CI_MERGE_REQUEST_PROJECT_ID=1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main"}
	out := job(1, "skilllint", request...)
	p.match(out, `error: .*how\.md`, `!error: .*gone\.md`)
	var quality []struct {
		Fingerprint string
		Location    struct{ Path string }
	}
	if err := json.Unmarshal([]byte(p.read("gl-code-quality-report.json")), &quality); err != nil || len(quality) != 2 {
		t.Errorf("code quality: %v, %+v", err, quality)
	}
	p.match(p.read("skilllint.xml"), `<failure .*how\.md`, `!<failure .*gone\.md`)

	job(0, "skilllint review", append(request, "REVIEWDOG_GITLAB_API_TOKEN=x")...)
	if got := p.read("reviewdog.xml"); got != "-f=rdjson\n-name=skilllint\n-reporter=gitlab-mr-discussion\n" {
		t.Errorf("arguments of reviewdog: %q", got)
	}
	validateRDJSON(t, p.read("reviewdog.json"))
	p.match(p.read("reviewdog.json"), `how\.md`, `!gone\.md`)

	// On the default branch, all findings are reported.
	p.must("git", "rm", "-qf", ".skilllint.yaml")
	p.match(job(1, "skilllint"), `gone\.md`, `how\.md`)
}

// envOf returns the value of an environment variable in the project. The last assignment applies.
func envOf(p *project, name string) string {
	value := ""
	for _, v := range p.env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}
