package action

import (
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git in a directory and returns its output.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=trunk", "-c", "protocol.file.allow=always"}, args...)...)
	command.Dir, command.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// A pullRequest is a repository octo/skills on a server. Trunk has one finding. The pull request adds another one, and
// turns off the rule that reports them.
type pullRequest struct {
	*runner
	server string // URL
}

func newPullRequest(t *testing.T) *pullRequest {
	r := newRunner(t)
	upstream := filepath.Join(t.TempDir(), "octo", "skills")
	commit := func(message string) {
		git(t, r.workspace, "add", "-A")
		git(t, r.workspace, "commit", "-q", "-m", message)
	}
	git(t, r.workspace, "init", "-q")
	commit("one")
	git(t, r.workspace, "checkout", "-q", "-b", "work")
	r.write(".skilllint.yaml", "rules: {markdown/unclosed-fence: off}\n")
	r.write("skills/worse/SKILL.md", "---\nname: worse\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n\nThen read the list of files from the top.\n")
	commit("two")
	git(t, r.workspace, "checkout", "-q", "trunk")
	r.write("README.md", "By now.\n")
	commit("three")
	// GitHub tests the merge of a pull request into its base.
	git(t, r.workspace, "merge", "-q", "--no-ff", "-m", "Merge work into trunk", "work")
	git(t, r.workspace, "update-ref", "refs/pull/1/merge", "HEAD")
	git(t, r.workspace, "reset", "-q", "--hard", "HEAD^1")
	git(t, r.workspace, "clone", "-q", "--mirror", ".", upstream)
	r.env["GITHUB_EVENT_NAME"], r.env["GITHUB_BASE_REF"], r.head = "pull_request", "trunk", "octo/skills"
	web := httptest.NewServer(gitBackend(t, filepath.Dir(filepath.Dir(upstream))))
	t.Cleanup(web.Close)
	r.env["GITHUB_SERVER_URL"] = web.URL
	return &pullRequest{runner: r, server: web.URL + "/octo/skills"}
}

// gitBackend serves the repositories below a directory.
func gitBackend(t *testing.T, dir string) http.Handler {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	return &cgi.Handler{Path: path, Args: []string{"http-backend"}, Env: []string{"GIT_PROJECT_ROOT=" + dir, "GIT_HTTP_EXPORT_ALL=1"}}
}

// checkOut creates the workspace like actions/checkout. Depth 0 is the whole history.
func (p *pullRequest) checkOut(t *testing.T, depth string) {
	t.Helper()
	p.t, p.workspace = t, t.TempDir()
	git(t, p.workspace, "init", "-q")
	git(t, p.workspace, "remote", "add", "origin", p.server)
	if depth == "0" {
		git(t, p.workspace, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*", "+refs/pull/1/merge:refs/remotes/pull/1/merge")
	} else {
		git(t, p.workspace, "fetch", "-q", "--no-tags", "--depth="+depth, "origin", "+refs/pull/1/merge:refs/remotes/pull/1/merge")
	}
	git(t, p.workspace, "checkout", "-q", "--force", "refs/remotes/pull/1/merge")
}

// TestPullRequest checks findings in a pull request that changes the configuration.
func TestPullRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	p := newPullRequest(t)
	both := map[string]string{"changed": "base"}
	tests := []struct {
		name, depth string
		inputs      map[string]string
		before      func(t *testing.T)
		code        int
		errors      string
		want        string
	}{
		{"configuration of the base", "0", nil, nil, 1, "2", `configuration of "origin/trunk" applies (--config-from); this file is new`},
		{"shallow checkout of the pull request", "1", nil, nil, 1, "2", "\nfetching origin/trunk\n"},
		{"configuration of the pull request", "1", map[string]string{"config-from": ""}, nil, 0, "0", "no findings"},
		{"config input, missing in the base", "0", map[string]string{"config": ".skilllint.yaml"}, nil, 1, "2", `configuration of "origin/trunk" applies (--config-from); this file is new`},
		{"config input, from the pull request", "0", map[string]string{"config": ".skilllint.yaml", "config-from": ""}, nil, 0, "0", ""},
		{"other rule enforced", "0", map[string]string{"config-from": "", "enforce": "security/*"}, nil, 0, "0", ""},
		{"new findings", "0", both, nil, 1, "1", "skills/worse/SKILL.md:5:1: error"},
		{"new findings, shallow checkout", "1", both, nil, 1, "1", "\nfetching the history of origin/trunk\n"},
		{"new findings, configuration of the pull request", "0", map[string]string{"changed": "base", "config-from": ""}, nil, 0, "0", ""},
		{"rule enforced", "1", map[string]string{"config-from": "", "enforce": "markdown/*"}, nil, 1, "2", ""},
		{"base cannot be fetched", "1", nil, func(t *testing.T) {
			git(t, p.workspace, "remote", "set-url", "origin", strings.Replace(p.server, "http:", "https:", 1))
		}, 2, "", "cannot fetch origin/trunk: "},
		{"no repository", "1", nil, func(t *testing.T) {
			if err := os.RemoveAll(filepath.Join(p.workspace, ".git")); err != nil {
				t.Fatal(err)
			}
			p.env["GIT_CEILING_DIRECTORIES"] = filepath.Dir(p.workspace)
		}, 2, "", "is not in a git repository"},
		{"checkout of the fork", "0", nil, func(t *testing.T) {
			p.head = "mona/skills"
			git(t, p.workspace, "remote", "set-url", "origin", "https://github.com/mona/skills.git")
		}, 2, "", "the origin of the clone is not " + p.server},
		{"checkout of another repository", "1", nil, func(t *testing.T) {
			git(t, p.workspace, "remote", "set-url", "origin", "https://example.org/octo/skills")
		}, 2, "", "the origin of the clone is not " + p.server},
		{"tag with the name of the branch", "0", nil, func(t *testing.T) { git(t, p.workspace, "tag", "origin/trunk", "HEAD") }, 1, "2", `configuration of "origin/trunk" applies`},
		{"branch with the name of a flag", "1", nil, func(*testing.T) { p.env["GITHUB_BASE_REF"] = "--output=x" }, 2, "", "cannot fetch origin/--output=x"},
		{"push", "1", both, func(*testing.T) { p.env["GITHUB_EVENT_NAME"], p.env["GITHUB_BASE_REF"] = "push", "" }, 0, "0", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p.checkOut(t, test.depth)
			p.head, p.env["GITHUB_EVENT_NAME"], p.env["GITHUB_BASE_REF"] = "octo/skills", "pull_request", "trunk"
			if test.before != nil {
				test.before(t)
			}
			code, outputs := p.lint(test.inputs)
			if code != test.code || outputs["errors"] != test.errors || !strings.Contains(p.output, test.want) {
				t.Errorf("exit code %d, %s errors; want %d, %s, and %q", code, outputs["errors"], test.code, test.errors, test.want)
			}
			if code == 2 && outputs["exit-code"] != "2" {
				t.Errorf("outputs: %v", outputs)
			}
		})
	}
}
